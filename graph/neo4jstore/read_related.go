package neo4jstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// relatings is the requests of a call as the query takes them.
type relatings struct {
	requests []graph.RelatedRequest
	rows     map[graph.EdgeKind][]any
	of       []int // the request that a row is of
	pages    []bounds
	orders   []ordering
	texts    searches
	limit    int
	shape    relatedShape
}

// Related implements graph.Store.
func (s *Store) Related(ctx context.Context, requests []graph.RelatedRequest) ([]graph.RelatedResult, error) {
	if len(requests) == 0 {
		return []graph.RelatedResult{}, nil
	}
	for _, r := range requests {
		if err := checkRelated(r); err != nil {
			return nil, err
		}
	}
	f := relatedQuery(requests)
	answers, err := s.ask(ctx, f.shape.text(), f.parameters())
	if err != nil {
		return nil, err
	}
	out := make([]graph.RelatedResult, len(requests))
	for n, r := range requests {
		out[n].Counted = noCounts(r.Counting)
	}
	for _, answer := range answers {
		row, _ := answer[0].(int64)
		if err := f.read(answer, int(row), &out[f.of[row]]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// checkRelated refuses what cannot be meant.
func checkRelated(r graph.RelatedRequest) error {
	if !r.Kind.IsPair() || r.Kind == graph.SameCause && r.Component != "" {
		return graph.Errorf(graph.CodeInvalid, "incidents are related by %s, of one component or any, or by %s", graph.SharesComponent, graph.SameCause)
	}
	if slices.ContainsFunc(r.Order[:], func(s graph.Sort) bool { return s.By == graph.ByTier }) {
		return graph.Errorf(graph.CodeInvalid, "only incidents that are searched for are sorted by how well they are found")
	}
	return nil
}

// relatedQuery prepares the query for requests.
func relatedQuery(requests []graph.RelatedRequest) *relatings {
	f := &relatings{requests: requests, rows: map[graph.EdgeKind][]any{}, limit: 1, texts: newSearches()}
	for n, r := range requests {
		order := r.Order.Or(graph.MostShared)
		o := orderingOf(order)
		page := o.page(order, r.Page)
		f.pages = append(f.pages, boundsOf(page, o.place))
		f.orders = append(f.orders, o)
		f.limit = max(f.limit, page.Size+1)
		for _, c := range countsOf(r.Filter, r.Counting) {
			f.add(n, c)
		}
	}
	f.shape.causes, f.shape.components = f.rows[graph.SameCause] != nil, f.rows[graph.SharesComponent] != nil
	f.shape.searched = len(f.texts.rows) > 0
	return f
}

// add adds the row for what one look at a request's incidents gives.
func (f *relatings) add(n int, c counts) {
	r, b, o := f.requests[n], f.pages[n], f.orders[n]
	key, gates := graph.FoldKey(r.Key), compile(&c.filter, &f.texts)
	mostShared := slices.Equal(o.sorts, []graph.Sort{graph.MostShared[0]}) && o.ranked
	walked := len(gates.list) == 0 && !c.whole() && mostShared
	f.shape.heirs = f.shape.heirs || graph.IsProvisionalKey(key)
	if walked {
		f.shape.walked = true
		f.shape.back = f.shape.back || b.back || b.bounded()
	} else {
		f.shape.looked = true
		f.shape.counted = f.shape.counted || c.whole()
	}
	f.rows[r.Kind] = append(f.rows[r.Kind], map[string]any{
		"n": len(f.of), "key": key, "component": r.Component, "walked": walked,
		"opening": !b.back && !b.bounded(), "walks": b.atLevel(1).walks(beforeAllRanks, afterAllRanks), "gates": gates.list,
		"paged": c.paged, "bounded": c.paged && b.bounded(), "low": b.low, "high": b.high, "back": b.back, "size": b.size,
		"sorts": o.sortsOf(), "ranked": o.ranked, "facets": c.facets, "durations": c.durations,
	})
	f.of = append(f.of, n)
}

func (f *relatings) parameters() map[string]any {
	out := map[string]any{"limit": f.limit, "texts": f.texts.rows}
	for kind, rows := range f.rows {
		out[kind.String()] = rows
	}
	return out
}

// level gives the first part of a place in the order graph.MostShared.
func level(shared int) string { return number(int64(shared), true) }

// atLevel gives the part of a page in the order graph.MostShared that lies in one level.
func (b bounds) atLevel(shared int) bounds {
	at := level(shared)
	part := func(place, otherwise string) string {
		switch {
		case len(place) >= len(at) && place[:len(at)] == at:
			return place[len(at):]
		case place < at:
			return beforeAllRanks
		default:
			return otherwise
		}
	}
	b.low, b.high = part(b.low, afterAllRanks), part(b.high, afterAllRanks)
	return b
}

// read reads the answer to one row into the result of its request.
func (f *relatings) read(answer []any, row int, into *graph.RelatedResult) error {
	n := f.of[row]
	r := f.requests[n]
	if facets, durations := answer[5], answer[6]; facets != nil {
		if err := readCounts(r.Counting, facets, durations, &into.Counted); err != nil {
			return err
		}
	}
	if row > 0 && f.of[row-1] == n {
		return nil // not the list itself
	}
	record, _ := answer[1].(string)
	a, err := incidentOf(r.Key, record)
	if err != nil {
		return err
	}
	total, _ := answer[2].(int64)
	into.Total, into.Unnamed = int(total), a.UnnamedCount(r.Kind, r.Component)
	var read []placed
	for _, v := range readRows(answer[3]) {
		at, err := readPlaced(v)
		if err != nil {
			return err
		}
		read = append(read, at)
	}
	b := f.pages[n]
	slices.SortFunc(read, func(x, y placed) int {
		if b.back {
			x, y = y, x
		}
		return cmp.Compare(x.place, y.place)
	})
	first, last := "", ""
	if ends := texts(answer[4]); len(ends) > 0 {
		first, last = slices.Min(ends), slices.Max(ends)
	}
	rows, info := f.orders[n].cut(b, read, first, last)
	into.Info = info
	for _, at := range rows {
		other, err := incidentOf(at.position.Name, at.record)
		if err != nil {
			return err
		}
		relation, ok := graph.Relate(r.Kind, a, other)
		if !ok {
			return unrelated(r.Kind, a, other)
		}
		position := other.Position()
		position.Shared = relation.Count
		into.Rows = append(into.Rows, graph.RelatedRow{Key: other.Key, Relation: relation, Position: position.For(r.Order.Or(graph.MostShared))})
	}
	return nil
}
