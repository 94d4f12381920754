package graphtest

import (
	"context"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"

	"github.com/incidentgraph/incidentgraph/graph"
)

// eachIncident spoils the incidents among nodes.
func eachIncident(spoil func(*graph.Incident)) func([]graph.ID, []*graph.Node) {
	return func(_ []graph.ID, nodes []*graph.Node) {
		for _, n := range nodes {
			if n != nil && n.Incident != nil {
				spoil(n.Incident)
			}
		}
	}
}

// eachFound, eachRelated and eachList spoil one list after the other.
func eachFound(spoil func(graph.FindRequest, *graph.FindResult)) func([]graph.FindRequest, []graph.FindResult) {
	return func(q []graph.FindRequest, r []graph.FindResult) {
		for i := range r {
			spoil(q[i], &r[i])
		}
	}
}

func eachRelated(spoil func(graph.RelatedRequest, *graph.RelatedResult)) func([]graph.RelatedRequest, []graph.RelatedResult) {
	return func(q []graph.RelatedRequest, r []graph.RelatedResult) {
		for i := range r {
			spoil(q[i], &r[i])
		}
	}
}

func eachList(spoil func(graph.TermsRequest, *graph.TermsResult)) func([]graph.TermsRequest, []graph.TermsResult) {
	return func(q []graph.TermsRequest, r []graph.TermsResult) {
		for i := range r {
			spoil(q[i], &r[i])
		}
	}
}

// utf16Compare orders text as an engine does that compares UTF-16 units.
func utf16Compare(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

// swapTies puts rows of one day in the other order.
func swapTies(r *graph.FindResult) {
	for i := 1; i < len(r.Keys); i++ {
		if r.Positions[i].Day == r.Positions[i-1].Day {
			r.Keys[i], r.Keys[i-1] = r.Keys[i-1], r.Keys[i]
			r.Positions[i], r.Positions[i-1] = r.Positions[i-1], r.Positions[i]
			i++
		}
	}
}

// faults gives, by what is wrong with them, stores that the suite has to catch.
func faults() map[string]func() *broken {
	return map[string]func() *broken{
		"ties go by no key": func() *broken {
			return &broken{find: eachFound(func(_ graph.FindRequest, r *graph.FindResult) { swapTies(r) })}
		},
		"the oldest first": func() *broken {
			return &broken{find: eachFound(func(_ graph.FindRequest, r *graph.FindResult) { slices.Reverse(r.Keys) })}
		},
		"a full page is taken for one with more behind": func() *broken {
			return &broken{find: eachFound(func(q graph.FindRequest, r *graph.FindResult) {
				r.Info.HasNext = r.Info.HasNext || !q.Page.FromEnd && len(r.Keys) == q.Page.Size
			})}
		},
		"nothing lies before a page without after": func() *broken {
			return &broken{find: eachFound(func(q graph.FindRequest, r *graph.FindResult) {
				r.Info.HasPrevious = r.Info.HasPrevious && q.Page.After != nil
			})}
		},
		"a page backwards from its front": func() *broken {
			return &broken{askFor: func(q *graph.RelatedRequest) { q.Page.FromEnd = false }}
		},
		"a position is forgotten when its row is gone": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) {
				if q.Page.After != nil && (strings.HasSuffix(q.Page.After.Name, "~") || q.Page.After.Name == "AA") {
					q.Page.After = nil
				}
			}}
		},
		"the row of the cursor is given again": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) {
				if q.Page.After != nil {
					at := *q.Page.After
					at.Name = strings.TrimRight(at.Name[:len(at.Name)-1], "~")
					q.Page.After = &at
				}
			}}
		},
		"the total is that of the page": func() *broken {
			return &broken{related: eachRelated(func(_ graph.RelatedRequest, r *graph.RelatedResult) { r.Total = len(r.Rows) })}
		},
		"unnamed cards are forgotten": func() *broken {
			return &broken{related: eachRelated(func(_ graph.RelatedRequest, r *graph.RelatedResult) { r.Unnamed = 0 })}
		},
		"the filter changes the unnamed count": func() *broken {
			return &broken{related: eachRelated(func(_ graph.RelatedRequest, r *graph.RelatedResult) {
				r.Unnamed = min(r.Unnamed, r.Total)
			})}
		},
		"the component asked for is not asked for": func() *broken {
			return &broken{askFor: func(q *graph.RelatedRequest) { q.Component = "" }}
		},
		"only the component asked for is shown": func() *broken {
			return &broken{related: eachRelated(func(q graph.RelatedRequest, r *graph.RelatedResult) {
				for i := range r.Rows {
					if q.Component != "" {
						r.Rows[i].Relation.SharedComponents = []string{q.Component}
					}
				}
			})}
		},
		"cards without a known cause are no relation": func() *broken {
			return &broken{related: eachRelated(func(_ graph.RelatedRequest, r *graph.RelatedResult) {
				r.Rows = slices.DeleteFunc(r.Rows, func(row graph.RelatedRow) bool { return row.Relation.Count == 0 })
			})}
		},
		"a card's word is not among the asserters": func() *broken {
			return &broken{nodes: eachIncident(func(i *graph.Incident) {
				for k := range i.Pairs {
					i.Pairs[k].AssertedBy = i.Pairs[k].AssertedBy[:0]
				}
			})}
		},
		"everything related is stated": func() *broken {
			return &broken{related: eachRelated(func(_ graph.RelatedRequest, r *graph.RelatedResult) {
				for i := range r.Rows {
					r.Rows[i].Relation.Evidence = graph.Stated
				}
			})}
		},
		"not has three values": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) {
				if q.Filter.Not != nil && q.Filter.Not.Date != nil { // unknown dates drop out of both
					first := int32(-1 << 20)
					q.Filter.And = append(slices.Clone(q.Filter.And), graph.Filter{Date: &graph.DateRange{From: &first}})
				}
			}}
		},
		"an empty list of alternatives asks nothing": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) {
				if q.Filter.Or != nil && len(*q.Filter.Or) == 0 {
					q.Filter.Or = nil
				}
			}}
		},
		"a year is its first day": func() *broken {
			return &broken{ask: func(q *graph.FindRequest) {
				if q.Filter.Date != nil && q.Filter.Date.From != nil && *q.Filter.Date.From > day("2020").First() {
					q.Filter.Not = &graph.Filter{Date: &graph.DateRange{To: q.Filter.Date.From}}
				}
			}}
		},
		"links that reach an incident are left out": func() *broken {
			return &broken{neighbors: func(ids []graph.ID, lists [][]graph.Link) {
				for i := range lists {
					lists[i] = slices.DeleteFunc(lists[i], func(l graph.Link) bool { return l.Kind == graph.Cites && l.To == ids[i] })
				}
			}}
		},
		"links are in order of their ends": func() *broken {
			return &broken{neighbors: func(_ []graph.ID, lists [][]graph.Link) {
				for _, list := range lists {
					slices.SortFunc(list, func(a, b graph.Link) int { return strings.Compare(string(a.To), string(b.To)) })
				}
			}}
		},
		"slugs sort by UTF-16 units": func() *broken {
			return &broken{terms: eachList(func(q graph.TermsRequest, r *graph.TermsResult) {
				if q.Query == "" {
					slices.SortFunc(r.Terms, func(a, b graph.TermRef) int {
						if a.Kind != b.Kind {
							return int(a.Kind) - int(b.Kind)
						}
						return utf16Compare(a.Slug, b.Slug)
					})
				}
			})}
		},
		"unused terms are not listed": func() *broken {
			return &broken{terms: eachList(func(_ graph.TermsRequest, r *graph.TermsResult) {
				r.Terms = slices.DeleteFunc(r.Terms, func(t graph.TermRef) bool { return t.Slug == "ingress-controller" })
			})}
		},
		"the first spelling stays": func() *broken {
			return &broken{nodes: func(_ []graph.ID, nodes []*graph.Node) {
				for _, n := range nodes {
					if n != nil && n.Term != nil && !n.Term.Controlled {
						n.Term.Name = graph.PlainText(n.Term.Slug)
					}
				}
			}}
		},
		"stubs do not count for a term": func() *broken {
			return &broken{nodes: func(_ []graph.ID, nodes []*graph.Node) {
				for _, n := range nodes {
					if n != nil && n.Term != nil && n.Term.Incidents > 2 {
						n.Term.Incidents--
					}
				}
			}}
		},
		"keys are told by their letters' case": func() *broken {
			return &broken{nodes: func(ids []graph.ID, nodes []*graph.Node) {
				for i, n := range nodes {
					if n != nil && n.ID != ids[i] {
						nodes[i] = nil
					}
				}
			}}
		},
		"a replaced key finds nothing": func() *broken {
			return &broken{lookup: func(names []graph.Name, ids []graph.ID) {
				for i, name := range names {
					if strings.Contains(strings.ToLower(name.Text), "x-0") && !strings.Contains(strings.ToLower(string(ids[i])), "x-0") {
						ids[i] = ""
					}
				}
			}}
		},
		"replaced cases are not scanned": func() *broken {
			return &broken{scan: func(c *graph.Case) bool { return !graph.IsProvisionalKey(c.ID) }}
		},
		"a stub has a case": func() *broken {
			return &broken{cases: func(keys []string, cases []*graph.Case) {
				for i, c := range cases {
					if c == nil && keys[i] == "IL-0271" {
						cases[i] = &graph.Case{ID: keys[i]}
					}
				}
			}}
		},
		"pairs count as edges": func() *broken {
			return &broken{stats: func(s *graph.Stats) {
				s.Edges[graph.EdgeEvidence{Kind: graph.SameCause, Evidence: graph.Stated}] = 1
			}}
		},
		"stubs are not counted": func() *broken {
			return &broken{stats: func(s *graph.Stats) { s.Incidents -= s.Stubs }}
		},
		"edges lose who asserts them": func() *broken {
			return &broken{nodes: eachIncident(func(i *graph.Incident) {
				for k := range i.Edges {
					i.Edges[k].AssertedBy = i.Edges[k].AssertedBy[:1]
				}
			})}
		},
		"every batch makes a version": func() *broken {
			return &broken{apply: func(m *Model, ctx context.Context, b graph.Batch) (graph.Applied, error) {
				a, err := m.Apply(ctx, b)
				if err == nil {
					m.mu.Lock()
					defer m.mu.Unlock()
					m.version++
					a.Version = m.version
				}
				return a, err
			}}
		},
		"an older record replaces a newer one": func() *broken {
			return &broken{apply: func(m *Model, ctx context.Context, b graph.Batch) (graph.Applied, error) {
				a, err := m.Apply(ctx, b)
				for _, c := range b.Cases {
					if err == nil && slices.Contains(a.Older, c.ID) {
						body, _ := graph.EncodeCase(c)
						m.mu.Lock()
						m.cases[graph.FoldKey(c.ID)] = body
						m.mu.Unlock()
					}
				}
				return a, err
			}}
		},
		"a batch for a new graph is applied to any": func() *broken {
			return &broken{apply: func(m *Model, ctx context.Context, b graph.Batch) (graph.Applied, error) {
				b.OnlyNew = false
				return m.Apply(ctx, b)
			}}
		},
		"a failing batch leaves its first case": func() *broken {
			return &broken{apply: func(m *Model, ctx context.Context, b graph.Batch) (graph.Applied, error) {
				a, err := m.Apply(ctx, b)
				if graph.CodeOf(err) == graph.CodeConflict {
					_, _ = m.Apply(ctx, graph.Batch{Cases: b.Cases[:1]})
				}
				return a, err
			}}
		},
		"case by case": func() *broken {
			return &broken{apply: func(m *Model, ctx context.Context, b graph.Batch) (graph.Applied, error) {
				if len(b.Cases) != flockSize || b.Cases[0].ID != "FLOCK-1" {
					return m.Apply(ctx, b)
				}
				var all graph.Applied
				for i := range b.Cases {
					a, err := m.Apply(ctx, graph.Batch{Cases: b.Cases[i : i+1]})
					if err != nil {
						return all, err
					}
					all.Version = a.Version
				}
				return all, nil
			}}
		},
		"a batch is rewritten": func() *broken {
			return &broken{apply: func(m *Model, ctx context.Context, b graph.Batch) (graph.Applied, error) {
				slices.Sort(b.Delete)
				return m.Apply(ctx, b)
			}}
		},
		"deleted cases leave their edges": func() *broken {
			var before []*graph.Node // the incidents of the last batch
			b := &broken{}
			b.apply = func(m *Model, ctx context.Context, batch graph.Batch) (graph.Applied, error) {
				a, err := m.at(ctx)
				if err != nil {
					return graph.Applied{}, err
				}
				before = nil
				for _, i := range a.graph.Incidents {
					before = append(before, &graph.Node{ID: i.ID(), Incident: i})
				}
				return m.Apply(ctx, batch)
			}
			b.nodes = func(_ []graph.ID, nodes []*graph.Node) {
				for _, n := range nodes {
					at := slices.IndexFunc(before, func(o *graph.Node) bool { return n != nil && n.ID == o.ID })
					if at >= 0 && n.Incident.Stub {
						n.Incident.Edges = before[at].Incident.Edges
					}
				}
			}
			return b
		},
		"results are kept and given again": func() *broken {
			var mu sync.Mutex
			kept := map[string][]graph.Link{}
			version := int64(0)
			b := &broken{}
			b.apply = func(m *Model, ctx context.Context, batch graph.Batch) (graph.Applied, error) {
				a, err := m.Apply(ctx, batch)
				mu.Lock()
				defer mu.Unlock()
				if a.Version != version {
					version = a.Version
					clear(kept)
				}
				return a, err
			}
			b.neighbors = func(ids []graph.ID, lists [][]graph.Link) {
				mu.Lock()
				defer mu.Unlock()
				for i, id := range ids {
					if kept[string(id)] == nil {
						kept[string(id)] = lists[i]
					}
					lists[i] = kept[string(id)]
				}
			}
			return b
		},
	}
}
