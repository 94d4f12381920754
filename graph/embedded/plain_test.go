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

// plain is the incidents of a graph, to be looked at one by one.
type plain struct {
	all   []*graph.Incident // in order of key
	found map[*graph.TextQuery]map[*graph.Incident]graph.Tier
}

func newPlain(g *graph.Graph) plain {
	all := slices.SortedFunc(maps.Values(g.Incidents), func(a, b *graph.Incident) int { return strings.Compare(a.Key, b.Key) })
	return plain{all, map[*graph.TextQuery]map[*graph.Incident]graph.Tier{}}
}

// tier tells how well a query finds an incident.
func (p plain) tier(i *graph.Incident, q *graph.TextQuery) (graph.Tier, bool) {
	if p.found[q] == nil {
		p.found[q] = map[*graph.Incident]graph.Tier{}
		for _, i := range p.all {
			if tier, found := textOf(i, q); found {
				p.found[q][i] = tier
			}
		}
	}
	tier, found := p.found[q][i]
	return tier, found
}

// textOf tells how well a query finds an incident of the corpus.
func textOf(i *graph.Incident, q *graph.TextQuery) (graph.Tier, bool) {
	var c *graph.Case
	if !i.Stub {
		var n int
		if _, err := fmt.Sscanf(i.Key, "SYN-%d", &n); err != nil {
			panic(err)
		}
		c = largeCorpus.at(n)
	}
	passages := graph.Passages(i, c, func(ref graph.TermRef) graph.Text {
		if ref.Kind == graph.KindCompany {
			return graph.PlainText("Company " + ref.Slug[len("company-"):])
		}
		if strings.HasPrefix(ref.Slug, "hub-") {
			return graph.PlainText(ref.Slug)
		}
		return graph.Text{} // controlled ones have no names
	})
	return q.Finds(i.Key, passages)
}

func (p plain) matches(f *graph.Filter, i *graph.Incident) bool {
	return f.Matches(i, func(q *graph.TextQuery) bool { _, found := p.tier(i, q); return found })
}

// sifted gives the incidents for which a filter holds.
func (p plain) sifted(scope []*graph.Incident, f *graph.Filter) []*graph.Incident {
	return slices.DeleteFunc(slices.Clone(scope), func(i *graph.Incident) bool { return !p.matches(f, i) })
}

// checkCounted checks what was counted of a list; scope is what it holds without a filter.
func (p plain) checkCounted(t *testing.T, got graph.Counted, c graph.Counting, scope []*graph.Incident, own *graph.Filter) {
	t.Helper()
	for k, f := range c.Facets {
		filter := own
		if f.Filter != nil {
			filter = f.Filter
		}
		tally := graph.NewTally(f.By)
		for _, i := range p.sifted(scope, filter) {
			tally.Add(i)
		}
		if want := tally.Buckets(f.Size); !slices.Equal(got.Facets[k], want) {
			t.Errorf("facet %+v: got %v\nwant %v", f, got.Facets[k], want)
		}
	}
	if c.Durations {
		var detected, recovered []int
		for _, i := range p.sifted(scope, own) {
			if i.TimeToDetect != nil {
				detected = append(detected, *i.TimeToDetect)
			}
			if i.TimeToRecover != nil {
				recovered = append(recovered, *i.TimeToRecover)
			}
		}
		want := graph.Durations{TimeToDetect: graph.DurationOf(detected), TimeToRecover: graph.DurationOf(recovered)}
		if got.Durations == nil || *got.Durations != want {
			t.Errorf("durations %+v, want %+v", got.Durations, want)
		}
	}
}

func (p plain) checkFind(t *testing.T, s graph.Store, q graph.FindRequest) {
	order := q.Order.Or(graph.Newest)
	if q.Text != nil {
		order = q.Order.Or(graph.BestFound)
	}
	var scope []*graph.Incident
	var want []graph.Position
	for _, i := range p.all {
		if q.Term != nil && !slices.Contains(i.Terms(graph.Involves), q.Term.Slug) {
			continue
		}
		at := i.Position()
		if q.Text != nil {
			var found bool
			if at.Tier, found = p.tier(i, q.Text); !found {
				continue
			}
		}
		scope = append(scope, i)
		if p.matches(&q.Filter, i) {
			want = append(want, at)
		}
	}
	slices.SortFunc(want, order.Compare)
	for k, page := range pagesOf(want) {
		q.Page = page
		if k > 0 {
			q.Counting = graph.Counting{}
		}
		got, err := s.Find(t.Context(), []graph.FindRequest{q})
		if err != nil {
			t.Fatal(err)
		}
		from, to, info := page.Cut(order, len(want), func(i int) graph.Position { return want[i] })
		if got[0].Total != len(want) || got[0].Info != info || len(got[0].Keys) != to-from || len(got[0].Positions) != to-from {
			t.Fatalf("page %+v: got %+v\nwant %d: %v, %v", page, got[0], len(want), want[from:to], info)
		}
		for i, at := range want[from:to] {
			if got[0].Keys[i] != at.Name || got[0].Positions[i] != at.For(order) {
				t.Fatalf("page %+v, row %d: got %s, %+v; want %+v", page, i, got[0].Keys[i], got[0].Positions[i], at)
			}
		}
		p.checkCounted(t, got[0].Counted, q.Counting, scope, &q.Filter)
	}
}

func (p plain) checkRelated(t *testing.T, s graph.Store, q graph.RelatedRequest) {
	order := q.Order.Or(graph.MostShared)
	counting := q.Counting
	asked := 0
	for _, me := range p.all {
		if q.Component != "" && !slices.Contains(me.Terms(graph.Involves), q.Component) {
			continue
		}
		if asked++; asked > 2 {
			return
		}
		q.Key = me.Key
		relations := map[string]graph.Relation{}
		var scope []*graph.Incident
		var want []graph.Position
		for _, other := range p.all {
			r, ok := graph.Relate(q.Kind, me, other)
			if !ok || q.Component != "" && !slices.Contains(r.SharedComponents, q.Component) {
				continue
			}
			scope = append(scope, other)
			if p.matches(&q.Filter, other) {
				relations[other.Key] = r
				at := other.Position()
				at.Shared = r.Count
				want = append(want, at)
			}
		}
		slices.SortFunc(want, order.Compare)
		for k, page := range pagesOf(want) {
			q.Page, q.Counting = page, graph.Counting{}
			if k == 0 {
				q.Counting = counting
			}
			got, err := s.Related(t.Context(), []graph.RelatedRequest{q})
			if err != nil {
				t.Fatal(err)
			}
			from, to, info := page.Cut(order, len(want), func(i int) graph.Position { return want[i] })
			if got[0].Total != len(want) || got[0].Info != info || len(got[0].Rows) != to-from {
				t.Fatalf("%s, page %+v: got %d of %d, %+v; want %d of %d, %+v", me.Key, page, len(got[0].Rows), got[0].Total, got[0].Info, to-from, len(want), info)
			}
			for i, row := range got[0].Rows {
				if row.Position != want[from+i].For(order) || row.Key != row.Position.Name || !reflect.DeepEqual(row.Relation, relations[row.Key]) {
					t.Fatalf("%s, page %+v, row %d: got %+v\nwant %+v, %+v", me.Key, page, i, row, want[from+i], relations[row.Key])
				}
			}
			p.checkCounted(t, got[0].Counted, q.Counting, scope, &q.Filter)
		}
	}
}

// checkSimilar checks the incidents that are most like some, of few terms and of many.
func (p plain) checkSimilar(t *testing.T, s graph.Store) {
	with := map[graph.TermRef]int{}
	refs := func(i *graph.Incident) (out []graph.TermRef) {
		for _, kind := range graph.SimilarKinds() {
			for _, slug := range i.Terms(kind) {
				out = append(out, graph.TermRef{Kind: kind.To(), Slug: slug})
			}
		}
		return out
	}
	for _, i := range p.all {
		for _, ref := range refs(i) {
			with[ref]++
		}
	}
	for _, me := range p.all[:20] {
		own, sum := refs(me), 0
		for _, ref := range own {
			sum += graph.Weight(len(p.all), with[ref])
		}
		type scored struct {
			graph.SimilarRow
			at graph.Position
		}
		var want []scored
		for _, other := range p.all {
			row, weight := scored{SimilarRow: graph.SimilarRow{Key: other.Key}, at: other.Position()}, 0
			for _, ref := range own {
				if slices.Contains(refs(other), ref) {
					row.Shared, weight = append(row.Shared, ref), weight+graph.Weight(len(p.all), with[ref])
				}
			}
			if other != me && weight > 0 {
				row.Score = graph.Likeness(weight, sum)
				row.at.Shared = row.Score
				want = append(want, row)
			}
		}
		slices.SortFunc(want, func(a, b scored) int { return graph.MostShared.Compare(a.at, b.at) })
		for _, size := range []int{1, 10, graph.MaxSimilar} {
			got, err := s.Similar(t.Context(), []graph.SimilarRequest{{Key: me.Key, Size: size}})
			if err != nil {
				t.Fatal(err)
			}
			if len(got[0]) != min(size, len(want)) {
				t.Fatalf("%s: %d similar ones, want %d", me.Key, len(got[0]), min(size, len(want)))
			}
			for i, row := range got[0] {
				if !reflect.DeepEqual(row, want[i].SimilarRow) {
					t.Fatalf("%s, of %d the one at %d: got %+v\nwant %+v", me.Key, size, i, row, want[i].SimilarRow)
				}
			}
		}
	}
}
