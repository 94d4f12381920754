package graphtest

import (
	"cmp"
	"math"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// eachFacet spoils the facets of lists of incidents, one after the other.
func eachFacet(spoil func(graph.FacetRequest, *graph.FindResult, []graph.Bucket) []graph.Bucket) func([]graph.FindRequest, []graph.FindResult) {
	return eachFound(func(q graph.FindRequest, r *graph.FindResult) {
		for i, f := range q.Facets {
			r.Facets[i] = spoil(f, r, r.Facets[i])
		}
	})
}

// eachDuration spoils the durations of lists of incidents.
func eachDuration(spoil func(*graph.FindResult, *graph.Duration)) func([]graph.FindRequest, []graph.FindResult) {
	return eachFound(func(_ graph.FindRequest, r *graph.FindResult) {
		if r.Durations != nil {
			spoil(r, &r.Durations.TimeToDetect)
		}
	})
}

// askFacets spoils what is asked of facets.
func askFacets(spoil func(*graph.FindRequest, *graph.FacetRequest)) func(*graph.FindRequest) {
	return func(q *graph.FindRequest) {
		q.Facets = slices.Clone(q.Facets)
		for i := range q.Facets {
			spoil(q, &q.Facets[i])
		}
	}
}

// countFaults gives stores that count wrongly.
func countFaults() map[string]func() *broken {
	return map[string]func() *broken{
		"a bucket is off by one": func() *broken {
			return &broken{find: eachFacet(func(_ graph.FacetRequest, _ *graph.FindResult, b []graph.Bucket) []graph.Bucket {
				for i := range b {
					if b[i].Count > 3 {
						b[i].Count--
					}
				}
				return b
			})}
		},
		"buckets of one size are in any order": func() *broken {
			return &broken{find: eachFacet(func(_ graph.FacetRequest, _ *graph.FindResult, b []graph.Bucket) []graph.Bucket {
				slices.SortStableFunc(b, func(x, y graph.Bucket) int { return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(y.Key, x.Key)) })
				return b
			})}
		},
		"buckets sort by UTF-16 units": func() *broken {
			return &broken{find: eachFacet(func(_ graph.FacetRequest, _ *graph.FindResult, b []graph.Bucket) []graph.Bucket {
				slices.SortStableFunc(b, func(x, y graph.Bucket) int { return cmp.Or(cmp.Compare(y.Count, x.Count), utf16Compare(x.Key, y.Key)) })
				return b
			})}
		},
		"buckets are shown folded": func() *broken {
			return &broken{find: eachFacet(func(f graph.FacetRequest, _ *graph.FindResult, b []graph.Bucket) []graph.Bucket {
				for i := range b {
					if f.By == graph.FacetTag {
						b[i].Key = graph.Fold(b[i].Key)
					}
				}
				return b
			})}
		},
		"the page is counted": func() *broken {
			return &broken{find: eachFacet(func(_ graph.FacetRequest, r *graph.FindResult, b []graph.Bucket) []graph.Bucket {
				for i := range b {
					if n := len(r.Keys); n > 0 {
						b[i].Count = min(b[i].Count, n)
					}
				}
				return b
			})}
		},
		"one bucket fewer than may be": func() *broken {
			return &broken{find: eachFacet(func(f graph.FacetRequest, _ *graph.FindResult, b []graph.Bucket) []graph.Bucket {
				if f.Size > 1 && len(b) == f.Size {
					return b[:f.Size-1]
				}
				return b
			})}
		},
		"a facet of no buckets gives one": func() *broken {
			return &broken{ask: askFacets(func(_ *graph.FindRequest, f *graph.FacetRequest) { f.Size = max(f.Size, 1) })}
		},
		"a year is its January": func() *broken {
			return &broken{find: eachFacet(func(f graph.FacetRequest, _ *graph.FindResult, b []graph.Bucket) []graph.Bucket {
				for i := range b {
					if f.By == graph.FacetMonth && len(b[i].Key) == 4 {
						b[i].Key += "-01"
					}
				}
				return b
			})}
		},
		"stubs are not counted in facets": func() *broken {
			return &broken{find: eachFacet(func(_ graph.FacetRequest, _ *graph.FindResult, b []graph.Bucket) []graph.Bucket {
				return slices.DeleteFunc(b, func(b graph.Bucket) bool { return b.Key == "sev9" })
			})}
		},
		"a facet's own filter is ignored": func() *broken {
			return &broken{ask: askFacets(func(_ *graph.FindRequest, f *graph.FacetRequest) { f.Filter = nil })}
		},
		"a facet's own filter holds beside the list's": func() *broken {
			return &broken{ask: askFacets(func(q *graph.FindRequest, f *graph.FacetRequest) {
				if f.Filter != nil {
					f.Filter = &graph.Filter{And: []graph.Filter{*f.Filter, q.Filter}}
				}
			})}
		},
		"related incidents are counted with the one that is asked about": func() *broken {
			return &broken{related: eachRelated(func(q graph.RelatedRequest, r *graph.RelatedResult) {
				for i, f := range q.Facets {
					if f.By == graph.FacetComponent && len(r.Facets[i]) > 0 {
						r.Facets[i][0].Count++
					}
				}
			})}
		},
		"a facet of related incidents forgets the component": func() *broken {
			return &broken{askFor: func(q *graph.RelatedRequest) {
				if len(q.Facets) > 0 {
					q.Component = ""
				}
			}}
		},
		"the ninetieth percentile is the longest": func() *broken {
			return &broken{find: eachDuration(func(_ *graph.FindResult, d *graph.Duration) { d.P90 = d.Max })}
		},
		"the median lies between two": func() *broken {
			return &broken{find: eachDuration(func(_ *graph.FindResult, d *graph.Duration) {
				if d.Known == 2 {
					d.P50 = (d.P50 + d.Max) / 2
				}
			})}
		},
		"a mean of whole minutes": func() *broken {
			return &broken{find: eachDuration(func(_ *graph.FindResult, d *graph.Duration) { d.Mean = math.Floor(d.Mean) })}
		},
		"a mean of means": func() *broken { // summed up in parts: the last bit is off
			return &broken{find: eachDuration(func(_ *graph.FindResult, d *graph.Duration) {
				if d.Mean != math.Floor(d.Mean) {
					d.Mean = math.Nextafter(d.Mean, 0)
				}
			})}
		},
		"unknown times count": func() *broken {
			return &broken{find: eachDuration(func(r *graph.FindResult, d *graph.Duration) { d.Known = r.Total })}
		},
		"durations that nobody asked for": func() *broken {
			return &broken{related: eachRelated(func(_ graph.RelatedRequest, r *graph.RelatedResult) {
				if r.Durations == nil {
					r.Durations = &graph.Durations{}
				}
			})}
		},
		"fields: partly known is lost": func() *broken {
			return &broken{stats: func(s *graph.Stats) { moveField(s, graph.FieldComponents, -1, +1, 0) }}
		},
		"fields: what is said of a parent does not hold of its parts": func() *broken {
			return &broken{stats: func(s *graph.Stats) {
				if s.Fields[graph.FieldSymptomTerms].Lost == 1 {
					moveField(s, graph.FieldSymptomTerms, 0, -1, +1)
				}
			}}
		},
		"fields: stubs are counted": func() *broken {
			return &broken{stats: func(s *graph.Stats) { moveField(s, graph.FieldTitle, 0, 0, s.Stubs) }}
		},
		"fields: what no case tells of is left out": func() *broken {
			return &broken{stats: func(s *graph.Stats) { delete(s.Fields, graph.FieldTimeline) }}
		},
		"incidents forget what their cases tell of": func() *broken {
			return &broken{nodes: eachIncident(func(i *graph.Incident) { i.Known = 0 })}
		},
	}
}

// moveField changes the counts of a field where it is counted at all.
func moveField(s *graph.Stats, field graph.Field, known, lost, unknown int) {
	n := s.Fields[field]
	if n.Known == 0 && n.Lost == 0 {
		return
	}
	s.Fields[field] = graph.FieldCount{Known: n.Known + known, Lost: n.Lost + lost, NoneGiven: n.NoneGiven, Unknown: n.Unknown + unknown}
}
