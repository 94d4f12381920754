package graphtest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// pairsByRule lists the pairs of a graph by the rule: two incidents are linked if a card
// pairs them, or if some hub that both are in is small, or has them near each other.
func pairsByRule(g *graph.Graph) []string {
	var lines []string
	for _, kind := range []graph.EdgeKind{graph.SameCause, graph.SharesComponent} {
		places := map[string]map[string]int{} // slug → key → place by date, then key
		sizes := map[string]int{}
		inOrder := slices.SortedFunc(maps.Values(g.Incidents), func(a, b *graph.Incident) int {
			return cmp.Or(cmp.Compare(a.Date.First(), b.Date.First()), cmp.Compare(a.Key, b.Key))
		})
		for _, i := range inOrder {
			for _, slug := range i.Terms(graph.PairTerms(kind)) {
				if places[slug] == nil {
					places[slug] = map[string]int{}
				}
				places[slug][i.Key] = sizes[slug]
				sizes[slug]++
			}
		}
		for _, a := range g.Incidents {
			for _, b := range g.Incidents {
				r, ok := graph.Relate(kind, a, b)
				if !ok || a.ID() >= b.ID() {
					continue
				}
				linked := slices.ContainsFunc(a.Pairs, func(p graph.StatedPair) bool { return p.Kind == kind && p.Other == graph.FoldKey(b.Key) })
				terms := r.SharedComponents
				if kind == graph.SameCause {
					terms = r.SharedCauses
				}
				for _, slug := range terms {
					apart := places[slug][a.Key] - places[slug][b.Key]
					linked = linked || sizes[slug] <= 200 || -25 <= apart && apart <= 25
				}
				if linked {
					lines = append(lines, fmt.Sprintf("%s %s %s %v %d %s", kind, a.ID(), b.ID(), terms, len(terms), r.Evidence))
				}
			}
		}
	}
	slices.Sort(lines)
	return lines
}

func TestExpectedPairs(t *testing.T) {
	cards := []*graph.Case{record("CARD", card("HUB-0000", shares("hub")), card("STUB", sameCause, shares("hub")))}
	for name, cases := range map[string][]*graph.Case{
		"nothing": nil, "a small hub": Hub(30), "the largest complete hub": Hub(200), "one beyond": Hub(201),
		"well beyond, with cards": append(Hub(230), cards...), "at the bound by a card": append(Hub(199), cards...),
	} {
		t.Run(name, func(t *testing.T) {
			voc, err := graph.NewVocabulary(nil)
			if err != nil {
				t.Fatal(err)
			}
			g := graph.Build(cases, voc)
			got, want := ExpectedPairs(g), pairsByRule(g)
			if !slices.IsSorted(got) || !slices.Equal(got, want) {
				t.Errorf("%d pairs, want %d%s", len(got), len(want), difference(strings.Join(got, "\n"), strings.Join(want, "\n")))
			}
		})
	}
	// 200 members give 200·199/2 pairs. Of 201, each is linked with the 25 before it:
	// 201·25 less what the first 25 lack, 25+24+…+1.
	for n, want := range map[int]int{200: 19900, 201: 4700} {
		voc, err := graph.NewVocabulary(nil)
		if err != nil {
			t.Fatal(err)
		}
		var cases []*graph.Case
		for i := range n {
			cases = append(cases, record(fmt.Sprintf("ONE-%03d", i), components("hub")))
		}
		if got := len(graph.Build(cases, voc).Pairs()); got != want {
			t.Errorf("a hub of %d gives %d pairs, want %d", n, got, want)
		}
	}
}
