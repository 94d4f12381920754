package resolver_test

import (
	"encoding/json"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

func TestTerm(t *testing.T) {
	store := library(t)
	want(t, ask(t, store, `{
		component: term(kind: COMPONENT, name: "ZooKeeper") { __typename id kind slug name korean: name(lang: KO) aliases definition controlled broader { slug } narrower { slug } incidentCount incidents { nodes { key } } }
		above: term(kind: COMPONENT, name: "load-balancer") { broader { slug } narrower { __typename slug broader { slug } } incidentCount incidents { totalCount } }
		company: term(kind: COMPANY, name: "Parley") { __typename name controlled aliases definition broader { slug } incidentCount }
	}`), `{"data":{
		"component":{"__typename":"Component","id":"component:coordination-kv-store","kind":"COMPONENT","slug":"coordination-kv-store",
			"name":"Coordination key-value store","korean":"코디네이션 키-값 저장소","aliases":["ZooKeeper","etcd","조정 계층"],"definition":null,
			"controlled":true,"broader":null,"narrower":[],"incidentCount":3,"incidents":{"nodes":[{"key":"IL-0271"},{"key":"IL-0587"},{"key":"IL-0277"}]}},
		"above":{"broader":null,"narrower":[
			{"__typename":"Component","slug":"ingress-controller","broader":{"slug":"load-balancer"}},
			{"__typename":"Component","slug":"on-prem-load-balancer","broader":{"slug":"load-balancer"}}],
			"incidentCount":0,"incidents":{"totalCount":0}},
		"company":{"__typename":"Company","name":"Parley","controlled":false,"aliases":[],"definition":null,"broader":null,"incidentCount":2}
	}}`)
}

// Every kind of term has the same fields, and its own Go type.
func TestTermsOfEveryKind(t *testing.T) {
	want(t, ask(t, told(t), `{ terms { totalCount nodes { __typename kind slug incidentCount incidents { nodes { key } } broader { slug } narrower { slug } } } }`), `{"data":{"terms":{"totalCount":7,"nodes":[
		{"__typename":"Company","kind":"COMPANY","slug":"bellworks","incidentCount":1,"incidents":{"nodes":[{"key":"Bell-7"}]},"broader":null,"narrower":[]},
		{"__typename":"Component","kind":"COMPONENT","slug":"bell-rope","incidentCount":1,"incidents":{"nodes":[{"key":"Bell-7"}]},"broader":null,"narrower":[]},
		{"__typename":"Component","kind":"COMPONENT","slug":"cache","incidentCount":1,"incidents":{"nodes":[{"key":"Bell-7"}]},"broader":null,"narrower":[]},
		{"__typename":"Cause","kind":"CAUSE","slug":"typo","incidentCount":1,"incidents":{"nodes":[{"key":"Bell-7"}]},"broader":null,"narrower":[]},
		{"__typename":"Trigger","kind":"TRIGGER","slug":"config-change","incidentCount":1,"incidents":{"nodes":[{"key":"Bell-7"}]},"broader":null,"narrower":[]},
		{"__typename":"Symptom","kind":"SYMPTOM","slug":"silence","incidentCount":1,"incidents":{"nodes":[{"key":"Bell-7"}]},"broader":null,"narrower":[]},
		{"__typename":"Factor","kind":"FACTOR","slug":"holiday","incidentCount":1,"incidents":{"nodes":[{"key":"Bell-7"}]},"broader":null,"narrower":[]}
	]}}}`)
}

// incidentCount is the totalCount of incidents, for every term.
func TestIncidentCount(t *testing.T) {
	var answer struct {
		Data struct {
			Terms struct {
				Nodes []struct {
					Slug          string
					IncidentCount int
					Incidents     struct{ TotalCount int }
				}
			}
		}
	}
	body := ask(t, library(t), `{ terms(first: 100) { nodes { slug incidentCount incidents(first: 0) { totalCount } } } }`)
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, term := range answer.Data.Terms.Nodes {
		if term.IncidentCount != term.Incidents.TotalCount {
			t.Errorf("%s: incidentCount %d, totalCount %d", term.Slug, term.IncidentCount, term.Incidents.TotalCount)
		}
		sum += term.IncidentCount
	}
	if sum != 26 { // the edges to terms: 9 AT, 12 INVOLVES, 3 CAUSED_BY, 2 SHOWED
		t.Errorf("%d edges", sum)
	}
}

// Without a query terms come by kind and slug; with one, nearest first.
func TestTermLists(t *testing.T) {
	store := library(t)
	for _, tt := range []struct{ arguments, slugs string }{
		{`(kind: CAUSE)`, `{"slug":"human-error"},{"slug":"software-bug"}`},
		{`(kind: TRIGGER)`, ``},
		{`(query: "로드 밸런서")`, `{"slug":"load-balancer"},{"slug":"on-prem-load-balancer"}`},
		{`(kind: COMPONENT, query: "etcd")`, `{"slug":"coordination-kv-store"}`},
		{`(kind: CAUSE, query: "etcd")`, ``},
		{`(kind: SYMPTOM, query: "")`, `{"slug":"intermittent-connection-failure"},{"slug":"intermittent-timeout"}`},
		{`(kind: SYMPTOM, query: null)`, `{"slug":"intermittent-connection-failure"},{"slug":"intermittent-timeout"}`},
		{`(query: "intermittent", first: 1)`, `{"slug":"intermittent-connection-failure"}`},
		{`(query: "?*()\"")`, ``},
	} {
		want(t, ask(t, store, `{ terms`+tt.arguments+` { nodes { slug } } }`), `{"data":{"terms":{"nodes":[`+tt.slugs+`]}}}`)
	}
	long := make([]rune, 257)
	for i := range long {
		long[i] = '가'
	}
	wantError(t, ask(t, store, `{ terms(query: "`+string(long)+`") { totalCount } }`), "INVALID_ARGUMENT", "query: at most 256 characters")
	want(t, ask(t, store, `{ terms(query: "`+string(long[:256])+`") { totalCount } }`), `{"data":{"terms":{"totalCount":0}}}`)
}

func TestStats(t *testing.T) {
	want(t, ask(t, library(t), `{ stats { version incidents stubs provisional terms { kind count } edges { kind evidence count } } }`), `{"data":{"stats":{
		"version":1,"incidents":10,"stubs":5,"provisional":1,
		"terms":[{"kind":"COMPANY","count":7},{"kind":"COMPONENT","count":7},{"kind":"CAUSE","count":2},{"kind":"TRIGGER","count":0},{"kind":"SYMPTOM","count":2},{"kind":"FACTOR","count":0}],
		"edges":[{"kind":"AT","evidence":"STATED","count":9},{"kind":"INVOLVES","evidence":"STATED","count":1},{"kind":"INVOLVES","evidence":"DERIVED","count":11},
			{"kind":"CAUSED_BY","evidence":"STATED","count":1},{"kind":"CAUSED_BY","evidence":"DERIVED","count":2},{"kind":"SHOWED","evidence":"STATED","count":2},
			{"kind":"CITES","evidence":"STATED","count":6}]
	}}}`)
	want(t, ask(t, load(t, nil), `{ stats { version incidents stubs provisional edges { count } } incidents { totalCount } terms { totalCount } }`),
		`{"data":{"stats":{"version":0,"incidents":0,"stubs":0,"provisional":0,"edges":[]},"incidents":{"totalCount":0},"terms":{"totalCount":0}}}`)
}

// Of the five cases four have a key and a title, one states its cause; three say that no
// severity was given. A value of which part was lost is known.
func TestStatsOfFields(t *testing.T) {
	var answer struct {
		Data struct {
			Stats struct {
				Fields []struct {
					Field                           string
					Known, Lost, NoneGiven, Unknown int
				}
			}
		}
	}
	decode(t, ask(t, library(t), `{ stats { fields { field known lost noneGiven unknown } } }`), &answer)
	wanted := map[string][4]int{
		"id": {4, 1, 0, 0}, "title": {4, 1, 0, 0}, "severity": {0, 0, 3, 2}, "components": {1, 4, 0, 0}, "root_causes": {1, 4, 0, 0},
		"time_to_detect": {2, 0, 1, 2}, "lessons": {3, 0, 1, 1}, "symptoms.terms": {1, 2, 0, 2}, "trigger.kind": {0, 0, 0, 5}, "related": {2, 1, 0, 2},
	}
	for i, f := range answer.Data.Stats.Fields {
		got := [4]int{f.Known, f.Lost, f.NoneGiven, f.Unknown}
		if w, ok := wanted[f.Field]; ok && got != w {
			t.Errorf("%s: %v, want %v", f.Field, got, w)
		}
		if got[0]+got[1]+got[2]+got[3] != 5 {
			t.Errorf("%s: %v are not the five cases", f.Field, got)
		}
		if f.Field != string(graph.Fields()[i]) {
			t.Errorf("%s stands in the place of %s", f.Field, graph.Fields()[i])
		}
	}
	if len(answer.Data.Stats.Fields) != len(graph.Fields()) {
		t.Errorf("%d fields", len(answer.Data.Stats.Fields))
	}
}
