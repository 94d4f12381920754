package graph

import (
	"slices"
	"testing"
)

// counted are the incidents of the tests on facets.
func counted(t *testing.T) []*Incident {
	involves := func(slugs ...string) []Edge {
		var edges []Edge
		for _, s := range slugs {
			edges = append(edges, Edge{Kind: Involves, To: s})
		}
		return edges
	}
	return []*Incident{
		{Key: "1", Severity: "SEV1", Tags: []string{"dns", "Ａws"}, Date: mustDate(t, "2019-03-04"), Edges: involves("cache", "queue")},
		{Key: "2", Severity: "sev1", Tags: []string{"DNS"}, Date: mustDate(t, "2019"), Edges: involves("cache")},
		{Key: "3", Severity: "sev1", Tags: []string{"AWS"}, Date: mustDate(t, "2019-03"), Edges: involves("queue", "store")},
		{Key: "4", Severity: "Sev2", Date: mustDate(t, "2020-01-01")},
		{Key: "5", Stub: true},
	}
}

func TestFacets(t *testing.T) {
	for _, tt := range []struct {
		name string
		by   FacetField
		size int
		want []Bucket
	}{
		{"terms: most first, ties by slug", FacetComponent, 9, []Bucket{{"cache", 2}, {"queue", 2}, {"store", 1}}},
		{"the first only", FacetComponent, 1, []Bucket{{"cache", 2}}},
		{"none", FacetComponent, 0, nil},
		{"of what nobody has", FacetCause, 9, nil},
		{"one bucket in the spelling of most", FacetSeverity, 9, []Bucket{{"sev1", 3}, {"Sev2", 1}}},
		// dns and DNS are as many, and so are Ａws and AWS: the first by code points
		{"a tie of spellings", FacetTag, 9, []Bucket{{"AWS", 2}, {"DNS", 2}}},
		{"years", FacetYear, 9, []Bucket{{"2019", 3}, {"2020", 1}}},
		{"months, and a year that is all that is known", FacetMonth, 9, []Bucket{{"2019-03", 2}, {"2019", 1}, {"2020-01", 1}}},
	} {
		tally := NewTally(tt.by)
		for _, i := range counted(t) {
			tally.Add(i)
		}
		if got := tally.Buckets(tt.size); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestFacetFields(t *testing.T) {
	for _, kind := range TermKinds() {
		if f := FacetOf(kind); !f.IsTerm() || f.IsDate() || f.TermKind() != kind {
			t.Errorf("%v: %v counts %v", kind, f, f.TermKind())
		}
	}
	for field, want := range map[FacetField]ValueField{FacetDomain: Domain, FacetSeverity: Severity, FacetRegion: Region, FacetTag: Tag} {
		if field.IsTerm() || field.IsDate() || field.ValueField() != want {
			t.Errorf("%v counts %v, want %v", field, field.ValueField(), want)
		}
	}
	if !FacetYear.IsDate() || !FacetMonth.IsDate() || FacetYear.IsTerm() {
		t.Error("years and months are of the date")
	}
}

// Of ten times the fifth is at the half and the ninth at nine tenths; of one, it is both.
func TestDurations(t *testing.T) {
	for _, tt := range []struct {
		minutes []int
		want    Duration
	}{
		{nil, Duration{}},
		{[]int{7}, Duration{1, 7, 7, 7, 7}},
		{[]int{9, 4}, Duration{2, 6.5, 4, 9, 9}},
		{[]int{3, 1, 2}, Duration{3, 2, 2, 3, 3}},
		{[]int{10, 20, 30, 40, 50, 60, 70, 80, 90, 100}, Duration{10, 55, 50, 90, 100}},
		{[]int{0, 0, 1}, Duration{3, 1.0 / 3, 0, 1, 1}},
	} {
		if got := DurationOf(tt.minutes); got != tt.want {
			t.Errorf("%v: %+v, want %+v", tt.minutes, got, tt.want)
		}
	}
}

// A term of all incidents weighs 1, and one more whenever it is half as frequent.
func TestWeight(t *testing.T) {
	for _, tt := range []struct{ all, with, want int }{
		{8, 8, 1}, {8, 5, 1}, {8, 4, 2}, {8, 3, 2}, {8, 2, 3}, {8, 1, 4}, {1, 1, 1}, {345, 19, 5}, {345, 0, 0},
	} {
		if got := Weight(tt.all, tt.with); got != tt.want {
			t.Errorf("%d of %d: %d, want %d", tt.with, tt.all, got, tt.want)
		}
	}
	if got := Likeness(5, 9); got != 555 {
		t.Errorf("5 of 9: %d, want 555", got)
	}
}

func TestWithout(t *testing.T) {
	one := []string{"one"}
	f := Filter{
		Terms:  map[EdgeKind]TermFilter{Involves: {Any: &one}, At: {Any: &one}},
		Values: map[ValueField][]string{Tag: one, Severity: one},
		Date:   &DateRange{},
		And:    []Filter{{Terms: map[EdgeKind]TermFilter{Involves: {}}}},
	}
	for _, tt := range []struct {
		field               FacetField
		terms, values, ands int
		date                bool
	}{
		{FacetComponent, 1, 2, 1, true},
		{FacetCause, 2, 2, 1, true},
		{FacetTag, 2, 1, 1, true},
		{FacetDomain, 2, 2, 1, true},
		{FacetYear, 2, 2, 1, false},
		{FacetMonth, 2, 2, 1, false},
	} {
		got := f.Without(tt.field)
		if len(got.Terms) != tt.terms || len(got.Values) != tt.values || len(got.And) != tt.ands || (got.Date != nil) != tt.date {
			t.Errorf("without %v: %+v", tt.field, got)
		}
	}
	if len(f.Terms) != 2 || len(f.Values) != 2 || f.Date == nil {
		t.Error("the filter itself was changed")
	}
}
