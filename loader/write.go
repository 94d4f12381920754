package loader

import (
	"bytes"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Writer writes records in one of the formats that are read: JSON (an array), NDJSON or
// YAML (documents). Equal records in equal order give equal bytes. A record that is larger
// than a YAML document may be that is read is an error.
type Writer struct {
	w      io.Writer
	format Format
	n      int // records written
}

// NewWriter makes a writer. Close ends what it writes.
func NewWriter(w io.Writer, format Format) (*Writer, error) {
	switch format {
	case JSON, NDJSON, YAML:
		return &Writer{w: w, format: format}, nil
	}
	return nil, fmt.Errorf("records cannot be written as %q: the formats are json, ndjson and yaml", format)
}

// Case writes a case.
func (w *Writer) Case(c *graph.Case) error {
	line, err := graph.EncodeCase(c)
	if err != nil {
		return err
	}
	return w.record(c.ID, line)
}

// Term writes a term of a vocabulary, with its kind.
func (w *Writer) Term(t graph.Term) error { return w.record(string(t.Ref().ID()), encodeTerm(t)) }

// record writes one JSON object.
func (w *Writer) record(name string, line []byte) error {
	var out []byte
	switch w.format {
	case NDJSON:
		out = append(line, '\n')
	case JSON:
		before := ",\n"
		if w.n == 0 {
			before = "[\n"
		}
		out = append([]byte(before), line...)
	default:
		if w.n > 0 {
			out = append(out, "---\n"...)
		}
		var err error
		if out, err = appendYAML(out, line); err != nil {
			return err
		}
		if reason, _ := tooMuch(string(out)); len(out) > maxYAMLBytes || reason != "" {
			return fmt.Errorf("%s is too large for a YAML document that can be loaded: write it as ndjson", name)
		}
	}
	w.n++
	_, err := w.w.Write(out)
	return err
}

// Close ends the text.
func (w *Writer) Close() error {
	if w.format != JSON {
		return nil
	}
	end := "\n]\n"
	if w.n == 0 {
		end = "[]\n"
	}
	_, err := io.WriteString(w.w, end)
	return err
}

// encodeTerm writes a term as one line of JSON, as vocabulary files have it.
func encodeTerm(t graph.Term) []byte {
	var b []byte
	add := func(key string, value []byte) {
		b = append(append(b, ','), quoted(key)...)
		b = append(append(b, ':'), value...)
	}
	text := func(key, value string) {
		if value != "" {
			add(key, quoted(value))
		}
	}
	list := func(key string, values []string) {
		if len(values) == 0 {
			return
		}
		all := make([][]byte, len(values))
		for i, v := range values {
			all[i] = quoted(v)
		}
		add(key, append(append([]byte{'['}, bytes.Join(all, []byte{','})...), ']'))
	}
	text("kind", t.Kind.Prefix())
	text("slug", t.Slug)
	text("en", t.Name.EN)
	text("ko", t.Name.KO)
	list("aliases", t.Aliases)
	text("definition_en", t.Definition.EN)
	text("definition_ko", t.Definition.KO)
	text("broader", t.Broader)
	list("formerly", t.Formerly)
	return append(append([]byte{'{'}, b[1:]...), '}')
}

// appendYAML writes a JSON object as a YAML document.
func appendYAML(out, line []byte) ([]byte, error) {
	y := yamlWriter{in: jsontext.NewDecoder(bytes.NewReader(line), jsonOptions), out: out}
	if y.in.PeekKind() != jsontext.KindBeginObject {
		return nil, fmt.Errorf("%s is no record", clip(line))
	}
	y.mapping(0, false)
	return y.out, y.err
}
