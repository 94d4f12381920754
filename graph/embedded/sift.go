package embedded

import (
	"github.com/RoaringBitmap/roaring/v2"

	"github.com/incidentgraph/incidentgraph/graph"
)

// sift gives those of a set of incidents for which a filter holds: what
// graph.Filter.Matches says of each, as set algebra. It may give the very set that it was
// given; neither is to be written to.
func (m *moment) sift(set *roaring.Bitmap, f *graph.Filter) *roaring.Bitmap {
	for kind, t := range f.Terms {
		set = m.siftTerms(set, kind, t)
	}
	for field, wanted := range f.Values {
		set = roaring.And(set, m.withValue(field, wanted))
	}
	if f.Stub != nil {
		if *f.Stub {
			set = roaring.And(set, m.stubs)
		} else {
			set = roaring.AndNot(set, m.stubs)
		}
	}
	if f.Text != nil {
		set = roaring.And(set, m.texts[f.Text].all)
	}
	if r := f.Date; r != nil && (r.From != nil || r.To != nil) {
		set = only(set, func(n uint32) bool {
			d := m.days[n]
			return d.first != graph.UnknownDay && (r.From == nil || *r.From <= d.last) && (r.To == nil || d.first <= *r.To)
		})
	}
	if r := f.TimeToDetect; r != nil && (r.Min != nil || r.Max != nil) {
		set = only(set, func(n uint32) bool { return within(r, m.times[n].detect) })
	}
	if r := f.TimeToRecover; r != nil && (r.Min != nil || r.Max != nil) {
		set = only(set, func(n uint32) bool { return within(r, m.times[n].recover) })
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
	return len(f.Terms) == 0 && len(f.Values) == 0 && f.Date == nil && f.TimeToDetect == nil && f.TimeToRecover == nil &&
		f.Text == nil && f.Stub == nil && len(f.And) == 0 && f.Or == nil && f.Not == nil
}

func (m *moment) siftTerms(set *roaring.Bitmap, kind graph.EdgeKind, t graph.TermFilter) *roaring.Bitmap {
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
func (m *moment) withOne(set *roaring.Bitmap, kind graph.EdgeKind, slugs []string) *roaring.Bitmap {
	out := roaring.New()
	for _, slug := range slugs {
		if n, ok := m.byRef[graph.TermRef{Kind: kind.To(), Slug: slug}]; ok {
			out.Or(roaring.And(set, m.terms[n].members.bitmap()))
		}
	}
	return out
}

// withValue gives the incidents that have at least one of some folded values.
func (m *moment) withValue(field graph.ValueField, wanted []string) *roaring.Bitmap {
	out := roaring.New()
	for _, folded := range wanted {
		for _, spelling := range m.values.folded[field][folded] {
			out.Or(spelling.incidents)
		}
	}
	return out
}

// within reports whether a known time is in a range that has an end.
func within(r *graph.MinutesRange, t minutes) bool {
	return t.known() && (r.Min == nil || *r.Min <= t.value()) && (r.Max == nil || t.value() <= *r.Max)
}

// only gives those of a set of which holds says so.
func only(set *roaring.Bitmap, holds func(uint32) bool) *roaring.Bitmap {
	out := roaring.New()
	run := make([]uint32, 0, 1024)
	set.Iterate(func(n uint32) bool {
		if holds(n) {
			if run = append(run, n); len(run) == cap(run) {
				out.AddMany(run)
				run = run[:0]
			}
		}
		return true
	})
	out.AddMany(run)
	return out
}
