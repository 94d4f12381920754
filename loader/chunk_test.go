package loader

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestLongLines: a line of NDJSON may be far longer than any buffer.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("가", 1<<20)
	text := fmt.Sprintf("{\"id\": \"A\", \"lessons\": %q}\n{\"id\": \"B\"}", long)
	records := Decode("f", NDJSON, []byte(text), pageVocabulary(t))
	if len(records) != 2 || len(records[0].Problems)+len(records[1].Problems) > 0 {
		t.Fatalf("%d records", len(records))
	}
	same(t, "length", len(records[0].Case.Lessons.KO), len(long))
	same(t, "line", records[1].Line, 2)
}

// TestLinesAreCounted over many chunks, in every format.
func TestLinesAreCounted(t *testing.T) {
	const n = 3000
	filler := strings.Repeat("x", 300)
	tests := map[Format]func(i int) string{
		NDJSON: func(i int) string { return fmt.Sprintf("{\"id\": \"K%d\", \"lessons\": %q}\n", i, filler) },
		YAML:   func(i int) string { return fmt.Sprintf("---\nid: K%d\nlessons: %s\n", i, filler) },
		JSON: func(i int) string {
			comma := ","
			if i == n-1 {
				comma = ""
			}
			return fmt.Sprintf("{\"id\": \"K%d\",\n\"lessons\": %q}%s\n", i, filler, comma)
		},
	}
	voc := pageVocabulary(t)
	for format, record := range tests {
		t.Run(string(format), func(t *testing.T) {
			var b strings.Builder
			begin := make([]int, n)
			line := 1
			write := func(s string) {
				b.WriteString(s)
				line += strings.Count(s, "\n")
			}
			if format == JSON {
				write("[\n")
			}
			for i := range n {
				begin[i] = line
				if format == YAML {
					begin[i]++ // after the border
				}
				write(record(i))
			}
			if format == JSON {
				write("]\n")
			}
			records := Decode("f", format, []byte(b.String()), voc)
			if len(records) != n {
				t.Fatalf("%d records, want %d", len(records), n)
			}
			for i, r := range records {
				if len(r.Problems) > 0 || r.Line != begin[i] || r.Case.ID != fmt.Sprintf("K%d", i) {
					t.Fatalf("record %d stands on line %d, want %d: %+v", i, r.Line, begin[i], r.Problems)
				}
			}
		})
	}
}

// TestInputThatFails: what was read before an input fails is good, and the failure is
// told.
func TestInputThatFails(t *testing.T) {
	broken := errors.New("the disk is gone")
	for format, text := range map[Format]string{
		NDJSON: "{\"id\": \"A\"}\n{\"id\": \"B\"}\n",
		YAML:   "id: A\n---\nid: B\n---\n",
		JSON:   "[{\"id\": \"A\"}, {\"id\": \"B\"},",
	} {
		in := io.MultiReader(strings.NewReader(strings.Repeat(" \n", 4096)), strings.NewReader(text), iotest.ErrReader(broken))
		if format == YAML {
			in = io.MultiReader(strings.NewReader(text+strings.Repeat("# note\n", 4096)), iotest.ErrReader(broken))
		}
		r := newReader(pageVocabulary(t))
		good, reason := "", ""
		for c := range chunks("f", format, "", in) {
			for _, rec := range r.records(c) {
				if len(rec.Problems) > 0 {
					reason = rec.Problems[0].Reason
				} else {
					good += rec.Case.ID
				}
			}
		}
		same(t, string(format)+" good", good, "AB")
		if !strings.Contains(reason, broken.Error()) {
			t.Errorf("%s: %q does not say why", format, reason)
		}
	}
}

func TestSniff(t *testing.T) {
	tests := []struct {
		text string
		want Format
	}{
		{"", YAML},
		{"id: A\n", YAML},
		{"---\n- id: A\n", YAML},
		{"# note\nid: A\n", YAML},
		{"[\n{}]", JSON},
		{"{\n\"id\": \"A\"\n}", JSON},
		{"{\"id\": \"A\",\n\"date\": \"2019\"}\n", JSON},
		{"{\"id\": \"A\"}", NDJSON},
		{"{\"id\": \"A\"}\n", NDJSON},
		{"\n{\"id\": \"A\"}\r\n\r\n{\"id\": \"B\"}\r\n", NDJSON},
		{"{\"id\": \"A\", \"title\": \"a long li", NDJSON},
		{dashedPage, Page},
		{barePage, Page},
		{listPage, Page},
		{"- 증상\n느렸다.\n", Page},
	}
	for _, tt := range tests {
		same(t, tt.text, sniff([]byte(tt.text)), tt.want)
	}
}

func TestParseFormat(t *testing.T) {
	for name, want := range map[string]Format{"": Auto, "auto": Auto, "JSON": JSON, "ndjson": NDJSON, "jsonl": NDJSON, "yml": YAML, "yaml": YAML, "page": Page} {
		got, err := ParseFormat(name)
		same(t, name, got, want)
		same(t, name, err, nil)
	}
	_, err := ParseFormat("xml")
	same(t, "xml", err.Error(), `unknown format "xml": the formats are auto, json, ndjson, yaml, page and vocab`)
}
