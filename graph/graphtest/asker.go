package graphtest

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// asker thinks up questions about a graph: filters of any depth, pages around rows that
// are there and beside them.
type asker struct {
	rng   *rand.Rand
	a     *answers
	keys  []string // of incidents
	slugs map[graph.NodeKind][]string
}

func newAsker(rng *rand.Rand, a *answers) *asker {
	k := &asker{rng: rng, a: a, keys: incidentKeys(a), slugs: map[graph.NodeKind][]string{}}
	for _, kind := range graph.TermKinds() {
		k.slugs[kind] = []string{"no-such-term"}
	}
	for _, row := range a.terms(graph.TermsRequest{}) {
		k.slugs[row.ref.Kind] = append(k.slugs[row.ref.Kind], row.ref.Slug)
	}
	return k
}

// add adds n random lists of each kind to some questions, and lists to walk.
func (k *asker) add(q *questions, n int) {
	q.walkedRelateds = q.relateds[:min(n, len(q.relateds))]
	for range n {
		q.finds = append(q.finds, k.find())
		q.relateds = append(q.relateds, k.related())
		q.termLists = append(q.termLists, k.terms())
	}
	q.pageSize = 1 + k.rng.IntN(6)
	q.walkedFinds = []graph.FindRequest{{}, k.find()}
	q.walkedRelateds = append(slices.Clone(q.walkedRelateds), k.related())
	q.walkedTerms = []graph.TermsRequest{{}, k.terms()}
}

func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

// oneIn is true once in n times.
func oneIn(rng *rand.Rand, n int) bool { return rng.IntN(n) == 0 }

func (k *asker) find() graph.FindRequest {
	var q graph.FindRequest
	if oneIn(k.rng, 3) {
		kind := pick(k.rng, graph.TermKinds())
		q.Term = &graph.TermRef{Kind: kind, Slug: pick(k.rng, k.slugs[kind])}
	}
	q.Filter = k.filter(k.rng.IntN(4))
	var places []graph.Position
	for _, row := range k.a.find(q) {
		places = append(places, row.position)
	}
	q.Page = k.page(places)
	return q
}

func (k *asker) related() graph.RelatedRequest {
	q := graph.RelatedRequest{Key: "IL-9999", Kind: graph.SameCause}
	if len(k.keys) > 0 && !oneIn(k.rng, 20) {
		q.Key = pick(k.rng, k.keys)
	}
	if stored := k.a.sorted(); len(stored) > 0 && oneIn(k.rng, 6) {
		q.Key = pick(k.rng, stored).ID // one that another replaces, perhaps
	}
	if oneIn(k.rng, 4) {
		q.Key = strings.ToLower(q.Key)
	}
	if !oneIn(k.rng, 3) {
		q.Kind = graph.SharesComponent
		if oneIn(k.rng, 2) {
			q.Component = pick(k.rng, k.slugs[graph.KindComponent])
		}
	}
	if oneIn(k.rng, 2) {
		q.Filter = k.filter(k.rng.IntN(3))
	}
	var places []graph.Position
	for _, row := range k.a.related(q) {
		places = append(places, row.Position)
	}
	q.Page = k.page(places)
	return q
}

func (k *asker) terms() graph.TermsRequest {
	var q graph.TermsRequest
	if oneIn(k.rng, 2) {
		kind := pick(k.rng, graph.TermKinds())
		q.Kind = &kind
	}
	if oneIn(k.rng, 2) {
		variants := pick(k.rng, spellings[pick(k.rng, graph.TermKinds())])
		letters := []rune(pick(k.rng, variants))
		q.Query = string(letters[:1+k.rng.IntN(len(letters))])
	}
	var places []graph.Position
	for _, row := range k.a.terms(q) {
		places = append(places, row.position)
	}
	q.Page = k.page(places)
	return q
}

// page asks for some rows around places of rows, or beside them: a place keeps its
// meaning when its row is gone.
func (k *asker) page(places []graph.Position) graph.Page {
	p := graph.Page{Size: k.rng.IntN(5), FromEnd: oneIn(k.rng, 3)}
	if oneIn(k.rng, 4) {
		p.Size = graph.MaxPageSize
	}
	place := func() *graph.Position {
		if len(places) == 0 || !oneIn(k.rng, 2) {
			return nil
		}
		at := pick(k.rng, places)
		if oneIn(k.rng, 4) {
			at.Name += "~" // right behind
		}
		return &at
	}
	p.After, p.Before = place(), place()
	return p
}

// filter thinks up a filter that is nested so deep.
func (k *asker) filter(depth int) graph.Filter {
	var f graph.Filter
	if oneIn(k.rng, 2) || depth == 0 {
		kind := pick(k.rng, graph.TermEdgeKinds())
		f.Terms = map[graph.EdgeKind]graph.TermFilter{kind: k.termFilter(kind)}
	}
	if oneIn(k.rng, 4) {
		kind := graph.Involves
		if f.Terms == nil {
			f.Terms = map[graph.EdgeKind]graph.TermFilter{}
		}
		f.Terms[kind] = k.termFilter(kind)
	}
	if oneIn(k.rng, 3) {
		f.Date = &graph.DateRange{From: k.day(), To: k.day()}
	}
	if depth == 0 {
		return f
	}
	if oneIn(k.rng, 3) {
		f.And = k.filters(depth)
	}
	if oneIn(k.rng, 3) {
		or := k.filters(depth)
		f.Or = &or
	}
	if oneIn(k.rng, 2) {
		not := k.filter(depth - 1)
		f.Not = &not
	}
	return f
}

func (k *asker) filters(depth int) []graph.Filter {
	list := []graph.Filter{}
	for range k.rng.IntN(3) {
		list = append(list, k.filter(depth-1))
	}
	return list
}

func (k *asker) termFilter(kind graph.EdgeKind) graph.TermFilter {
	var t graph.TermFilter
	if oneIn(k.rng, 2) {
		anyOf := k.someSlugs(kind)
		t.Any = &anyOf
	}
	if oneIn(k.rng, 4) {
		for range k.rng.IntN(3) {
			t.All = append(t.All, k.someSlugs(kind))
		}
	}
	if oneIn(k.rng, 4) {
		t.None = k.someSlugs(kind)
	}
	if oneIn(k.rng, 3) {
		known := oneIn(k.rng, 2)
		t.Known = &known
	}
	return t
}

func (k *asker) someSlugs(kind graph.EdgeKind) []string {
	list := []string{}
	for range k.rng.IntN(4) {
		list = append(list, pick(k.rng, k.slugs[kind.To()]))
	}
	return list
}

// day gives a day near those of the corpora, or none.
func (k *asker) day() *int32 {
	if oneIn(k.rng, 3) {
		return nil
	}
	d, err := graph.ParseDate(pick(k.rng, dates))
	if err != nil {
		return nil
	}
	day := d.First() + int32(k.rng.IntN(3)) - 1
	return &day
}
