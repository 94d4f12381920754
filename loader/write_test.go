package loader

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"github.com/incidentgraph/incidentgraph/graph"
)

// written writes cases in a format.
func written(t testing.TB, format Format, cases ...*graph.Case) string {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, format)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if err := w.Case(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriter(t *testing.T) {
	minutes := 90
	a := &graph.Case{ID: "A", Title: graph.Text{EN: "NO", KO: "아니오"}, Summary: graph.PlainText("one\n\ntwo: #"), TimeToRecover: &minutes,
		Related: []graph.Card{{SameCause: true}, {ID: "B", SharedComponents: []string{"0123", "a - b"}}}, Timeline: []graph.Moment{{At: "14:30", Text: graph.PlainText("it's on")}}}
	b := &graph.Case{ID: "B"}
	same(t, "yaml", written(t, YAML, a, b), `id: A
title:
  en: "NO"
  ko: 아니오
summary: |-
  one

  two: #
time_to_recover: 90
timeline:
- at: "14:30"
  text: it's on
related:
- id: null
  same_cause: true
- id: B
  shared_components:
  - "0123"
  - a - b
---
id: B
`)
	same(t, "json", written(t, JSON, a, b), "[\n"+strings.TrimSuffix(written(t, NDJSON, a), "\n")+",\n{\"id\":\"B\"}\n]\n")
	same(t, "json of none", written(t, JSON), "[]\n")
	same(t, "yaml of none", written(t, YAML), "")
	for _, format := range []Format{Auto, Page, Terms} {
		if _, err := NewWriter(nil, format); err == nil {
			t.Errorf("records are written as %q", format)
		}
	}
}

// No document is written as YAML that is larger than one that is read.
func TestYAMLThatCannotBeRead(t *testing.T) {
	long := func(n int) *graph.Case {
		return &graph.Case{ID: "L-1", Lessons: graph.PlainText(strings.Repeat("x", n))}
	}
	many := func(n int) *graph.Case { // each tag stands on a line with a dash, in quotes
		tags := make([]string, n)
		for i := range tags {
			tags[i] = strconv.Itoa(i)
		}
		return &graph.Case{ID: "M-1", Tags: tags}
	}
	const whole = maxYAMLBytes - len("---\nid: L-1\nlessons: \n")
	for _, tt := range []struct {
		c    *graph.Case
		want string
	}{
		{long(whole), "<nil>"},
		{long(whole + 1), "L-1 is too large for a YAML document that can be loaded: write it as ndjson"},
		// id and its line end, tags and its line end, --- and its line end, the dash of the key: 9 marks; a tag has 4.
		{many((maxYAMLMarks - 9) / 4), "<nil>"},
		{many((maxYAMLMarks-9)/4 + 1), "M-1 is too large for a YAML document that can be loaded: write it as ndjson"},
	} {
		var b bytes.Buffer
		w, err := NewWriter(&b, YAML)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "the first", w.Case(&graph.Case{ID: "A"}), nil)
		err = w.Case(tt.c)
		same(t, "error", fmt.Sprint(err), tt.want)
		records := Decode("f", YAML, b.Bytes(), pageVocabulary(t))
		for _, r := range records {
			same(t, "problems", r.Problems, nil)
		}
		if want := 2; err == nil {
			same(t, "records", len(records), want)
		} else {
			same(t, "what was written before", b.String(), "id: A\n")
		}
	}
	same(t, "a line of JSON has no such bound", len(written(t, NDJSON, long(whole+1))) > whole, true)
}

// FuzzYAMLWriter: whatever a text holds, the loader and another YAML reader read it back.
func FuzzYAMLWriter(f *testing.F) {
	voc := pageVocabulary(f)
	for _, s := range []string{"", "NO", "a: b", "# x", "- x", "a\nb", "a\n\nb ", "|", "'", "\"", "é\u0301", "---", "...", "=", "<<", "2019-01-01", "1e3", "0x1f", "~", "null", "a\tb", "x\u2028y", "\u0085", "\ufeffx", "𠮷🙂", "[a]", "{a}", "a #b", "& *", "%x", "@x", "`x", "y", "On", "a,b", "a\n---\nb", "a\n# b", "Kr. 5", "a.", "\x7f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		c := &graph.Case{ID: "A", Lessons: graph.Text{EN: s, KO: "ko"}, Tags: []string{s, "tag"}, Remediation: []graph.Text{{EN: s}, graph.PlainText(s + "\n" + s)}}
		c.Normalise()
		text := written(t, YAML, c)
		records := Decode("f", YAML, []byte(text), voc)
		if len(records) != 1 || len(records[0].Problems) > 0 {
			t.Fatalf("%q cannot be read back: %+v\n%s", s, records, text)
		}
		same(t, "read back", records[0].Case, c)
		var other struct {
			Lessons struct{ EN string }
			Tags    []any
		}
		if err := yaml.Unmarshal([]byte(text), &other); err != nil {
			t.Fatalf("%q: another reader: %v\n%s", s, err, text)
		}
		same(t, "another reader's text", other.Lessons.EN, c.Lessons.EN)
		for i := range other.Tags {
			same[any](t, "another reader's tag", other.Tags[i], c.Tags[i])
		}
	})
}
