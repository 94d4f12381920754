package graphtest

import (
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// addWays adds n questions about paths and about subgraphs each, if there are nodes to ask
// about.
func (k *asker) addWays(q *questions, n int) {
	if len(k.keys) == 0 {
		return
	}
	for range n {
		if path := k.path(); k.a.checkPath(path) == nil {
			q.paths = append(q.paths, path)
		}
		if subgraph := k.subgraph(); k.a.checkSubgraph(subgraph) == nil {
			q.subgraphs = append(q.subgraphs, subgraph)
		}
	}
}

func (k *asker) path() graph.PathRequest {
	return graph.PathRequest{
		From: k.node(), To: k.node(), Via: k.via(), MaxLength: 1 + k.rng.IntN(graph.MaxPathLength),
		Size: pick(k.rng, []int{0, 1, 2, 5, 5, graph.MaxPaths}),
	}
}

func (k *asker) subgraph() graph.SubgraphRequest {
	q := graph.SubgraphRequest{
		Depth: k.rng.IntN(graph.MaxSubgraphDepth + 1), Via: k.via(),
		Limit: pick(k.rng, []int{3, 5, 10, 20, 200, graph.MaxSubgraphNodes}),
	}
	for range k.rng.IntN(4) {
		q.IDs = append(q.IDs, k.node())
	}
	return q
}

// node names a node of any kind, an incident by a key that another replaces, perhaps, or
// with letters of another case.
func (k *asker) node() graph.ID {
	if kind := pick(k.rng, graph.TermKinds()); oneIn(k.rng, 3) && len(k.slugs[kind]) > 1 {
		return graph.NewID(kind, pick(k.rng, k.slugs[kind][1:])) // the first is of no term
	}
	id := graph.NewID(graph.KindIncident, k.key())
	if oneIn(k.rng, 6) {
		id = graph.ID(strings.ToUpper(string(id)))
	}
	return id
}

// via thinks up kinds of links to walk: all, some, one, or the usual ones.
func (k *asker) via() []graph.EdgeKind {
	all := graph.EdgeKinds()
	switch k.rng.IntN(6) {
	case 0:
		return all
	case 1:
		return []graph.EdgeKind{pick(k.rng, all)}
	case 2:
		return []graph.EdgeKind{graph.Involves, graph.CausedBy, graph.TriggeredBy, graph.Showed, graph.WorsenedBy, graph.Cites}
	}
	via := []graph.EdgeKind{}
	for _, kind := range all {
		if oneIn(k.rng, 2) {
			via = append(via, kind)
		}
	}
	k.rng.Shuffle(len(via), func(i, j int) { via[i], via[j] = via[j], via[i] })
	return via
}

// hubWays gives questions about ways past the hubs of HubBatches, and about some of what is
// in them.
func hubWays() ([]graph.PathRequest, []graph.SubgraphRequest) {
	const hub, side, cause = "component:hub", "component:side", "cause:bug"
	edges := []graph.EdgeKind{graph.Involves, graph.CausedBy}
	pairs := []graph.EdgeKind{graph.SharesComponent, graph.SameCause}
	paths := []graph.PathRequest{
		{From: hub, To: side, Via: edges, MaxLength: 2, Size: 5},
		{From: side, To: cause, Via: edges, MaxLength: 6, Size: graph.MaxPaths},
		{From: "incident:HUB-0000", To: "incident:HUB-0042", Via: edges, MaxLength: 4, Size: 10},
		{From: "incident:HUB-0001", To: "incident:HUB-0002", Via: pairs, MaxLength: 3, Size: 20},
	}
	var subgraphs []graph.SubgraphRequest
	for _, limit := range []int{1, 2, 50, graph.MaxSubgraphNodes} {
		subgraphs = append(subgraphs,
			graph.SubgraphRequest{IDs: []graph.ID{hub}, Via: edges, Depth: 1, Limit: limit},
			graph.SubgraphRequest{IDs: []graph.ID{"incident:HUB-0001"}, Via: edges, Depth: 3, Limit: limit})
	}
	return paths, append(subgraphs,
		graph.SubgraphRequest{IDs: []graph.ID{"incident:HUB-0001"}, Via: pairs, Depth: 2, Limit: 60},
		graph.SubgraphRequest{IDs: []graph.ID{hub, cause}, Via: slices.Concat(edges, pairs), Depth: 1, Limit: 90})
}
