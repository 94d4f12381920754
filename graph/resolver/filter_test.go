package resolver_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/server"
)

// keysOf asks for the incidents of a filter and gives their keys, newest first, without
// that of the case that lost its own, which is "X".
func keysOf(t testing.TB, store graph.Store, where string) []string {
	t.Helper()
	var answer struct {
		Data struct {
			Incidents struct {
				TotalCount int
				Nodes      []struct{ Key string }
			}
		}
		Errors []any
	}
	body := ask(t, store, `{ incidents(where: `+where+`) { totalCount nodes { key } } }`)
	if err := json.Unmarshal([]byte(body), &answer); err != nil || len(answer.Errors) > 0 {
		t.Fatalf("%s\n%s", where, body)
	}
	keys := []string{}
	for _, n := range answer.Data.Incidents.Nodes {
		key := strings.TrimPrefix(n.Key, "IL-")
		if strings.HasPrefix(key, "X-") {
			key = "X"
		}
		keys = append(keys, key)
	}
	if answer.Data.Incidents.TotalCount != len(keys) {
		t.Errorf("%s: totalCount %d of %v", where, answer.Data.Incidents.TotalCount, keys)
	}
	return keys
}

func TestFilters(t *testing.T) {
	store := library(t)
	all := "0216 0115 0271 0587 0277 0279 0492 0388 0274 X"
	for _, tt := range []struct{ where, keys string }{
		// What asks nothing.
		{`null`, all},
		{`{}`, all},
		{`{company: null, components: {}, date: {}, and: [], or: null, not: null}`, all},
		{`{components: {any: null, all: [], none: [], known: null, narrower: true}}`, all},
		{`{date: {from: null, to: null}}`, all},
		{`{and: [{}, {}]}`, all},
		{`{or: [{}]}`, all},

		// What matches nothing.
		{`{components: {any: []}}`, ""},
		{`{or: []}`, ""},
		{`{not: {}}`, ""},
		{`{not: {and: []}}`, ""},
		{`{and: [{or: []}]}`, ""},

		// Terms, by any of their names.
		{`{company: {any: ["Northwind Search"]}}`, "0587 0277"},
		{`{company: {any: ["northwind-search"]}}`, "0587 0277"},
		{`{company: {any: "Parley"}}`, "0271 0388"}, // one value stands for a list of one
		{`{components: {any: ["etcd"]}}`, "0271 0587 0277"},
		{`{components: {any: ["component:coordination-kv-store"]}}`, "0271 0587 0277"},
		{`{components: {any: ["  코디네이션 키–값   저장소 "]}}`, "0271 0587 0277"}, // en dash, spaces
		{`{components: {any: ["\u110f\u1169디네이션 키-값 저장소"]}}`, "0271 0587 0277"},
		{`{components: {any: ["ＥＴＣＤ"]}}`, "0271 0587 0277"}, // full width
		{`{components: {any: ["인메모리 캐시", "etcd"]}}`, "0216 0271 0587 0277 0279 0388"},
		{`{components: {all: ["etcd", "Elasticsearch 와 OpenSearch"]}}`, "0277"},
		{`{components: {all: ["etcd"], none: ["service-discovery"]}}`, "0277"},
		{`{components: {any: ["etcd"], all: ["service-discovery"]}}`, "0271 0587"},
		{`{components: {none: ["etcd", "인메모리 캐시"]}}`, "0115 0492 0274 X"},
		{`{causes: {any: ["소프트웨어 결함"]}}`, "0271 0587 0277"},
		{`{causes: {known: true}}`, "0271 0587 0277"},
		{`{causes: {known: false}}`, "0216 0115 0279 0492 0388 0274 X"},
		{`{company: {known: false}}`, "X"},

		// Narrower terms count only if asked.
		{`{components: {any: ["load-balancer"]}}`, ""},
		{`{components: {any: ["load-balancer"], narrower: false}}`, ""},
		{`{components: {any: ["load-balancer"], narrower: true}}`, "0492"},
		{`{components: {all: ["로드 밸런서"], narrower: true}}`, "0492"},
		{`{components: {none: ["load-balancer"], known: true, narrower: true}}`, "0216 0271 0587 0277 0279 0388 0274"},
		{`{components: {any: ["on-prem-load-balancer"], narrower: true}}`, "0492"},

		// A name that no term has is a term without incidents.
		{`{components: {any: ["nothing"]}}`, ""},
		{`{components: {any: ["nothing", "etcd"]}}`, "0271 0587 0277"},
		{`{components: {all: ["nothing"]}}`, ""},
		{`{components: {none: ["nothing", "!!", ""], known: true}}`, "0216 0271 0587 0277 0279 0492 0388 0274"},
		{`{components: {any: ["nothing"], narrower: true}}`, ""},
		{`{causes: {any: ["etcd"]}}`, ""}, // a name of another kind

		// Dates: days inclusive; a month or year matches what it overlaps.
		{`{date: {from: "2019", to: "2019"}}`, "0587 0277 0279"},
		{`{date: {from: "2019-01-18", to: "2019-01-18"}}`, "0587 0277 0279"},
		{`{date: {from: "2019-01-19"}}`, "0216 0115 0271 0277 0279"},
		{`{date: {from: "2019-12-31"}}`, "0216 0115 0271 0277 0279"},
		{`{date: {from: "2020-01-01"}}`, "0216 0115 0271"},
		{`{date: {from: "2019-02", to: "2020-06"}}`, "0271 0277 0279"},
		{`{date: {to: "2019-01"}}`, "0587 0277 0279 0492 0388 0274"},
		{`{date: {to: "2018-02"}}`, "0388 0274"},
		{`{date: {from: "2019-06", to: "2019"}}`, "0277 0279"}, // first day against last day
		{`{date: {from: 2023}}`, "0216"},                       // a number is read as it is written

		// Other kinds of terms.
		{`{triggers: {known: true}}`, ""},
		{`{triggers: {known: false}, factors: {none: ["holiday"]}}`, all},
		{`{symptoms: {any: ["간헐적 타임아웃"]}}`, "0492"},
		{`{symptoms: {all: ["intermittent-timeout", "Intermittent connection failures"]}}`, "0492"},
		{`{factors: {any: ["holiday"]}}`, ""},

		// Values, in any case and form.
		{`{severity: ["SEV1"]}`, "0271"},
		{`{severity: "sev2"}`, ""},
		{`{severity: []}`, ""},
		{`{tags: ["ＡＷＳ"]}`, "0587 0492"},
		{`{tags: ["database", "networking", "nothing"]}`, "0216 0587 0492"},
		{`{tags: ["aws"], regions: ["Global "]}`, "0492"},
		{`{regions: ["NORTH–1 (harbour)"]}`, "0587"},
		{`{domain: ["web"]}`, ""},
		{`{domain: null, tags: null, regions: null, severity: null}`, all},
		{`{not: {tags: ["aws"]}, isStub: false}`, "0216 0115 X"},

		// Times, inclusive; an unknown one matches no range.
		{`{timeToDetect: {min: 6, max: 25}}`, "0216"},
		{`{timeToDetect: {min: 7}}`, "0587"},
		{`{timeToDetect: {max: 26}}`, "0216 0587"},
		{`{timeToDetect: {min: 0, max: 0}}`, ""},
		{`{timeToDetect: {}, timeToRecover: {min: null, max: null}}`, all},
		{`{timeToRecover: {min: 24, max: 24}}`, "0216"},
		{`{not: {timeToRecover: {min: 0}}}`, "0115 0271 0277 0279 0492 0388 0274 X"},

		// Texts, as search finds them.
		{`{text: "캐시"}`, "0216 0279 0388"},
		{`{text: "캐시 목록"}`, "0388"},
		{`{text: "설정을"}`, "X"},
		{`{text: ""}`, ""},
		{`{not: {text: ""}}`, all},
		{`{text: null, isStub: null}`, all},
		{`{or: [{text: "캐시"}, {text: "il-0115"}], isStub: false}`, "0216 0115"},

		// Stubs.
		{`{isStub: true}`, "0271 0277 0279 0388 0274"},
		{`{isStub: false}`, "0216 0115 0587 0492 X"},

		// Logic is two-valued: what is not known to match does not match, so its opposite does.
		{`{not: {date: {from: "1000"}}}`, "X"},
		{`{not: {date: {from: "2018"}}}`, "0388 0274 X"},
		{`{not: {causes: {any: ["software-bug"]}}, company: {any: ["northwind-search", "parley"]}}`, "0388"},
		{`{or: [{company: {any: ["parley"]}}, {date: {from: "2022"}}], date: {to: "2022-12-31"}}`, "0115 0271 0388"},
		{`{and: [{components: {any: ["etcd"]}}, {not: {company: {any: ["parley"]}}}]}`, "0587 0277"},
		{`{not: {not: {company: {any: ["parley"]}}}}`, "0271 0388"},
		{`{not: {or: [{company: {any: ["parley"]}}, {company: {known: false}}]}}`, "0216 0115 0587 0277 0279 0492 0274"},
	} {
		if got := strings.Join(keysOf(t, store, tt.where), " "); got != tt.keys {
			t.Errorf("%s\ngot  %s\nwant %s", tt.where, got, tt.keys)
		}
	}
}

// Variables mean what literals mean.
func TestFilterVariables(t *testing.T) {
	store := library(t)
	query := `query ($where: IncidentFilter, $names: [String!], $name: String = "etcd", $from: Date) {
		a: incidents(where: $where) { totalCount }
		b: incidents(where: {components: {any: $names}}) { totalCount }
		c: incidents(where: {components: {any: [$name]}}) { totalCount }
		d: incidents(where: {date: {from: $from}}) { totalCount }
	}`
	for _, tt := range []struct{ variables, counts string }{
		{`{}`, "10 10 3 10"},
		{`{"where": null, "names": null, "from": null}`, "10 10 3 10"},
		{`{"where": {}, "names": [], "name": "인메모리 캐시"}`, "10 0 3 10"},
		{`{"where": {"or": []}, "names": "etcd"}`, "0 3 3 10"},
		{`{"where": {"components": {"any": ["etcd"], "all": null}, "not": null}, "names": ["etcd", "ETCD"], "from": "2019"}`, "3 3 3 6"},
		{`{"where": {"not": {"components": {"any": []}}}}`, "10 10 3 10"},
	} {
		var variables map[string]any
		if err := json.Unmarshal([]byte(tt.variables), &variables); err != nil {
			t.Fatal(err)
		}
		counts := strings.Fields(tt.counts)
		answer := respond(t, store, server.Request{Query: query, Variables: variables})
		if data, _, warned := strings.Cut(answer, `,"extensions"`); warned {
			answer = data + "}"
		}
		want(t, answer, `{"data":{"a":{"totalCount":`+counts[0]+`},"b":{"totalCount":`+counts[1]+
			`},"c":{"totalCount":`+counts[2]+`},"d":{"totalCount":`+counts[3]+`}}}`)
	}
}

func TestFilterErrors(t *testing.T) {
	store := library(t)
	for _, tt := range []struct{ where, message string }{
		{`{date: {from: "2020", to: "2019"}}`, `date: from 2020 comes after to 2019`},
		{`{not: {date: {from: "2019-02-01", to: "2019-01"}}}`, `date: from 2019-02-01 comes after to 2019-01`},
		{`{date: {from: "18.1.2019"}}`, `date.from: "18.1.2019" is not a date: write 2019-01-18, 2019-01 or 2019`},
		{`{or: [{date: {to: "2019-02-30"}}]}`, `date.to: "2019-02-30" is not a date: write 2019-01-18, 2019-01 or 2019`},
		{`{date: {to: ""}}`, `date.to: "" is not a date: write 2019-01-18, 2019-01 or 2019`},
		{`{date: {from: true}}`, `date.from: "true" is not a date: write 2019-01-18, 2019-01 or 2019`},
		{`{timeToDetect: {min: 5, max: 4}}`, `timeToDetect: min 5 is more than max 4`},
		{`{not: {timeToRecover: {min: -1}}}`, `timeToRecover: minutes are 0 or more, not -1`},
		{`{and: [{timeToRecover: {max: -60}}]}`, `timeToRecover: minutes are 0 or more, not -60`},
	} {
		wantError(t, ask(t, store, `{ incidents(where: `+tt.where+`) { totalCount } }`), graph.CodeInvalid, tt.message)
	}
}

// A number that is no Int of GraphQL is refused before anything is read.
func TestMinutesOfManyBits(t *testing.T) {
	for _, minutes := range []string{"2147483648", "-2147483649", "1.5", `"60"`} {
		if answer := ask(t, library(t), `{ incidents(where: {timeToDetect: {min: `+minutes+`}}) { totalCount } }`); !strings.Contains(answer, "GRAPHQL_VALIDATION_FAILED") {
			t.Errorf("%s: %s", minutes, answer)
		}
	}
	want(t, ask(t, library(t), `{ incidents(where: {timeToDetect: {max: 2147483647}}) { totalCount } }`), `{"data":{"incidents":{"totalCount":2}}}`)
}

// wantError expects one error, with a code and a message.
func wantError(t testing.TB, answer string, code graph.Code, message string) {
	t.Helper()
	var body struct {
		Errors []struct {
			Message    string
			Extensions struct{ Code graph.Code }
		}
	}
	if err := json.Unmarshal([]byte(answer), &body); err != nil {
		t.Fatal(err)
	}
	if len(body.Errors) != 1 || body.Errors[0].Extensions.Code != code || body.Errors[0].Message != message {
		t.Errorf("got  %s\nwant %s: %s", answer, code, message)
	}
}

// Warnings tell every unknown name once, in order of kind and name, whatever the field.
func TestWarnings(t *testing.T) {
	store := library(t)
	query := `{
		a: incidents(where: {components: {any: ["코디네이션 키값 저장소", "zzz"]}, causes: {none: ["human eror"]}}) { totalCount }
		b: incidents(where: {not: {or: [{components: {all: ["zzz"]}}]}, company: {any: ["Northwind"]}}) { totalCount }
		incident(id: "IL-0587") { sameCause(where: {components: {any: ["zzz", "etcd"]}}) { totalCount } }
	}`
	answer := ask(t, store, query)
	_, warnings, _ := strings.Cut(answer, `"extensions":`)
	want(t, strings.TrimSuffix(warnings, "}"), `{"warnings":[
		{"message":"no company is called \"Northwind\"","name":"Northwind","kind":"COMPANY","nearest":[]},
		{"message":"no component is called \"zzz\"","name":"zzz","kind":"COMPONENT","nearest":[]},
		{"message":"no component is called \"코디네이션 키값 저장소\"; nearest: coordination-kv-store","name":"코디네이션 키값 저장소","kind":"COMPONENT","nearest":["coordination-kv-store"]},
		{"message":"no cause is called \"human eror\"; nearest: human-error","name":"human eror","kind":"CAUSE","nearest":["human-error"]}
	]}`)
	for range 20 {
		if again := ask(t, store, query); again != answer {
			t.Fatalf("the answer differs:\n%s\n%s", answer, again)
		}
	}
	if answer := ask(t, store, `{ incidents(where: {components: {any: ["etcd"]}}) { totalCount } }`); strings.Contains(answer, "extensions") {
		t.Errorf("warned of nothing: %s", answer)
	}
}

// Names of every kind of term are warned of, wherever a filter stands.
func TestWarningsOfEveryKind(t *testing.T) {
	answer := ask(t, library(t), `{ search(query: "x", where: {factors: {any: ["?f"]}, symptoms: {none: ["?s"]}, triggers: {all: ["?t"]}}) { totalCount }
		term(kind: CAUSE, name: "software-bug") { incidents(where: {symptoms: {any: ["intermittent timeout"]}}) { totalCount } } }`)
	_, warnings, _ := strings.Cut(answer, `"extensions":`)
	want(t, strings.TrimSuffix(warnings, "}"), `{"warnings":[
		{"message":"no trigger is called \"?t\"","name":"?t","kind":"TRIGGER","nearest":[]},
		{"message":"no symptom is called \"?s\"","name":"?s","kind":"SYMPTOM","nearest":[]},
		{"message":"no factor is called \"?f\"","name":"?f","kind":"FACTOR","nearest":[]}
	]}`)
}

// However many names are unknown, and however long, an answer stays small and quick.
func TestManyUnknownNames(t *testing.T) {
	names := []string{strings.Repeat("가나다라 ", 500)}
	for i := range 100 {
		names = append(names, "coordination "+strings.Repeat("k", i))
	}
	list, err := json.Marshal(names)
	if err != nil {
		t.Fatal(err)
	}
	answer := ask(t, library(t), `{ incidents(where: {components: {any: `+string(list)+`}}) { totalCount } }`)
	var body struct {
		Extensions struct {
			Warnings []struct {
				Name, Message string
				Nearest       []string
			}
		}
	}
	if err := json.Unmarshal([]byte(answer), &body); err != nil {
		t.Fatal(err)
	}
	warnings := body.Extensions.Warnings
	if len(warnings) != 20 {
		t.Fatalf("%d warnings", len(warnings))
	}
	if !slices.Contains(warnings[0].Nearest, "coordination-kv-store") || warnings[0].Name != "coordination " {
		t.Errorf("first: %+v", warnings[0])
	}

	// Of a name that is too long to be like anything only the beginning is told.
	answer = ask(t, library(t), `{ incidents(where: {components: {any: "`+names[0]+`"}}) { totalCount } }`)
	if strings.Contains(answer, "nearest: ") || !strings.Contains(answer, `"no component is called \"가나다라 가나다라`) || !strings.Contains(answer, `…\""`) {
		t.Errorf("%.600s", answer)
	}
}
