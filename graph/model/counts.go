package model

import "github.com/incidentgraph/incidentgraph/graph"

// Facet is what the incidents of a list are counted by.
type Facet struct {
	By         graph.FacetField
	ExcludeOwn bool // without the filter's own condition on the field
}

// Counts is what was counted of the list that a page is of.
type Counts struct {
	Facets map[Facet][]graph.Bucket
	Took   *graph.Durations // nil where it was not asked for
}

// Durations sums up how long the incidents of the list took.
func (c *Counts) Durations() *Durations {
	if c.Took == nil {
		return &Durations{}
	}
	return &Durations{*c.Took}
}

// FacetBucket is how many incidents have one value.
type FacetBucket struct {
	graph.Bucket
	Of *graph.TermRef // nil where values are counted
}

// Durations sums up how long incidents took.
type Durations struct{ sums graph.Durations }

// TimeToDetect sums up the times to detection.
func (d *Durations) TimeToDetect() *Duration { return &Duration{d.sums.TimeToDetect} }

// TimeToRecover sums up the times to recovery.
func (d *Durations) TimeToRecover() *Duration { return &Duration{d.sums.TimeToRecover} }

// Duration sums up times in minutes. Where none is known there is nothing to sum up.
type Duration struct{ sum graph.Duration }

// Known says of how many incidents the time is known.
func (d *Duration) Known() int { return d.sum.Known }

// Mean gives the mean.
func (d *Duration) Mean() *float64 { return whereKnown(d, d.sum.Mean) }

// P50 gives the median.
func (d *Duration) P50() *int { return whereKnown(d, d.sum.P50) }

// P90 gives the 90th percentile.
func (d *Duration) P90() *int { return whereKnown(d, d.sum.P90) }

// Max gives the longest.
func (d *Duration) Max() *int { return whereKnown(d, d.sum.Max) }

func whereKnown[N any](d *Duration, n N) *N {
	if d.sum.Known == 0 {
		return nil
	}
	return &n
}
