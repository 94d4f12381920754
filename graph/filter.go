package graph

import (
	"maps"
	"slices"
)

// Filter says which incidents are meant. Its names are resolved: it holds slugs. All
// given members hold together; the zero Filter asks nothing. Logic is two-valued.
type Filter struct {
	Terms         map[EdgeKind]TermFilter // by kind of edge to terms
	Values        map[ValueField][]string // by field: at least one of these, folded (see Fold); an empty list matches nothing
	Date          *DateRange
	TimeToDetect  *MinutesRange
	TimeToRecover *MinutesRange
	Text          *TextQuery // nil asks nothing
	Stub          *bool      // whether the incident is known from cards only
	And           []Filter
	Or            *[]Filter // nil asks nothing; an empty list matches nothing
	Not           *Filter
}

// TermFilter asks about the terms of one kind that an incident has. A slug that no term
// has is a term without incidents.
type TermFilter struct {
	Any   *[]string  // at least one of these; nil asks nothing, an empty list matches nothing
	All   [][]string // of each list at least one (a term and those below it)
	None  []string   // none of these
	Known *bool      // whether there is any term at all
}

// DateRange is a range of days since 1970-01-01, inclusive; a nil end is open. A date of
// year or month precision is the interval of its days and matches a range that it
// overlaps. An unknown date matches no range but that without ends, which asks nothing.
type DateRange struct {
	From, To *int32
}

// MinutesRange is a range of whole minutes, inclusive; a nil end is open. An unknown time
// matches no range but that without ends, which asks nothing.
type MinutesRange struct {
	Min, Max *int
}

// Matches reports whether the filter holds for an incident, of whose text finds tells
// whether a query finds it (see TextQuery.Finds). It is the definition that stores' own
// ways of filtering are held against.
func (f *Filter) Matches(i *Incident, finds func(*TextQuery) bool) bool {
	for kind, t := range f.Terms {
		if !t.matches(i.Terms(kind)) {
			return false
		}
	}
	for field, wanted := range f.Values {
		if !slices.ContainsFunc(i.Values(field), func(v string) bool { return slices.Contains(wanted, Fold(v)) }) {
			return false
		}
	}
	if f.Date != nil && !f.Date.matches(i.Date) ||
		f.TimeToDetect != nil && !f.TimeToDetect.matches(i.TimeToDetect) ||
		f.TimeToRecover != nil && !f.TimeToRecover.matches(i.TimeToRecover) ||
		f.Text != nil && !finds(f.Text) ||
		f.Stub != nil && *f.Stub != i.Stub {
		return false
	}
	for k := range f.And {
		if !f.And[k].Matches(i, finds) {
			return false
		}
	}
	if f.Or != nil {
		any := false
		for k := range *f.Or {
			any = any || (*f.Or)[k].Matches(i, finds)
		}
		if !any {
			return false
		}
	}
	return f.Not == nil || !f.Not.Matches(i, finds)
}

func (t TermFilter) matches(have []string) bool {
	hasOne := func(of []string) bool {
		for _, slug := range of {
			if contains(have, slug) {
				return true
			}
		}
		return false
	}
	if t.Any != nil && !hasOne(*t.Any) {
		return false
	}
	for _, of := range t.All {
		if !hasOne(of) {
			return false
		}
	}
	if hasOne(t.None) {
		return false
	}
	return t.Known == nil || *t.Known == (len(have) > 0)
}

func (r DateRange) matches(d Date) bool {
	if r.From == nil && r.To == nil {
		return true
	}
	if d.IsZero() {
		return false
	}
	return (r.From == nil || *r.From <= d.Last()) && (r.To == nil || d.First() <= *r.To)
}

func (r MinutesRange) matches(minutes *int) bool {
	if r.Min == nil && r.Max == nil {
		return true
	}
	return minutes != nil && (r.Min == nil || *r.Min <= *minutes) && (r.Max == nil || *minutes <= *r.Max)
}

// Without gives the filter without its own condition on a field: the member of that field
// at its top, not those within And, Or and Not.
func (f Filter) Without(field FacetField) Filter {
	switch {
	case field.IsDate():
		f.Date = nil
	case field.IsTerm():
		f.Terms = maps.Clone(f.Terms)
		delete(f.Terms, EdgeTo(field.TermKind()))
	default:
		f.Values = maps.Clone(f.Values)
		delete(f.Values, field.ValueField())
	}
	return f
}
