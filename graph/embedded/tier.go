package embedded

import (
	"iter"
	"slices"
	"sort"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/incidentgraph/incidentgraph/graph"
)

// A tier is a set of incidents in the order Newest, all of which share equally many terms
// with some incident, or are found equally well by a text query.
type tier struct {
	shared int
	found  graph.Tier
	base   []uint32                // in order; all of the set are among them
	in     func(uint32) bool       // tells which of base are of the set; nil: all are
	visit  func(each func(uint32)) // visits the set in any order; nil: base is the set
	size   int                     // of the set
}

// each visits the incidents of the tier, in any order.
func (t *tier) each(visit func(uint32)) {
	if t.visit != nil {
		t.visit(visit)
		return
	}
	for _, n := range t.base {
		visit(n)
	}
}

// sizeOf gives how many incidents tiers hold together.
func sizeOf(tiers []tier) int {
	sum := 0
	for i := range tiers {
		sum += tiers[i].size
	}
	return sum
}

// sortedSize is up to how many incidents of a set are sorted to show it. More are so
// dense that a walk through all incidents, in order, soon meets enough of them.
const sortedSize = 1024

// tierOf gives a set as a tier.
func (m *memory) tierOf(set *roaring.Bitmap) tier {
	size := int(set.GetCardinality())
	if size <= sortedSize {
		return m.sortedTier(0, set.ToArray())
	}
	return tier{base: m.order, in: set.Contains, visit: visiting(set), size: size}
}

// visiting gives a visit to all of a set.
func visiting(set *roaring.Bitmap) func(each func(uint32)) {
	return func(each func(uint32)) { set.Iterate(func(n uint32) bool { each(n); return true }) }
}

func (m *memory) sortedTier(shared int, numbers []uint32) tier {
	slices.SortFunc(numbers, m.compare)
	return tier{shared: shared, base: numbers, size: len(numbers)}
}

// row is an incident of a tier.
type row struct {
	number uint32
	shared int
	found  graph.Tier
}

func (t *tier) row(n uint32) row { return row{n, t.shared, t.found} }

// page gives one page of tiers in an order; standing is the order that they stand in.
func (m *memory) page(tiers []tier, standing, order graph.Order, p graph.Page) ([]row, graph.PageInfo) {
	if order == standing {
		return m.cut(order, tiers, p)
	}
	return m.pick(order, tiers, p)
}

// cut gives one page of tiers, which stand in order. It gives what
// graph.Page.Cut gives of the whole list, without making the list.
func (m *memory) cut(order graph.Order, tiers []tier, p graph.Page) (rows []row, info graph.PageInfo) {
	from, to := make([]int, len(tiers)), make([]int, len(tiers)) // bounds within the bases
	for i, t := range tiers {
		to[i] = len(t.base)
		place := func(wanted int, at graph.Position) int { // of the first row that compares so, or more
			return sort.Search(len(t.base), func(j int) bool {
				here := m.position(t.base[j])
				here.Shared, here.Tier = t.shared, t.found
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
	rows = make([]row, 0, min(p.Size, sizeOf(tiers)))
	if p.FromEnd {
		for i, j := range backward(tiers, to) {
			if len(rows) == p.Size || j < from[i] {
				info.HasPrevious = true
				break
			}
			rows = append(rows, tiers[i].row(tiers[i].base[j]))
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
		rows = append(rows, tiers[i].row(tiers[i].base[j]))
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
