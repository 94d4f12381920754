package graph

import (
	"cmp"
	"slices"
)

// ValueField is a field of incidents that holds plain values, no terms. Values are
// compared folded (see Fold).
type ValueField uint8

// The fields with plain values.
const (
	Domain ValueField = iota
	Severity
	Region
	Tag
)

// Values gives the incident's values of a field, as written.
func (i *Incident) Values(field ValueField) []string {
	one := func(v string) []string {
		if v == "" {
			return nil
		}
		return []string{v}
	}
	switch field {
	case Domain:
		return one(i.Domain)
	case Severity:
		return one(i.Severity)
	case Region:
		return i.Regions
	}
	return i.Tags
}

// FacetField is what the incidents of a list are counted by.
type FacetField uint8

// The facets: the kinds of terms, the plain values, the date.
const (
	FacetCompany FacetField = iota
	FacetComponent
	FacetCause
	FacetTrigger
	FacetSymptom
	FacetFactor
	FacetDomain
	FacetSeverity
	FacetRegion
	FacetTag
	FacetYear
	FacetMonth
)

// IsTerm reports whether the facet counts terms, of TermKind.
func (f FacetField) IsTerm() bool { return f <= FacetFactor }

// TermKind gives the kind of terms that are counted. The facet must be one of terms.
func (f FacetField) TermKind() NodeKind { return KindCompany + NodeKind(f-FacetCompany) }

// IsDate reports whether the facet counts years or months.
func (f FacetField) IsDate() bool { return f >= FacetYear }

// ValueField gives the field whose values are counted. The facet must be one of values.
func (f FacetField) ValueField() ValueField { return Domain + ValueField(f-FacetDomain) }

// FacetOf gives the facet that counts terms of a kind.
func FacetOf(kind NodeKind) FacetField { return FacetCompany + FacetField(kind-KindCompany) }

// The sizes of a facet.
const (
	DefaultFacetSize = 20
	MaxFacetSize     = 1000
)

// FacetRequest asks how many of a list's incidents there are by a field.
type FacetRequest struct {
	By     FacetField
	Filter *Filter // counts under this filter instead of the list's own; nil: under the list's own
	Size   int     // how many buckets: 0 to MaxFacetSize
}

// Bucket is how many incidents have one value. Of values that are the same folded, Key is
// the spelling of most of the incidents counted (then the first by code points). A date
// less precise than a month is its year under FacetMonth. Buckets come most first, then in
// order of key by code points; what an incident does not have makes no bucket.
type Bucket struct {
	Key   string // slug of a term, a value, "2019" or "2019-01"
	Count int
}

// Tally counts incidents by a field: the definition of a facet.
type Tally struct {
	by     FacetField
	counts map[string]map[string]int // by folded value, by spelling
}

// NewTally gives a tally that has counted nothing.
func NewTally(by FacetField) *Tally { return &Tally{by, map[string]map[string]int{}} }

// Add counts an incident.
func (t *Tally) Add(i *Incident) {
	switch {
	case t.by.IsTerm():
		for _, slug := range i.Terms(EdgeTo(t.by.TermKind())) {
			t.Count(slug, slug, 1)
		}
	case t.by.IsDate():
		if key := t.by.dateKey(i.Date); key != "" {
			t.Count(key, key, 1)
		}
	default:
		for _, value := range i.Values(t.by.ValueField()) {
			t.Count(Fold(value), value, 1)
		}
	}
}

// Count counts n incidents with a value, of which folded is what it is told apart by.
func (t *Tally) Count(folded, value string, n int) {
	if t.counts[folded] == nil {
		t.counts[folded] = map[string]int{}
	}
	t.counts[folded][value] += n
}

// Buckets gives the first buckets, size of them at most.
func (t *Tally) Buckets(size int) []Bucket {
	var buckets []Bucket
	for _, spellings := range t.counts {
		var b Bucket
		most := 0
		for value, n := range spellings {
			b.Count += n
			if n > most || n == most && value < b.Key {
				b.Key, most = value, n
			}
		}
		buckets = append(buckets, b)
	}
	return FirstBuckets(buckets, size)
}

// FirstBuckets gives the first of some buckets, size of them at most. It sorts them in
// place.
func FirstBuckets(buckets []Bucket, size int) []Bucket {
	slices.SortFunc(buckets, func(a, b Bucket) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Key, b.Key))
	})
	return buckets[:min(size, len(buckets))]
}

// dateKey gives the bucket of a date, "" for an unknown one.
func (f FacetField) dateKey(d Date) string {
	if d.IsZero() {
		return ""
	}
	if f == FacetYear || d.Precision() == Year {
		return d.String()[:len("2019")]
	}
	return d.String()[:len("2019-01")]
}

// Durations sums up how long the incidents of a list took.
type Durations struct {
	TimeToDetect, TimeToRecover Duration
}

// Duration sums up times in minutes. Percentiles are nearest-rank: of n times in order,
// the one at place ⌈n·p/100⌉, counted from 1.
type Duration struct {
	Known         int     // how many are known; where it is 0, so is all else
	Mean          float64 // the sum divided by Known, once
	P50, P90, Max int
}

// DurationOf sums up times, in whatever order; they are sorted in place.
func DurationOf(minutes []int) Duration {
	n := len(minutes)
	if n == 0 {
		return Duration{}
	}
	slices.Sort(minutes)
	sum := 0
	for _, m := range minutes {
		sum += m
	}
	at := func(p int) int { return minutes[(n*p+99)/100-1] }
	return Duration{Known: n, Mean: float64(sum) / float64(n), P50: at(50), P90: at(90), Max: minutes[n-1]}
}
