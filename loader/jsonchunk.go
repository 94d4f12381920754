package loader

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// json gives the elements of an array one by one, or the one value that the input is.
func (c *cutter) json() {
	in := &boundedRecord{r: c.in}
	dec := jsontext.NewDecoder(in, jsonOptions)
	for line := 1; ; { // that of the decoder's offset
		kind := dec.PeekKind()
		begin := line + linesBefore(dec.UnreadBuffer())
		var value jsontext.Value
		var err error
		switch {
		case kind == jsontext.KindBeginArray && dec.StackDepth() == 0 && !c.given:
			_, err = dec.ReadToken()
		case kind == jsontext.KindEndArray:
			_, err = dec.ReadToken()
			c.given = true // an empty array says that there is nothing
		default:
			value, err = dec.ReadValue()
		}
		outside := dec.StackDepth() == 0
		switch {
		case in.failed != nil && errors.Is(err, in.failed):
			c.breakOff(begin, in.failed)
			return
		case errors.Is(err, io.EOF) && outside:
			return
		case err != nil && (!outside || !c.given || !errors.As(err, new(*jsontext.SyntacticError)) || !utf8.Valid(dec.UnreadBuffer())):
			c.jsonFault(err, line, in.read, dec)
			return
		case err == nil && value == nil: // a bracket of the array
		case outside && c.given:
			c.give(begin, nil, moreFollows+": where each line is a case, say --format ndjson")
			return
		case !c.give(begin, bytes.Clone(value), ""):
			return
		}
		line = begin + bytes.Count(value, []byte("\n"))
		in.passed = dec.InputOffset()
	}
}

// linesBefore counts the line ends before the next value of an array.
func linesBefore(text []byte) int {
	space := len(text) - len(bytes.TrimLeft(text, " \t\r\n,"))
	return bytes.Count(text[:space], []byte("\n"))
}

// jsonFault gives the reason why the JSON cannot be read on. line is that of the decoder's
// offset, end how much of the input was read.
func (c *cutter) jsonFault(err error, line int, end int64, dec *jsontext.Decoder) {
	reason, offset := jsonFault(err, end)
	unread := dec.UnreadBuffer()
	at := min(max(int(offset-dec.InputOffset()), 0), len(unread))
	if r, n := utf8.DecodeRune(unread[at:]); r == utf8.RuneError && n == 1 {
		c.give(line, bytes.Clone(unread), reason) // its encoding will be told
		return
	}
	if c.given {
		reason += "; what follows in the file is not read"
	}
	c.give(line+bytes.Count(unread[:at], []byte("\n")), nil, reason)
}

// boundedRecord reads through, and not too far beyond the last record that was taken: what
// lies between is held in memory.
type boundedRecord struct {
	r            io.Reader
	read, passed int64
	failed       error // but io.EOF
}

func (b *boundedRecord) Read(p []byte) (int, error) {
	if b.read-b.passed > maxRecordBytes {
		b.failed = fmt.Errorf("a record is larger than %d MiB", maxRecordBytes>>20)
		return 0, b.failed
	}
	n, err := b.r.Read(p)
	b.read += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		b.failed = err
	}
	return n, err
}
