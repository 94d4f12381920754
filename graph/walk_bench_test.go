package graph_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// region makes up n incidents, each with a cause, five components and a citation now and
// then. The commonest component and cause are in about a fifth of them, the others in ever
// fewer.
func region(n int) *country {
	rng := rand.New(rand.NewPCG(1, 8))
	term := func(word string) string { return fmt.Sprintf("%s-%d", word, int(5/(rng.Float64()+0.001))) }
	key := func(i int) string { return fmt.Sprintf("IL-%07d", i) }
	incidents := map[string]*graph.Incident{}
	for i := range n {
		in := &graph.Incident{Key: key(i)}
		components := map[string]bool{}
		for len(components) < 5 {
			components[term("part")] = true
		}
		for slug := range components {
			in.Edges = append(in.Edges, graph.Edge{Kind: graph.Involves, To: slug, AssertedBy: []string{in.Key}})
		}
		in.Edges = append(in.Edges, graph.Edge{Kind: graph.CausedBy, To: term("cause"), AssertedBy: []string{in.Key}})
		if i%5 == 0 {
			in.Edges = append(in.Edges, graph.Edge{Kind: graph.Cites, To: graph.FoldKey(key(rng.IntN(n))), AssertedBy: []string{in.Key}})
		}
		slices.SortFunc(in.Edges, func(a, b graph.Edge) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To)) })
		incidents[graph.FoldKey(in.Key)] = in
	}
	c := newCountryOf(incidents)
	c.known = map[string][]graph.Step{}
	return c
}

// What the walks themselves cost: what they read is at hand after the first time.
func BenchmarkWalks(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		c := region(n)
		from, to := graph.ID("incident:IL-0000007"), graph.ID(fmt.Sprintf("incident:IL-%07d", n/2))
		links := []graph.EdgeKind{graph.Involves, graph.CausedBy, graph.Cites}
		pairs := []graph.EdgeKind{graph.SharesComponent, graph.SameCause}
		for name, via := range map[string][]graph.EdgeKind{"links": links, "pairs": pairs} {
			for _, length := range []int{2, 4, 6} {
				b.Run(fmt.Sprintf("paths/incidents=%d/via=%s/length=%d", n, name, length), func(b *testing.B) {
					q := graph.PathRequest{From: from, To: to, Via: via, MaxLength: length, Size: 50}
					for b.Loop() {
						c.forget()
						if _, err := graph.FindPaths(b.Context(), c, []graph.PathRequest{q}); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(c.steps), "steps/op")
				})
			}
			for _, depth := range []int{1, 3} {
				b.Run(fmt.Sprintf("subgraph/incidents=%d/via=%s/depth=%d", n, name, depth), func(b *testing.B) {
					q := graph.SubgraphRequest{IDs: []graph.ID{from, to}, Via: via, Depth: depth, Limit: 1000}
					for b.Loop() {
						c.forget()
						if _, err := graph.FindSubgraph(b.Context(), c, []graph.SubgraphRequest{q}); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(c.steps), "steps/op")
				})
			}
		}
	}
}
