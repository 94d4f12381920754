package graph

import (
	"context"
	"slices"
)

// walker is a walk that reads what it needs round by round.
type walker interface {
	// advance says what to read next, nothing when the search is over.
	advance() []AdjacentRequest
	// take takes in what is around a node that was asked for.
	take(id ID, result AdjacentResult)
}

// sideBySide runs walks to their ends, all of them a round at a time, so that each
// round is one call.
func sideBySide[W walker](ctx context.Context, around Surroundings, searches []W) error {
	for {
		var asked []AdjacentRequest
		var askers []W
		for _, s := range searches {
			if err := ctx.Err(); err != nil { // a round may take its time
				return &Error{Code: CodeTimeout, Message: "the time was up before the walk was over; walk less far, or over fewer kinds of links", Err: err}
			}
			for _, q := range s.advance() {
				asked, askers = append(asked, q), append(askers, s)
			}
		}
		if len(asked) == 0 {
			return nil
		}
		results, err := around.Adjacent(ctx, asked)
		if err != nil {
			return err
		}
		for i, result := range results {
			askers[i].take(asked[i].ID, result)
		}
	}
}

// foundNodes gives nodes that have to be there.
func foundNodes(ctx context.Context, around Surroundings, ids []ID) ([]*Node, error) {
	if len(ids) == 0 {
		return []*Node{}, nil
	}
	nodes, err := around.Nodes(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i, n := range nodes {
		if n == nil {
			return nil, Errorf(CodeNotFound, "there is no node with the id %q", ids[i])
		}
	}
	return nodes, nil
}

// nodesByID gives nodes that have to be there, each asked for once.
func nodesByID(ctx context.Context, around Surroundings, ids []ID) (map[ID]*Node, error) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	nodes, err := foundNodes(ctx, around, ids)
	if err != nil {
		return nil, err
	}
	byID := make(map[ID]*Node, len(nodes))
	for i, n := range nodes {
		byID[ids[i]] = n
	}
	return byID, nil
}
