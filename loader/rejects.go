package loader

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/incidentgraph/incidentgraph/graph"
)

// What a rejected record is written down with, so that it can be mended and loaded again.
// The first is passed over in any record. A text that could not be read as a document is
// kept whole in the others, and read again as what it was.
const (
	problemsKey = "_problems"
	formatKey   = "_format"
	textKey     = "_text"
)

// rejects writes rejected records down, one a line. A text that is kept whole is written
// once, with all that is wrong in it.
type rejects struct {
	to    io.Writer
	text  chunk // not written yet
	wrong List[Problem]
}

// line writes a record.
func (w *rejects) line(line []byte) error {
	if err := w.flush(); err != nil {
		return err
	}
	return w.write(line)
}

// whole keeps the text that a record stands in, and what is wrong with the record. kept is
// false where that cannot be done: the text is not there, or not UTF-8.
func (w *rejects) whole(text chunk, problems []Problem) (kept bool, err error) {
	if len(text.data) == 0 || !utf8.Valid(text.data) {
		return false, nil
	}
	if !sameText(text, w.text) {
		err = w.flush()
		w.text = text
	}
	for _, p := range problems {
		w.wrong.add(p)
	}
	return true, err
}

func sameText(a, b chunk) bool {
	return len(a.data) == len(b.data) && &a.data[0] == &b.data[0] // it is not empty
}

// flush writes the text that is kept.
func (w *rejects) flush() error {
	if len(w.text.data) == 0 {
		return nil
	}
	format := w.text.format
	if format == NDJSON {
		format = JSON // one line of it is
	}
	line := appendMember(beginRejected(w.wrong.Items), formatKey, string(format))
	line = append(appendMember(line, textKey, string(w.text.data)), '}')
	w.text, w.wrong = chunk{}, List[Problem]{}
	return w.write(line)
}

func (w *rejects) write(line []byte) error {
	if _, err := w.to.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("rejected records cannot be written down: %w", err)
	}
	return nil
}

// rejectedLine gives a rejected record as one line of JSON: as it was read, with what is
// wrong with it. It gives nil where all of its text has to be kept instead.
func rejectedLine(r Record) []byte {
	if r.again == nil {
		return nil
	}
	s, tok := r.again()
	w := tokenWriter{in: s}
	members := w.members(tok)
	if w.failed {
		return nil
	}
	return append(append(beginRejected(r.Problems), members...), '}')
}

// rejectedCase gives a case that was read whole as the line of a rejected record.
func rejectedCase(c *graph.Case, problems []Problem) []byte {
	line, err := graph.EncodeCase(c)
	if err != nil {
		return nil
	}
	b := beginRejected(problems)
	if members := line[1 : len(line)-1]; len(members) > 0 {
		b = append(append(b, ','), members...)
	}
	return append(b, '}')
}

// beginRejected gives the beginning of such a line, without the end of the object.
func beginRejected(problems []Problem) []byte {
	b := append([]byte{'{'}, quoted(problemsKey)...)
	b = append(b, ":["...)
	for i, p := range problems {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, quoted(p.Error())...)
	}
	return append(b, ']')
}

func appendMember(b []byte, key, value string) []byte {
	b = append(append(b, ','), quoted(key)...)
	return append(append(b, ':'), quoted(value)...)
}

func quoted(s string) []byte {
	b, _ := jsontext.AppendQuote(nil, s) // where s is not UTF-8, a mark stands for what is not
	return b
}

// tokenWriter writes the values of a stream as JSON. It fails where the stream breaks off.
type tokenWriter struct {
	in     stream
	failed bool
}

// members writes the members of the object that begins with tok, each after a comma.
func (w *tokenWriter) members(tok token) []byte {
	if tok.kind != objectStart {
		w.failed = true
		return nil
	}
	var b []byte
	for {
		key := w.in.next()
		if key.kind != keyToken {
			w.failed = w.failed || key.kind != objectEnd
			return b
		}
		name := string(key.text)
		value := w.value(name, w.in.next())
		if w.failed {
			return nil
		}
		if name != problemsKey {
			b = append(append(b, ','), quoted(name)...)
			b = append(append(b, ':'), value...)
		}
	}
}

// value writes the value that begins with tok and is that of a key.
func (w *tokenWriter) value(key string, tok token) []byte {
	switch tok.kind {
	case objectStart:
		members := w.members(tok)
		if len(members) > 0 {
			members = members[1:]
		}
		return append(append([]byte{'{'}, members...), '}')
	case listStart:
		b := []byte{'['}
		for element := w.in.next(); element.kind != listEnd; element = w.in.next() {
			if len(b) > 1 {
				b = append(b, ',')
			}
			b = append(b, w.value(key, element)...)
			if w.failed {
				return nil
			}
		}
		return append(b, ']')
	case nullToken:
		return []byte("null")
	case numberToken, boolToken:
		return bytes.Clone(tok.text)
	case plainToken:
		if key == "same_cause" { // text elsewhere; here it may be true or false
			if lower := bytes.ToLower(tok.text); string(lower) == "true" || string(lower) == "false" {
				return lower
			}
		}
		return quoted(string(tok.text))
	case textToken:
		return quoted(string(tok.text))
	}
	w.failed = true
	return nil
}

// keptText gives the text that a rejected record was kept as, if the line is one.
func keptText(line []byte) (format Format, text []byte, ok bool) {
	if !bytes.Contains(line, []byte(`"`+textKey+`"`)) {
		return Auto, nil, false
	}
	var kept struct {
		Problems any     `json:"_problems"`
		Format   Format  `json:"_format"`
		Text     *string `json:"_text"`
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&kept); err != nil || kept.Text == nil {
		return Auto, nil, false
	}
	return kept.Format, []byte(*kept.Text), true
}

// keptRecords reads a text that a rejected record was kept as. All of it stands in the
// line that kept it.
func (r *reader) keptRecords(file string, line int, format Format, text []byte) []Record {
	var out []Record
	for c := range chunks(file, format, "", bytes.NewReader(text)) {
		for _, rec := range r.records(c) {
			rec.Line, rec.text = line, chunk{format: format, data: text}
			for _, problems := range [][]Problem{rec.Problems, rec.Remarks} {
				for i := range problems {
					problems[i].Line = line
				}
			}
			for i := range rec.Unknown {
				rec.Unknown[i].Line = line
			}
			out = append(out, rec)
		}
	}
	return out
}
