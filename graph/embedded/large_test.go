package embedded_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Hubs of thousands are answered by other means than small ones; the answers are those
// of looking at every incident.
func TestLargeHubs(t *testing.T) {
	c := largeCorpus
	s, path := newStore(t)
	var cases []*graph.Case
	apply(t, s, graph.Batch{Terms: c.vocabulary()})
	for from := 0; from < c.size; from += graph.MaxBatch {
		b := c.batch(from, from+graph.MaxBatch)
		cases = append(cases, b.Cases...)
		apply(t, s, b)
	}
	voc, err := graph.NewVocabulary(c.vocabulary())
	if err != nil {
		t.Fatal(err)
	}
	g := graph.Build(cases, voc)
	t.Run("as loaded", func(t *testing.T) { checkLarge(t, s, g) })
	s.Close()
	s = open(t, path)
	t.Run("opened anew", func(t *testing.T) { checkIncidents(t, s, g) })

	// Three quarters go: large hubs become small ones.
	var gone []string
	for i, k := range cases {
		if i%4 != 0 {
			gone = append(gone, k.ID)
		}
	}
	cases = slices.DeleteFunc(cases, func(k *graph.Case) bool { return slices.Contains(gone, k.ID) })
	for chunk := range slices.Chunk(gone, graph.MaxBatch) {
		apply(t, s, graph.Batch{Delete: chunk})
	}
	t.Run("shrunk", func(t *testing.T) { checkLarge(t, s, graph.Build(cases, voc)) })
}

var largeCorpus = corpus{size: 2600, hubs: []int{10, 900, 2200}, values: true}

func checkLarge(t *testing.T, s graph.Store, g *graph.Graph) {
	checkIncidents(t, s, g)
	p := newPlain(g)
	filters := largeFilters(t)
	for name, filter := range filters {
		for _, term := range []string{"", "hub-900", "hub-2200", "component-0", "component-39"} {
			t.Run(fmt.Sprintf("find %s of %s", name, term), func(t *testing.T) { p.checkFind(t, s, graph.FindRequest{Term: component(term), Filter: filter}) })
		}
		for _, q := range []graph.RelatedRequest{
			{Kind: graph.SharesComponent, Component: "hub-2200"}, {Kind: graph.SharesComponent, Component: "hub-900"},
			{Kind: graph.SharesComponent}, {Kind: graph.SameCause},
		} {
			q.Filter = filter
			t.Run(fmt.Sprintf("related %s of %s", name, q.Component), func(t *testing.T) { p.checkRelated(t, s, q) })
		}
	}
	counting := largeCounting(filters)
	for name, order := range largeOrders {
		for _, term := range []string{"", "hub-900", "hub-2200"} {
			q := graph.FindRequest{Term: component(term), Order: order}
			if name == "company" {
				q.Counting = counting
			}
			t.Run(fmt.Sprintf("find by %s of %s", name, term), func(t *testing.T) { p.checkFind(t, s, q) })
		}
	}
	ofRelated := maps.Clone(largeOrders)
	ofRelated["shared"] = graph.Order{{By: graph.ByShared}, {By: graph.ByCompany, Descending: true}}
	for name, order := range ofRelated {
		for _, q := range []graph.RelatedRequest{
			{Kind: graph.SharesComponent, Component: "hub-2200"}, {Kind: graph.SharesComponent, Component: "hub-10"},
			{Kind: graph.SharesComponent}, {Kind: graph.SameCause},
		} {
			if q.Order = order; name == "company" {
				q.Counting = counting
			}
			t.Run(fmt.Sprintf("related by %s of %s", name, q.Component), func(t *testing.T) { p.checkRelated(t, s, q) })
		}
	}
	for _, typed := range []string{"leases", "임대", "queues hub-900", "잠금 watch"} {
		text, err := graph.ParseTextQuery(typed)
		if err != nil {
			t.Fatal(err)
		}
		for _, order := range []graph.Order{{}, graph.Newest, {{By: graph.ByTier, Descending: true}, {By: graph.ByCompany}}} {
			q := graph.FindRequest{Text: text, Order: order, Counting: counting}
			t.Run(fmt.Sprintf("find %s by %v", typed, order), func(t *testing.T) { p.checkFind(t, s, q) })
		}
	}
	t.Run("similar", func(t *testing.T) { p.checkSimilar(t, s) })
	t.Run("walks", func(t *testing.T) { p.checkWalks(t, s, g) })
}

func component(slug string) *graph.TermRef {
	if slug == "" {
		return nil
	}
	return &graph.TermRef{Kind: graph.KindComponent, Slug: slug}
}

func largeFilters(t *testing.T) map[string]graph.Filter {
	from, _ := graph.ParseDate("2012-06-01")
	to, _ := graph.ParseDate("2016")
	first, last := from.First(), to.Last()
	known, hour := true, 60
	text, err := graph.ParseTextQuery("queues")
	if err != nil {
		t.Fatal(err)
	}
	return map[string]graph.Filter{
		"nothing": {},
		"any":     {Terms: map[graph.EdgeKind]graph.TermFilter{graph.CausedBy: {Any: &[]string{"cause-0", "cause-3", "no-such"}}}},
		"all but": {Terms: map[graph.EdgeKind]graph.TermFilter{
			graph.Involves: {All: [][]string{{"component-0", "component-1"}}, None: []string{"component-2"}},
			graph.At:       {Known: &known},
		}},
		"dates": {Date: &graph.DateRange{From: &first, To: &last}},
		"not":   {Not: &graph.Filter{Terms: map[graph.EdgeKind]graph.TermFilter{graph.Showed: {Any: &[]string{"symptom-0"}}}}},
		"or": {Or: &[]graph.Filter{
			{Date: &graph.DateRange{To: &first}}, {And: []graph.Filter{{Date: &graph.DateRange{From: &last}}}},
		}},
		"values": {Values: map[graph.ValueField][]string{graph.Severity: {"sev1"}, graph.Domain: {"cloud", "결제", "none such"}}},
		"times":  {TimeToDetect: &graph.MinutesRange{Min: &hour}, Not: &graph.Filter{TimeToRecover: &graph.MinutesRange{Max: &hour}}},
		"text":   {Not: &graph.Filter{Text: text}, Stub: new(bool)},
	}
}

var largeOrders = map[string]graph.Order{
	"key":          {{By: graph.ByName, Descending: true}},
	"company":      {{By: graph.ByCompany}, {By: graph.ByTimeToRecover, Descending: true}, {By: graph.ByDay}},
	"company down": {{By: graph.ByCompany, Descending: true}, {By: graph.ByName, Descending: true}},
	"times":        {{By: graph.ByTimeToDetect, Descending: true}, {By: graph.ByTimeToRecover}, {By: graph.ByCompany}},
	"oldest":       {{By: graph.ByDay}},
}

// largeCounting asks for every facet, under the list's own filter and under another.
func largeCounting(filters map[string]graph.Filter) graph.Counting {
	counting := graph.Counting{Durations: true}
	other := filters["values"]
	for by := graph.FacetCompany; by <= graph.FacetMonth; by++ {
		counting.Facets = append(counting.Facets, graph.FacetRequest{By: by, Size: 1000}, graph.FacetRequest{By: by, Filter: &other, Size: 3})
	}
	return counting
}

// checkIncidents checks that a store holds the incidents of a graph, and no others.
func checkIncidents(t *testing.T, s graph.Store, g *graph.Graph) {
	t.Helper()
	var ids []graph.ID
	for _, i := range g.Incidents {
		ids = append(ids, i.ID())
	}
	nodes, err := s.Nodes(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	stats, err := s.Stats(t.Context())
	if err != nil || stats.Incidents != len(g.Incidents) {
		t.Errorf("%d incidents, error %v; want %d", stats.Incidents, err, len(g.Incidents))
	}
	for i, id := range ids {
		_, key, _ := id.Split()
		if want := g.Incidents[graph.FoldKey(key)]; nodes[i] == nil || !reflect.DeepEqual(nodes[i].Incident, want) {
			t.Fatalf("%s: got %+v\nwant %+v", id, nodes[i], want)
		}
	}
}

// pagesOf gives pages at the beginning, in the midst and at the end of a list, both ways.
func pagesOf(list []graph.Position) []graph.Page {
	pages := []graph.Page{{}, {FromEnd: true}, {Size: 20}, {Size: 20, FromEnd: true}}
	for _, at := range []int{0, len(list) / 3, len(list) - 1} {
		if at < 0 || at >= len(list) {
			continue
		}
		p, between := list[at], list[at]
		between.Name += "~" // a row that is gone
		pages = append(pages,
			graph.Page{Size: 7, After: &p}, graph.Page{Size: 7, Before: &p, FromEnd: true}, graph.Page{Size: 7, After: &between, Before: &list[len(list)/2]},
			graph.Page{Size: 7, Before: &between}, graph.Page{Size: 7, After: &p, FromEnd: true}, graph.Page{Size: 7, After: &p, Before: &p, FromEnd: true},
		)
	}
	return pages
}
