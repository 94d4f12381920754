package graphtest

import (
	"context"
	"fmt"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// largeHub is how many incidents each of two hubs has that are beyond what a path request
// may read.
const largeHub = 10_000

// RunLarge checks walks past hubs that are too large to be read whole. open is as for Run.
// It loads 20,000 cases, so it is for stores that load thousands a second.
func RunLarge(t *testing.T, open func(t testing.TB) graph.Store) {
	play(t, open, checkLargeHubs)
}

func checkLargeHubs(ctx context.Context, open opener) error {
	s, err := open()
	if err != nil {
		return err
	}
	for _, side := range []string{"left", "right"} {
		for at := 0; at < largeHub; at += graph.MaxBatch {
			var b graph.Batch
			for i := at; i < at+graph.MaxBatch; i++ {
				b.Cases = append(b.Cases, record(fmt.Sprintf("%s-%05d", side, i), components(side+" hub")))
			}
			if _, err := s.Apply(ctx, b); err != nil {
				return fmt.Errorf("Apply: %w", err)
			}
		}
	}
	table := []struct {
		from, to  graph.ID
		via       []graph.EdgeKind
		length    int
		want      string
		truncated bool
	}{
		{"incident:left-00001", "incident:right-00002", usual, 6, "", true},
		{"incident:left-00001", "incident:right-00002", pairKinds, 6, "", true},
		{"component:left-hub", "component:right-hub", usual, 6, "", true},
		{"incident:left-00001", "incident:left-09999", usual[:1], 2,
			"incident:left-00001 INVOLVES component:left-hub INVOLVES incident:left-09999", false},
		{"incident:left-00001", "incident:left-09999", pairKinds, 2, "incident:left-00001 SHARES_COMPONENT incident:left-09999", true},
	}
	var requests []graph.PathRequest
	for _, row := range table {
		requests = append(requests, graph.PathRequest{From: row.from, To: row.to, Via: row.via, MaxLength: row.length, Size: 1})
	}
	paths, err := s.Paths(ctx, requests)
	if err != nil {
		return fmt.Errorf("Paths: %w", err)
	}
	for i, row := range table {
		got := ""
		for _, p := range paths[i].Paths {
			got += pathText(p)
		}
		if got != row.want || paths[i].Truncated != row.truncated {
			return fmt.Errorf("Paths %s: truncated %v%s", describe(requests[i]), paths[i].Truncated, difference(got, row.want))
		}
	}

	around := []graph.SubgraphRequest{
		{IDs: []graph.ID{"incident:left-09999"}, Via: usual, Depth: 3, Limit: graph.MaxSubgraphNodes},
		{IDs: []graph.ID{"incident:left-09999"}, Via: pairKinds, Depth: 3, Limit: 100},
	}
	subgraphs, err := s.Subgraph(ctx, around)
	if err != nil {
		return fmt.Errorf("Subgraph: %w", err)
	}
	// The hub and the first 998 of the others, with an edge each; 100·99/2 pairs.
	for i, want := range []struct {
		nodes, links int
		last         graph.ID
	}{{1000, 999, "incident:left-00997"}, {100, 4950, "incident:left-00098"}} {
		got := subgraphs[i]
		if len(got.Nodes) != want.nodes || got.Nodes[want.nodes-1] != want.last || len(got.Links) != want.links || !got.Truncated {
			return fmt.Errorf("Subgraph %s: %d nodes, the last %s, %d links, truncated %v",
				describe(around[i]), len(got.Nodes), got.Nodes[len(got.Nodes)-1], len(got.Links), got.Truncated)
		}
	}
	return nil
}
