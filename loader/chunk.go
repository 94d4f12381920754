package loader

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	// chunkSize is about how much NDJSON is decoded at a time.
	chunkSize = 256 << 10
	// maxRecordBytes bounds what has to be held in memory as one piece: a line of
	// NDJSON, an element of a JSON array.
	maxRecordBytes = 256 << 20
	maxPageBytes   = 16 << 20
)

// chunk is a piece of an input that can be read for itself: some lines of NDJSON, one
// JSON value, one YAML document, one page. Or it is what keeps the input from being
// read there.
type chunk struct {
	file   string
	format Format
	line   int // of the first byte, from 1
	data   []byte
	reason string // if not "": the chunk cannot be read; data is what is known of it
}

// lines gives the lines of a chunk that are not blank, without outer spaces, by number.
func (c chunk) lines() iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		n := c.line
		for line := range bytes.Lines(c.data) {
			// Files that were put one behind another have a mark within.
			if line = bytes.TrimSpace(bytes.TrimPrefix(line, utf8BOM)); len(line) > 0 && !yield(n, line) {
				return
			}
			n++
		}
	}
}

// chunks cuts an input up. encoding is the one that is declared, "" where none is (see
// textOf). A format of Auto is found out by the content. The last chunk of an input that
// cannot be read to its end says why.
func chunks(file string, format Format, encoding string, r io.Reader) iter.Seq[chunk] {
	return func(yield func(chunk) bool) {
		in, err := textOf(r, encoding)
		if err != nil {
			yield(unreadable(file, 0, err))
			return
		}
		head, err := in.Peek(4096)
		if err != nil && !errors.Is(err, io.EOF) {
			yield(unreadable(file, 0, err))
			return
		}
		reason := looksForeign(head)
		if format == Auto {
			format = sniff(head)
			if reason == "" && isMarkup(head) {
				reason = "is HTML or XML, not text: save the page as plain text, or write the case down as YAML"
			}
		}
		if reason != "" {
			yield(chunk{file: file, line: 1, reason: reason})
			return
		}
		c := cutter{file: file, format: format, in: in, yield: yield}
		switch format {
		case JSON:
			c.json()
		case YAML:
			c.yaml()
		case Page:
			c.whole()
		default:
			c.lines()
		}
		if !c.given && !c.stopped {
			yield(chunk{file: file, reason: "is empty: there is no record in it"})
		}
	}
}

func unreadable(file string, line int, err error) chunk {
	return chunk{file: file, line: line, reason: fmt.Sprintf("cannot be read: %v", err)}
}

// cutter is the state of cutting one input up.
type cutter struct {
	file    string
	format  Format
	in      *bufio.Reader
	yield   func(chunk) bool
	given   bool // something was given
	stopped bool // nobody wants more
}

func (c *cutter) give(line int, data []byte, reason string) bool {
	c.given = true
	c.stopped = !c.yield(chunk{c.file, c.format, line, data, reason})
	return !c.stopped
}

// appendLine appends the next line, its end included, to buf. err is io.EOF after the
// last one.
func (c *cutter) appendLine(buf []byte) ([]byte, error) {
	start := len(buf)
	for {
		part, err := c.in.ReadSlice('\n')
		buf = append(buf, part...)
		switch {
		case len(buf)-start > maxRecordBytes:
			return buf[:start], fmt.Errorf("a line is longer than %d MiB", maxRecordBytes>>20)
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(buf) > start:
			return buf, nil
		}
		return buf, err
	}
}

// lines gives NDJSON by some lines at a time.
func (c *cutter) lines() {
	first, n := 1, 0
	var buf []byte
	flush := func() bool {
		if len(bytes.TrimSpace(buf)) > 0 && !c.give(first, buf, "") {
			return false
		}
		first, n, buf = first+n, 0, make([]byte, 0, chunkSize+chunkSize/8)
		return true
	}
	for {
		var err error
		if buf, err = c.appendLine(buf); err != nil {
			if flush() && !errors.Is(err, io.EOF) {
				c.give(first, nil, unreadable(c.file, 0, err).reason)
			}
			return
		}
		n++
		if len(buf) >= chunkSize && !flush() {
			return
		}
	}
}

// yaml gives one document at a time. A line that begins with --- is a border even
// inside a text: YAML has it so. What stands before the first --- may be directives
// and comments; such pieces come out as documents without content.
func (c *cutter) yaml() {
	first, n := 1, 0
	var doc []byte
	reason := ""
	flush := func() bool {
		if (reason != "" || hasContent(doc)) && !c.give(first, doc, reason) {
			return false
		}
		first, n, doc, reason = first+n, 0, nil, ""
		return true
	}
	for {
		start := len(doc)
		var err error
		if doc, err = c.appendLine(doc); err != nil {
			if flush() && !errors.Is(err, io.EOF) {
				c.give(first, nil, unreadable(c.file, 0, err).reason)
			}
			return
		}
		line := doc[start:]
		switch {
		case isMarker(line, "---") && (start > 0 || reason != ""):
			begun := bytes.Clone(line)
			doc = doc[:start]
			if !flush() {
				return
			}
			doc = begun
		case isMarker(line, "..."):
			doc = doc[:start]
			n++
			if !flush() {
				return
			}
			continue
		}
		n++
		if len(doc) > maxYAMLBytes {
			doc, reason = nil, fmt.Sprintf("the YAML document is larger than %d MiB%s", maxYAMLBytes>>20, instead)
		}
	}
}

func isMarker(line []byte, marker string) bool {
	return bytes.HasPrefix(line, []byte(marker)) && (len(bytes.TrimSpace(line)) == len(marker) || line[len(marker)] == ' ' || line[len(marker)] == '\t')
}

// hasContent reports whether a piece of YAML is more than blank lines, comments,
// directives and its border.
func hasContent(doc []byte) bool {
	for line := range bytes.Lines(doc) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' && line[0] != '%' && string(line) != "---" {
			return true
		}
	}
	return false
}

// whole gives the input as one piece.
func (c *cutter) whole() {
	data, err := io.ReadAll(io.LimitReader(c.in, maxPageBytes+1))
	switch {
	case err != nil:
		c.give(0, nil, unreadable(c.file, 0, err).reason)
	case len(data) > maxPageBytes:
		c.give(0, nil, fmt.Sprintf("is larger than a page may be, %d MiB", maxPageBytes>>20))
	case len(bytes.TrimSpace(data)) > 0:
		c.give(1, data, "")
	}
}

// json gives the elements of an array one by one, or the one value that the input is.
func (c *cutter) json() {
	in := &lineCounter{r: c.in}
	dec := jsontext.NewDecoder(in, jsonOptions)
	for {
		var value jsontext.Value
		var err error
		switch kind := dec.PeekKind(); {
		case kind == jsontext.KindBeginArray && dec.StackDepth() == 0 && !c.given:
			_, err = dec.ReadToken()
		case kind == jsontext.KindEndArray:
			_, err = dec.ReadToken()
			c.given = true // an empty array says that there is nothing
		default:
			value, err = dec.ReadValue()
		}
		outside := dec.StackDepth() == 0
		switch at := dec.InputOffset(); {
		case errors.Is(err, io.EOF) && outside:
			return
		case err != nil && (!outside || !c.given || !errors.As(err, new(*jsontext.SyntacticError)) || !utf8.Valid(dec.UnreadBuffer())):
			c.jsonFault(err, in, dec)
			return
		case err == nil && value == nil: // a bracket of the array
		case outside && c.given:
			c.give(in.line(at), nil, moreFollows+": a file of one case a line is NDJSON")
			return
		case !c.give(in.line(at-int64(len(value))), bytes.Clone(value), ""):
			return
		}
	}
}

// jsonFault gives the reason why the JSON cannot be read on.
func (c *cutter) jsonFault(err error, in *lineCounter, dec *jsontext.Decoder) {
	reason, offset := jsonFault(err, in.read)
	unread, from := dec.UnreadBuffer(), dec.InputOffset()
	if i := int(offset - from); i >= 0 && i < len(unread) {
		if r, n := utf8.DecodeRune(unread[i:]); r == utf8.RuneError && n == 1 {
			c.give(in.line(from), bytes.Clone(unread), reason) // its encoding will be told
			return
		}
	}
	if c.given {
		reason += "; what follows in the file is not read"
	}
	c.give(in.line(offset), nil, reason)
}

// lineCounter reads through and tells which line an offset lies on. Offsets must be
// asked for in rising order, and often enough: what lies between two is held in memory.
type lineCounter struct {
	r      io.Reader
	read   int64
	asked  int64   // the last offset asked for
	ends   []int64 // offsets of the line ends not yet passed
	passed int     // how many were passed
}

func (l *lineCounter) Read(p []byte) (int, error) {
	if l.read-l.asked > maxRecordBytes {
		return 0, fmt.Errorf("a record is larger than %d MiB", maxRecordBytes>>20)
	}
	n, err := l.r.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			l.ends = append(l.ends, l.read+int64(i))
		}
	}
	l.read += int64(n)
	return n, err
}

func (l *lineCounter) line(offset int64) int {
	n := 0
	for n < len(l.ends) && l.ends[n] < offset {
		n++
	}
	l.ends = l.ends[n:]
	l.passed += n
	l.asked = offset
	return l.passed + 1
}
