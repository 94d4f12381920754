package loader

import (
	"fmt"
	"strings"
	"testing"
)

// What a newcomer's slips are told.
func TestMessagesOfSlips(t *testing.T) {
	const spaces = "\ufeff{\"id\": \"B\"}"
	tests := []struct {
		name   string
		format Format
		text   string
		want   []string
	}{
		{"a colon in a text", YAML, "id: A\ntitle: a: b\n", []string{"f:2: is not YAML: a text with ': ' in it needs quotes, or a line is indented too far"}},
		{"a line too far in", YAML, "id: A\n  title: x\n", []string{"f:1: is not YAML: a text with ': ' in it needs quotes, or a line is indented too far"}},
		{"a tab", YAML, "id: A\nsymptoms:\n\ttext: x\n", []string{"f:3: is not YAML: indent with spaces, not with tabs"}},
		{"an indent that fits nowhere", YAML, "id: A\nsymptoms:\n    text: x\n  terms: [a]\n", []string{"f:4: is not YAML: the indent of this line fits none of the lines above it"}},
		{"no colon", YAML, "id: A\ntitle x\nseverity: y\n", []string{"f:2: is not YAML: a line without a colon stands among keys: write `key: value`"}},
		{"no colon in the first line", YAML, "id A\ntitle: x\n", []string{"f:1: is not YAML: a line without a colon stands above this key: write `key: value`"}},
		{"a text behind quotes", YAML, "title: 'a' b\n", []string{"f:1: is not YAML: a text goes on behind its quotes or its block: put all of it in quotes, or indent it alike"}},
		{"an at sign", YAML, "title: @x\n", []string{"f:1: is not YAML: '@' is a reserved character: put the text in quotes"}},
		{"a trigger that lost its indent", YAML, "id: A\ntrigger:\nkind: deploy\n", []string{"f:3: A: kind: unknown key here: indent it below trigger"}},
		{"an object that is a text", YAML, "symptoms: slow\n", []string{`f:1: symptoms: "slow" stands where an object with the keys text, terms belongs: write {text: …}`}},
		{"names of fields, as written", YAML, "id: A\nlost:\n  - title\n  - nope\n  - Timeline\n", []string{
			`f:5: A: lost[2]: "Timeline" is not a field of a case: did you mean timeline?`, `f:4: A: lost[1]: "nope" is not a field of a case`}},
		{"a key in Hangul, beside another slip", YAML, "title: x\nid: 장애-1\nx: 1\n", []string{
			"f:3: 장애-1: x: unknown key: the keys are id, title, summary, organisation, date, date_kind, …",
			`f:2: 장애-1: id: "장애-1" is not a key: Latin letters, digits, dot, dash and underscore, a letter or digit first, at most 64`}},
		{"text behind a record", JSON, `{"id": "A-1"} trailing`, []string{"f:1: more text follows the end of the record: where each line is a case, say --format ndjson"}},
		{"text behind a line", NDJSON, `{"id": "A-1"} trailing`, []string{"f:1: A-1: more text follows the end of the record"}},
		{"a mark within", NDJSON, "{\"id\": \"A\"}\n" + spaces, nil},
		{"a zip", Auto, "PK\x03\x04\x14\x00", []string{"f:1: is a zip archive (or an office document), not text: unpack it, or convert it, and load what comes of it"}},
		{"a tar", Auto, "a.yaml" + strings.Repeat("\x00", 251) + "ustar\x0000", []string{"f:1: is a tar archive, not text: unpack it, or convert it, and load what comes of it"}},
		{"gzip within gzip", Auto, packed(t, packed(t, "id: A\n")), []string{"f:1: is gzip within gzip, not text: unpack it, or convert it, and load what comes of it"}},
	}
	voc := libraryVocabulary(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, r := range Decode("f", tt.format, []byte(tt.text), voc) {
				for _, p := range r.Problems {
					got = append(got, p.Error())
				}
			}
			same(t, "problems", got, tt.want)
		})
	}
}

// A file of terms among cases is told so once, and its terms are not taken for cases.
func TestTermsAmongCases(t *testing.T) {
	l := read(t, texts{
		{"a.yaml", "id: A\n"},
		{"mine.yaml", "- {kind: component, slug: ledger, en: Ledger}\n- {kind: component, slug: shelf}\n- {kind: cause, en: Typo}\n"},
		{"more.ndjson", "{\"kind\": \"cause\", \"en\": \"Slip\"}\n"},
	}, Options{})
	same(t, "problems", lines(l.Report.Problems), []string{
		"mine.yaml:1: looks like a vocabulary, not like cases: put it in a folder vocab, or load it with --format vocab",
		"more.ndjson:1: looks like a vocabulary, not like cases: put it in a folder vocab, or load it with --format vocab",
	})
	same(t, "report", l.Report.String(), "read: 5, good: 1, rejected: 4")
}

// A file that is named is a vocabulary where its first record is a term.
func TestNamedVocabularies(t *testing.T) {
	for text, want := range map[string]bool{
		"- {kind: component, slug: x}\n":            true,
		"kind: Cause\nen: Typo\n":                   true,
		"- {kind: component}\n":                     true,  // that it has no name is told
		"- {kind: part, slug: x}\n":                 true,  // and that there is no such kind
		"title: x\ntrigger:\nkind: config-change\n": false, // a lost indent
		"kind: deploy\ntext: x\n":                   false,
		"kind: cause\nroot_causes: [x]\n":           false,
		"slug: x\n":                                 false,
	} {
		dir := writeTree(t, map[string]string{"f.yaml": text})
		found := Find([]string{dir + "/f.yaml"}, Sources{})
		same(t, text, found.Inputs[0].Vocabulary, want)
	}
}

// Terms are offered for the first hundred unknown names, in the order of the input, and for
// no long ones.
func TestSuggestionsAreBounded(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "{\"id\": \"L\", \"components\": [\"%s\"]}\n", strings.Repeat("세션 창구 ", 21))
	for i := range 120 {
		fmt.Fprintf(&b, "{\"id\": \"K%d\", \"components\": [\"세션 창구 %d\"]}\n", i, i)
	}
	files := texts{{"a.ndjson", b.String()}}
	for _, strict := range []bool{false, true} {
		l := read(t, files, Options{Strict: strict})
		text := reportText(t, &l.Report)
		same(t, "offers", strings.Count(text, "the nearest is 세션-창고"), 100)
		same(t, "the first has one", strings.Contains(text, `"세션 창구 99"; the nearest`), true)
		same(t, "the last has none", strings.Contains(text, `"세션 창구 119"; the nearest`), false)
	}
}

func TestNothingToLoad(t *testing.T) {
	for name, files := range map[string]texts{"an empty list": {{"a.json", "[]"}}, "nothing": nil} {
		l := read(t, files, Options{})
		same(t, name, reportText(t, &l.Report), "nothing was loaded: there is no record in what was named\nread: 0\n")
	}
}
