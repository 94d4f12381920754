package embedded

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Find lists incidents, as graph.Store has it.
func (s *Store) Find(ctx context.Context, requests []graph.FindRequest) ([]graph.FindResult, error) {
	var texts []*graph.TextQuery
	for i := range requests {
		q := &requests[i]
		if q.Text != nil {
			texts = append(texts, q.Text)
		}
		texts = textsOf(texts, &q.Filter, q.Counting)
	}
	return answerTexts(ctx, s, requests, texts, (*moment).find)
}

func (m *moment) find(q graph.FindRequest) (graph.FindResult, error) {
	natural := graph.Newest
	if q.Text != nil {
		natural = graph.BestFound
	}
	order := q.Order.Or(natural)
	switch {
	case q.Term != nil && !q.Term.Kind.IsTerm():
		return graph.FindResult{}, graph.Errorf(graph.CodeInvalid, "incidents are listed of a term, not of an incident")
	case sortsBy(order, graph.ByShared):
		return graph.FindResult{}, graph.Errorf(graph.CodeInvalid, "only related incidents are sorted by what they share")
	case sortsBy(order, graph.ByTier) && q.Text == nil:
		return graph.FindResult{}, graph.Errorf(graph.CodeInvalid, "only incidents that are searched for are sorted by how well they are found")
	}
	l := m.found(&q, order)
	result := graph.FindResult{Total: sizeOf(l.tiers)}
	var rows []row
	rows, result.Info = m.page(l.tiers, l.order, order, q.Page)
	for _, r := range rows {
		at := m.place(r)
		result.Keys = append(result.Keys, at.Name)
		result.Positions = append(result.Positions, at.For(order))
	}
	result.Counted = m.count(q.Counting, l.within)
	return result, nil
}

// list is a list of incidents as a request asks for it.
type list struct {
	tiers  []tier
	order  graph.Order                         // that the tiers stand in
	within func(*graph.Filter) *roaring.Bitmap // what it holds under another filter than its own; nil: under its own
}

// found gives the incidents that a request asks for, as tiers that serve the order well.
func (m *moment) found(q *graph.FindRequest, order graph.Order) list {
	scope := &members{few: m.order}
	if q.Term != nil {
		n, ok := m.byRef[*q.Term]
		if !ok {
			return list{order: order, within: func(*graph.Filter) *roaring.Bitmap { return roaring.New() }}
		}
		scope = &m.terms[n].members
	}
	var hits *textHits
	if q.Text != nil {
		hits = m.texts[q.Text]
	}
	var own *roaring.Bitmap // of the list, once made
	within := func(f *graph.Filter) *roaring.Bitmap {
		if f == nil && own != nil {
			return own
		}
		set := m.incidents
		if q.Term != nil {
			set = scope.bitmap()
		}
		if hits != nil {
			set = roaring.And(set, hits.all)
		}
		if f != nil {
			return m.sift(set, f)
		}
		own = m.sift(set, &q.Filter)
		return own
	}
	l := list{order: graph.Newest, within: within}
	switch {
	case hits == nil && asksNothing(&q.Filter) && scope.many == nil:
		t := tier{base: scope.few, size: len(scope.few)}
		if q.Term == nil {
			t.visit = visiting(m.incidents) // in order of number, as their facts stand in memory
		}
		l.tiers = []tier{t}
	case hits != nil && sortsBy(order, graph.ByTier):
		l.order = graph.BestFound
		for found, set := range hits.byTier {
			if t := m.tierOf(roaring.And(within(nil), set)); t.size > 0 {
				t.found = graph.Tier(found)
				l.tiers = append(l.tiers, t)
			}
		}
	default:
		l.tiers = []tier{m.tierOf(within(nil))}
	}
	return l
}
