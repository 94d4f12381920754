package resolver

import (
	"context"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

// What walks do where it is left out.
const (
	defaultPathLength    = 4
	defaultPaths         = 5
	defaultSubgraphDepth = 1
	defaultSubgraphNodes = 200
)

// Paths gives the shortest ways from one node to another.
func (r query) Paths(ctx context.Context, from, to string, via []graph.EdgeKind, maxLength, first *int) (*model.PathResult, error) {
	length, err := bounded("maxLength", maxLength, defaultPathLength, 1, graph.MaxPathLength)
	if err != nil {
		return nil, err
	}
	size, err := bounded("first", first, defaultPaths, 0, graph.MaxPaths)
	if err != nil {
		return nil, err
	}
	ends, err := r.nodesThere(ctx, []string{"from", "to"}, []string{from, to})
	if err != nil {
		return nil, err
	}
	if ends[0] == ends[1] {
		return nil, graph.Errorf(graph.CodeInvalid, "from and to are the same node, %s", ends[0])
	}
	kinds := kindsOr(via, func(kind graph.EdgeKind) bool { return kind != graph.At && !kind.IsPair() })
	if len(kinds) == 0 {
		return &model.PathResult{}, nil
	}
	found, err := r.paths.one(ctx, graph.PathRequest{From: ends[0], To: ends[1], Via: kinds, MaxLength: length, Size: size})
	return &model.PathResult{Found: found.Paths, Truncated: found.Truncated}, err
}

// Neighborhood gives the nodes around some.
func (r query) Neighborhood(ctx context.Context, ids []string, depth *int, via []graph.EdgeKind, limit *int) (*model.Subgraph, error) {
	steps, err := bounded("depth", depth, defaultSubgraphDepth, 0, graph.MaxSubgraphDepth)
	if err != nil {
		return nil, err
	}
	most, err := bounded("limit", limit, defaultSubgraphNodes, 1, graph.MaxSubgraphNodes)
	if err != nil {
		return nil, err
	}
	if len(ids) > maxIDs {
		return nil, graph.Errorf(graph.CodeInvalid, "ids: at most %d ids can be asked for at a time", maxIDs)
	}
	start, err := r.nodesThere(ctx, slices.Repeat([]string{"ids"}, len(ids)), ids)
	if err != nil || len(start) == 0 {
		return &model.Subgraph{}, err
	}
	slices.Sort(start)
	found, err := r.subgraph.one(ctx, graph.SubgraphRequest{
		IDs: slices.Compact(start), Depth: steps, Limit: most,
		Via: kindsOr(via, func(kind graph.EdgeKind) bool { return !kind.IsPair() }),
	})
	return &model.Subgraph{IDs: found.Nodes, Links: found.Links, Truncated: found.Truncated}, err
}

// nodesThere gives the ids, as stored, of nodes that have to be there. arguments names
// where each was given.
func (r *request) nodesThere(ctx context.Context, arguments, typed []string) ([]graph.ID, error) {
	missing := func(i int, hint string) error {
		return graph.Errorf(graph.CodeNotFound, "%s: no node has the id %q%s", arguments[i], shown(typed[i]), hint)
	}
	ids := make([]graph.ID, len(typed))
	for i, t := range typed {
		var ok bool
		if ids[i], ok = nodeID(t); !ok {
			return nil, missing(i, "; ids are written kind:key-or-slug, such as incident:IL-0587")
		}
	}
	found, err := r.nodes.load(ctx, ids...)
	for i, n := range found {
		if n == nil {
			return nil, missing(i, "")
		}
		ids[i] = n.ID
	}
	return ids, err
}

// kindsOr gives kinds of links in order, each once; where none are given, those that
// hold.
func kindsOr(given []graph.EdgeKind, holds func(graph.EdgeKind) bool) []graph.EdgeKind {
	if given != nil {
		holds = func(kind graph.EdgeKind) bool { return slices.Contains(given, kind) }
	}
	kinds := []graph.EdgeKind{}
	for _, kind := range graph.EdgeKinds() {
		if holds(kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

type pathResults struct{ *request }

// Paths gives the paths.
func (pathResults) Paths(_ context.Context, of *model.PathResult) ([]*model.Path, error) {
	list := make([]*model.Path, len(of.Found))
	for i, path := range of.Found {
		list[i] = &model.Path{Steps: path}
	}
	return list, nil
}

type paths struct{ *request }

// Nodes reads the nodes on the way, nil in the place of one that went away meanwhile.
func (r paths) Nodes(ctx context.Context, of *model.Path) ([]model.Node, error) {
	found, err := r.nodes.load(ctx, of.Steps.Nodes...)
	nodes := make([]model.Node, len(found))
	for i, n := range found {
		if n != nil {
			nodes[i] = model.NewNode(n, r.lang)
		}
	}
	return nodes, err
}

// Edges gives the links on the way.
func (paths) Edges(_ context.Context, of *model.Path) ([]*model.Link, error) {
	return model.NewLinks(of.Steps.Links), nil
}

type subgraphs struct{ *request }

// Nodes reads the nodes. One that went away meanwhile is left out.
func (r subgraphs) Nodes(ctx context.Context, of *model.Subgraph) ([]model.Node, error) {
	return nodesAs[model.Node](ctx, r.request, of.IDs...)
}

// Edges gives the links among the nodes.
func (subgraphs) Edges(_ context.Context, of *model.Subgraph) ([]*model.Link, error) {
	return model.NewLinks(of.Links), nil
}
