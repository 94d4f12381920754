package loader

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Input is one thing to read records or terms from.
type Input struct {
	Name       string         // as messages show it
	Format     Format         // Auto: told by what Open says, else by the content
	Encoding   string         // declared: a name that ParseEncoding knows; "": what Open says, else UTF-8
	Vocabulary bool           // it holds terms, not cases
	Kind       graph.NodeKind // of all terms of a vocabulary; KindIncident: each says its own
	Size       int64          // in bytes; 0 where it is not known before
	Open       func(ctx context.Context) (Body, error)
}

// Body is the content of an input, with what the one who gives it declares.
type Body struct {
	io.ReadCloser
	Format   Format // Auto: nothing
	Encoding string // "": nothing
}

// open opens an input and counts what is read of it.
func (in Input) open(ctx context.Context, count func(n int)) (file io.ReadCloser, format Format, encoding string, err error) {
	body, err := in.Open(ctx)
	if err != nil {
		return nil, "", "", err
	}
	format, encoding = cmp.Or(in.Format, body.Format), cmp.Or(in.Encoding, body.Encoding)
	return counted{body.ReadCloser, count}, format, encoding, nil
}

type counted struct {
	io.ReadCloser
	count func(n int)
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.count(n)
	return n, err
}

// Found is what there is to read under some paths.
type Found struct {
	Inputs  []Input   // vocabularies first, else in the order of the paths, then by name
	Refused []Problem // what was named, or lies in a folder, and is not read for a reason
	Ignored []Problem // files in folders whose names tell of no format
}

// Stdin is the path that means standard input.
const Stdin = "-"

// Sources say how Find takes paths.
type Sources struct {
	Format   Format    // of every input; Auto tells each by its name, else by its content
	Encoding string    // declared of every file; see ParseEncoding
	Stdin    io.Reader // what Stdin means
	Web      Web
	// Rejects, if set, names the file that rejected records are written to: it is left out
	// of folders and of what patterns match.
	Rejects string
}

// Find lists what there is to read under paths: files, folders with all that lies in
// them (names that begin with a dot left out), patterns as path.Match has them where no
// file has that very name, http and https addresses, and Stdin. A folder may have a folder
// vocab with vocabulary files; named for what they hold (components, causes, triggers,
// symptoms, factors, companies), their terms need not say their kind. A file named by its
// path is a vocabulary file, too, where its first record is a term, with its kind. Of
// records, nothing is read yet.
func Find(paths []string, from Sources) Found {
	f := finder{Sources: from}
	if info, err := os.Stat(from.Rejects); err == nil {
		f.rejects = info
	}
	for _, p := range paths {
		switch {
		case p == Stdin:
			f.add(Input{Name: "standard input", Open: func(context.Context) (Body, error) {
				return Body{ReadCloser: io.NopCloser(from.Stdin)}, nil
			}})
		case isAddress(p):
			f.address(p)
		case isOtherAddress(p):
			f.refuse(p, "is an address of a kind that is not read: only http and https are; name a file by its path")
		default:
			f.path(p)
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

// prose is why a text for people is not read.
const prose = "is text for people, as its name tells: write the case down as YAML (--format says otherwise)"

type finder struct {
	Sources
	terms   []Input
	cases   []Input
	refused []Problem
	ignored []Problem
	rejects fs.FileInfo // of Sources.Rejects, nil where there is none yet
}

func (f *finder) found() Found {
	return Found{append(f.terms, f.cases...), f.refused, f.ignored}
}

// add adds an input. A format that is forced does not touch vocabularies, unless it is
// that of vocabularies.
func (f *finder) add(in Input) {
	if in.Encoding == "" {
		in.Encoding = f.Encoding
	}
	switch {
	case f.Format == Terms:
		in.Vocabulary = true
	case f.Format != Auto && !in.Vocabulary:
		in.Format = f.Format
	}
	if in.Vocabulary {
		f.terms = append(f.terms, in)
		return
	}
	f.cases = append(f.cases, in)
}

func (f *finder) refuse(name, reason string) {
	f.refused = append(f.refused, Problem{Place: Place{File: name}, Reason: reason})
}

func (f *finder) ignore(name, reason string) {
	f.ignored = append(f.ignored, Problem{Place: Place{File: name}, Reason: reason})
}

const holdsRejects = "is left out: rejected records are written to it"

func (f *finder) isRejects(info fs.FileInfo) bool {
	return f.rejects != nil && os.SameFile(info, f.rejects)
}

// path takes a path as it was typed: a name, or else a pattern.
func (f *finder) path(p string) {
	info, err := os.Stat(p)
	if err == nil {
		f.named(p, info)
		return
	}
	if !errors.Is(err, fs.ErrNotExist) || !strings.ContainsAny(p, "*?[") {
		f.refuse(p, "cannot be read: "+bare(err))
		return
	}
	matches, err := filepath.Glob(p)
	hidden := strings.HasPrefix(filepath.Base(p), ".")
	none := true
	for _, name := range matches {
		if !hidden && strings.HasPrefix(filepath.Base(name), ".") {
			continue
		}
		none = false
		switch info, err := os.Stat(name); {
		case err != nil:
			f.refuse(name, "cannot be read: "+bare(err))
		case f.isRejects(info):
			f.ignore(name, holdsRejects)
		default:
			f.named(name, info)
		}
	}
	switch {
	case err != nil:
		f.refuse(p, "is no pattern: a bracket is not closed")
	case none:
		f.refuse(p, "matches no file")
	}
}

// named takes a file or folder that was named.
func (f *finder) named(p string, info fs.FileInfo) {
	switch {
	case info.IsDir():
		f.folder(folder(p), p, filepath.Join)
	case !info.Mode().IsRegular():
		f.refuse(p, "is "+special(info.Mode())+", not a file: give its content on standard input (-)")
	default:
		if f.Format == Auto && isProse(p) {
			f.refuse(p, prose)
			return
		}
		of, _ := formatOfName(p)
		in := Input{Name: p, Format: of, Encoding: f.Encoding, Size: info.Size(), Open: func(context.Context) (Body, error) {
			return openRegular(os.OpenFile(p, readWithoutWaiting, 0))
		}}
		inVocab := filepath.Base(filepath.Dir(p)) == vocabFolder
		if kind, named := kindOfName(filepath.Base(p)); inVocab && named {
			in.Vocabulary, in.Kind = true, kind
		} else if f.Format == Auto {
			in.Vocabulary = beginsWithTerm(in)
		}
		f.add(in)
	}
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
			f.file(fsys, name, shown, entry)
		}
		return nil
	})
	if err != nil {
		f.refuse(prefix, "cannot be read: "+bare(err))
	}
}

func (f *finder) file(fsys fs.FS, name, shown string, entry fs.DirEntry) {
	mode := entry.Type()
	if mode&fs.ModeSymlink != 0 {
		info, err := fs.Stat(fsys, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			f.refuse(shown, "is a link to a file that does not exist")
			return
		case errors.Is(err, syscall.ELOOP):
			f.refuse(shown, "is a link that leads in a circle")
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
	if f.rejects != nil {
		if info, err := fs.Stat(fsys, name); err == nil && f.isRejects(info) {
			f.ignore(shown, holdsRejects)
			return
		}
	}
	of, known := formatOfName(name)
	if !known {
		f.ignore(shown, "is left out: its name ends in none of .json, .ndjson, .jsonl, .yaml, .yml, .txt (.gz may follow)")
		return
	}
	in := Input{Name: shown, Format: of, Open: func(context.Context) (Body, error) { return openIn(fsys, name) }}
	if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
		in.Size = info.Size()
	}
	if dir, file := path.Split(name); dir == vocabFolder+"/" {
		in.Vocabulary = true
		in.Kind, _ = kindOfName(file)
	}
	f.add(in)
}

// folder is a folder of the machine as a file system that nothing in it leads out of.
type folder string

func (dir folder) Open(name string) (fs.File, error) {
	root, err := os.OpenRoot(string(dir))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.OpenFile(filepath.FromSlash(name), readWithoutWaiting, 0)
}

func (dir folder) Stat(name string) (fs.FileInfo, error) {
	root, err := os.OpenRoot(string(dir))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.Stat(filepath.FromSlash(name))
}

// readWithoutWaiting opens a file for reading. A named pipe that has taken the place of a
// file since it was found would keep one waiting for a writer.
const readWithoutWaiting = os.O_RDONLY | syscall.O_NONBLOCK

func openIn(fsys fs.FS, name string) (Body, error) {
	file, err := fsys.Open(name)
	return openRegular(file, err)
}

// openRegular gives what was opened if it is a file like any other.
func openRegular[F fs.File](file F, err error) (Body, error) {
	if err != nil {
		return Body{}, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is " + special(info.Mode()) + ", not a file")
	}
	if err != nil {
		return Body{}, errors.Join(err, file.Close())
	}
	return Body{ReadCloser: file}, nil
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
	case mode&fs.ModeDir != 0:
		return "a folder"
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
