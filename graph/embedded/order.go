package embedded

import (
	"cmp"
	"math"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// sortsBy reports whether an order asks for a value.
func sortsBy(o graph.Order, by graph.SortBy) bool {
	return slices.ContainsFunc(o[:], func(k graph.Sort) bool { return k.By == by })
}

// place gives the whole position of a row.
func (m *memory) place(r row) graph.Position {
	return graph.Position{
		Shared: r.shared, Tier: r.found, Day: m.days[r.number].first, Company: m.company(r.number),
		TimeToDetect: m.times[r.number].detect.value(), TimeToRecover: m.times[r.number].recover.value(), Name: m.key(r.number),
	}
}

// company gives the slug of an incident's company, "" where unknown.
func (m *memory) company(n uint32) string {
	if at := m.companies[n]; at > 0 {
		return m.terms[at-1].node.Slug
	}
	return ""
}

// pick gives one page of the incidents of tiers in any order. It gives what graph.Page.Cut
// gives of the sorted list, in one walk through them that keeps the rows of the page
// alone.
func (m *memory) pick(order graph.Order, tiers []tier, p graph.Page) ([]row, graph.PageInfo) {
	s := m.sorter(order)
	kept := top[candidate]{most: p.Size, compare: s.compare}
	if p.FromEnd {
		kept.compare = func(a, b candidate) int { return s.compare(b, a) }
	}
	after, before := s.bound(p.After), s.bound(p.Before)
	preceding, following := 0, 0
	for i := range tiers {
		t := &tiers[i]
		t.each(func(n uint32) {
			c := s.candidate(t.row(n))
			switch {
			case after != nil && s.compareTo(c, after) <= 0:
				preceding++
			case before != nil && s.compareTo(c, before) >= 0:
				following++
			default:
				kept.offer(c)
			}
		})
	}
	rows := make([]row, len(kept.kept))
	for i, c := range kept.sorted() {
		rows[i] = c.row
	}
	if p.FromEnd {
		slices.Reverse(rows)
	}
	rest := sizeOf(tiers) - preceding - following - len(rows) // between the bounds, and not on the page
	info := graph.PageInfo{HasPrevious: preceding > 0, HasNext: following > 0}
	if rest > 0 && p.FromEnd {
		info.HasPrevious = true
	} else if rest > 0 {
		info.HasNext = true
	}
	return rows, info
}

// sorter compares rows in an order, by a number for each row where that will do.
type sorter struct {
	m     *memory
	order graph.Order
	keys  []sortKey // the first of order's, that a sort value holds
	ranks []uint32  // of terms, in order of slug; see listing
}

// sortKey is a sort key with the bits that it takes of a sort value.
type sortKey struct {
	graph.Sort
	bits int
}

// bitsOf gives how many bits of a sort value the values of a key take; 0 where it is no
// part of one.
func bitsOf(by graph.SortBy) int {
	switch by {
	case graph.ByDay, graph.ByCompany, graph.ByTimeToDetect, graph.ByTimeToRecover:
		return 32
	case graph.ByShared:
		return 16
	case graph.ByTier:
		return 8
	}
	return 0
}

func (m *memory) sorter(order graph.Order) sorter {
	s := sorter{m: m, order: order}
	free := 64
	for _, k := range order {
		bits := bitsOf(k.By)
		if k.By == graph.ByName {
			bits = free / 8 * 8 // the first letters
		}
		if bits == 0 || bits > free {
			break
		}
		s.keys = append(s.keys, sortKey{k, bits})
		if free -= bits; k.By == graph.ByName {
			break // those behind it have to wait for its other letters
		}
	}
	if sortsBy(order, graph.ByCompany) {
		s.ranks = m.listing().ranks
	}
	return s
}

// candidate is a row with its sort value.
type candidate struct {
	value uint64 // the smaller, the earlier; of equal ones the whole order decides
	row   row
}

func (s *sorter) candidate(r row) candidate {
	value := uint64(0)
	for _, k := range s.keys {
		number, known := uint64(0), true
		switch k.By {
		case graph.ByDay:
			number, known = dayNumber(s.m.days[r.number].first)
		case graph.ByCompany:
			if at := s.m.companies[r.number]; at > 0 {
				number = ofRank(s.ranks[at-1])
			} else {
				known = false
			}
		case graph.ByTimeToDetect:
			number, known = minutesNumber(s.m.times[r.number].detect.value())
		case graph.ByTimeToRecover:
			number, known = minutesNumber(s.m.times[r.number].recover.value())
		case graph.ByName:
			number = s.m.letters[r.number] >> (64 - k.bits)
		case graph.ByShared:
			number = uint64(r.shared)
		case graph.ByTier:
			number = uint64(r.found)
		}
		value = appendKey(value, k, number, known)
	}
	return candidate{value, r}
}

// appendKey puts the number of a key behind those that stand in a sort value. An unknown
// one comes last either way.
func appendKey(value uint64, k sortKey, number uint64, known bool) uint64 {
	last := ^uint64(0) >> (64 - k.bits)
	switch {
	case !known:
		number = last
	case k.Descending:
		number = last - 1 - min(number, last-1)
	default:
		number = min(number, last-1)
	}
	return value<<k.bits | number
}

func dayNumber(day int32) (number uint64, known bool) {
	return uint64(int64(day) - math.MinInt32 - 1), day != graph.UnknownDay
}

func minutesNumber(n int) (number uint64, known bool) {
	return uint64(max(n, 0)), n != graph.UnknownMinutes
}

// ofRank leaves room for slugs between those of two terms.
func ofRank(rank uint32) uint64 { return 2*uint64(rank) + 1 }

// bound is an end of a page, with its sort value.
type bound struct {
	value uint64
	at    graph.Position
}

// bound gives the bound at a position; nil where there is none.
func (s *sorter) bound(at *graph.Position) *bound {
	if at == nil {
		return nil
	}
	b := &bound{at: *at}
	for _, k := range s.keys {
		number, known := uint64(0), true
		switch k.By {
		case graph.ByDay:
			number, known = dayNumber(at.Day)
		case graph.ByCompany:
			rank, there := s.m.rankOf(graph.TermRef{Kind: graph.KindCompany, Slug: at.Company})
			if number, known = ofRank(rank), at.Company != ""; !there {
				number-- // before the first that is greater
			}
		case graph.ByTimeToDetect:
			number, known = minutesNumber(at.TimeToDetect)
		case graph.ByTimeToRecover:
			number, known = minutesNumber(at.TimeToRecover)
		case graph.ByName:
			number = lettersOf(at.Name) >> (64 - k.bits)
		case graph.ByShared:
			number = uint64(max(at.Shared, 0))
		case graph.ByTier:
			number = uint64(at.Tier)
		}
		b.value = appendKey(b.value, k, number, known)
	}
	return b
}

func (s *sorter) compare(a, b candidate) int {
	if a.value != b.value {
		return cmp.Compare(a.value, b.value)
	}
	return s.order.Compare(s.m.place(a.row), s.m.place(b.row))
}

func (s *sorter) compareTo(c candidate, b *bound) int {
	if c.value != b.value {
		return cmp.Compare(c.value, b.value)
	}
	return s.order.Compare(s.m.place(c.row), b.at)
}
