package model

import "github.com/incidentgraph/incidentgraph/graph"

// SimilarConnection holds the incidents that are most like one.
type SimilarConnection struct {
	Of   string // key of the one
	Rows []graph.SimilarRow
}

// SimilarEdge is one incident that is like another.
type SimilarEdge struct {
	Of string // key of the other
	graph.SimilarRow
}

// SharedOf names the terms of one kind that the two share.
func (e *SimilarEdge) SharedOf(kind graph.NodeKind) []graph.TermRef {
	var refs []graph.TermRef
	for _, ref := range e.Shared {
		if ref.Kind == kind {
			refs = append(refs, ref)
		}
	}
	return refs
}
