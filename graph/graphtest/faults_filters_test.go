package graphtest

import (
	"context"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// filterFaults gives stores that sift wrongly.
func filterFaults() map[string]func() *broken {
	return map[string]func() *broken{
		"a text does not narrow a list": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) { q.Text = nil }}
		},
		"a text in a filter asks nothing": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) { q.Filter.Text = nil }, askFor: func(q *graph.RelatedRequest) { q.Filter.Text = nil }}
		},
		"a filter of stubs is ignored": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) { q.Filter.Stub = nil }}
		},
		"an empty list of values asks nothing": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) {
				if values, given := q.Filter.Values[graph.Severity]; given && len(values) == 0 {
					q.Filter = q.Filter.Without(graph.FacetSeverity)
				}
			}}
		},
		"values compare as written": func() *broken {
			severities := map[string]string{}
			return &broken{apply: func(m *Model, ctx context.Context, b graph.Batch) (graph.Applied, error) {
				for _, c := range b.Cases {
					severities[c.ID] = c.Severity
				}
				return m.Apply(ctx, b)
			}, find: eachFound(func(q graph.FindRequest, r *graph.FindResult) {
				if values, given := q.Filter.Values[graph.Severity]; given {
					r.Keys = slices.DeleteFunc(r.Keys, func(key string) bool { return !slices.Contains(values, severities[key]) })
				}
			})}
		},
		"not has three values for times": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) {
				if q.Filter.Not != nil && q.Filter.Not.TimeToDetect != nil {
					zero := 0
					q.Filter.And = append(slices.Clone(q.Filter.And), graph.Filter{TimeToDetect: &graph.MinutesRange{Min: &zero}})
				}
			}}
		},
		"a range ends before its end": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) {
				if r := q.Filter.TimeToRecover; r != nil && r.Max != nil {
					end := *r.Max - 1
					q.Filter.TimeToRecover = &graph.MinutesRange{Min: r.Min, Max: &end}
				}
			}}
		},
		"no minutes at all are unknown": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) {
				if r := q.Filter.TimeToDetect; r != nil && r.Min != nil && *r.Min == 0 {
					one := 1
					q.Filter.TimeToDetect = &graph.MinutesRange{Min: &one, Max: r.Max}
				}
			}}
		},
	}
}
