package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/incidentgraph/incidentgraph/loader"
)

// checkRejects looks at the file that rejected records are to be written to, before anything
// is read: nothing may be lost with it. What keeps it from being written is told where it is
// made.
func (f *loadFlags) checkRejects(paths []string, stdin io.Reader) error {
	name := loader.Printable(f.rejects)
	switch {
	case f.rejects == "":
		return nil
	case f.rejects == loader.Stdin && f.list:
		return errors.New("--rejects - and --list both write to standard output: name a file for the rejected records")
	case f.rejects == loader.Stdin:
		return nil
	}
	if f.isDataFile(f.rejects) {
		return fmt.Errorf("--rejects %s is the data file: name another file", name)
	}
	for _, p := range paths {
		if p == loader.Stdin {
			if file, ok := stdin.(*os.File); ok && isOpen(file, f.rejects) {
				return fmt.Errorf("--rejects %s is to be loaded, too, and would be written over: name another file", name)
			}
		} else if sameFile(f.rejects, p) {
			return fmt.Errorf("--rejects %s is to be loaded, too, and would be written over: name another file", name)
		}
	}
	if info, err := os.Stat(f.rejects); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
		return fmt.Errorf("--rejects %s holds something already: load it or take it away first, or name another file", name)
	}
	return nil
}

func (f *loadFlags) isDataFile(path string) bool {
	data, err := f.stored.dataFile()
	return err == nil && sameFile(path, data)
}

// isOpen reports whether an open file is that of a path.
func isOpen(file *os.File, path string) bool {
	one, errOne := file.Stat()
	other, errOther := os.Stat(path)
	return errOne == nil && errOther == nil && os.SameFile(one, other)
}

// sameFile reports whether two paths lead to one file, or would if it were there.
func sameFile(a, b string) bool {
	one, errOne := os.Stat(a)
	other, errOther := os.Stat(b)
	if errOne == nil && errOther == nil {
		return os.SameFile(one, other)
	}
	folderOne, errOne := os.Stat(filepath.Dir(a))
	folderOther, errOther := os.Stat(filepath.Dir(b))
	return errOne == nil && errOther == nil && os.SameFile(folderOne, folderOther) && filepath.Base(a) == filepath.Base(b)
}

// rejectsOut is where rejected records are written to.
type rejectsOut struct {
	io.Writer
	end func(read bool) error // once all are written; read says whether anything was
}

func (f *loadFlags) openRejects(cmd *cobra.Command) (rejectsOut, error) {
	if f.rejects == loader.Stdin {
		out := bufio.NewWriter(cmd.OutOrStdout())
		return rejectsOut{out, func(bool) error {
			if err := out.Flush(); err != nil {
				return fmt.Errorf("the rejected records cannot be written: %w", err)
			}
			return nil
		}}, nil
	}
	file, err := createFile(f.rejects)
	if err != nil {
		return rejectsOut{}, err
	}
	return rejectsOut{file, func(read bool) error {
		switch {
		case !read:
			return file.drop()
		case f.isDataFile(f.rejects): // it was made meanwhile, by this load
			return errors.Join(fmt.Errorf("--rejects %s is the data file: the rejected records were not written", loader.Printable(f.rejects)), file.drop())
		}
		return file.keep()
	}}, nil
}
