package loader

import (
	"bytes"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// rejectsOf reads files and gives the report and what was written of the rejected.
func rejectsOf(t *testing.T, files texts, opts Options) (Report, string) {
	t.Helper()
	var rejects bytes.Buffer
	opts.Rejects = &rejects
	l := read(t, files, opts)
	return l.Report, rejects.String()
}

// A rejected record is written as it was read, with what is wrong beside it; once that is
// mended, the line loads with no other edit.
func TestRejectsCanBeMendedAndLoaded(t *testing.T) {
	tests := []struct {
		name   string
		files  texts
		opts   Options
		line   string
		mend   [2]string
		loaded string // as EncodeCase writes it
	}{
		{
			"a wrong key and YAML's own forms", texts{{"a.yaml", "id: A\ncomponent: [x]\nseverity: NO\ntime_to_recover: 12\nrelated:\n- {id: B, same_cause: True, title: true}\n- {id: null, same_cause: false}\n"}}, Options{},
			`{"_problems":["a.yaml:2: A: component: unknown key: did you mean components?"],"id":"A","component":["x"],"severity":"NO","time_to_recover":"12","related":[{"id":"B","same_cause":true,"title":"true"},{"id":null,"same_cause":false}]}`,
			[2]string{`"component"`, `"components"`},
			`{"id":"A","severity":"NO","time_to_recover":12,"components":["x"],"related":[{"id":"B","title":"true","same_cause":true},{"id":null}]}`,
		},
		{
			"a key that stands twice", texts{{"a.json", `{"id": "A", "title": "x", "title": "y \u00e9"}`}}, Options{},
			`{"_problems":["a.json:1: A: title: the key stands twice in one object: take one of them away"],"id":"A","title":"x","title":"y é"}`,
			[2]string{`,"title":"x"`, ``},
			`{"id":"A","title":"y é"}`,
		},
		{
			"a value that a record may not have", texts{{"a.yaml", "id: A b\ntitle: x\n"}}, Options{},
			`{"_problems":["a.yaml:1: A b: id: \"A b\" is not a key: Latin letters, digits, dot, dash and underscore, a letter or digit first, at most 64"],"id":"A b","title":"x"}`,
			[2]string{`"id":"A b"`, `"id":"A-b"`},
			`{"id":"A-b","title":"x"}`,
		},
		{
			"a value that it may not have, beside others as they were written", texts{{"a.yaml", "id: A\ntime_to_recover: 1h 4m\ntitle: ' x '\ncomponents: [b, a, b]\nlost: [nothing-like-it]\n"}}, Options{},
			`{"_problems":["a.yaml:5: A: lost[0]: \"nothing-like-it\" is not a field of a case"],"id":"A","time_to_recover":"1h 4m","title":" x ","components":["b","a","b"],"lost":["nothing-like-it"]}`,
			[2]string{`["nothing-like-it"]`, `["lessons"]`},
			`{"id":"A","title":"x","time_to_recover":64,"components":["b","a"],"lost":["lessons"]}`,
		},
		{
			"an unknown term and a wrong key", texts{{"a.yaml", "id: A\ncomponents: [세션 창구]\ntitel: x\n"}}, Options{Strict: true},
			`{"_problems":["a.yaml:2: A: components: the vocabulary has no component \"세션 창구\"; the nearest is 세션-창고","a.yaml:3: A: titel: unknown key: did you mean title?"],"id":"A","components":["세션 창구"],"titel":"x"}`,
			[2]string{`["세션 창구"],"titel"`, `["세션 창고"],"title"`},
			`{"id":"A","title":"x","components":["세션 창고"]}`,
		},
		{
			"an unknown term", texts{{"a.yaml", "id: A\ncomponents: [세션 창구]\n"}}, Options{Strict: true},
			`{"_problems":["a.yaml:2: A: components: the vocabulary has no component \"세션 창구\"; the nearest is 세션-창고"],"id":"A","components":["세션 창구"]}`,
			[2]string{`["세션 창구"]`, `["세션 창고"]`},
			`{"id":"A","components":["세션 창고"]}`,
		},
		{
			"a text that is no document", texts{{"a.yaml", "id: A\ntitle: [\n"}}, Options{},
			`{"_problems":["a.yaml:2: is not YAML: a [ is not closed: write ], or put the text in quotes"],"_format":"yaml","_text":"id: A\ntitle: [\n"}`,
			[2]string{`title: [\n`, `title: '['\n`},
			`{"id":"A","title":"["}`,
		},
		{
			"a line that is not JSON", texts{{"a.ndjson", "{\"id\": \"A\",}\n"}}, Options{},
			`{"_problems":["a.ndjson:1: A: is not JSON: invalid character ',' at start of value"],"_format":"json","_text":"{\"id\": \"A\",}"}`,
			[2]string{`\"A\",}`, `\"A\"}`},
			`{"id":"A"}`,
		},
		{
			"a page with an unknown term", texts{{"a.txt", "IL-0001 Acme · 2031-12-05\n창고가 넘쳤다\n원인\n원인 모름\n"}}, Options{Strict: true},
			`{"_problems":["a.txt:3: IL-0001: root_causes: the vocabulary has no cause \"모름\""],"_format":"page","_text":"IL-0001 Acme · 2031-12-05\n창고가 넘쳤다\n원인\n원인 모름\n"}`,
			[2]string{`원인\n원인 모름\n`, `교훈\n없다.\n`},
			`{"id":"IL-0001","title":{"ko":"창고가 넘쳤다"},"organisation":"Acme","date":"2031-12-05","date_kind":"occurred","lessons":{"ko":"없다."},"lost":["components","contributing_factors","root_causes","symptoms.terms"]}`,
		},
		{
			"a page", texts{{"a.txt", "IL-0001 Acme · 2031-14-05\n창고가 넘쳤다\n심각도\nsev1\n"}}, Options{},
			`{"_problems":["a.txt:1: IL-0001: date: \"2031-14-05\" is not a date: write 2019-01-18, 2019-01 or 2019"],"_format":"page","_text":"IL-0001 Acme · 2031-14-05\n창고가 넘쳤다\n심각도\nsev1\n"}`,
			[2]string{`2031-14-05\n`, `2031-12-05\n`},
			`{"id":"IL-0001","title":{"ko":"창고가 넘쳤다"},"organisation":"Acme","date":"2031-12-05","date_kind":"occurred","severity":"sev1","lost":["components","contributing_factors","root_causes","symptoms.terms"]}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			report, line := rejectsOf(t, tt.files, tt.opts)
			same(t, "rejected", report.Rejected, 1)
			same(t, "line", strings.TrimSuffix(line, "\n"), tt.line)
			again, same2 := rejectsOf(t, texts{{"r.ndjson", line}}, tt.opts)
			same(t, "not mended", again.Rejected, 1)
			if strings.Count(same2, "_problems") != 1 {
				t.Errorf("not mended, it is written as %s", same2)
			}
			mended := strings.Replace(line, tt.mend[0], tt.mend[1], 1)
			l := read(t, texts{{"r.ndjson", mended}}, tt.opts)
			same(t, "problems", lines(l.Report.Problems), nil)
			for batch, err := range l.Batches() {
				if err != nil {
					t.Fatal(err)
				}
				got, err := graph.EncodeCase(batch.Cases[0])
				if err != nil {
					t.Fatal(err)
				}
				same(t, "loaded", string(got), tt.loaded)
			}
		})
	}
}

// Where more follows a record, nothing tells what belongs to it: all of the line is kept.
func TestRejectsOfTwoRecordsInOneLine(t *testing.T) {
	const follows = "more text follows the end of the record"
	for _, tt := range []struct {
		line     string
		problems []string
		mend     [2]string
		keys     string
	}{
		{`{"id":"C"} {"id":"D"}`, []string{"a.ndjson:1: C: " + follows}, [2]string{`} {`, `}\n{`}, "C D"},
		{`{"id":"A","titel":"x"} {"id":"B"}`, []string{"a.ndjson:1: A: titel: unknown key: did you mean title?", "a.ndjson:1: A: " + follows},
			[2]string{`\"titel\":\"x\"} {`, `\"title\":\"x\"}\n{`}, "A B"},
	} {
		report, line := rejectsOf(t, texts{{"a.ndjson", tt.line + "\n"}}, Options{})
		same(t, "problems", lines(report.Problems), tt.problems)
		wrong := strings.Join(tt.problems, `","`)
		same(t, "line", line, `{"_problems":["`+wrong+`"],"_format":"json","_text":`+string(quoted(tt.line))+"}\n")
		mended := strings.Replace(line, tt.mend[0], tt.mend[1], 1)
		same(t, "mended", keys(t, read(t, texts{{"r.ndjson", mended}}, Options{})), tt.keys)
	}
}

// A page is written once, with all that is wrong in it, and whatever the reason is.
func TestRejectsOfPages(t *testing.T) {
	one := func(key, date, component string) string {
		return key + " Acme · " + date + "\n창고가 넘쳤다\n구성 요소\n" + component + "\n"
	}
	const good, unknown = "세션 창고", "세션 창구"
	page := one("IL-0001", "2031-14-05", good) + one("IL-0002", "2031-12-05", good) + one("IL-0003", "2031-12-35", good)
	other := one("IL-0004", "2031-12-45", good)
	report, text := rejectsOf(t, texts{{"a.txt", page}, {"b.yaml", "id: B\ntitel: x\n"}, {"c.txt", other}}, Options{})
	same(t, "report", report.String(), "read: 5, good: 1, rejected: 4")
	date := func(place, key, date string) string {
		return place + ": " + key + ": date: \\\"" + date + "\\\" is not a date: write 2019-01-18, 2019-01 or 2019"
	}
	same(t, "text", text, `{"_problems":["`+date("a.txt:1", "IL-0001", "2031-14-05")+`","`+date("a.txt:9", "IL-0003", "2031-12-35")+`"],"_format":"page","_text":`+string(quoted(page))+`}
{"_problems":["b.yaml:2: B: titel: unknown key: did you mean title?"],"id":"B","titel":"x"}
{"_problems":["`+date("c.txt:1", "IL-0004", "2031-12-45")+`"],"_format":"page","_text":`+string(quoted(other))+"}\n")
	same(t, "all are written", report.Unwritten, 0)
	report, text = rejectsOf(t, texts{{"r.ndjson", text}}, Options{})
	same(t, "not mended", report.String(), "read: 5, good: 1, rejected: 4")
	same(t, "lines", strings.Count(text, "\n"), 3)
}

// Of two records with one key both are written, and what is no record is counted.
func TestRejectsOfTwoRecords(t *testing.T) {
	report, text := rejectsOf(t, texts{
		{"a.yaml", "id: A\ntitle: x\n"},
		{"b.yaml", "id: A\ntitle: y\n"},
		{"c.yaml", "title: \xb0\xa1\n"},
		{"d.yaml", ""},
	}, Options{})
	same(t, "text", text, `{"_problems":["a.yaml:1: A: id: another record with this key, at b.yaml:1, says something else: neither is loaded"],"id":"A","title":"x"}
{"_problems":["b.yaml:1: A: id: another record with this key, at a.yaml:1, says something else: neither is loaded"],"id":"A","title":"y"}
`)
	same(t, "rejected", report.Rejected, 4)
	same(t, "not written", report.Unwritten, 2)
}
