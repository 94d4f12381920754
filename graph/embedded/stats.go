package embedded

import (
	"context"
	"maps"

	"github.com/incidentgraph/incidentgraph/graph"
)

// counts is what Stats tells of incidents, kept as they come and go.
type counts struct {
	incidents, stubs, provisional int
	edges                         [graph.Cites + 1][graph.Inferred + 1]int
}

func (c *counts) add(o *outline, sign int) {
	c.incidents += sign
	if o.flags&flagStub != 0 {
		c.stubs += sign
	}
	if o.flags&flagProvisional != 0 {
		c.provisional += sign
	}
	for kind, edges := range o.edges {
		for _, e := range edges {
			c.edges[kind][e.evidence] += sign
		}
	}
}

// Stats counts the graph, as graph.Store has it.
func (s *Store) Stats(ctx context.Context) (graph.Stats, error) {
	m, done, err := s.read(ctx)
	if err != nil {
		return graph.Stats{}, err
	}
	defer done()
	stats := graph.Stats{
		Version: m.version, Incidents: m.counts.incidents, Stubs: m.counts.stubs, Provisional: m.counts.provisional,
		Terms: map[graph.NodeKind]int{}, Edges: map[graph.EdgeEvidence]int{},
	}
	for _, n := range m.listedTerms() {
		stats.Terms[m.terms[n].node.Kind]++
	}
	for kind, byEvidence := range m.counts.edges {
		for evidence, n := range byEvidence {
			stats.Edges[graph.EdgeEvidence{Kind: graph.EdgeKind(kind), Evidence: graph.Evidence(evidence)}] = n
		}
	}
	maps.DeleteFunc(stats.Edges, func(_ graph.EdgeEvidence, n int) bool { return n == 0 })
	return stats, nil
}
