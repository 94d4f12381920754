package graphtest

import (
	"cmp"
	"context"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

func (read answering) Paths(ctx context.Context, requests []graph.PathRequest) ([]graph.PathResult, error) {
	a, err := read.at(ctx)
	if err != nil {
		return nil, err
	}
	return eachChecked(requests, a.checkPath, a.paths)
}

func (read answering) Subgraph(ctx context.Context, requests []graph.SubgraphRequest) ([]graph.SubgraphResult, error) {
	a, err := read.at(ctx)
	if err != nil {
		return nil, err
	}
	return eachChecked(requests, a.checkSubgraph, a.subgraph)
}

// eachChecked answers requests that can all be meant.
func eachChecked[Q, R any](requests []Q, check func(Q) error, answer func(Q) R) ([]R, error) {
	results := make([]R, len(requests))
	for _, q := range requests {
		if err := check(q); err != nil {
			return nil, err
		}
	}
	for i, q := range requests {
		results[i] = answer(q)
	}
	return results, nil
}

func (a *answers) checkPath(q graph.PathRequest) error {
	if q.MaxLength < 1 || q.MaxLength > graph.MaxPathLength || q.Size < 0 || q.Size > graph.MaxPaths {
		return graph.Errorf(graph.CodeInvalid, "length 1 to %d, size 0 to %d", graph.MaxPathLength, graph.MaxPaths)
	}
	if err := a.checkNodes([]graph.ID{q.From, q.To}, q.Via); err != nil {
		return err
	}
	if id := a.node(q.From).ID; id == a.node(q.To).ID {
		return graph.Errorf(graph.CodeInvalid, "both ends are %s", id)
	}
	return nil
}

func (a *answers) checkSubgraph(q graph.SubgraphRequest) error {
	if q.Depth < 0 || q.Depth > graph.MaxSubgraphDepth || q.Limit < 1 || q.Limit > graph.MaxSubgraphNodes {
		return graph.Errorf(graph.CodeInvalid, "depth 0 to %d, limit 1 to %d", graph.MaxSubgraphDepth, graph.MaxSubgraphNodes)
	}
	if err := a.checkNodes(q.IDs, q.Via); err != nil {
		return err
	}
	if n := len(a.starts(q)); n > q.Limit {
		return graph.Errorf(graph.CodeInvalid, "%d nodes to start from", n)
	}
	return nil
}

func (a *answers) checkNodes(ids []graph.ID, via []graph.EdgeKind) error {
	for _, kind := range via {
		if !slices.Contains(graph.EdgeKinds(), kind) {
			return graph.Errorf(graph.CodeInvalid, "there is no kind %d", kind)
		}
	}
	for _, id := range ids {
		if a.node(id) == nil {
			return graph.Errorf(graph.CodeNotFound, "there is no %s", id)
		}
	}
	return nil
}

func (a *answers) starts(q graph.SubgraphRequest) []graph.ID {
	var ids []graph.ID
	for _, id := range q.IDs {
		ids = append(ids, a.node(id).ID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// web is every link of some kinds, from both its ends.
type web map[graph.ID]map[graph.ID][]graph.Link

func (a *answers) web(via []graph.EdgeKind) web {
	w := web{}
	for _, l := range a.everyLink() {
		if !slices.Contains(via, l.Kind) {
			continue
		}
		for _, ends := range [][2]graph.ID{{l.From, l.To}, {l.To, l.From}} {
			if w[ends[0]] == nil {
				w[ends[0]] = map[graph.ID][]graph.Link{}
			}
			w[ends[0]][ends[1]] = append(w[ends[0]][ends[1]], l)
		}
	}
	return w
}

// everyLink gives every link in order. It holds each incident against each.
func (a *answers) everyLink() []graph.Link {
	if a.links != nil {
		return a.links
	}
	a.links = []graph.Link{}
	for _, i := range a.graph.Incidents {
		for _, e := range i.Edges {
			to := graph.NewID(e.Kind.To(), e.To)
			if e.Kind == graph.Cites {
				to = a.graph.Incidents[e.To].ID()
			}
			a.links = append(a.links, graph.Link{Kind: e.Kind, From: i.ID(), To: to, Evidence: e.Evidence, AssertedBy: e.AssertedBy})
		}
		for _, other := range a.graph.Incidents {
			for _, kind := range []graph.EdgeKind{graph.SameCause, graph.SharesComponent} {
				if rel, ok := graph.Relate(kind, i, other); ok && i.ID() < other.ID() {
					a.links = append(a.links, graph.Link{Kind: kind, From: i.ID(), To: other.ID(), Evidence: rel.Evidence, AssertedBy: rel.AssertedBy})
				}
			}
		}
	}
	slices.SortFunc(a.links, compareLinks)
	return a.links
}

func compareLinks(a, b graph.Link) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
}

// paths tries every path of one length after the other, until there are enough.
func (a *answers) paths(q graph.PathRequest) graph.PathResult {
	var result graph.PathResult
	w, from, to := a.web(q.Via), a.node(q.From).ID, a.node(q.To).ID
	members := a.members()
	commonness := func(path []graph.ID) int {
		n := 0
		for _, id := range path[1 : len(path)-1] {
			n += members[id]
		}
		return n
	}
	away := w.distances(to)
	for length := 1; length <= q.MaxLength; length++ {
		found := w.paths([]graph.ID{from}, to, length, away)
		slices.SortFunc(found, func(x, y []graph.ID) int {
			return cmp.Or(cmp.Compare(commonness(x), commonness(y)), slices.Compare(x, y))
		})
		for _, nodes := range found {
			if len(result.Paths) == q.Size {
				result.Truncated = true
				return result
			}
			p := graph.Path{Nodes: nodes}
			for i := range nodes[1:] {
				p.Links = append(p.Links, w[nodes[i]][nodes[i+1]][0])
			}
			result.Paths = append(result.Paths, p)
		}
	}
	return result
}

// distances gives how many steps away from a node others are at least.
func (w web) distances(from graph.ID) map[graph.ID]int {
	away := map[graph.ID]int{from: 0}
	for level := []graph.ID{from}; len(level) > 0; {
		var further []graph.ID
		for _, id := range level {
			for next := range w[id] {
				if _, known := away[next]; !known {
					away[next] = away[id] + 1
					further = append(further, next)
				}
			}
		}
		level = further
	}
	return away
}

// paths gives every way to go on from a path to an end in exactly so many steps. away
// tells how far from the end nodes are: who is too far away never gets there.
func (w web) paths(path []graph.ID, to graph.ID, steps int, away map[graph.ID]int) [][]graph.ID {
	last := path[len(path)-1]
	if last == to {
		if steps == 0 {
			return [][]graph.ID{path}
		}
		return nil
	}
	var found [][]graph.ID
	for next := range w[last] {
		if far, known := away[next]; known && far < steps && !slices.Contains(path, next) {
			found = append(found, w.paths(append(slices.Clone(path), next), to, steps-1, away)...)
		}
	}
	return found
}

// members gives how many incidents each term has.
func (a *answers) members() map[graph.ID]int {
	n := map[graph.ID]int{}
	for _, i := range a.graph.Incidents {
		for _, kind := range graph.TermEdgeKinds() {
			for _, slug := range i.Terms(kind) {
				n[graph.NewID(kind.To(), slug)]++
			}
		}
	}
	return n
}

// subgraph goes out from the starting nodes level by level, over everything.
func (a *answers) subgraph(q graph.SubgraphRequest) graph.SubgraphResult {
	w, nodes := a.web(q.Via), a.starts(q)
	level := nodes
	for range q.Depth {
		evidence := map[graph.ID]graph.Evidence{}
		for _, id := range level {
			for next, links := range w[id] {
				if slices.Contains(nodes, next) {
					continue
				}
				for _, l := range links {
					if known, ok := evidence[next]; !ok || l.Evidence < known {
						evidence[next] = l.Evidence
					}
				}
			}
		}
		level = nil
		for id := range evidence {
			level = append(level, id)
		}
		slices.SortFunc(level, func(x, y graph.ID) int {
			return cmp.Or(cmp.Compare(evidence[x], evidence[y]), cmp.Compare(x, y))
		})
		nodes = slices.Concat(nodes, level)
	}
	result := graph.SubgraphResult{Nodes: nodes, Truncated: len(nodes) > q.Limit}
	result.Nodes = nodes[:min(len(nodes), q.Limit)]
	for id, around := range w {
		for other, links := range around {
			for _, l := range links {
				if l.From == id && l.To == other && slices.Contains(result.Nodes, id) && slices.Contains(result.Nodes, other) {
					result.Links = append(result.Links, l)
				}
			}
		}
	}
	slices.SortFunc(result.Links, compareLinks)
	return result
}
