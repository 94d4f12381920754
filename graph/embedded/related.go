package embedded

import (
	"context"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Related lists the incidents that share something with one, as graph.Store has it.
func (s *Store) Related(ctx context.Context, requests []graph.RelatedRequest) ([]graph.RelatedResult, error) {
	var texts []*graph.TextQuery
	for i := range requests {
		texts = textsOf(texts, &requests[i].Filter, requests[i].Counting)
	}
	return answerTexts(ctx, s, requests, texts, (*moment).related)
}

func (m *moment) related(q graph.RelatedRequest) (graph.RelatedResult, error) {
	order := q.Order.Or(graph.MostShared)
	switch {
	case !q.Kind.IsPair() || q.Component != "" && q.Kind != graph.SharesComponent:
		return graph.RelatedResult{}, graph.Errorf(graph.CodeInvalid, "incidents are related by %s, of one component or any, or by %s", graph.SharesComponent, graph.SameCause)
	case sortsBy(order, graph.ByTier):
		return graph.RelatedResult{}, graph.Errorf(graph.CodeInvalid, "only incidents that are searched for are sorted by how well they are found")
	}
	none := func(*graph.Filter) *roaring.Bitmap { return roaring.New() }
	number, ok := m.incident(q.Key)
	if !ok {
		return graph.RelatedResult{Counted: m.count(q.Counting, none)}, nil
	}
	var component *uint32
	if q.Component != "" {
		n, ok := m.byRef[graph.TermRef{Kind: graph.KindComponent, Slug: q.Component}]
		if !ok {
			return graph.RelatedResult{Counted: m.count(q.Counting, none)}, nil
		}
		component = &n
	}
	o := m.look(number, q.Kind, component)
	tiers := o.tiers(&q.Filter)
	result := graph.RelatedResult{Unnamed: o.unnamed, Total: sizeOf(tiers)}
	var rows []row
	rows, result.Info = m.page(tiers, graph.MostShared, order, q.Page)
	if len(rows) > 0 {
		result.Rows = make([]graph.RelatedRow, len(rows))
		o.strings = make([]string, 0, 5*len(rows)) // in the common case
	}
	for i, r := range rows {
		at := m.place(r)
		result.Rows[i] = graph.RelatedRow{Key: at.Name, Relation: o.relation(r.number), Position: at.For(order)}
	}
	result.Counted = m.count(q.Counting, func(f *graph.Filter) *roaring.Bitmap {
		if f == nil {
			f = &q.Filter
		}
		return o.set(f)
	})
	return result, nil
}

// tiers gives the incidents that are related to one, as tiers: those that share most
// terms first. Those paired by a card that share none come last, and only where no
// component is asked for.
func (o *one) tiers(f *graph.Filter) []tier {
	hubs, paired := o.scope()
	sum := len(paired)
	for _, hub := range hubs {
		sum += hub.len()
	}
	if sum > fewMembers {
		return o.tiersOfMany(hubs, paired, f)
	}
	return o.tiersOfFew(hubs, paired, f)
}

// scope gives the sets in which the related incidents are: hubs, and those that cards
// pair with the one.
func (o *one) scope() (hubs []*members, paired []uint32) {
	for _, e := range o.own() {
		if o.component == nil || e.to == *o.component {
			hubs = append(hubs, &o.m.terms[e.to].members)
		}
	}
	if o.component == nil {
		for _, p := range o.pairs {
			paired = append(paired, p.other)
		}
	}
	return hubs, paired
}

// set gives the related incidents for which a filter holds.
func (o *one) set(f *graph.Filter) *roaring.Bitmap {
	hubs, paired := o.scope()
	return o.union(hubs, paired, f)
}

func (o *one) union(hubs []*members, paired []uint32, f *graph.Filter) *roaring.Bitmap {
	set := roaring.BitmapOf(paired...)
	for _, hub := range hubs {
		set.Or(hub.bitmap())
	}
	set.Remove(o.number)
	if asksNothing(f) {
		return set
	}
	return o.m.sift(set, f)
}

// tiersOfFew looks at each incident.
func (o *one) tiersOfFew(hubs []*members, paired []uint32, f *graph.Filter) []tier {
	var numbers []uint32
	if len(hubs) == 1 && hubs[0].many == nil && len(paired) == 0 {
		numbers = hubs[0].few // in order already
	} else {
		for _, hub := range hubs {
			hub.each(func(n uint32) { numbers = append(numbers, n) })
		}
		numbers = sortedNumbers(append(numbers, paired...))
		slices.SortFunc(numbers, o.m.compare)
	}
	var holds *roaring.Bitmap // nil: all
	if !asksNothing(f) {
		holds = o.m.sift(roaring.BitmapOf(numbers...), f)
	}
	counts := make([]uint16, len(numbers))
	sizes := make([]int, len(o.own())+1) // by count
	for i, n := range numbers {
		if n == o.number || holds != nil && !holds.Contains(n) {
			counts[i] = leftOut
			continue
		}
		counts[i] = uint16(o.count(n))
		sizes[counts[i]]++
	}
	sorted := make([]uint32, 0, len(numbers))
	var tiers []tier
	for shared, size := range slices.Backward(sizes) {
		if size == 0 {
			continue
		}
		from := len(sorted)
		for i, n := range numbers {
			if counts[i] == uint16(shared) {
				sorted = append(sorted, n)
			}
		}
		tiers = append(tiers, tier{shared: shared, base: sorted[from:], size: size})
	}
	return tiers
}

const leftOut = ^uint16(0)

// tiersOfMany counts with bitmaps: of a large hub, all but those that share a second term
// are left as they are.
func (o *one) tiersOfMany(hubs []*members, paired []uint32, f *graph.Filter) []tier {
	scope := o.union(hubs, paired, f)
	base := 0 // how many terms all of the scope share; only the others have to be counted
	if o.component != nil {
		base = 1
	}
	counts := make([]uint16, len(o.m.facts))
	var counted []uint32
	for _, e := range o.own() {
		if o.component != nil && e.to == *o.component {
			continue
		}
		roaring.And(scope, o.m.terms[e.to].members.bitmap()).Iterate(func(n uint32) bool {
			if counts[n] == 0 {
				counted = append(counted, n)
			}
			counts[n]++
			return true
		})
	}
	byCount := make([][]uint32, len(o.own())+1)
	for _, n := range counted {
		byCount[counts[n]] = append(byCount[counts[n]], n)
	}
	var tiers []tier
	for count := len(byCount) - 1; count > 0; count-- {
		switch numbers := byCount[count]; {
		case len(numbers) > sortedSize:
			in := func(n uint32) bool { return counts[n] == uint16(count) }
			visit := func(each func(uint32)) {
				for _, n := range numbers {
					each(n)
				}
			}
			tiers = append(tiers, tier{shared: base + count, base: o.m.order, in: in, visit: visit, size: len(numbers)})
		case len(numbers) > 0:
			tiers = append(tiers, o.m.sortedTier(base+count, numbers))
		}
	}
	switch rest := int(scope.GetCardinality()) - len(counted); {
	case rest > sortedSize:
		in := func(n uint32) bool { return counts[n] == 0 && scope.Contains(n) }
		visit := func(each func(uint32)) {
			scope.Iterate(func(n uint32) bool {
				if counts[n] == 0 {
					each(n)
				}
				return true
			})
		}
		tiers = append(tiers, tier{shared: base, base: o.m.order, in: in, visit: visit, size: rest})
	case rest > 0:
		tiers = append(tiers, o.m.sortedTier(base, roaring.AndNot(scope, roaring.BitmapOf(counted...)).ToArray()))
	}
	return tiers
}

func sortedNumbers(list []uint32) []uint32 {
	slices.Sort(list)
	return slices.Compact(list)
}
