package embedded

import (
	"context"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Paths gives the shortest ways between nodes, as graph.Store has it.
func (s *Store) Paths(ctx context.Context, requests []graph.PathRequest) ([]graph.PathResult, error) {
	return walk(ctx, s, requests, graph.FindPaths)
}

// Subgraph gives the nodes around others, as graph.Store has it.
func (s *Store) Subgraph(ctx context.Context, requests []graph.SubgraphRequest) ([]graph.SubgraphResult, error) {
	return walk(ctx, s, requests, graph.FindSubgraph)
}

// walk answers requests by walks, all at one moment.
func walk[Q, R any](ctx context.Context, s *Store, requests []Q, find func(context.Context, graph.Surroundings, []Q) ([]R, error)) ([]R, error) {
	m, done, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	results, err := find(ctx, surroundings{&moment{memory: m}}, requests)
	return results, s.file.explain(reading, err)
}
