package resolver_test

import (
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// IL-0587 and IL-0216 both cite IL-0277. With one step more there are the bug and the
// coordination store between the first two, the search index between the last two, each
// of three incidents.
func TestPaths(t *testing.T) {
	store := library(t)
	ends := `from: "incident:IL-0587", to: "Incident:il-0216"`
	for _, tt := range []struct{ arguments, answer string }{
		{ends + `, maxLength: 2`, `{"truncated":false,"paths":[{"length":2,"nodes":["incident:IL-0587","incident:IL-0277","incident:IL-0216"],
			"edges":["CITES incident:IL-0587 incident:IL-0277","CITES incident:IL-0216 incident:IL-0277"]}]}`},
		{ends + `, maxLength: 3`, `{"truncated":false,"paths":[
			{"length":2,"nodes":["incident:IL-0587","incident:IL-0277","incident:IL-0216"],
				"edges":["CITES incident:IL-0587 incident:IL-0277","CITES incident:IL-0216 incident:IL-0277"]},
			{"length":3,"nodes":["incident:IL-0587","cause:software-bug","incident:IL-0277","incident:IL-0216"],
				"edges":["CAUSED_BY incident:IL-0587 cause:software-bug","CAUSED_BY incident:IL-0277 cause:software-bug","CITES incident:IL-0216 incident:IL-0277"]},
			{"length":3,"nodes":["incident:IL-0587","component:coordination-kv-store","incident:IL-0277","incident:IL-0216"],
				"edges":["INVOLVES incident:IL-0587 component:coordination-kv-store","INVOLVES incident:IL-0277 component:coordination-kv-store","CITES incident:IL-0216 incident:IL-0277"]},
			{"length":3,"nodes":["incident:IL-0587","incident:IL-0277","component:elasticsearch-opensearch","incident:IL-0216"],
				"edges":["CITES incident:IL-0587 incident:IL-0277","INVOLVES incident:IL-0277 component:elasticsearch-opensearch","INVOLVES incident:IL-0216 component:elasticsearch-opensearch"]}]}`},
		{ends + `, maxLength: 3, first: 1, via: null`, `{"truncated":true,"paths":[{"length":2,"nodes":["incident:IL-0587","incident:IL-0277","incident:IL-0216"],
			"edges":["CITES incident:IL-0587 incident:IL-0277","CITES incident:IL-0216 incident:IL-0277"]}]}`},
		{ends + `, via: [SHARES_COMPONENT, SHARES_COMPONENT], maxLength: 2`, `{"truncated":false,"paths":[{"length":2,"nodes":["incident:IL-0587","incident:IL-0277","incident:IL-0216"],
			"edges":["SHARES_COMPONENT incident:IL-0277 incident:IL-0587","SHARES_COMPONENT incident:IL-0216 incident:IL-0277"]}]}`},
		{ends + `, via: INVOLVES, maxLength: 3`, `{"truncated":false,"paths":[]}`},
		{ends + `, via: []`, `{"truncated":false,"paths":[]}`},
		{`from: "component:service-discovery", to: "component:load-balancer"`, `{"truncated":false,"paths":[]}`},
		{`from: "company:northwind-search", to: "incident:IL-0277", via: [AT]`, `{"truncated":false,"paths":[{"length":1,"nodes":["company:northwind-search","incident:IL-0277"],
			"edges":["AT incident:IL-0277 company:northwind-search"]}]}`},
	} {
		var answer struct {
			Data struct {
				Paths struct {
					Truncated bool `json:"truncated"`
					Paths     []struct {
						Length int                   `json:"length"`
						Nodes  []struct{ ID string } `json:"nodes"`
						Edges  []linkEnds            `json:"edges"`
					} `json:"paths"`
				}
			}
		}
		decode(t, ask(t, store, `{ paths(`+tt.arguments+`) { truncated paths { length nodes { id } edges { kind from { id } to { id } } } } }`), &answer)
		type path struct {
			Length int      `json:"length"`
			Nodes  []string `json:"nodes"`
			Edges  []string `json:"edges"`
		}
		got := struct {
			Truncated bool   `json:"truncated"`
			Paths     []path `json:"paths"`
		}{answer.Data.Paths.Truncated, []path{}}
		for _, p := range answer.Data.Paths.Paths {
			shown := path{Length: p.Length}
			for _, n := range p.Nodes {
				shown.Nodes = append(shown.Nodes, n.ID)
			}
			for _, e := range p.Edges {
				shown.Edges = append(shown.Edges, e.String())
			}
			got.Paths = append(got.Paths, shown)
		}
		want(t, encode(t, got), tt.answer)
	}
}

type linkEnds struct {
	Kind     string
	From, To struct{ ID string }
}

func (l linkEnds) String() string { return strings.Join([]string{l.Kind, l.From.ID, l.To.ID}, " ") }

func TestPathErrors(t *testing.T) {
	store := library(t)
	for _, tt := range []struct {
		arguments string
		code      graph.Code
		message   string
	}{
		{`from: "incident:IL-9999", to: "incident:IL-0216"`, graph.CodeNotFound, `from: no node has the id "incident:IL-9999"`},
		{`from: "incident:IL-0216", to: "component:nothing"`, graph.CodeNotFound, `to: no node has the id "component:nothing"`},
		{`from: "incident:IL-0216", to: "IL-0587"`, graph.CodeNotFound, `to: no node has the id "IL-0587"; ids are written kind:key-or-slug, such as incident:IL-0587`},
		{`from: "incident:IL-0216", to: "INCIDENT:il-0216"`, graph.CodeInvalid, `from and to are the same node, incident:IL-0216`},
		{`from: "incident:IL-0587", to: "incident:IL-0216", maxLength: 0`, graph.CodeInvalid, `maxLength must be from 1 to 6`},
		{`from: "incident:IL-0587", to: "incident:IL-0216", maxLength: 7`, graph.CodeInvalid, `maxLength must be from 1 to 6`},
		{`from: "incident:IL-0587", to: "incident:IL-0216", first: -1`, graph.CodeInvalid, `first must be from 0 to 50`},
		{`from: "incident:IL-0587", to: "incident:IL-0216", first: 51`, graph.CodeInvalid, `first must be from 0 to 50`},
	} {
		wantError(t, ask(t, store, `{ paths(`+tt.arguments+`) { truncated } }`), tt.code, tt.message)
	}
}

// IL-0492 stands alone: a company, a component and two symptoms that no other has.
func TestNeighborhood(t *testing.T) {
	store := library(t)
	const gauge = `"incident:IL-0492"`
	for _, tt := range []struct{ arguments, nodes, edges, truncated string }{
		{`ids: [` + gauge + `]`, "incident:IL-0492 company:gaugeworks component:on-prem-load-balancer symptom:intermittent-connection-failure symptom:intermittent-timeout",
			"AT incident:IL-0492 company:gaugeworks, INVOLVES incident:IL-0492 component:on-prem-load-balancer, SHOWED incident:IL-0492 symptom:intermittent-connection-failure, SHOWED incident:IL-0492 symptom:intermittent-timeout", "false"},
		{`ids: ` + gauge + `, depth: 3, via: [INVOLVES]`, "incident:IL-0492 component:on-prem-load-balancer", "INVOLVES incident:IL-0492 component:on-prem-load-balancer", "false"},
		{`ids: ` + gauge + `, limit: 2`, "incident:IL-0492 company:gaugeworks", "AT incident:IL-0492 company:gaugeworks", "true"},
		{`ids: ` + gauge + `, depth: 0, limit: 1`, "incident:IL-0492", "", "false"},
		{`ids: ` + gauge + `, via: []`, "incident:IL-0492", "", "false"},
		{`ids: []`, "", "", "false"},
		// Pairs, from the smaller id to the larger. IL-0587 is paired with both; what it
		// states is stronger than what the store tells of the other two.
		{`ids: ["incident:il-0587", "incident:IL-0587"], via: SHARES_COMPONENT`, "incident:IL-0587 incident:IL-0271 incident:IL-0277",
			"SHARES_COMPONENT incident:IL-0271 incident:IL-0277, SHARES_COMPONENT incident:IL-0271 incident:IL-0587, SHARES_COMPONENT incident:IL-0277 incident:IL-0587", "false"},
	} {
		var answer struct {
			Data struct {
				N struct {
					Nodes     []struct{ ID string }
					Edges     []linkEnds
					Truncated bool
				}
			}
		}
		decode(t, ask(t, store, `{ n: neighborhood(`+tt.arguments+`) { nodes { id } edges { kind from { id } to { id } } truncated } }`), &answer)
		var nodes, edges []string
		for _, n := range answer.Data.N.Nodes {
			nodes = append(nodes, n.ID)
		}
		for _, e := range answer.Data.N.Edges {
			edges = append(edges, e.String())
		}
		if got := strings.Join(nodes, " "); got != tt.nodes {
			t.Errorf("%s\ngot nodes %s\nwant      %s", tt.arguments, got, tt.nodes)
		}
		if got := strings.Join(edges, ", "); got != tt.edges {
			t.Errorf("%s\ngot edges %s\nwant      %s", tt.arguments, got, tt.edges)
		}
		if got := encode(t, answer.Data.N.Truncated); got != tt.truncated {
			t.Errorf("%s: truncated %s", tt.arguments, got)
		}
	}
	for _, tt := range []struct {
		arguments string
		code      graph.Code
		message   string
	}{
		{`ids: [` + gauge + `, "cause:nothing"]`, graph.CodeNotFound, `ids: no node has the id "cause:nothing"`},
		{`ids: [` + gauge + `], depth: 4`, graph.CodeInvalid, "depth must be from 0 to 3"},
		{`ids: [` + gauge + `], limit: 0`, graph.CodeInvalid, "limit must be from 1 to 1000"},
		{`ids: [` + gauge + `], limit: 1001`, graph.CodeInvalid, "limit must be from 1 to 1000"},
		{`ids: [` + strings.Repeat(gauge+",", 101) + `]`, graph.CodeInvalid, "ids: at most 100 ids can be asked for at a time"},
	} {
		wantError(t, ask(t, store, `{ neighborhood(`+tt.arguments+`) { truncated } }`), tt.code, tt.message)
	}
}
