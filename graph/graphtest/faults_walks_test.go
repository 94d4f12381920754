package graphtest

import (
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// eachPath and eachSubgraph spoil one answer after the other.
func eachPath(spoil func(graph.PathRequest, *graph.PathResult)) func([]graph.PathRequest, []graph.PathResult) {
	return func(q []graph.PathRequest, r []graph.PathResult) {
		for i := range r {
			spoil(q[i], &r[i])
		}
	}
}

func eachSubgraph(spoil func(graph.SubgraphRequest, *graph.SubgraphResult)) func([]graph.SubgraphRequest, []graph.SubgraphResult) {
	return func(q []graph.SubgraphRequest, r []graph.SubgraphResult) {
		for i := range r {
			spoil(q[i], &r[i])
		}
	}
}

// walkFaults gives stores that lose their way.
func walkFaults() map[string]func() *broken {
	return map[string]func() *broken{
		"paths of one length are in order of id": func() *broken {
			return &broken{paths: eachPath(func(_ graph.PathRequest, r *graph.PathResult) {
				slices.SortStableFunc(r.Paths, func(a, b graph.Path) int {
					if len(a.Nodes) != len(b.Nodes) {
						return len(a.Nodes) - len(b.Nodes)
					}
					return slices.Compare(a.Nodes, b.Nodes)
				})
			})}
		},
		"as many paths as are wanted are all": func() *broken {
			return &broken{paths: eachPath(func(_ graph.PathRequest, r *graph.PathResult) { r.Truncated = false })}
		},
		"a full page of paths is taken for one with more": func() *broken {
			return &broken{paths: eachPath(func(q graph.PathRequest, r *graph.PathResult) {
				r.Truncated = r.Truncated || q.Size > 0 && len(r.Paths) == q.Size
			})}
		},
		"the shortest paths are all": func() *broken {
			return &broken{paths: eachPath(func(_ graph.PathRequest, r *graph.PathResult) {
				r.Paths = slices.DeleteFunc(r.Paths, func(p graph.Path) bool { return len(p.Nodes) > len(r.Paths[0].Nodes) })
			})}
		},
		"a link of a path points the way of the path": func() *broken {
			return &broken{paths: eachPath(func(_ graph.PathRequest, r *graph.PathResult) {
				for _, p := range r.Paths {
					for i := range p.Links {
						p.Links[i].From, p.Links[i].To = p.Nodes[i], p.Nodes[i+1]
					}
				}
			})}
		},
		"the nodes of a subgraph are in order of id": func() *broken {
			return &broken{subgraph: eachSubgraph(func(_ graph.SubgraphRequest, r *graph.SubgraphResult) { slices.Sort(r.Nodes) })}
		},
		"a full subgraph is taken for one with more": func() *broken {
			return &broken{subgraph: eachSubgraph(func(q graph.SubgraphRequest, r *graph.SubgraphResult) {
				r.Truncated = r.Truncated || len(r.Nodes) == q.Limit
			})}
		},
		"links among the farthest nodes are left out": func() *broken {
			return &broken{subgraph: eachSubgraph(func(_ graph.SubgraphRequest, r *graph.SubgraphResult) {
				first := map[graph.ID]bool{}
				for _, id := range r.Nodes[:(len(r.Nodes)+1)/2] {
					first[id] = true
				}
				r.Links = slices.DeleteFunc(r.Links, func(l graph.Link) bool { return !first[l.From] && !first[l.To] })
			})}
		},
		"every pair of a subgraph is stated": func() *broken {
			return &broken{subgraph: eachSubgraph(func(_ graph.SubgraphRequest, r *graph.SubgraphResult) {
				for i := range r.Links {
					if r.Links[i].Kind.IsPair() {
						r.Links[i].Evidence = graph.Stated
					}
				}
			})}
		},
		"a link to a node that is not there": func() *broken {
			return &broken{subgraph: eachSubgraph(func(_ graph.SubgraphRequest, r *graph.SubgraphResult) {
				if r.Truncated && len(r.Links) > 0 && len(r.Nodes) > 1 {
					r.Nodes = r.Nodes[:len(r.Nodes)-1]
				}
			})}
		},
	}
}
