package loader

import (
	"bytes"
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
