package resolver_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/server"
)

// Incidents are found by key or id, terms by slug, id, name or alias, as people type them.
func TestLookUp(t *testing.T) {
	store := library(t)
	for _, tt := range []struct{ field, name, id string }{
		{"incident", "IL-0587", "incident:IL-0587"},
		{"incident", "il-0587", "incident:IL-0587"},
		{"incident", " IL–0587 ", "incident:IL-0587"}, // en dash
		{"incident", "ＩＬ-０５８７", "incident:IL-0587"},   // full width
		{"incident", "IL\u200b-0587", "incident:IL-0587"},
		{"incident", "incident:IL-0587", "incident:IL-0587"},
		{"incident", "Incident:il-0587", "incident:IL-0587"},
		{"incident", "IL-0271", "incident:IL-0271"}, // a stub
		{"incident", "IL-9999", ""},
		{"incident", "", ""},
		{"incident", "incident:", ""},
		{"incident", "component:service-discovery", ""},
		{"incident", "서비스 디스커버리", ""},

		{"term kind: COMPONENT, name", "coordination-kv-store", "component:coordination-kv-store"},
		{"term kind: COMPONENT, name", "component:coordination-kv-store", "component:coordination-kv-store"},
		{"term kind: COMPONENT, name", "Coordination  key-value store", "component:coordination-kv-store"},
		{"term kind: COMPONENT, name", "코디네이션 키-값 저장소", "component:coordination-kv-store"},
		{"term kind: COMPONENT, name", "코디네이션 키−값 저장소\u00a0", "component:coordination-kv-store"}, // minus sign
		{"term kind: COMPONENT, name", "zookeeper", "component:coordination-kv-store"},
		{"term kind: COMPONENT, name", "load-balancer", "component:load-balancer"}, // used by no case
		{"term kind: CAUSE, name", "coordination-kv-store", ""},
		{"term kind: COMPONENT, name", "nothing of the kind", ""},
		{"term kind: COMPONENT, name", "", ""},
		{"term kind: COMPANY, name", "northwind SEARCH", "company:northwind-search"}, // met in cases only
		{"term kind: COMPANY, name", "IL-0587", ""},

		{"node", "incident:IL-0587", "incident:IL-0587"},
		{"node", "incident:il-0587", "incident:IL-0587"},
		{"node", "component:service-discovery", "component:service-discovery"},
		{"node", "COMPONENT:Service-Discovery", "component:service-discovery"},
		{"node", "component:서비스 디스커버리", ""}, // an id, not a name
		{"node", "IL-0587", ""},
		{"node", "planet:mars", ""},
		{"node", "component:", ""},
		{"node", ":", ""},
		{"node", "", ""},
	} {
		field, argument, found := strings.Cut(tt.field, " ")
		if !found {
			argument = "id"
		}
		wanted := `{"` + field + `":null}`
		if tt.id != "" {
			wanted = `{"` + field + `":{"id":"` + tt.id + `"}}`
		}
		typ := map[string]string{"node": "ID!"}[field]
		if typ == "" {
			typ = "String!"
		}
		answer := respond(t, store, server.Request{
			Query:     `query ($name: ` + typ + `) { ` + field + `(` + argument + `: $name) { id } }`,
			Variables: map[string]any{"name": tt.name},
		})
		if answer != `{"data":`+wanted+`}` {
			t.Errorf("%s %q: got %s, want %s", tt.field, tt.name, answer, wanted)
		}
	}
}

func TestNodes(t *testing.T) {
	store := library(t)
	want(t, ask(t, store, `{ nodes(ids: ["cause:software-bug", "incident:IL-9999", "incident:IL-0216", "?", "cause:software-bug"]) {
		__typename id ... on Term { name kind } ... on Incident { key } } }`),
		`{"data":{"nodes":[
			{"__typename":"Cause","id":"cause:software-bug","name":"Software bug","kind":"CAUSE"},null,
			{"__typename":"Incident","id":"incident:IL-0216","key":"IL-0216"},null,
			{"__typename":"Cause","id":"cause:software-bug","name":"Software bug","kind":"CAUSE"}]}}`)
	want(t, ask(t, store, `{ nodes(ids: []) { id } }`), `{"data":{"nodes":[]}}`)

	ids := make([]string, 101)
	for i := range ids {
		ids[i] = fmt.Sprintf(`"incident:N-%d"`, i)
	}
	want(t, ask(t, store, `{ nodes(ids: [`+strings.Join(ids[:100], ",")+`]) { id } }`), `{"data":{"nodes":[`+strings.Repeat("null,", 99)+`null]}}`)
	wantError(t, ask(t, store, `{ stats { version } nodes(ids: [`+strings.Join(ids, ",")+`]) { id } }`), graph.CodeInvalid,
		"ids: at most 100 ids can be asked for at a time")
}

// Outside a filter a name that no term has is an error, which offers the nearest ones.
func TestUnknownComponent(t *testing.T) {
	store := library(t)
	wantError(t, ask(t, store, `{ incident(id: "IL-0587") { sharesComponent(component: "service discovry") { totalCount } } }`),
		graph.CodeUnknownTerm, `no component is called "service discovry"; nearest: service-discovery`)
	wantError(t, ask(t, store, `{ incident(id: "IL-0587") { sharesComponent(component: "") { totalCount } } }`),
		graph.CodeUnknownTerm, `no component is called ""`)
	// A known one that the incident does not have is no error.
	want(t, ask(t, store, `{ incident(id: "IL-0587") { sharesComponent(component: "load-balancer") { totalCount unnamedCount } } }`),
		`{"data":{"incident":{"sharesComponent":{"totalCount":0,"unnamedCount":0}}}}`)
}
