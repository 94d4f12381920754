package neo4jstore

import (
	"context"
	"math"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// A list of incidents is read along an anchor: the incidents of one term, of a few terms,
// those that the full-text index finds, or all of them. A request names every anchor that
// holds all of its incidents (its scope, and each list of terms that its filter demands
// one of), and the query takes the smallest; a search is its own anchor, to which the
// index adds what else is demanded.
//
// Where the anchor is one term and says all, and the list goes by graph.Newest, the page
// is walked to along the index and the database knows the total. Otherwise every incident
// of the anchor is looked at.

// The kinds of anchors that are no kinds of edges to terms.
const (
	anchorOfAll   = ""
	anchorOfText  = "text"
	anchorOfTerms = "terms" // of whatever kind
)

// findings is the requests of a call as the query takes them.
type findings struct {
	requests []graph.FindRequest
	rows     []any
	of       []int // the request that a row is of
	pages    []bounds
	orders   []ordering
	texts    searches
	limit    int
	shape    findShape
	walked   []string // kinds of anchors
	looked   []string
}

// Find implements graph.Store.
func (s *Store) Find(ctx context.Context, requests []graph.FindRequest) ([]graph.FindResult, error) {
	if len(requests) == 0 {
		return []graph.FindResult{}, nil
	}
	for _, r := range requests {
		if err := checkFind(r); err != nil {
			return nil, err
		}
	}
	f := findQuery(requests)
	answers, err := s.ask(ctx, f.shape.text(), f.parameters())
	if err != nil {
		return nil, err
	}
	out := make([]graph.FindResult, len(requests))
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

// checkFind refuses what cannot be meant.
func checkFind(r graph.FindRequest) error {
	if r.Term != nil && !r.Term.Kind.IsTerm() {
		return graph.Errorf(graph.CodeInvalid, "incidents are listed of a term, not of an incident")
	}
	for _, s := range r.Order {
		switch {
		case s.By == graph.ByShared:
			return graph.Errorf(graph.CodeInvalid, "only related incidents are sorted by what they share")
		case s.By == graph.ByTier && r.Text == nil:
			return graph.Errorf(graph.CodeInvalid, "only incidents that are searched for are sorted by how well they are found")
		}
	}
	return nil
}

// findQuery prepares the query for requests.
func findQuery(requests []graph.FindRequest) *findings {
	f := &findings{requests: requests, limit: 1, texts: newSearches()}
	for n, r := range requests {
		order := findOrder(r)
		o := orderingOf(order)
		page := o.page(order, r.Page)
		f.pages = append(f.pages, boundsOf(page, o.place))
		f.orders = append(f.orders, o)
		f.limit = max(f.limit, page.Size+1)
		for _, c := range countsOf(r.Filter, r.Counting) {
			f.add(n, c)
		}
	}
	f.shape.walked, f.shape.looked = joinKinds(f.walked), joinKinds(f.looked)
	f.shape.searched = len(f.texts.rows) > 0 || slices.Contains(f.looked, anchorOfText)
	return f
}

// findOrder gives the order of a list.
func findOrder(r graph.FindRequest) graph.Order {
	if r.Text != nil {
		return r.Order.Or(graph.BestFound)
	}
	return r.Order.Or(graph.Newest)
}

// add adds the row for what one look at a request's incidents gives.
func (f *findings) add(n int, c counts) {
	r, b, o := f.requests[n], f.pages[n], f.orders[n]
	q := f.search(r, c)
	if q.walked = q.walked && o.isNewest() && !c.whole(); !q.walked && !q.dated {
		q.anyKind()
	}
	switch {
	case q.walked:
		f.walked = append(f.walked, q.kinds...)
		f.shape.back = f.shape.back || b.back || b.bounded()
	default:
		f.looked = append(f.looked, q.kinds...)
		f.shape.counted = f.shape.counted || c.whole()
	}
	f.rows = append(f.rows, map[string]any{
		"n": len(f.rows), "anchors": q.anchors, "walked": q.walked, "walks": b.walks(beforeAllRanks, afterAllRanks),
		"gates": q.gates.list, "from": q.from, "to": q.to, "sure": q.sure, "firstDay": q.firstDay,
		"text": q.text, "anchor": q.anchor, "demands": q.demands,
		"paged": c.paged, "bounded": c.paged && b.bounded(), "low": b.low, "high": b.high, "back": b.back, "size": b.size,
		"sorts": o.sortsOf(), "ranked": o.ranked, "facets": c.facets, "durations": c.durations,
	})
	f.of = append(f.of, n)
}

func (f *findings) parameters() map[string]any {
	return map[string]any{"requests": f.rows, "limit": f.limit, "texts": f.texts.rows}
}

// joinKinds gives kinds of anchors as findShape takes them.
func joinKinds(kinds []string) string {
	slices.Sort(kinds)
	joined := ""
	for _, kind := range slices.Compact(kinds) {
		joined += kind + ","
	}
	return joined
}

// searched is a look at incidents as the query takes it, without its page.
type searched struct {
	anchors  []any
	kinds    []string // of the anchors
	from, to string   // the range of ranks, exclusive
	gates    gates    // what the anchors and the range do not say
	sure     string   // before this rank, dates match for certain; of others the last day
	firstDay int64    // may not be before this one
	dated    bool     // the range is of some days
	walked   bool     // the anchor says it all
	text     any      // number of the search that gives the tiers; nil if none
	anchor   int      // number of the search that the full-text index is asked for
	demands  string   // what else it is asked for
}

func (f *findings) search(r graph.FindRequest, c counts) searched {
	q := searched{from: beforeAllRanks, to: afterAllRanks, sure: afterAllRanks}
	rest := c.filter
	if r.Term != nil {
		scope := graph.Filter{Terms: map[graph.EdgeKind]graph.TermFilter{
			graph.EdgeTo(r.Term.Kind): {Any: &[]string{r.Term.Slug}},
		}}
		rest.And = append(slices.Clone(rest.And), scope)
	}
	if rest.Date != nil && (rest.Date.From != nil || rest.Date.To != nil) {
		q.rangeOfRanks(rest.Date)
		rest.Date = nil
		q.dated = true
	}
	var d demands
	d.of(&rest)
	if r.Text != nil {
		d.texts = append(d.texts, r.Text)
	}
	q.gates = compile(&rest, &f.texts)
	if len(d.lists) == 1 && len(d.texts) == 0 && len(q.gates.list) == 1 {
		q.gates.list = []any{} // the anchor says it all
	}
	q.walked = len(q.gates.list) == 0 && !q.dated
	if len(d.texts) > 0 {
		q.walked = false
		q.anchorText(r, d, &f.texts)
		return q
	}
	for _, list := range d.lists {
		ids := make([]string, len(list.slugs))
		for i, slug := range list.slugs {
			ids[i] = string(graph.NewID(list.kind.To(), slug))
		}
		q.kinds = append(q.kinds, list.kind.String())
		q.anchors = append(q.anchors, map[string]any{"kind": list.kind.String(), "ids": ids, "slugs": list.slugs})
		q.walked = q.walked && len(list.slugs) == 1
	}
	if len(d.lists) == 0 {
		q.kinds = []string{anchorOfAll}
		q.anchors = []any{map[string]any{"kind": anchorOfAll, "ids": []string{}, "slugs": []string{""}}}
	}
	return q
}

// anchorText makes a search the anchor of a request: that of its scope, or else the first.
func (q *searched) anchorText(r graph.FindRequest, d demands, t *searches) {
	text := d.texts[0]
	if r.Text != nil {
		text = r.Text
	}
	slugs := []string{""}
	if q.anchor = t.number(text); q.anchor < 0 {
		slugs = []string{} // it finds nothing
	}
	if r.Text != nil {
		q.text = q.anchor
	}
	q.demands = d.query()
	q.kinds = []string{anchorOfText}
	q.anchors = []any{map[string]any{"kind": anchorOfText, "ids": []string{}, "slugs": slugs}}
}

// anyKind names the anchors that are terms by one kind, so that fewer queries have to be
// planned.
func (q *searched) anyKind() {
	for i, kind := range q.kinds {
		if kind != anchorOfAll && kind != anchorOfText {
			q.kinds[i] = anchorOfTerms
			q.anchors[i].(map[string]any)["kind"] = anchorOfTerms
		}
	}
}

// longestDate is how many days a date of the least precision may mean.
const longestDate = 366

// rangeOfRanks narrows a request to the ranks of the incidents whose dates may overlap a
// range of days.
func (q *searched) rangeOfRanks(r *graph.DateRange) {
	from, to := days(r)
	if to < math.MaxInt32 {
		q.from = rank(int32(to), "")
	}
	q.firstDay, q.sure = from, afterDay(int32(from))
	q.to = afterDay(int32(max(from-longestDate, int64(graph.UnknownDay)+1)))
}

// read reads the answer to one row into the result of its request.
func (f *findings) read(answer []any, row int, into *graph.FindResult) error {
	n := f.of[row]
	if facets, durations := answer[3], answer[4]; facets != nil {
		if err := readCounts(f.requests[n].Counting, facets, durations, &into.Counted); err != nil {
			return err
		}
	}
	if row > 0 && f.of[row-1] == n {
		return nil // not the list itself
	}
	total, _ := answer[1].(int64)
	into.Total = int(total)
	rows, info, err := f.orders[n].readPage(f.pages[n], answer[2])
	into.Info = info
	for _, at := range rows {
		into.Keys = append(into.Keys, at.position.Name)
		into.Positions = append(into.Positions, at.position.For(findOrder(f.requests[n])))
	}
	return err
}
