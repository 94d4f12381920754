package loader

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
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
			yield(chunk{file: file, reason: unreadable(err)})
			return
		}
		head, err := in.Peek(4096)
		if err != nil && !errors.Is(err, io.EOF) {
			yield(chunk{file: file, reason: unreadable(err)})
			return
		}
		reason := looksForeign(head)
		told := format != Auto
		switch format {
		case JSON:
			if isLines(in) {
				format = NDJSON
			}
		case Auto:
			format = sniff(head)
			if reason == "" && isMarkup(head) {
				reason = "is HTML or XML, not text: save the page as plain text, or write the case down as YAML"
			}
		}
		if reason != "" {
			yield(chunk{file: file, line: 1, reason: reason})
			return
		}
		c := cutter{file: file, format: format, told: told, in: in, yield: yield}
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
		if !c.given && !c.stopped && format != NDJSON { // which may hold no record
			yield(chunk{file: file, reason: "is empty: there is no record in it"})
		}
	}
}

func unreadable(err error) string { return fmt.Sprintf("cannot be read: %v", err) }

// cutter is the state of cutting one input up.
type cutter struct {
	file    string
	format  Format
	told    bool // the format, by something else than the content
	in      *bufio.Reader
	yield   func(chunk) bool
	given   bool // something was given
	stopped bool // nobody wants more
}

// breakOff says why the input cannot be read on. What begins on the line is not given: half
// a record would take the place of a whole one.
func (c *cutter) breakOff(line int, err error) {
	c.give(line, nil, unreadable(err))
}

func (c *cutter) give(line int, data []byte, reason string) bool {
	c.given = true
	c.stopped = !c.yield(chunk{c.file, c.format, line, data, reason})
	return !c.stopped
}

// appendLine appends the next line, its end included, to buf, or nothing where it cannot be
// read whole. err is io.EOF after the last one.
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
		case err == nil, errors.Is(err, io.EOF) && len(buf) > start:
			return buf, nil
		}
		return buf[:start], err
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
				c.breakOff(first, err)
			}
			return
		}
		n++
		if !c.told && len(bytes.TrimSpace(buf)) > 0 {
			// Whether it is NDJSON shows at the end of its first line, which may be a long one.
			c.told = true
			next, _ := c.in.Peek(1)
			if sniff(slices.Concat(buf, next)) == JSON {
				c.format, c.in = JSON, bufio.NewReader(io.MultiReader(bytes.NewReader(buf), c.in))
				c.json()
				return
			}
		}
		if len(buf) >= chunkSize && !flush() {
			return
		}
	}
}

// yaml gives one document at a time. A line that begins with --- is a border even
// inside a text: YAML has it so. What stands before the first --- may be directives
// and comments; such pieces come out as documents without content.
func (c *cutter) yaml() {
	first, at := 1, 1 // the line that the document begins on, and the one that is read
	var doc []byte
	tooLarge := false
	flush := func(next int) bool {
		reason := ""
		if tooLarge {
			reason = fmt.Sprintf("the YAML document is larger than %d MiB%s", maxYAMLBytes>>20, instead)
		}
		if (tooLarge || hasContent(doc)) && !c.give(first, doc, reason) {
			return false
		}
		first, doc, tooLarge = next, nil, false
		return true
	}
	for beginsLine := true; ; {
		part, err := c.in.ReadSlice('\n')
		ended := errors.Is(err, io.EOF)
		if err != nil && !ended && !errors.Is(err, bufio.ErrBufferFull) {
			c.breakOff(first, err)
			return
		}
		switch {
		case beginsLine && isMarker(part, "---") && (len(doc) > 0 || tooLarge):
			if !flush(at) {
				return
			}
		case beginsLine && isMarker(part, "..."):
			if !flush(at + 1) {
				return
			}
			part = nil
		}
		switch {
		case tooLarge:
		case len(doc)+len(part) > maxYAMLBytes:
			doc, tooLarge = nil, true // the rest of it alone would be another record
		default:
			doc = append(doc, part...)
		}
		if ended {
			flush(at)
			return
		}
		if beginsLine = err == nil; beginsLine {
			at++
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
		c.breakOff(0, err)
	case len(data) > maxPageBytes:
		c.give(0, nil, fmt.Sprintf("is larger than a page may be, %d MiB", maxPageBytes>>20))
	case len(bytes.TrimSpace(data)) > 0:
		c.give(1, data, "")
	}
}
