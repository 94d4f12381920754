package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/incidentgraph/incidentgraph/loader"
)

// checkRejects looks at the file that rejected records are to be written to, before anything
// is read: nothing may be lost with it. What keeps it from being written is told where it is
// made.
func (f *loadFlags) checkRejects(paths []string) error {
	name := loader.Printable(f.rejects)
	switch {
	case f.rejects == "":
		return nil
	case f.rejects == loader.Stdin && f.list:
		return errors.New("--rejects - and --list both write to standard output: name a file for the rejected records")
	case f.rejects == loader.Stdin:
		return nil
	}
	if data, err := f.stored.dataFile(); err == nil && sameFile(f.rejects, data) {
		return fmt.Errorf("--rejects %s is the data file: name another file", name)
	}
	for _, p := range paths {
		if p != loader.Stdin && sameFile(f.rejects, p) {
			return fmt.Errorf("--rejects %s is to be loaded, too, and would be written over: name another file", name)
		}
	}
	if info, err := os.Stat(f.rejects); err != nil || !info.Mode().IsRegular() {
		return nil //nolint:nilerr // see above
	}
	file, err := os.Open(f.rejects)
	if err != nil {
		return fmt.Errorf("--rejects %s cannot be looked at before it is written over: %w", name, errors.Unwrap(err))
	}
	defer file.Close()
	mine, err := loader.IsRejects(file)
	switch {
	case err != nil:
		return fmt.Errorf("--rejects %s cannot be looked at before it is written over: %w", name, errors.Unwrap(err))
	case !mine:
		return fmt.Errorf("--rejects %s would write over a file that holds something else than rejected records: name another file, or take it away", name)
	}
	return nil
}

// sameFile reports whether two paths lead to one file, or would if it were there.
func sameFile(a, b string) bool {
	one, errOne := os.Stat(a)
	other, errOther := os.Stat(b)
	if errOne == nil && errOther == nil {
		return os.SameFile(one, other)
	}
	pathOne, errOne := filepath.Abs(a)
	pathOther, errOther := filepath.Abs(b)
	return errOne == nil && errOther == nil && pathOne == pathOther
}
