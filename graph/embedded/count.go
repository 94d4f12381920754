package embedded

import (
	"fmt"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/incidentgraph/incidentgraph/graph"
)

// count counts what a request asks to be counted; within gives what its list holds under
// another filter than its own or, of nil, under its own.
func (m *moment) count(c graph.Counting, within func(*graph.Filter) *roaring.Bitmap) graph.Counted {
	var out graph.Counted
	for _, f := range c.Facets {
		out.Facets = append(out.Facets, graph.FirstBuckets(m.buckets(f.By, within(f.Filter)), f.Size))
	}
	if c.Durations {
		d := m.durations(within(nil))
		out.Durations = &d
	}
	return out
}

// buckets gives all buckets of a set, in no particular order.
func (m *memory) buckets(by graph.FacetField, set *roaring.Bitmap) []graph.Bucket {
	switch {
	case set.IsEmpty():
		return nil
	case by.IsTerm():
		return m.termBuckets(by.TermKind(), set)
	case by.IsDate():
		return m.dateBuckets(by, set)
	}
	return m.valueBuckets(by.ValueField(), set)
}

// A set is counted by a field in one of two ways: by what each of its incidents has, or
// by what it has in common with those of each term or value. Costs are in the time that
// one number of a bitmap takes.
const (
	costOfFact    = 30  // to read the terms of an incident off its fact
	costOfLookup  = 8   // to look whether a set holds a number
	costOfSection = 128 // to compare a section of two bitmaps, 65,536 numbers
)

// costWith is about what it costs to count what two sets have in common.
func (m *memory) costWith(size, other int) int {
	return min(size, other, costOfSection*(1+len(m.facts)>>16))
}

func (m *memory) termBuckets(kind graph.NodeKind, set *roaring.Bitmap) []graph.Bucket {
	size := int(set.GetCardinality())
	terms := m.termsOf(kind)
	var counts []int // by place in terms
	switch {
	case size == len(m.order):
		counts = make([]int, len(terms))
		for i, n := range terms {
			counts[i] = m.terms[n].members.len()
		}
	case kind == graph.KindCompany:
		counts = m.countCompanies(set, terms)
	case costOfFact*size < m.costOfTerms(terms, size):
		counts = m.countEdges(graph.EdgeTo(kind), set, terms)
	default:
		counts = make([]int, len(terms))
		for i, n := range terms {
			counts[i] = m.terms[n].members.countIn(set)
		}
	}
	var out []graph.Bucket
	for i, count := range counts {
		if count > 0 {
			out = append(out, graph.Bucket{Key: m.slug(terms[i]), Count: count})
		}
	}
	return out
}

// termsOf gives the terms of a kind, in order of slug.
func (m *memory) termsOf(kind graph.NodeKind) []uint32 {
	from, _ := m.rankOf(graph.TermRef{Kind: kind})
	to, _ := m.rankOf(graph.TermRef{Kind: kind + 1})
	return m.listing().terms[from:to]
}

// costOfTerms is about what it costs to count a set by its terms' incidents.
func (m *memory) costOfTerms(terms []uint32, size int) int {
	cost := 0
	for _, n := range terms {
		if of := &m.terms[n].members; of.many != nil {
			cost += m.costWith(size, of.len())
		} else {
			cost += costOfLookup * of.len()
		}
	}
	return cost
}

// countIn counts what two sets have in common.
func (s *members) countIn(set *roaring.Bitmap) int {
	if s.many != nil {
		return int(s.many.AndCardinality(set))
	}
	count := 0
	for _, n := range s.few {
		if set.Contains(n) {
			count++
		}
	}
	return count
}

func (m *memory) countCompanies(set *roaring.Bitmap, terms []uint32) []int {
	byTerm := make([]int, len(m.terms)+1)
	set.Iterate(func(n uint32) bool { byTerm[m.companies[n]]++; return true })
	counts := make([]int, len(terms))
	for i, n := range terms {
		counts[i] = byTerm[n+1]
	}
	return counts
}

// countEdges counts the terms of the edges of one kind that a set has.
func (m *memory) countEdges(kind graph.EdgeKind, set *roaring.Bitmap, terms []uint32) []int {
	byTerm := make([]int, len(m.terms))
	set.Iterate(func(n uint32) bool {
		c := edgesOf(m.facts[n])
		for _, section := range sections {
			for range c.count(0) {
				if e := c.edge(); section == kind {
					byTerm[e.to]++
				}
			}
			if section == kind {
				break
			}
		}
		return true
	})
	counts := make([]int, len(terms))
	for i, n := range terms {
		counts[i] = byTerm[n]
	}
	return counts
}

func (m *memory) valueBuckets(field graph.ValueField, set *roaring.Bitmap) []graph.Bucket {
	size, cost := int(set.GetCardinality()), 0
	for _, v := range m.values.spelt[field] {
		cost += m.costWith(size, int(v.incidents.GetCardinality()))
	}
	tally := graph.NewTally(graph.FacetDomain + graph.FacetField(field))
	if costOfFact*size < cost {
		counts := map[string]int{}
		set.Iterate(func(n uint32) bool {
			c := edgesOf(m.facts[n])
			for range sections {
				for range c.count(0) {
					c.edge()
				}
			}
			c.values(func(f graph.ValueField, text string) {
				if f == field {
					counts[text]++
				}
			})
			return true
		})
		for text, count := range counts {
			tally.Count(m.values.spelt[field][text].folded, text, count)
		}
	} else {
		for text, v := range m.values.spelt[field] {
			if count := int(v.incidents.AndCardinality(set)); count > 0 {
				tally.Count(v.folded, text, count)
			}
		}
	}
	return tally.Buckets(len(m.values.spelt[field]))
}

func (m *memory) dateBuckets(by graph.FacetField, set *roaring.Bitmap) []graph.Bucket {
	byDays := map[days]int{} // there are far fewer days than incidents
	set.Iterate(func(n uint32) bool { byDays[m.days[n]]++; return true })
	delete(byDays, days{graph.UnknownDay, graph.UnknownDay})
	counts := map[yearMonth]int{}
	for d, count := range byDays {
		counts[d.yearMonth(by)] += count
	}
	out := make([]graph.Bucket, 0, len(counts))
	for at, count := range counts {
		out = append(out, graph.Bucket{Key: at.String(), Count: count})
	}
	return out
}

// yearMonth is what a date is counted under: a month, or the year where month is 0.
type yearMonth struct{ year, month int }

func (m yearMonth) String() string {
	if m.month == 0 {
		return fmt.Sprintf("%04d", m.year)
	}
	return fmt.Sprintf("%04d-%02d", m.year, m.month)
}

// yearMonth gives what a known date is counted under.
func (d days) yearMonth(by graph.FacetField) yearMonth {
	year, month, _ := time.Unix(int64(d.first)*86400, 0).UTC().Date()
	const daysOfMonth = 31 // a longer interval is a year
	if by == graph.FacetYear || d.last-d.first >= daysOfMonth {
		return yearMonth{year, 0}
	}
	return yearMonth{year, int(month)}
}

func (m *memory) durations(set *roaring.Bitmap) graph.Durations {
	detected, recovered := make([]int, 0, set.GetCardinality()), make([]int, 0, set.GetCardinality())
	set.Iterate(func(n uint32) bool {
		if t := m.times[n].detect; t.known() {
			detected = append(detected, t.value())
		}
		if t := m.times[n].recover; t.known() {
			recovered = append(recovered, t.value())
		}
		return true
	})
	sortMinutes(detected)
	sortMinutes(recovered)
	return graph.Durations{TimeToDetect: graph.DurationOf(detected), TimeToRecover: graph.DurationOf(recovered)}
}

// sortMinutes sorts many times by counting: most are within some days.
func sortMinutes(list []int) {
	const month = 31 * 24 * 60
	if len(list) < month {
		return // DurationOf sorts them fast enough
	}
	counts := make([]int, month)
	var longer []int
	for _, m := range list {
		if m < month {
			counts[m]++
		} else {
			longer = append(longer, m)
		}
	}
	list = list[:0]
	for m, count := range counts {
		for range count {
			list = append(list, m)
		}
	}
	slices.Sort(longer)
	_ = append(list, longer...) // in its place
}
