package embedded

import (
	"github.com/RoaringBitmap/roaring/v2"

	"github.com/incidentgraph/incidentgraph/graph"
)

// sift gives those of a set of incidents for which a filter holds: what
// graph.Filter.Matches says of each, as set algebra. It may give the very set that it was
// given; neither is to be written to.
func (m *memory) sift(set *roaring.Bitmap, f *graph.Filter) *roaring.Bitmap {
	for kind, t := range f.Terms {
		set = m.siftTerms(set, kind, t)
	}
	if f.Date != nil {
		set = m.siftDate(set, *f.Date)
	}
	for i := range f.And {
		set = m.sift(set, &f.And[i])
	}
	if f.Or != nil {
		any := roaring.New()
		for i := range *f.Or {
			any.Or(m.sift(set, &(*f.Or)[i]))
		}
		set = any
	}
	if f.Not != nil {
		set = roaring.AndNot(set, m.sift(set, f.Not))
	}
	return set
}

// asksNothing reports whether a filter holds for everything, by its form.
func asksNothing(f *graph.Filter) bool {
	return len(f.Terms) == 0 && f.Date == nil && len(f.And) == 0 && f.Or == nil && f.Not == nil
}

func (m *memory) siftTerms(set *roaring.Bitmap, kind graph.EdgeKind, t graph.TermFilter) *roaring.Bitmap {
	if t.Any != nil {
		set = m.withOne(set, kind, *t.Any)
	}
	for _, slugs := range t.All {
		set = m.withOne(set, kind, slugs)
	}
	if len(t.None) > 0 {
		set = roaring.AndNot(set, m.withOne(set, kind, t.None))
	}
	if t.Known != nil {
		if *t.Known {
			set = roaring.And(set, m.with[kind])
		} else {
			set = roaring.AndNot(set, m.with[kind])
		}
	}
	return set
}

// withOne gives those of a set that have at least one of the terms.
func (m *memory) withOne(set *roaring.Bitmap, kind graph.EdgeKind, slugs []string) *roaring.Bitmap {
	out := roaring.New()
	for _, slug := range slugs {
		if n, ok := m.byRef[graph.TermRef{Kind: kind.To(), Slug: slug}]; ok {
			out.Or(roaring.And(set, m.terms[n].members.bitmap()))
		}
	}
	return out
}

// siftDate gives those of a set whose date overlaps a range.
func (m *memory) siftDate(set *roaring.Bitmap, r graph.DateRange) *roaring.Bitmap {
	if r.From == nil && r.To == nil {
		return set
	}
	out := roaring.New()
	set.Iterate(func(n uint32) bool {
		d := m.days[n]
		if d.first != graph.UnknownDay && (r.From == nil || *r.From <= d.last) && (r.To == nil || d.first <= *r.To) {
			out.Add(n)
		}
		return true
	})
	return out
}
