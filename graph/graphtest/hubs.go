package graphtest

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Hub gives n cases that all involve the component "hub"; every seventh has the cause
// "bug", every third the component "side", too. Their dates tie now and then, some are
// unknown, and the order of keys is not that of dates.
func Hub(n int) []*graph.Case {
	all := make([]*graph.Case, n)
	for i := range all {
		parts := []part{components("hub")}
		if i%3 == 0 {
			parts = []part{components("hub", "side")}
		}
		if i%7 == 0 {
			parts = append(parts, causes("bug"))
		}
		if i%11 != 0 {
			parts = append(parts, date(fmt.Sprintf("%d-%02d", 2000+i*13%17, 1+i*5%12)))
		}
		all[i] = record(fmt.Sprintf("HUB-%04d", i), parts...)
	}
	return all
}

// ExpectedPairs writes the pair relationships that a store which keeps them has to hold
// for a graph, each as kind, smaller id, larger id, slugs, weight, evidence, in order.
func ExpectedPairs(g *graph.Graph) []string {
	pairs := g.Pairs()
	lines := make([]string, len(pairs))
	for i, p := range pairs {
		lines[i] = fmt.Sprintf("%s %s %s %v %d %s", p.Kind, p.A.ID(), p.B.ID(), p.Terms, len(p.Terms), p.Evidence)
	}
	return lines
}

// HubBatches leads a hub over the bound of complete pairs and back again: up to it, one
// beyond, one card beyond that, and down.
func HubBatches() []graph.Batch {
	full := Hub(graph.MaxCompletePairs)
	beyond := Hub(graph.MaxCompletePairs + 1)[graph.MaxCompletePairs]
	return []graph.Batch{
		{Cases: full},
		{Cases: []*graph.Case{beyond}},
		{Cases: []*graph.Case{record("CARD", card("HUB-0000", shares("hub")), card("STUB", sameCause, shares("hub")))}},
		{Delete: []string{"HUB-0003", "HUB-0199", "CARD"}},
	}
}

// checkHubs asks about a hub of that size. Its answers are complete on both sides of
// the bound, which is for the pairs that some stores keep.
func checkHubs(ctx context.Context, open opener) error {
	s, err := open()
	if err != nil {
		return err
	}
	beside := newPair(s)
	rng := rand.New(rand.NewPCG(1, 3))
	for i, b := range HubBatches() {
		if err := beside.apply(ctx, b); err != nil {
			return fmt.Errorf("batch %d: %w", i+1, err)
		}
		a, err := beside.model.at(ctx)
		if err != nil {
			return err
		}
		k := newAsker(rng, a)
		k.keys = []string{"HUB-0000", "HUB-0003", "HUB-0042", "CARD", "STUB"}
		var q questions
		for _, key := range k.keys {
			q.ids = append(q.ids, graph.NewID(graph.KindIncident, key))
			q.relateds = append(q.relateds,
				graph.RelatedRequest{Key: key, Kind: graph.SharesComponent, Component: "hub", Page: graph.Page{Size: 20}},
				graph.RelatedRequest{Key: key, Kind: graph.SameCause, Page: graph.Page{Size: 20, FromEnd: true}})
		}
		q.finds = append(q.finds, k.find())
		q.relateds = append(q.relateds, k.related())
		q.ids = append(q.ids, "component:hub", "component:side", "cause:bug")
		q.paths, q.subgraphs = hubWays()
		q.pageSize = 50
		q.walkedRelateds = q.relateds[:2]
		hub := &graph.TermRef{Kind: graph.KindComponent, Slug: "hub"}
		q.walkedFinds = []graph.FindRequest{{Term: hub}, {Term: hub, Order: orderBy(up(graph.ByDay), down(graph.ByName))}}
		q.finds = append(q.finds, graph.FindRequest{Term: hub, Counting: graph.Counting{Facets: []graph.FacetRequest{
			{By: graph.FacetMonth, Size: graph.MaxFacetSize}, {By: graph.FacetMonth, Size: 150}, {By: graph.FacetComponent, Size: 1},
		}}})
		q.similars = []graph.SimilarRequest{{Key: "HUB-0042", Size: graph.MaxSimilar}, {Key: "STUB", Size: 3}}
		if err := compare(ctx, s, a, q); err != nil {
			return fmt.Errorf("after batch %d: %w", i+1, err)
		}
	}
	return nil
}
