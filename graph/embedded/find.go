package embedded

import (
	"context"
	"iter"
	"slices"
	"sort"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Find lists incidents, as graph.Store has it.
func (s *Store) Find(ctx context.Context, requests []graph.FindRequest) ([]graph.FindResult, error) {
	return answer(ctx, s, requests, (*memory).find)
}

func (m *memory) find(q graph.FindRequest) (graph.FindResult, error) {
	t, err := m.found(q)
	if err != nil {
		return graph.FindResult{}, err
	}
	rows, info := m.cut(graph.Newest, []tier{t}, q.Page)
	result := graph.FindResult{Info: info, Total: t.size}
	for _, row := range rows {
		result.Positions = append(result.Positions, m.position(row.number))
		result.Keys = append(result.Keys, m.key(row.number))
	}
	return result, nil
}

// found gives all incidents that a request asks for.
func (m *memory) found(q graph.FindRequest) (tier, error) {
	scope := &members{few: m.order}
	if q.Term != nil {
		if !q.Term.Kind.IsTerm() {
			return tier{}, graph.Errorf(graph.CodeInvalid, "incidents are listed of a term, not of an incident")
		}
		n, ok := m.byRef[*q.Term]
		if !ok {
			return tier{}, nil
		}
		scope = &m.terms[n].members
	}
	if asksNothing(&q.Filter) && scope.many == nil {
		return tier{base: scope.few, size: len(scope.few)}, nil
	}
	set := scope.bitmap()
	if q.Term == nil {
		set = m.incidents
	}
	return m.tierOf(0, m.sift(set, &q.Filter)), nil
}

// A tier is a set of incidents in the order Newest, all of which share equally many terms
// with some incident.
type tier struct {
	shared int
	base   []uint32          // in order; all of the set are among them
	in     func(uint32) bool // tells which of base are of the set; nil: all are
	size   int               // of the set
}

// sortedSize is up to how many incidents of a set are sorted to show it. More are so
// dense that a walk through all incidents, in order, soon meets enough of them.
const sortedSize = 1024

// tierOf gives a set as a tier.
func (m *memory) tierOf(shared int, set *roaring.Bitmap) tier {
	size := int(set.GetCardinality())
	if size > sortedSize {
		return tier{shared, m.order, set.Contains, size}
	}
	return m.sortedTier(shared, set.ToArray())
}

func (m *memory) sortedTier(shared int, numbers []uint32) tier {
	slices.SortFunc(numbers, m.compare)
	return tier{shared: shared, base: numbers, size: len(numbers)}
}

// row is an incident of a tier.
type row struct {
	number uint32
	shared int
}

// cut gives one page of tiers, which stand in order, most shared first. It gives what
// graph.Page.Cut gives of the whole list, without making the list.
func (m *memory) cut(order graph.Order, tiers []tier, p graph.Page) (rows []row, info graph.PageInfo) {
	from, to := make([]int, len(tiers)), make([]int, len(tiers)) // bounds within the bases
	for i, t := range tiers {
		to[i] = len(t.base)
		place := func(wanted int, at graph.Position) int { // of the first row that compares so, or more
			return sort.Search(len(t.base), func(j int) bool {
				here := m.position(t.base[j])
				here.Shared = t.shared
				return order.Compare(here, at) >= wanted
			})
		}
		if p.After != nil {
			from[i] = place(1, *p.After)
		}
		if p.Before != nil {
			to[i] = max(from[i], place(0, *p.Before))
		}
	}
	total := 0
	for _, t := range tiers {
		total += t.size
	}
	rows = make([]row, 0, min(p.Size, total))
	if p.FromEnd {
		for i, j := range backward(tiers, to) {
			if len(rows) == p.Size || j < from[i] {
				info.HasPrevious = true
				break
			}
			rows = append(rows, row{tiers[i].base[j], tiers[i].shared})
		}
		slices.Reverse(rows)
		for range forward(tiers, to) {
			info.HasNext = true
			break
		}
		return rows, info
	}
	for i, j := range forward(tiers, from) {
		if len(rows) == p.Size || j >= to[i] {
			info.HasNext = true
			break
		}
		rows = append(rows, row{tiers[i].base[j], tiers[i].shared})
	}
	for range backward(tiers, from) {
		info.HasPrevious = true
		break
	}
	return rows, info
}

// forward gives the rows of tiers from a place in each on, as tier and place in its base.
func forward(tiers []tier, from []int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i, t := range tiers {
			for j := from[i]; j < len(t.base); j++ {
				if (t.in == nil || t.in(t.base[j])) && !yield(i, j) {
					return
				}
			}
		}
	}
}

// backward gives the rows of tiers before a place in each, the last one first.
func backward(tiers []tier, to []int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i, t := range slices.Backward(tiers) {
			for j := to[i] - 1; j >= 0; j-- {
				if (t.in == nil || t.in(t.base[j])) && !yield(i, j) {
					return
				}
			}
		}
	}
}
