package loader

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Input is one thing to read records or terms from.
type Input struct {
	Name       string         // as messages show it
	Format     Format         // Auto: told by what Open says, else by the content
	Encoding   string         // declared: a name that ParseEncoding knows; "": what Open says, else UTF-8
	Vocabulary bool           // it holds terms, not cases
	Kind       graph.NodeKind // of all terms of a vocabulary; KindIncident: each says its own
	Shipped    bool           // its terms give way to those of other inputs
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
// file has that very name (of names that begin with a dot, a part of a pattern matches those
// alone whose dot it has itself), http and https addresses, and Stdin. What lies in a folder
// vocab, at any depth, is a vocabulary file, and so is a file named by its path where its
// first record is a term, with its kind. In vocabulary files that are named for what they
// hold (components, causes, triggers, symptoms, factors, companies), terms need not say their
// kind. Of records, nothing is read yet.
func Find(paths []string, from Sources) Found {
	f := finder{Sources: from}
	if info, err := os.Stat(from.Rejects); err == nil {
		f.rejects = info
	}
	for _, p := range paths {
		switch {
		case p == Stdin:
			f.add(Input{Name: "standard input", Open: func(context.Context) (Body, error) { return openStdin(from.Stdin) }})
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
// laid out as a folder for Find. name stands before file names in messages. Its terms give
// way to those of other inputs.
func FindIn(fsys fs.FS, name string) Found {
	f := finder{shipped: true}
	f.folder(fsys, name, path.Join, false)
	return f.found()
}

// openStdin opens standard input. Where a program gives nothing there, it had no record to
// give.
func openStdin(in io.Reader) (Body, error) {
	text := bufio.NewReader(in)
	body := Body{ReadCloser: io.NopCloser(text)}
	if _, err := text.Peek(1); errors.Is(err, io.EOF) {
		body.Format = NDJSON
	}
	return body, nil
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
	shipped bool        // of every input
}

func (f *finder) found() Found {
	return Found{append(f.terms, f.cases...), f.refused, f.ignored}
}

// add adds an input. A format that is forced does not touch vocabularies, unless it is
// that of vocabularies.
func (f *finder) add(in Input) {
	in.Shipped = f.shipped
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
		in.Kind, _ = kindOfName(path.Base(filepath.ToSlash(in.Name)))
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
	none := true
	for _, name := range matches {
		if matchesHidden(p, name) {
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

// matchesHidden reports whether a part of a pattern matched a name that begins with a dot,
// and does not do so itself.
func matchesHidden(pattern, name string) bool {
	parts := func(p string) []string {
		return strings.FieldsFunc(p, func(r rune) bool { return r < utf8.RuneSelf && os.IsPathSeparator(uint8(r)) })
	}
	wild, plain := parts(pattern), parts(name)
	// From the end, as what stands before the first wildcard may be written in another way.
	for len(wild) > 0 && len(plain) > 0 {
		w, n := wild[len(wild)-1], plain[len(plain)-1]
		if strings.ContainsAny(w, "*?[") && !strings.HasPrefix(w, ".") && strings.HasPrefix(n, ".") {
			return true
		}
		wild, plain = wild[:len(wild)-1], plain[:len(plain)-1]
	}
	return false
}

// named takes a file or folder that was named.
func (f *finder) named(p string, info fs.FileInfo) {
	switch {
	case info.IsDir():
		whole, err := filepath.Abs(p)
		f.folder(folder(p), p, filepath.Join, err == nil && filepath.Base(whole) == vocabFolder)
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
		if _, named := kindOfName(filepath.Base(p)); inVocab && named {
			in.Vocabulary = true
		} else if f.Format == Auto {
			in.Vocabulary = beginsWithTerm(in)
		}
		f.add(in)
	}
}

// folder walks a file system in the order of names. Where it is that of a folder vocab, all
// files in it are vocabularies.
func (f *finder) folder(fsys fs.FS, prefix string, join func(...string) string, vocab bool) {
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
			f.file(fsys, name, shown, entry, vocab || slices.Contains(strings.Split(path.Dir(name), "/"), vocabFolder))
		}
		return nil
	})
	if err != nil {
		f.refuse(prefix, "cannot be read: "+bare(err))
	}
}

func (f *finder) file(fsys fs.FS, name, shown string, entry fs.DirEntry, vocabulary bool) {
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
			// What the folder holds is found where it lies.
			if dir, ok := fsys.(folder); ok && dir.leadsToHidden(name) {
				f.ignore(shown, "is left out: it leads to a folder whose name begins with a dot")
			}
			return
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
	in := Input{Name: shown, Format: of, Vocabulary: vocabulary, Open: func(context.Context) (Body, error) { return openIn(fsys, name) }}
	if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
		in.Size = info.Size()
	}
	f.add(in)
}
