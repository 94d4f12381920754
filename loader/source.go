package loader

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Input is one thing to read records or terms from.
type Input struct {
	Name   string         // as messages show it
	Format Format         // Auto: told by the content
	Terms  graph.NodeKind // the kind of terms that a vocabulary file holds; KindIncident: it holds cases
	Open   func() (io.ReadCloser, error)
}

// Found is what there is to read under some paths.
type Found struct {
	Inputs  []Input   // vocabularies first, else in the order of the paths, then by name
	Refused []Problem // what was named, or lies in a folder, and is not read for a reason
	Ignored []Problem // files in folders whose names tell of no format
}

// Stdin is the path that means standard input.
const Stdin = "-"

// Find lists what there is to read under paths: files, folders with all that lies in
// them (names that begin with a dot left out), and Stdin. A folder may have a folder
// vocab with vocabulary files, named for what they hold: components, causes, triggers,
// symptoms, factors, companies. format is that of every file of cases; Auto tells each
// by its name, else by its content. Nothing is read yet.
func Find(paths []string, format Format, stdin io.Reader) Found {
	f := finder{format: format}
	for _, p := range paths {
		if p == Stdin {
			f.add(Input{Name: "standard input", Format: format, Open: func() (io.ReadCloser, error) { return io.NopCloser(stdin), nil }})
			continue
		}
		info, err := os.Stat(p)
		switch {
		case err != nil:
			f.refuse(p, "cannot be read: "+bare(err))
		case info.IsDir():
			f.folder(folder(p), p, filepath.Join)
		case !info.Mode().IsRegular():
			f.refuse(p, "is "+special(info.Mode())+", not a file: give its content on standard input (-)")
		default:
			of, _ := formatOfName(p)
			f.add(Input{Name: p, Format: of, Open: func() (io.ReadCloser, error) { return os.Open(p) }})
		}
	}
	return f.found()
}

// FindIn lists what there is to read in a file system, such as the embedded library,
// laid out as a folder for Find. name stands before file names in messages.
func FindIn(fsys fs.FS, name string) Found {
	f := finder{}
	f.folder(fsys, name, path.Join)
	return f.found()
}

type finder struct {
	format  Format
	terms   []Input
	cases   []Input
	refused []Problem
	ignored []Problem
}

func (f *finder) found() Found {
	return Found{append(f.terms, f.cases...), f.refused, f.ignored}
}

func (f *finder) add(in Input) {
	if in.Terms != graph.KindIncident {
		f.terms = append(f.terms, in)
		return
	}
	if f.format != Auto {
		in.Format = f.format
	}
	f.cases = append(f.cases, in)
}

func (f *finder) refuse(name, reason string) {
	f.refused = append(f.refused, Problem{Place: Place{File: name}, Reason: reason})
}

// folder walks a file system in the order of names.
func (f *finder) folder(fsys fs.FS, prefix string, join func(...string) string) {
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		shown := join(prefix, name)
		switch {
		case err != nil:
			f.refuse(shown, "cannot be read: "+bare(err))
			if entry != nil && entry.IsDir() {
				return fs.SkipDir
			}
		case name == ".":
		case strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
		case entry.IsDir():
		default:
			f.file(fsys, name, shown, entry.Type())
		}
		return nil
	})
	if err != nil {
		f.refuse(prefix, "cannot be read: "+bare(err))
	}
}

func (f *finder) file(fsys fs.FS, name, shown string, mode fs.FileMode) {
	if mode&fs.ModeSymlink != 0 {
		info, err := fs.Stat(fsys, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			f.refuse(shown, "is a link to a file that does not exist")
			return
		case err != nil:
			f.refuse(shown, "is a link that leaves the folder: name the file itself")
			return
		case info.IsDir():
			return // what the folder holds is found where it lies
		}
		mode = info.Mode().Type()
	}
	if mode != 0 {
		f.refuse(shown, "is "+special(mode)+", not a file")
		return
	}
	of, known := formatOfName(name)
	if !known {
		f.ignored = append(f.ignored, Problem{Place: Place{File: shown}, Reason: "is left out: its name ends in none of .json, .ndjson, .jsonl, .yaml, .yml, .txt"})
		return
	}
	in := Input{Name: shown, Format: of, Open: func() (io.ReadCloser, error) { return fsys.Open(name) }}
	if dir, file := path.Split(name); dir == "vocab/" {
		kind, isVocabulary := vocabularyFiles[strings.TrimSuffix(file, path.Ext(file))]
		if !isVocabulary {
			f.refuse(shown, "is no vocabulary file: those in vocab/ are components, causes, triggers, symptoms, factors and companies")
			return
		}
		in.Terms = kind
	}
	f.add(in)
}

// folder is a folder of the machine as a file system that nothing in it leads out of.
type folder string

func (dir folder) Open(name string) (fs.File, error) {
	return os.OpenInRoot(string(dir), filepath.FromSlash(name))
}

func (dir folder) Stat(name string) (fs.FileInfo, error) {
	root, err := os.OpenRoot(string(dir))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.Stat(filepath.FromSlash(name))
}

// special names a kind of file that is not read.
func special(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return fmt.Sprintf("special (%v)", mode.Type())
}

// bare is an error of a file without the file's name, which the message has already.
func bare(err error) string {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
