package graphtest

import (
	"cmp"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// eachSimilar spoils lists of similar incidents.
func eachSimilar(spoil func(graph.SimilarRequest, []graph.SimilarRow) []graph.SimilarRow) func([]graph.SimilarRequest, [][]graph.SimilarRow) {
	return func(q []graph.SimilarRequest, r [][]graph.SimilarRow) {
		for i := range r {
			r[i] = spoil(q[i], r[i])
		}
	}
}

// similarFaults gives stores that liken wrongly.
func similarFaults() map[string]func() *broken {
	return map[string]func() *broken{
		"scores are rounded": func() *broken {
			return &broken{similar: eachSimilar(func(_ graph.SimilarRequest, rows []graph.SimilarRow) []graph.SimilarRow {
				for i := range rows {
					if rows[i].Score == 285 { // 2/7 is nearer to 286
						rows[i].Score = 286
					}
				}
				return rows
			})}
		},
		"equally similar ones go by key": func() *broken {
			return &broken{similar: eachSimilar(func(_ graph.SimilarRequest, rows []graph.SimilarRow) []graph.SimilarRow {
				slices.SortStableFunc(rows, func(a, b graph.SimilarRow) int {
					return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Key, b.Key))
				})
				return rows
			})}
		},
		"an incident is like itself": func() *broken {
			return &broken{similar: eachSimilar(func(q graph.SimilarRequest, rows []graph.SimilarRow) []graph.SimilarRow {
				if len(rows) == 0 {
					return rows
				}
				return append([]graph.SimilarRow{{Key: q.Key, Score: 1000, Shared: rows[0].Shared}}, rows...)
			})}
		},
		"what is shared is in order of slug": func() *broken {
			return &broken{similar: eachSimilar(func(_ graph.SimilarRequest, rows []graph.SimilarRow) []graph.SimilarRow {
				for _, row := range rows {
					slices.SortFunc(row.Shared, func(a, b graph.TermRef) int { return cmp.Compare(a.Slug, b.Slug) })
				}
				return rows
			})}
		},
		"one more than is asked for": func() *broken {
			return &broken{askAlike: func(q *graph.SimilarRequest) { q.Size++ }}
		},
	}
}
