package resolver

import (
	"context"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

// nodesAs reads nodes of a type by id, in the order of the ids. The ids were read before,
// so a node that is not there has gone since: it is left out, and the answer is torn.
func nodesAs[T model.Node](ctx context.Context, r *request, ids ...graph.ID) ([]T, error) {
	found, err := r.nodes.load(ctx, ids...)
	list := []T{}
	for _, n := range found {
		if n == nil {
			r.torn.Store(true)
			continue
		}
		if node, ok := model.NewNode(n, r.lang).(T); ok {
			list = append(list, node)
		}
	}
	return list, err
}

// nodeAs reads the first of some nodes, nil where there is none, as nodesAs does.
func nodeAs[T model.Node](ctx context.Context, r *request, ids ...graph.ID) (first T, err error) {
	nodes, err := nodesAs[T](ctx, r, ids...)
	if len(nodes) > 0 {
		first = nodes[0]
	}
	return first, err
}

// askedAs reads the first of some nodes that a client named by id, nil where there is none.
func askedAs[T model.Node](ctx context.Context, r *request, ids ...graph.ID) (node T, err error) {
	found, err := r.nodes.load(ctx, ids...)
	if len(found) > 0 && found[0] != nil {
		node, _ = model.NewNode(found[0], r.lang).(T)
	}
	return node, err
}

func incidentIDs(keys []string) []graph.ID {
	ids := make([]graph.ID, len(keys))
	for i, key := range keys {
		ids[i] = graph.NewID(graph.KindIncident, key)
	}
	return ids
}

func termIDs(refs []graph.TermRef) []graph.ID {
	ids := make([]graph.ID, len(refs))
	for i, ref := range refs {
		ids[i] = ref.ID()
	}
	return ids
}

// refs names terms of a kind by their slugs.
func refs(kind graph.NodeKind, slugs []string) []graph.TermRef {
	list := make([]graph.TermRef, len(slugs))
	for i, slug := range slugs {
		list[i] = graph.TermRef{Kind: kind, Slug: slug}
	}
	return list
}
