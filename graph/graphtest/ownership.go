package graphtest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// checkArguments keeps a copy of everything that it hands over, and compares.
func checkArguments(ctx context.Context, open opener) error {
	s, err := open()
	if err != nil {
		return err
	}
	documents := Documents()
	batch := graph.Batch{Cases: slices.Concat(documents[:]...), Delete: []string{"il-9", "IL-8"}, Terms: Terms()}
	slices.Reverse(batch.Terms)
	slices.Reverse(batch.Cases)
	text := func(b graph.Batch) string {
		out := fmt.Sprintf("%+v %v", b.Terms, b.Delete)
		for _, c := range b.Cases {
			out += "\n" + caseText(c)
		}
		return out
	}
	want := text(batch)
	if _, err := s.Apply(ctx, batch); err != nil {
		return fmt.Errorf("Apply: %w", err)
	}
	if got := text(batch); got != want {
		return fmt.Errorf("Apply changed its batch%s", difference(got, want))
	}
	components := []string{SearchIndex, Coordination, "no-such"}
	filter := graph.Filter{Terms: map[graph.EdgeKind]graph.TermFilter{graph.Involves: {
		Any: &components, All: [][]string{{MemoryCache, Coordination}, {}}, None: []string{"z", "a"}}}}
	ids := []graph.ID{"incident:il-0587", "incident:IL-0216", "component:" + Coordination}
	names := []graph.Name{{Kind: graph.KindComponent, Text: "ZOOKEEPER"}, {Kind: graph.KindIncident, Text: "il-0587"}}
	filter.Values = map[graph.ValueField][]string{graph.Tag: {"networking", "aws", "aws"}, graph.Region: {}}
	counting := graph.Counting{Durations: true, Facets: []graph.FacetRequest{{By: graph.FacetTag, Size: 3, Filter: &filter}, {By: graph.FacetYear}}}
	finds := []graph.FindRequest{
		{Filter: filter, Page: graph.Page{Size: 3}, Counting: counting}, {Filter: or(filter, not(filter)), Order: orderBy(down(graph.ByCompany))},
		{Text: query("검색이 etcd가"), Page: graph.Page{Size: 3}},
	}
	relateds := []graph.RelatedRequest{{Key: "il-0587", Kind: graph.SharesComponent, Component: Coordination, Filter: filter, Counting: counting}}
	similars := []graph.SimilarRequest{{Key: "il-0587", Size: 3}}
	paths := []graph.PathRequest{{From: "incident:IL-0587", To: "incident:IL-0216", Via: []graph.EdgeKind{graph.Cites, graph.Involves}, MaxLength: 4, Size: 5}}
	subgraphs := []graph.SubgraphRequest{{IDs: []graph.ID{"incident:IL-0587", "component:" + Coordination}, Depth: 1,
		Via: []graph.EdgeKind{graph.Cites, graph.Involves}, Limit: 20}}
	terms := []graph.TermsRequest{{Query: "Store", Page: graph.Page{Size: 3}}}
	keys := []string{"il-0587", "IL-0115"}
	requests := func() string {
		return describe(ids) + describe(names) + describe(finds) + describe(relateds) + describe(similars) +
			describe(paths) + describe(subgraphs) + describe(terms) + describe(keys)
	}
	want = requests()
	_, err1 := s.Nodes(ctx, ids)
	_, err2 := s.Neighbors(ctx, ids)
	_, err3 := s.Lookup(ctx, names)
	_, err4 := s.Find(ctx, finds)
	_, err5 := s.Related(ctx, relateds)
	_, err6 := s.Terms(ctx, terms)
	_, err7 := s.Cases(ctx, keys)
	_, err8 := s.Similar(ctx, similars)
	_, err9 := s.Paths(ctx, paths)
	_, err10 := s.Subgraph(ctx, subgraphs)
	if err := errors.Join(err1, err2, err3, err4, err5, err6, err7, err8, err9, err10); err != nil {
		return err
	}
	if got := requests(); got != want {
		return fmt.Errorf("a read changed its requests%s", difference(got, want))
	}
	return nil
}

// checkResults writes over everything that a store gives, and asks again.
func checkResults(ctx context.Context, open opener) error {
	s, err := fixtureStore(ctx, open)
	if err != nil {
		return err
	}
	var first string
	for round := range 2 {
		text, err := readAndSpoil(ctx, s)
		if err != nil {
			return err
		}
		if round == 0 {
			first = text
		} else if text != first {
			return fmt.Errorf("what a caller did to results shows in later ones%s", difference(text, first))
		}
	}
	return nil
}

// readAndSpoil reads some of everything, writes it down, and then writes over it.
func readAndSpoil(ctx context.Context, s graph.Store) (string, error) {
	nodes, err := readAndSpoilNodes(ctx, s)
	if err != nil {
		return "", err
	}
	lists, err := readAndSpoilLists(ctx, s)
	if err != nil {
		return "", err
	}
	cases, err := readAndSpoilCases(ctx, s)
	return nodes + lists + cases, err
}

func readAndSpoilNodes(ctx context.Context, s graph.Store) (string, error) {
	ids := []graph.ID{"incident:IL-0587", "incident:IL-0216", "component:" + Coordination, "component:load-balancer"}
	nodes, err1 := s.Nodes(ctx, ids)
	links, err2 := s.Neighbors(ctx, ids)
	paths, err3 := s.Paths(ctx, []graph.PathRequest{{From: ids[0], To: ids[1], Via: []graph.EdgeKind{graph.Cites, graph.Involves}, MaxLength: 4, Size: 5}})
	around, err4 := s.Subgraph(ctx, []graph.SubgraphRequest{{IDs: ids[:1], Depth: 1, Via: graph.TermEdgeKinds(), Limit: 20}})
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return "", err
	}
	text := plain(links) + plain(paths) + plain(around)
	for _, n := range nodes {
		text += "\n" + nodeText(n)
	}

	for _, n := range nodes {
		switch {
		case n.Incident != nil:
			spoilIncident(n.Incident)
		case n.Term != nil:
			spoil(n.Term.Narrower)
			spoil(n.Term.Aliases)
			n.Term.Incidents = -1
		}
	}
	for _, p := range paths[0].Paths {
		links = append(links, p.Links)
		clear(p.Nodes)
	}
	clear(around[0].Nodes)
	for _, list := range append(links, around[0].Links) {
		for i := range list {
			spoil(list[i].AssertedBy)
			list[i].To = "spoilt"
		}
	}
	return text, nil
}

func readAndSpoilLists(ctx context.Context, s graph.Store) (string, error) {
	pageOf := graph.Page{Size: 20}
	counting := graph.Counting{Durations: true, Facets: []graph.FacetRequest{{By: graph.FacetCompany, Size: 20}, {By: graph.FacetTag, Size: 20}}}
	finds, err1 := s.Find(ctx, []graph.FindRequest{{Page: pageOf, Counting: counting}})
	related, err2 := s.Related(ctx, []graph.RelatedRequest{{Key: "IL-0587", Kind: graph.SharesComponent, Page: pageOf, Counting: counting}})
	similar, err3 := s.Similar(ctx, []graph.SimilarRequest{{Key: "IL-0587", Size: 20}})
	terms, err4 := s.Terms(ctx, []graph.TermsRequest{{Page: pageOf}})
	stats, err5 := s.Stats(ctx)
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		return "", err
	}
	text := findText(finds[0]) + relatedText(related[0]) + plain(similar) + plain(terms) + statsText(stats) + fieldsText(stats)

	spoil(finds[0].Keys)
	clear(finds[0].Positions)
	for i := range related[0].Rows {
		r := &related[0].Rows[i].Relation
		spoil(r.SharedComponents)
		spoil(r.SharedCauses)
		spoil(r.AssertedBy)
	}
	for _, c := range []graph.Counted{finds[0].Counted, related[0].Counted} {
		for _, buckets := range c.Facets {
			clear(buckets)
		}
		*c.Durations = graph.Durations{}
	}
	for _, row := range similar[0] {
		clear(row.Shared)
	}
	clear(terms[0].Terms)
	clear(stats.Edges)
	clear(stats.Terms)
	clear(stats.Fields)
	return text, nil
}

func readAndSpoilCases(ctx context.Context, s graph.Store) (string, error) {
	cases, err := s.Cases(ctx, []string{"IL-0587", "IL-0216"})
	if err != nil {
		return "", err
	}
	if err := s.Scan(ctx, func(c *graph.Case) error { cases = append(cases, c); return nil }); err != nil {
		return "", err
	}
	text := ""
	for _, c := range cases {
		text += "\n" + caseText(c)
	}
	for _, c := range cases {
		spoilCase(c)
	}
	return text, nil
}

func spoil(list []string) {
	for i := range list {
		list[i] = "spoilt"
	}
}

func spoilIncident(i *graph.Incident) {
	i.Key = "spoilt"
	spoil(i.Regions)
	spoil(i.Tags)
	for _, list := range [][]graph.Field{i.Lost, i.NoneGiven, i.Inferred} {
		clear(list)
	}
	if i.TimeToDetect != nil {
		*i.TimeToDetect = -1
	}
	for k := range i.Edges {
		spoil(i.Edges[k].AssertedBy)
		i.Edges[k].To = "spoilt"
	}
	for k := range i.Pairs {
		spoil(i.Pairs[k].AssertedBy)
		i.Pairs[k].Other = "spoilt"
	}
	for k := range i.Unnamed {
		spoil(i.Unnamed[k].Components)
	}
}

func spoilCase(c *graph.Case) {
	c.Title = graph.PlainText("spoilt")
	spoil(c.Tags)
	spoil(c.RootCauses)
	clear(c.Lost)
	clear(c.Remediation)
	for k := range c.Related {
		spoil(c.Related[k].SharedComponents)
		c.Related[k].ID = "spoilt"
	}
}
