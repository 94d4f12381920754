package loader

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/incidentgraph/incidentgraph/graph"
)

// checkDecoded holds what must be true of every text, good or bad.
func checkDecoded(t *testing.T, format Format, text []byte, voc *graph.Vocabulary) {
	records := Decode("f", format, text, voc)
	if format != NDJSON && len(records) == 0 && len(bytes.TrimSpace(text)) == 0 {
		t.Error("an empty text is not told of")
	}
	last := bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) + 1
	for _, r := range records {
		if r.File != "f" || r.Line < 0 || r.Line > last {
			t.Errorf("the record stands at %v of %d lines", r.Place, last)
		}
		for _, p := range append(r.Problems, r.Remarks...) {
			if p.File != "f" || p.Line < 0 || p.Line > last || p.Reason == "" {
				t.Errorf("a problem without place or reason: %q", p)
			}
		}
		if len(r.Problems) > 0 {
			continue
		}
		first, err := graph.EncodeCase(r.Case)
		if err != nil {
			t.Fatal(err)
		}
		if mark := []byte("\ufffd"); !utf8.Valid(first) || bytes.Contains(first, mark) && !bytes.Contains(text, mark) && !bytes.Contains(bytes.ToLower(text), []byte(`\ufffd`)) {
			t.Errorf("characters were replaced: %s", first)
		}
		r.Case.Normalise()
		second, err := graph.EncodeCase(r.Case)
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("normalising twice gives another case (%v):\n%s\n%s", err, first, second)
		}
		back := Decode("f", NDJSON, first, voc)
		if len(back) != 1 || len(back[0].Problems) > 0 {
			t.Fatalf("what was written cannot be read: %s: %+v", first, back)
		}
		third, err := graph.EncodeCase(back[0].Case)
		if err != nil || !bytes.Equal(first, third) {
			t.Errorf("what was read back differs (%v):\n%s\n%s", err, first, third)
		}
	}
}

func FuzzJSON(f *testing.F) {
	voc := pageVocabulary(f)
	for _, s := range []string{wholeJSON, "[" + wholeJSON + ", {}]", `{"id": 1, "id": null}`, "[", `{"time_to_detect": 1e9, "related": [{"same_cause": 1}]}`, "\ufeff{}", "{\"title\":\"\xb0\xa1\"}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		checkDecoded(t, JSON, text, voc)
	})
}

func FuzzNDJSON(f *testing.F) {
	voc := pageVocabulary(f)
	for _, s := range []string{"{}\n{}\r\n\n{\"id\":\"A\"}", "{\"id\": }\n{", "[]\n", "{\"lost\":[\"x\"]} {}", "{\"title\":\"\xb0\xa1\"}\n{}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		checkDecoded(t, NDJSON, text, voc)
	})
}

func FuzzYAML(f *testing.F) {
	voc := pageVocabulary(f)
	for _, s := range []string{wholeYAML, "- id: A\n- {id: B, tags: [x, ~]}\n", "id: A\n---\n...\n--- # x\nid: B\n", "a: &x [*x]\n<<: *x\n", "? a\n: b\n", "title: |2\n   x\n  y\n", "%YAML 1.2\n---\nid: 'A'\n", "id: \"\\ud800\"\n", "\tid: A\n", "!!map {id: A}", "[{]}", "- - - -\n  -\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		checkDecoded(t, YAML, text, voc)
	})
}

func FuzzPage(f *testing.F) {
	voc := pageVocabulary(f)
	for _, s := range []string{dashedPage, barePage, listPage, "IL-0001 Acme · 2031 (게시일)\n- 증상\n증상 \n- 원인\n원인 –\n관련 사례\nIL-0002다 · 2030공통 \n같은 원인 · \n", "사례9건\n- 증상\n- 증상\nIL-0003다Acme20302031증상", "이 1건에서 x"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		checkDecoded(t, Page, text, voc)
	})
}

// FuzzAuto finds the format out by the content.
func FuzzAuto(f *testing.F) {
	voc := pageVocabulary(f)
	for _, s := range []string{dashedPage, wholeJSON, wholeYAML, "{\"id\":\"A\"}\n{}", "\xff\xfei\x00", "\xb0\xa1: \xb3\xaa"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		Decode("f", Auto, text, voc)
	})
}
