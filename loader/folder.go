package loader

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

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

// leadsToHidden reports whether a link in the folder leads to what lies in it under a name
// that begins with a dot.
func (dir folder) leadsToHidden(name string) bool {
	root, err := filepath.EvalSymlinks(string(dir))
	if err != nil {
		return false
	}
	target, err := filepath.EvalSymlinks(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		return false
	}
	inside, err := filepath.Rel(root, target)
	return err == nil && strings.Contains("/"+filepath.ToSlash(inside), "/.") && inside != "."
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
