package embedded_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Hubs of thousands are answered by other means than small ones; the answers are those
// of looking at every incident.
func TestLargeHubs(t *testing.T) {
	c := corpus{size: 2600, hubs: []int{10, 900, 2200}}
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

func checkLarge(t *testing.T, s graph.Store, g *graph.Graph) {
	checkIncidents(t, s, g)
	all := slices.Collect(maps.Values(g.Incidents))
	from, _ := graph.ParseDate("2012-06-01")
	to, _ := graph.ParseDate("2016")
	first, last := from.First(), to.Last()
	known := true
	filters := map[string]graph.Filter{
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
	}
	for name, filter := range filters {
		for _, term := range []string{"", "hub-900", "hub-2200", "component-0", "component-39"} {
			t.Run(fmt.Sprintf("find %s of %s", name, term), func(t *testing.T) { checkFind(t, s, all, term, filter) })
		}
		for _, q := range []graph.RelatedRequest{
			{Kind: graph.SharesComponent, Component: "hub-2200"}, {Kind: graph.SharesComponent, Component: "hub-900"},
			{Kind: graph.SharesComponent}, {Kind: graph.SameCause},
		} {
			q.Filter = filter
			t.Run(fmt.Sprintf("related %s of %s", name, q.Component), func(t *testing.T) { checkRelated(t, s, all, q) })
		}
	}
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

func checkFind(t *testing.T, s graph.Store, all []*graph.Incident, term string, filter graph.Filter) {
	q := graph.FindRequest{Filter: filter}
	if term != "" {
		q.Term = &graph.TermRef{Kind: graph.KindComponent, Slug: term}
	}
	var want []graph.Position
	for _, i := range all {
		if (term == "" || slices.Contains(i.Terms(graph.Involves), term)) && filter.Matches(i) {
			want = append(want, graph.Position{Day: i.Date.First(), Name: i.Key})
		}
	}
	slices.SortFunc(want, graph.Newest.Compare)
	for _, page := range pagesOf(want) {
		q.Page = page
		got, err := s.Find(t.Context(), []graph.FindRequest{q})
		if err != nil {
			t.Fatal(err)
		}
		from, to, info := page.Cut(graph.Newest, len(want), func(i int) graph.Position { return want[i] })
		if got[0].Total != len(want) || got[0].Info != info || !slices.Equal(got[0].Positions, want[from:to]) {
			t.Fatalf("page %+v: got %+v\nwant %d: %v, %v", page, got[0], len(want), want[from:to], info)
		}
	}
}

func checkRelated(t *testing.T, s graph.Store, all []*graph.Incident, q graph.RelatedRequest) {
	slices.SortFunc(all, func(a, b *graph.Incident) int { return strings.Compare(a.Key, b.Key) })
	asked := 0
	for _, me := range all {
		if q.Component != "" && !slices.Contains(me.Terms(graph.Involves), q.Component) {
			continue
		}
		if asked++; asked > 2 {
			return
		}
		q.Key = me.Key
		relations := map[string]graph.Relation{}
		var want []graph.Position
		for _, other := range all {
			r, ok := graph.Relate(q.Kind, me, other)
			if ok && (q.Component == "" || slices.Contains(r.SharedComponents, q.Component)) && q.Filter.Matches(other) {
				relations[other.Key] = r
				want = append(want, graph.Position{Shared: r.Count, Day: other.Date.First(), Name: other.Key})
			}
		}
		slices.SortFunc(want, graph.MostShared.Compare)
		for _, page := range pagesOf(want) {
			q.Page = page
			got, err := s.Related(t.Context(), []graph.RelatedRequest{q})
			if err != nil {
				t.Fatal(err)
			}
			from, to, info := page.Cut(graph.MostShared, len(want), func(i int) graph.Position { return want[i] })
			if got[0].Total != len(want) || got[0].Info != info || len(got[0].Rows) != to-from {
				t.Fatalf("%s, page %+v: got %d of %d, %+v; want %d of %d, %+v", me.Key, page, len(got[0].Rows), got[0].Total, got[0].Info, to-from, len(want), info)
			}
			for i, row := range got[0].Rows {
				if row.Position != want[from+i] || row.Key != row.Position.Name || !reflect.DeepEqual(row.Relation, relations[row.Key]) {
					t.Fatalf("%s, page %+v, row %d: got %+v\nwant %+v, %+v", me.Key, page, i, row, want[from+i], relations[row.Key])
				}
			}
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
