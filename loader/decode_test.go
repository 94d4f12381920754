package loader

import (
	"fmt"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// TestDecodeWholeCase reads every field, from every format of records.
func TestDecodeWholeCase(t *testing.T) {
	voc := libraryVocabulary(t)
	oneLine := strings.ReplaceAll(wholeJSON, "\n", " ")
	indented := "  " + strings.ReplaceAll(strings.TrimSpace(wholeYAML), "\n", "\n  ")
	tests := []struct {
		name   string
		format Format
		text   string
	}{
		{"YAML", YAML, wholeYAML},
		{"a list in YAML", YAML, "-\n" + indented},
		{"YAML after a border", YAML, "%YAML 1.2\n# note\n---\n" + wholeYAML + "...\n"},
		{"YAML with CRLF", YAML, strings.ReplaceAll(wholeYAML, "\n", "\r\n")},
		{"JSON", JSON, wholeJSON},
		{"an array in JSON", JSON, " [\n" + wholeJSON + "\n]\n"},
		{"NDJSON", NDJSON, oneLine},
		{"NDJSON with CRLF and blank lines", NDJSON, "\r\n" + oneLine + "\r\n\r\n"},
		{"a byte order mark", JSON, "\ufeff" + wholeJSON},
		{"YAML with a byte order mark", YAML, "\ufeff" + wholeYAML},
	}
	for _, tt := range tests {
		for _, format := range []Format{tt.format, Auto} {
			t.Run(tt.name+" "+string(format), func(t *testing.T) {
				records := Decode("case", format, []byte(tt.text), voc)
				if len(records) != 1 || len(records[0].Problems)+len(records[0].Remarks) > 0 {
					t.Fatalf("records %+v", records)
				}
				same(t, "unknown terms", records[0].Unknown, nil)
				same(t, "case", records[0].Case, wholeCase(t))
			})
		}
	}
}

func TestDecodeProblems(t *testing.T) {
	tests := []struct {
		name   string
		format Format
		text   string
		want   []string // each problem, whole
	}{
		{"unknown key", YAML, "id: A\ncomponets: [x]\n",
			[]string{"f:2: A: componets: unknown key: did you mean components?"}},
		{"unknown key in JSON", JSON, "{\"id\": \"A\",\n \"titel\": {\"en\": [1, {}]}}",
			[]string{"f:2: A: titel: unknown key: did you mean title?"}},
		{"unknown key that is like none", YAML, "id: A\nzzz: 1\n",
			[]string{"f:2: A: zzz: unknown key: the keys are id, title, summary, organisation, date, date_kind, …"}},
		{"unknown key deeper down", YAML, "id: A\nrelated:\n  - id: B\n    shared: [x]\n",
			[]string{"f:4: A: related[0].shared: unknown key: did you mean shared_components?"}},
		{"keys are exact", JSON, `{"ID": "A"}`,
			[]string{"f:1: ID: unknown key: did you mean id?"}},
		{"duplicate key", YAML, "id: A\nseverity: low\ndomain: x\nseverity: high\n",
			[]string{"f:4: A: severity: the key stands twice in one object: take one of them away"}},
		{"duplicate key in JSON", JSON, "{\"id\": \"A\",\n\"severity\": null, \n\"severity\": \"high\"}",
			[]string{"f:3: A: severity: the key stands twice in one object: take one of them away"}},
		{"duplicate key in a text", YAML, "id: A\ntitle: {en: x, en: y}\n",
			[]string{"f:2: A: title.en: the key stands twice in one object: take one of them away"}},
		{"a bad date", YAML, "id: A\ndate: 2023-02-29\n",
			[]string{`f:2: A: date: "2023-02-29" is not a date: write 2019-01-18, 2019-01 or 2019`}},
		{"a bad date on a card", JSON, `{"id": "A", "related": [{"id": "B"}, {"date": "May"}]}`,
			[]string{`f:1: A: related[1].date: "May" is not a date: write 2019-01-18, 2019-01 or 2019`}},
		{"a date as a number", JSON, `{"id": "A", "date": 2019}`,
			[]string{"f:1: A: date: 2019 stands where text belongs: put it in quotes"}},
		{"a bad time", YAML, "id: A\n\nstarted_at: 09:00\n",
			[]string{`f:3: A: started_at: "09:00" is not a time: write 2019-01-18T09:09:00Z, with Z or an offset such as +09:00, or a date`}},
		{"durations", JSON, `{"time_to_detect": -1, "time_to_recover": 1.5}`,
			[]string{
				`f:1: time_to_detect: "-1" is not a duration: write minutes (234), 3h 54m or PT3H54M`,
				`f:1: time_to_recover: "1.5" is not a duration: write minutes (234), 3h 54m or PT3H54M`,
			}},
		{"durations that are too long", JSON, `{"time_to_detect": 2147483648, "time_to_recover": 123456789012345678901234567890}`,
			[]string{
				`f:1: time_to_detect: "2147483648" is too long a duration`,
				`f:1: time_to_recover: "123456789012345678901234567890" is not a duration: write minutes (234), 3h 54m or PT3H54M`,
			}},
		{"a duration that is none", YAML, "time_to_detect: [5]\ntime_to_recover: true\n",
			[]string{
				"f:1: time_to_detect: a list stands where a duration belongs: write minutes (234), 3h 54m or PT3H54M",
				`f:2: time_to_recover: "true" is not a duration: write minutes (234), 3h 54m or PT3H54M`,
			}},
		{"text where a list belongs", YAML, "id: A\ncomponents: redis\n",
			[]string{`f:2: A: components: "redis" stands where a list belongs: write [redis]`}},
		{"an object where a list belongs", YAML, "id: A\nrelated: {id: B}\n",
			[]string{"f:2: A: related: an object stands where a list belongs"}},
		{"a term without its kind", YAML, "slug: dns4\n",
			[]string{"f:1: slug: unknown key: terms have it, not cases; a term also says its kind: write kind: and one of company, component, cause, trigger, symptom and factor"}},
		{"a list where text belongs", YAML, "id: A\nlessons: [a, b]\n",
			[]string{"f:2: A: lessons: a list stands where text belongs"}},
		{"a number where text belongs", JSON, `{"id": 7}`,
			[]string{"f:1: id: 7 stands where text belongs: put it in quotes"}},
		{"text where an object belongs", YAML, "id: A\ntrigger: deploy\n",
			[]string{`f:2: A: trigger: "deploy" stands where an object with the keys kind, text belongs: write {text: …}`}},
		{"same_cause", YAML, "related:\n  - same_cause: yes\n",
			[]string{`f:2: related[0].same_cause: "yes" stands where true or false belongs`}},
		{"same_cause in quotes", JSON, `{"related": [{"same_cause": "true"}]}`,
			[]string{`f:1: related[0].same_cause: "true" stands where true or false belongs`}},
		{"several at once, in order", YAML, "id: A\ntags: x\ndate: soon\nregions: {a: b}\n",
			[]string{
				`f:2: A: tags: "x" stands where a list belongs: write [x]`,
				`f:3: A: date: "soon" is not a date: write 2019-01-18, 2019-01 or 2019`,
				"f:4: A: regions: an object stands where a list belongs",
			}},
		{"what the record says is checked", YAML, "id: A B\n\n# note\nlessons: x\nnone_given: [lessons]\nlost: [sumary]\nrelated:\n  - id: ok\n  - id: not ok\n",
			[]string{
				`f:1: A B: id: "A B" is not a key: Latin letters, digits, dot, dash and underscore, a letter or digit first, at most 64`,
				"f:4: A B: lessons: has a value and is in none_given: take one of them away",
				`f:6: A B: lost[0]: "sumary" is not a field of a case: did you mean summary?`,
				`f:9: A B: related[1].id: "not ok" is not a key`,
			}},
		{"what cannot be read and what may not be said, at once", YAML, "id: A B\ndate_kind: guessed\ndate: soon\nlost: [[date]]\nnone_given: [title]\ntitle: x\ninferred: [date]\nreplaces: [Y]\n",
			[]string{
				`f:3: A B: date: "soon" is not a date: write 2019-01-18, 2019-01 or 2019`,
				"f:4: A B: lost[0]: a list stands where text belongs",
				`f:2: A B: date_kind: "guessed" is neither occurred nor published`,
				`f:1: A B: id: "A B" is not a key: Latin letters, digits, dot, dash and underscore, a letter or digit first, at most 64`,
				`f:8: A B: replaces[0]: "Y" is not a provisional key (X- and 12 hex digits)`,
				"f:6: A B: title: has a value and is in none_given: take one of them away",
			}},
		{"broken YAML", YAML, "id: A\ntitle: \"open\nlessons: x\n",
			[]string{"f:2: is not YAML: could not find end character of double-quoted text"}},
		{"broken YAML in the second of three", YAML, "id: A\n---\nid: B\ntags: [x\n---\nid: C\n",
			[]string{"f:4: is not YAML: a [ is not closed: write ], or put the text in quotes"}},
		{"a text is no case", YAML, "just words\n",
			[]string{`f:1: "just words" stands where an object with the keys id, title, summary, organisation, date, date_kind, … belongs`}},
		{"anchors", YAML, "id: A\ntitle: &t x\nlessons: *t\n",
			[]string{"f:2: A: title: anchors (&) and aliases (*) are not taken: write the value where it belongs"}},
		{"a long value is told in short", YAML, "date: " + strings.Repeat("x", 1000) + "\ncomponents: " + strings.Repeat("가", 1000) + "\n",
			[]string{
				`f:1: date: "` + strings.Repeat("x", 60) + `…" is not a date: write 2019-01-18, 2019-01 or 2019`,
				`f:2: components: "` + strings.Repeat("가", 20) + `…" stands where a list belongs: write [` + strings.Repeat("가", 20) + `…]`,
			}},
		{"a document that is too large among others", YAML, "id: A\n---\n" + strings.Repeat("# filler\n", maxYAMLBytes/9+1) + "id: B\n---\nid: [\n",
			[]string{
				"f:2: the YAML document is larger than 4 MiB: part it with --- or write NDJSON",
				fmt.Sprintf("f:%d: is not YAML: a [ is not closed: write ], or put the text in quotes", maxYAMLBytes/9+6),
			}},
		{"an alias bomb", YAML, "a: &a [x]\nb: &b [*a,*a,*a]\nc: &c [*b,*b,*b]\nd: [*c,*c,*c]\n",
			[]string{"f:1: a: unknown key: did you mean action_items?", "f:1: a: anchors (&) and aliases (*) are not taken: write the value where it belongs"}},
		{"merged keys", YAML, "id: A\n<<: {title: x}\n",
			[]string{"f:2: A: a key that is not plain text (<<, ?, or with & or !) is not taken"}},
		{"tags", YAML, "id: !!str A\n",
			[]string{"f:1: id: tags (!) are not taken: put text in quotes"}},
		{"broken JSON", JSON, "{\"id\": \"A\",\n\"tags\": [\"x\"\n}",
			[]string{"f:3: is not JSON: invalid character '}' after array element (expecting ',' or ']')"}},
		{"JSON that ends too early", JSON, "{\"id\": \"A\",\n",
			[]string{"f:2: the text ends in the middle of a record"}},
		{"an array with a broken element", JSON, "[{\"id\": \"A\"},\n{\"id\": x},\n{\"id\": \"C\"}]",
			[]string{"f:2: is not JSON: invalid character 'x' at start of value; what follows in the file is not read"}},
		{"trailing junk", JSON, "{\"id\": \"A\"\n}\n{\"id\": \"B\"}",
			[]string{"f:3: more text follows the end of the record: where each line is a case, say --format ndjson"}},
		{"trailing junk in a line", NDJSON, "{\"id\": \"A\"} {\"id\": \"B\"}\n",
			[]string{"f:1: A: more text follows the end of the record"}},
		{"an array in a line", NDJSON, `[{"id": "A"}]`,
			[]string{"f:1: a list stands where an object with the keys id, title, summary, organisation, date, date_kind, … belongs"}},
		{"a lone surrogate", JSON, `{"id": "A", "lessons": "\ud800"}`,
			[]string{"f:1: is not JSON: invalid surrogate pair `\\ud800\"}` in string"}},
		{"one bad line among good ones", NDJSON, "{\"id\": \"A\"}\n\n{\"id\": }\n{\"id\": \"C\"}\n",
			[]string{"f:3: id: is not JSON: missing value after object name"}},
		{"empty", YAML, "", []string{"f: is empty: there is no record in it"}},
		{"nothing but comments", YAML, "# nothing\n---\n\n", []string{"f: is empty: there is no record in it"}},
		{"nothing but blank lines", NDJSON, "\n \r\n", nil},
		{"empty page", Page, " \n", []string{"f: is empty: there is no record in it"}},
		{"empty JSON", JSON, "\n", []string{"f: is empty: there is no record in it"}},
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

// TestDecodeKeepsTheGoodOnes tells which records of an input with bad ones are good.
func TestDecodeKeepsTheGoodOnes(t *testing.T) {
	tests := []struct {
		name   string
		format Format
		text   string
		want   string // keys and lines
	}{
		{"documents", YAML, "id: A\n---\nid: [\n---\n\nid: C\n", "A:1 C:6"},
		{"a list", YAML, "- id: A\n- id: B\n  nope: 1\n- id: C\n", "A:1 C:4"},
		{"lines", NDJSON, "{\"id\": \"A\"}\n{\"id\": }\n{\"id\": \"C\"}", "A:1 C:3"},
		{"an array", JSON, "[{\"id\": \"A\"},\n {\"id\": 5}, {\"id\": \"C\"},\n{\n\"id\": \"D\"}]", "A:1 C:2 D:3"},
		{"an array that breaks off", JSON, "[{\"id\": \"A\"},\n {\"id\": \"B\"", "A:1"},
		{"an empty array", JSON, "[]", ""},
	}
	voc := libraryVocabulary(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, r := range Decode("", tt.format, []byte(tt.text), voc) {
				if len(r.Problems) == 0 {
					got = append(got, r.Case.ID+r.Place.String())
				}
			}
			same(t, "good ones", strings.Join(got, " "), tt.want)
		})
	}
}

func TestNullIsAbsent(t *testing.T) {
	text := `{"id": null, "title": null, "summary": {"en": null}, "date": null, "tags": null, "regions": [null],
"time_to_detect": null, "symptoms": null, "trigger": null, "related": [null, {"same_cause": null, "date": null}], "lost": [null]}`
	yaml := "id:\ntitle: ~\nsummary: {en: null}\ndate: Null\ntags: NULL\nregions: [~]\ntime_to_detect:\nsymptoms:\ntrigger: null\nrelated: [null, {same_cause: , date: ~}]\nlost: [~]\n"
	for format, text := range map[Format]string{JSON: text, YAML: yaml} {
		records := Decode("f", format, []byte(text), libraryVocabulary(t))
		if len(records) != 1 || len(records[0].Problems) > 0 {
			t.Fatalf("%s: %+v", format, records)
		}
		same(t, string(format), records[0].Case, &graph.Case{Related: []graph.Card{{}}})
	}
}

// TestYAMLScalarsStayAsWritten: what looks like a number, a boolean or a date to a YAML
// reader is text in a text field.
func TestYAMLScalarsStayAsWritten(t *testing.T) {
	voc := libraryVocabulary(t)
	for _, scalar := range []string{"NO", "yes", "true", "0123", "0x1F", "0o17", "1_000", "1e3", "1.50", "+1", "-5", ".inf", ".NaN", "14:30", "2019-01-18", "190:20:30", "–", "null-ish", "a:b"} {
		records := Decode("f", YAML, []byte("tags: ["+scalar+"]\ndomain: "+scalar+" # note\n"), voc)
		if len(records) != 1 || len(records[0].Problems) > 0 {
			t.Fatalf("%s: %+v", scalar, records)
		}
		same(t, "in a field", records[0].Case.Domain, scalar)
		same(t, "in a list", records[0].Case.Tags, []string{scalar})
	}
}

func TestYAMLBounds(t *testing.T) {
	keys := &strings.Builder{}
	for i := range maxKeys + 1 {
		keys.WriteString("k" + strings.Repeat("x", i%50) + ": 1\n")
	}
	tests := []struct{ name, text, want string }{
		{"brackets", "a: " + strings.Repeat("[", 100_000), "f:1: values lie more than 64 levels deep"},
		{"braces", "a: " + strings.Repeat("{a: ", 100_000), "f:1: values lie more than 64 levels deep"},
		{"dashes", strings.Repeat("- ", 100_000) + "x", "f:1: values lie more than 64 levels deep"},
		{"indentation", deepMapping(100), "f:65: values lie more than 64 levels deep"},
		{"keys", keys.String(), "f:1001: one mapping has more than 1000 keys"},
		{"parts", "tags: [" + strings.Repeat("x,", maxYAMLMarks), "f:1: the YAML document has too many parts: part it with --- or write NDJSON"},
		{"bytes", "lessons: " + strings.Repeat("x", maxYAMLBytes), "f:1: the YAML document is larger than 4 MiB: part it with --- or write NDJSON"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			records := Decode("f", YAML, []byte(tt.text), libraryVocabulary(t))
			if len(records) != 1 || len(records[0].Problems) != 1 {
				t.Fatalf("%d records", len(records))
			}
			same(t, "problem", records[0].Problems[0].Error(), tt.want)
		})
	}
	long := "- id: A\n- id: B\n"
	same(t, "a long list is no large mapping", len(Decode("f", YAML, []byte(strings.Repeat(long, 2*maxKeys)), libraryVocabulary(t))), 4*maxKeys)
}

func deepMapping(levels int) string {
	var b strings.Builder
	for i := range levels {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// TestJSONDepth: nesting is bounded, and what lies too deep is an error like any other.
func TestJSONDepth(t *testing.T) {
	for _, text := range []string{
		`{"id": "A", "nope": ` + strings.Repeat("[", 100_000),
		`{"id": "A", "nope": ` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}",
		strings.Repeat(`{"title":`, 100_000),
	} {
		for _, format := range []Format{JSON, NDJSON} {
			records := Decode("f", format, []byte(text), libraryVocabulary(t))
			if len(records) != 1 || len(records[0].Problems) == 0 {
				t.Errorf("%s: %d records", format, len(records))
			}
		}
	}
}

func TestRemarksAndUnknownTerms(t *testing.T) {
	records := Decode("f", YAML, []byte(`
id: A
organisation: Somebody New
components: [load balancer, lode balancer]
inferred: [regions]
related:
  - id: a
    shared_components: [Teapot]
`), libraryVocabulary(t))
	if len(records) != 1 || len(records[0].Problems) > 0 {
		t.Fatalf("%+v", records)
	}
	var remarks []string
	for _, r := range records[0].Remarks {
		remarks = append(remarks, r.Error())
	}
	same(t, "remarks", remarks, []string{
		`f:5: A: inferred: "regions" is called inferred and has no value`,
		"f:7: A: related[0].id: the card names its own case; it is left out of the graph",
	})
	same(t, "unknown terms", records[0].Unknown, []TermUse{
		{Place{"f", 4}, graph.KindComponent, "lode balancer", graph.FieldComponents},
		{Place{"f", 8}, graph.KindComponent, "Teapot", "related[0].shared_components"},
	})
}

// Times that run backwards are told, and loaded: the source may say so. A date alone is
// all of its day.
func TestTimesThatRunBackwards(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"id: A\nstarted_at: 2024-05-05T10:00:00Z\ndetected_at: 2024-05-05T09:59:59Z\nended_at: 2024-05-04T23:00:00Z\n", []string{
			"f:3: A: detected_at: 2024-05-05T09:59:59Z is before started_at, 2024-05-05T10:00:00Z",
			"f:4: A: ended_at: 2024-05-04T23:00:00Z is before started_at, 2024-05-05T10:00:00Z",
		}},
		{"id: A\nstarted_at: 2024-05-05T10:00:00+09:00\nended_at: 2024-05-05T01:00:00Z\n", nil},
		{"id: A\nstarted_at: 2024-05-05T10:00:00Z\nended_at: 2024-05-05\n", nil},
		{"id: A\nstarted_at: 2024-05-05T10:00:00Z\nended_at: 2024-05-04\n", []string{
			"f:3: A: ended_at: 2024-05-04 is before started_at, 2024-05-05T10:00:00Z",
		}},
		{"id: A\nended_at: 2024-05-04\n", nil},
	} {
		var remarks []string
		for _, r := range Decode("f", YAML, []byte(tt.text), libraryVocabulary(t))[0].Remarks {
			remarks = append(remarks, r.Error())
		}
		same(t, tt.text, remarks, tt.want)
	}
}

// TestRoundTrip: what graph.EncodeCase writes is read back equal.
func TestRoundTrip(t *testing.T) {
	for _, c := range []*graph.Case{wholeCase(t), {}, onlyCase(t, dashedPage), onlyCase(t, barePage)} {
		line, err := graph.EncodeCase(c)
		if err != nil {
			t.Fatal(err)
		}
		records := Decode("f", NDJSON, line, pageVocabulary(t))
		if len(records) != 1 || len(records[0].Problems) > 0 {
			t.Fatalf("%+v", records)
		}
		same(t, "case", records[0].Case, c)
	}
}
