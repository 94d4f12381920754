package graphtest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// wholeList reports whether a page holds its whole list.
func wholeList(r *graph.FindResult) bool {
	return len(r.Keys) == r.Total && len(r.Positions) == r.Total
}

// resort sorts a page that holds its whole list in another way.
func resort(r *graph.FindResult, compare func(a, b graph.Position) int) {
	if wholeList(r) {
		slices.SortStableFunc(r.Positions, compare)
		for i, at := range r.Positions {
			r.Keys[i] = at.Name
		}
	}
}

// orderFaults gives stores that sort wrongly.
func orderFaults() map[string]func() *broken {
	unknownFirst := func(descending bool) func() *broken {
		return func() *broken {
			return &broken{find: eachFound(func(q graph.FindRequest, r *graph.FindResult) {
				if q.Order[0] == (graph.Sort{By: graph.ByTimeToDetect, Descending: descending}) && q.Order[1].By == graph.ByNothing {
					resort(r, func(a, b graph.Position) int {
						return cmp.Compare(min(a.TimeToDetect, 0)+1, min(b.TimeToDetect, 0)+1)
					})
				}
			})}
		}
	}
	return map[string]func() *broken{
		"unknown times first, ascending":  unknownFirst(false),
		"unknown times first, descending": unknownFirst(true),
		"ties of a descending order go by key, descending": func() *broken {
			return &broken{find: eachFound(func(q graph.FindRequest, r *graph.FindResult) {
				if q.Order == (graph.Order{{By: graph.ByCompany, Descending: true}}) {
					resort(r, func(a, b graph.Position) int {
						return cmp.Or(q.Order.Compare(graph.Position{Company: a.Company}, graph.Position{Company: b.Company}), strings.Compare(b.Name, a.Name))
					})
				}
			})}
		},
		"companies sort by UTF-16 units": func() *broken {
			return &broken{find: eachFound(func(q graph.FindRequest, r *graph.FindResult) {
				if q.Order == (graph.Order{{By: graph.ByCompany}}) {
					resort(r, func(a, b graph.Position) int {
						if a.Company == "" || b.Company == "" {
							return q.Order.Compare(a, b)
						}
						return cmp.Or(utf16Compare(a.Company, b.Company), strings.Compare(a.Name, b.Name))
					})
				}
			})}
		},
		"the second key of an order is not looked at": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) {
				if q.Order[1].By == graph.ByDay {
					q.Order[1] = graph.Sort{By: graph.ByName}
				}
			}}
		},
		"keys sort one way only": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) {
				if q.Order[0].By == graph.ByName {
					q.Order[0].Descending = false
				}
			}}
		},
		"positions hold more than the order asks for": func() *broken {
			return &broken{find: eachFound(func(q graph.FindRequest, r *graph.FindResult) {
				for i := range r.Positions {
					r.Positions[i].TimeToRecover = max(r.Positions[i].TimeToRecover, 1)
				}
			})}
		},
		"behind an unknown value is nothing": func() *broken {
			return &broken{find: eachFound(func(q graph.FindRequest, r *graph.FindResult) {
				if q.Page.After != nil && q.Page.After.TimeToDetect == graph.UnknownMinutes {
					r.Keys, r.Positions, r.Info = nil, nil, graph.PageInfo{HasPrevious: r.Info.HasPrevious}
				}
			})}
		},
		"before is not looked at in an order of one's own": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) {
				if q.Order != (graph.Order{}) && q.Page.Before != nil {
					q.Page.Before = nil
				}
			}}
		},
		"most shared is always newest, too": func() *broken {
			return &broken{askFor: func(q *graph.RelatedRequest) {
				if q.Order == (graph.Order{{By: graph.ByShared, Descending: true}}) {
					q.Order = graph.MostShared
				}
			}}
		},
		"related incidents cannot be put in another order": func() *broken {
			return &broken{askFor: func(q *graph.RelatedRequest) { q.Order = graph.Order{} }}
		},
		"a better tier than there is": func() *broken {
			return &broken{find: eachFound(func(q graph.FindRequest, r *graph.FindResult) {
				for i := range r.Positions {
					if r.Positions[i].Tier == graph.TierText {
						r.Positions[i].Tier = graph.TierSummary
					}
				}
			})}
		},
		"the newest hit first": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) {
				if q.Text != nil {
					q.Order = q.Order.Or(graph.Order{{By: graph.ByDay, Descending: true}, {By: graph.ByTier}})
				}
			}}
		},
	}
}
