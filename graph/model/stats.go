package model

import "github.com/incidentgraph/incidentgraph/graph"

// GraphStats counts the whole graph.
type GraphStats struct{ graph.Stats }

// TermCount is how many terms of one kind there are.
type TermCount struct {
	Kind  graph.NodeKind
	Count int
}

// EdgeCount is how many edges of one kind stand on one grade of evidence.
type EdgeCount struct {
	Kind     graph.EdgeKind
	Evidence graph.Evidence
	Count    int64
}

// FieldCount is of how many cases one field is known, and of how many not.
type FieldCount struct {
	name graph.Field
	graph.FieldCount
}

// Field names the field.
func (c *FieldCount) Field() string { return string(c.name) }

// Fields counts the states of each field, in the order of the record.
func (s *GraphStats) Fields() []*FieldCount {
	var counts []*FieldCount
	for _, field := range graph.Fields() {
		counts = append(counts, &FieldCount{field, s.Stats.Fields[field]})
	}
	return counts
}

// Terms counts the terms of each kind, in order of kind.
func (s *GraphStats) Terms() []*TermCount {
	var counts []*TermCount
	for _, kind := range graph.TermKinds() {
		counts = append(counts, &TermCount{kind, s.Stats.Terms[kind]})
	}
	return counts
}

// Edges counts the edges that occur, in order of kind and evidence.
func (s *GraphStats) Edges() []*EdgeCount {
	counts := []*EdgeCount{}
	for _, kind := range append(graph.TermEdgeKinds(), graph.Cites) {
		for _, evidence := range []graph.Evidence{graph.Stated, graph.Derived, graph.Inferred} {
			if n := s.Stats.Edges[graph.EdgeEvidence{Kind: kind, Evidence: evidence}]; n > 0 {
				counts = append(counts, &EdgeCount{kind, evidence, int64(n)})
			}
		}
	}
	return counts
}
