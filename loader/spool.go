package loader

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// spoolInMemory is how much a spool keeps in memory before it takes to a file.
const spoolInMemory = 32 << 20

// spool keeps lines between the first pass and the second: in memory while they are few,
// else in a temporary file.
type spool struct {
	memory bytes.Buffer
	file   *os.File
	named  bool // the file still has its name
	out    *bufio.Writer
	size   int64
}

// add appends a line, which holds no line end, and gives its offset.
func (s *spool) add(line []byte) (offset int64, err error) {
	if s.file == nil && s.memory.Len()+len(line) > spoolInMemory {
		if err := s.toFile(); err != nil {
			return 0, spoolError(err)
		}
	}
	offset = s.size
	s.size += int64(len(line)) + 1
	if s.file == nil {
		s.memory.Write(line)
		s.memory.WriteByte('\n')
		return offset, nil
	}
	_, err = s.out.Write(append(line, '\n'))
	if err != nil {
		return 0, spoolError(err)
	}
	return offset, nil
}

func (s *spool) toFile() error {
	file, err := os.CreateTemp("", "incidentgraph-load-*")
	if err != nil {
		return err
	}
	// Where the system allows it, the name goes at once: a killed load leaves nothing.
	s.named = os.Remove(file.Name()) != nil
	s.file, s.out = file, bufio.NewWriterSize(file, 1<<20)
	_, err = s.out.Write(s.memory.Bytes())
	s.memory = bytes.Buffer{}
	return err
}

// from gives the lines from an offset on. Nothing may be added while they are read.
func (s *spool) from(offset int64) (*bufio.Reader, error) {
	if s.file == nil {
		return bufio.NewReader(bytes.NewReader(s.memory.Bytes()[offset:])), nil
	}
	if err := s.out.Flush(); err != nil {
		return nil, spoolError(err)
	}
	return bufio.NewReaderSize(io.NewSectionReader(s.file, offset, s.size-offset), 1<<20), nil
}

// close removes the file, if there is one. The spool is empty then.
func (s *spool) close() error {
	file, named := s.file, s.named
	*s = spool{}
	if file == nil {
		return nil
	}
	err := file.Close()
	if named {
		err = errors.Join(err, os.Remove(file.Name()))
	}
	return err
}

func spoolError(err error) error {
	return fmt.Errorf("records are kept in a temporary file while they are checked, and it cannot be used: %w", err)
}
