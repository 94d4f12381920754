package graphtest

import (
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// found is an incident that a list holds, with its place there.
type found struct {
	key      string
	position graph.Position
}

// scope gives the incidents that a list is about, before any filter.
func (a *answers) scope(q graph.FindRequest) []*graph.Incident {
	var all []*graph.Incident
	for _, i := range a.graph.Incidents {
		if q.Term != nil && !slices.Contains(i.Terms(graph.EdgeTo(q.Term.Kind)), q.Term.Slug) {
			continue
		}
		if q.Text == nil || a.hit(i, q.Text).found {
			all = append(all, i)
		}
	}
	return all
}

// filtered gives those incidents that a filter holds for.
func (a *answers) filtered(all []*graph.Incident, f *graph.Filter) []*graph.Incident {
	var held []*graph.Incident
	for _, i := range all {
		if f.Matches(i, func(q *graph.TextQuery) bool { return a.hit(i, q).found }) {
			held = append(held, i)
		}
	}
	return held
}

// find lists everything that a request asks for, whatever its page.
func (a *answers) find(q graph.FindRequest) []found {
	order := findOrder(q)
	var all []found
	for _, i := range a.filtered(a.scope(q), &q.Filter) {
		at := placeOf(i)
		at.Tier = a.hit(i, q.Text).tier
		all = append(all, found{i.Key, asked(order, at)})
	}
	slices.SortFunc(all, func(x, y found) int { return inOrder(order, x.position, y.position) })
	return all
}

// findOrder gives the order of a list of incidents.
func findOrder(q graph.FindRequest) graph.Order {
	switch {
	case q.Order != graph.Order{}:
		return q.Order
	case q.Text != nil:
		return graph.Order{{By: graph.ByTier}, {By: graph.ByDay, Descending: true}}
	}
	return graph.Order{{By: graph.ByDay, Descending: true}}
}

func (a *answers) findPage(q graph.FindRequest) graph.FindResult {
	all := a.find(q)
	rows, info := page(all, q.Page, findOrder(q), func(f found) graph.Position { return f.position })
	result := graph.FindResult{Info: info, Total: len(all), Counted: a.count(q.Counting, a.scope(q), &q.Filter)}
	for _, row := range rows {
		result.Keys = append(result.Keys, row.key)
		result.Positions = append(result.Positions, row.position)
	}
	return result
}

// relatedScope gives the incidents that a list of related ones is about, before any
// filter.
func (a *answers) relatedScope(q graph.RelatedRequest) []*graph.Incident {
	me := a.incident(q.Key)
	if me == nil {
		return nil
	}
	var all []*graph.Incident
	for _, other := range a.graph.Incidents {
		relation, ok := graph.Relate(q.Kind, me, other)
		if ok && (q.Component == "" || slices.Contains(relation.SharedComponents, q.Component)) {
			all = append(all, other)
		}
	}
	return all
}

// related lists everything that a request asks for, whatever its page.
func (a *answers) related(q graph.RelatedRequest) []graph.RelatedRow {
	order := relatedOrder(q)
	var all []graph.RelatedRow
	for _, other := range a.filtered(a.relatedScope(q), &q.Filter) {
		relation, _ := graph.Relate(q.Kind, a.incident(q.Key), other)
		at := placeOf(other)
		at.Shared = relation.Count
		all = append(all, graph.RelatedRow{Key: other.Key, Relation: relation, Position: asked(order, at)})
	}
	slices.SortFunc(all, func(x, y graph.RelatedRow) int { return inOrder(order, x.Position, y.Position) })
	return all
}

// relatedOrder gives the order of a list of related incidents.
func relatedOrder(q graph.RelatedRequest) graph.Order {
	if q.Order != (graph.Order{}) {
		return q.Order
	}
	return graph.Order{{By: graph.ByShared, Descending: true}, {By: graph.ByDay, Descending: true}}
}

func (a *answers) unnamed(q graph.RelatedRequest) int {
	if me := a.incident(q.Key); me != nil {
		return me.UnnamedCount(q.Kind, q.Component)
	}
	return 0
}

func (a *answers) relatedPage(q graph.RelatedRequest) graph.RelatedResult {
	all := a.related(q)
	rows, info := page(all, q.Page, relatedOrder(q), func(r graph.RelatedRow) graph.Position { return r.Position })
	return graph.RelatedResult{Rows: rows, Info: info, Total: len(all), Unnamed: a.unnamed(q),
		Counted: a.count(q.Counting, a.relatedScope(q), &q.Filter)}
}

// terms lists everything that a request asks for, whatever its page. The place of a
// term in a ranked list is its likeness to the query.
func (a *answers) terms(q graph.TermsRequest) []listed {
	var all []listed
	var named []graph.NamedTerm
	for ref, t := range a.graph.Terms {
		if q.Kind == nil || *q.Kind == ref.Kind {
			all = append(all, listed{ref, graph.Position{Kind: ref.Kind, Name: ref.Slug}})
			named = append(named, graph.NamedTerm{Ref: ref, Names: append([]string{t.Slug, t.Name.EN, t.Name.KO}, t.Aliases...)})
		}
	}
	if q.Query != "" {
		all = all[:0]
		for _, t := range graph.RankTerms(q.Query, named) {
			all = append(all, listed{t.TermRef, graph.Position{Shared: t.Likeness, Kind: t.Kind, Name: t.Slug}})
		}
		return all
	}
	slices.SortFunc(all, func(x, y listed) int { return inOrder(termsOrder(q), x.position, y.position) })
	return all
}

type listed struct {
	ref      graph.TermRef
	position graph.Position
}

// termsOrder gives the order of a list of terms.
func termsOrder(q graph.TermsRequest) graph.Order {
	if q.Query != "" {
		return graph.Order{{By: graph.ByShared, Descending: true}, {By: graph.ByKind}}
	}
	return graph.Order{{By: graph.ByKind}}
}

func (a *answers) termsPage(q graph.TermsRequest) graph.TermsResult {
	all := a.terms(q)
	rows, info := page(all, q.Page, termsOrder(q), func(l listed) graph.Position { return l.position })
	result := graph.TermsResult{Info: info, Total: len(all)}
	for _, row := range rows {
		result.Terms = append(result.Terms, row.ref)
		result.Positions = append(result.Positions, row.position)
	}
	return result
}

// page cuts a page out of a whole list.
func page[R any](all []R, p graph.Page, order graph.Order, at func(R) graph.Position) ([]R, graph.PageInfo) {
	from, to := 0, len(all)
	for p.After != nil && from < len(all) && inOrder(order, at(all[from]), *p.After) <= 0 {
		from++
	}
	for p.Before != nil && to > from && inOrder(order, at(all[to-1]), *p.Before) >= 0 {
		to--
	}
	for to-from > p.Size {
		if p.FromEnd {
			from++
		} else {
			to--
		}
	}
	return all[from:to], graph.PageInfo{HasPrevious: from > 0, HasNext: to < len(all)}
}
