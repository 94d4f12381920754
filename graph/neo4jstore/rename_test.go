//go:build !embedded_only

package neo4jstore

import (
	"fmt"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/graphtest"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// TestPairsOfRenamedTerms changes what the names of hubs mean, of which one is too large
// to give every pair, and compares all pairs after each change.
func TestPairsOfRenamedTerms(t *testing.T) {
	config := neo4jtest.Open(t)
	s, all := openOn(t, config), corpus{}
	component := func(slug, broader string, formerly ...string) graph.Term {
		return graph.Term{Kind: graph.KindComponent, Slug: slug, Name: graph.PlainText(slug + " (a part)"), Broader: broader, Formerly: formerly}
	}
	cause := func(slug string, aliases []string, formerly ...string) graph.Term {
		return graph.Term{Kind: graph.KindCause, Slug: slug, Aliases: aliases, Formerly: formerly}
	}
	// All of them have the component hub; a third side, a seventh the cause bug. Five of a
	// cause of their own and ten of another join in, and cards state pairs across the hub.
	cases := graphtest.Hub(graph.MaxCompletePairs + 40)
	for n, c := range cases {
		switch {
		case n < 5:
			c.RootCauses = []string{"typo"}
		case n < 15:
			c.RootCauses = []string{"slip"}
		case n%40 == 0:
			c.Related = []graph.Card{{ID: fmt.Sprintf("HUB-%04d", 239-n), SameCause: true, SharedComponents: []string{"hub"}}, {ID: "STUB", SharedComponents: []string{"side"}}}
		}
		c.Normalise()
	}
	voc, err := graph.NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name  string
		terms []graph.Term
		cases []*graph.Case
		rows  map[string]int64 // pairs that list a slug, told by hand; -1: there are some
	}{
		{name: "as they are called", cases: cases, rows: map[string]int64{"component:hub": -1, "component:side": 3240, "cause:typo": 10, "cause:slip": 45}},
		{name: "controlled", terms: []graph.Term{component("hub", ""), component("side", "hub"), cause("typo", nil)}, rows: map[string]int64{"component:side": 3240}},
		{
			name: "all renamed", terms: []graph.Term{component("centre", "", "hub"), component("edge", "centre", "side"), cause("mistake", nil, "typo")},
			rows: map[string]int64{"component:hub": 0, "component:side": 0, "cause:typo": 0, "component:centre": -1, "component:edge": 3240, "cause:mistake": 10},
		},
		{
			name: "and back", terms: []graph.Term{component("hub", "", "centre"), component("side", "hub", "edge"), cause("typo", nil, "mistake")},
			rows: map[string]int64{"component:centre": 0, "component:side": 3240, "cause:typo": 10},
		},
		{
			// Fifteen have the cause then: 15·14/2 pairs.
			name: "a cause takes over what cases alone name", terms: []graph.Term{cause("mistake", nil, "typo", "slip")},
			rows: map[string]int64{"cause:typo": 0, "cause:slip": 0, "cause:mistake": 105},
		},
		{
			// Whatever has side has hub, too, which is all that is left to share.
			name: "the large hub takes over the small one", terms: []graph.Term{component("hub", "", "centre", "side", "edge")},
			rows: map[string]int64{"component:side": 0, "component:hub": -1},
		},
		{
			name: "an alias brings causes together", terms: []graph.Term{cause("mistake", []string{"bug"}, "typo", "slip")},
			rows: map[string]int64{"cause:bug": 0, "cause:mistake": -1},
		},
		{
			name: "renamed while a case joins and one leaves", terms: []graph.Term{component("core", "", "hub", "centre", "side", "edge")},
			cases: []*graph.Case{involving("HUB-9999", "2007-06", []string{"hub"}), involving("HUB-0100", "2007-06", []string{"other"})},
			rows:  map[string]int64{"component:hub": 0, "component:core": -1},
		},
	} {
		if voc, err = voc.With(step.terms); err != nil {
			t.Fatal(err)
		}
		all.apply(t, s, graph.Batch{Terms: step.terms, Cases: step.cases})
		g := all.buildWith(voc)
		t.Logf("%s: %d pairs", step.name, len(g.Pairs()))
		comparePairs(t, config, g)
		for id, want := range step.rows {
			_, slug, _ := graph.ID(id).Split()
			got := config.Query(t, `MATCH ()-[r:SAME_CAUSE|SHARES_COMPONENT]->()
				WHERE type(r) = $type AND $slug IN coalesce(r.components, r.causes) RETURN count(r)`,
				map[string]any{"slug": slug, "type": map[bool]string{true: "SAME_CAUSE", false: "SHARES_COMPONENT"}[id[:5] == "cause"]})[0][0]
			if n, _ := got.(int64); n != want && (want >= 0 || n == 0) {
				t.Errorf("%s: %d pairs list %s, want %d", step.name, n, id, want)
			}
		}
	}
}
