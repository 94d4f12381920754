package loader

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
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

// span is the place of a line in a spool.
type span struct {
	offset int64
	size   int32
}

// add appends a line and gives its place.
func (s *spool) add(line []byte) (span, error) {
	if s.file == nil && s.memory.Len()+len(line) > spoolInMemory {
		if err := s.toFile(); err != nil {
			return span{}, spoolError(err)
		}
	}
	at := span{s.size, int32(len(line))}
	s.size += int64(len(line))
	if s.file == nil {
		s.memory.Write(line)
		return at, nil
	}
	if _, err := s.out.Write(line); err != nil {
		return span{}, spoolError(err)
	}
	return at, nil
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

// flush is called between adding lines and reading them.
func (s *spool) flush() error {
	if s.file == nil {
		return nil
	}
	if err := s.out.Flush(); err != nil {
		return spoolError(err)
	}
	return nil
}

// line gives the line at an offset, which nobody may write to.
func (s *spool) line(at span) ([]byte, error) {
	if s.file == nil {
		return s.memory.Bytes()[at.offset:][:at.size], nil
	}
	line := make([]byte, at.size)
	if _, err := s.file.ReadAt(line, at.offset); err != nil {
		return nil, spoolError(err)
	}
	return line, nil
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
