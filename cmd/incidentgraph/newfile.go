package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/incidentgraph/incidentgraph/loader"
)

// newFile is a file that gets its name once it is whole, in the place of any that has it.
type newFile struct {
	*bufio.Writer
	name  string
	draft *os.File
}

// createFile begins a file. Either keep or drop ends it.
func createFile(name string) (*newFile, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s cannot be written: it is there and no file", loader.Printable(name))
	}
	for n := 0; ; n++ {
		draft, err := os.OpenFile(filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.new-%d-%d", filepath.Base(name), os.Getpid(), n)), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s cannot be written: %w", loader.Printable(name), errors.Unwrap(err))
		}
		return &newFile{bufio.NewWriterSize(draft, 64<<10), name, draft}, nil
	}
}

// keep gives the file its name.
func (f *newFile) keep() error {
	err := errors.Join(f.Flush(), f.draft.Sync(), f.draft.Close())
	if err == nil {
		err = os.Rename(f.draft.Name(), f.name)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("%s cannot be written: %w", loader.Printable(f.name), err), os.Remove(f.draft.Name()))
	}
	return nil
}

// drop leaves things as they were before.
func (f *newFile) drop() error { return errors.Join(f.draft.Close(), os.Remove(f.draft.Name())) }
