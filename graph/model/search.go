package model

import "github.com/incidentgraph/incidentgraph/graph"

// SearchConnection is a page of the incidents that a search finds.
type SearchConnection struct {
	Rows
	Counts
	Query *graph.TextQuery
	Keys  []string
}

// SearchEdge is one incident that a search finds.
type SearchEdge struct {
	Row
	Key   string
	Query *graph.TextQuery

	// The incident, and why it could not be read: where highlights are asked for. It is
	// nil where it went away.
	Incident *graph.Incident
	Failure  error
}

// Highlight is an excerpt of a text in which words of a query were found.
type Highlight struct{ found graph.Highlight }

// NewHighlights gives highlights as GraphQL shows them.
func NewHighlights(found []graph.Highlight) []*Highlight {
	list := make([]*Highlight, len(found))
	for i, h := range found {
		list[i] = &Highlight{h}
	}
	return list
}

// Field names the field that the text is of.
func (h *Highlight) Field() string { return string(h.found.Field) }

// Fragments gives the pieces of the excerpt.
func (h *Highlight) Fragments() []*HighlightFragment {
	list := make([]*HighlightFragment, len(h.found.Fragments))
	for i, f := range h.found.Fragments {
		list[i] = &HighlightFragment{f}
	}
	return list
}

// HighlightFragment is a piece of an excerpt.
type HighlightFragment struct{ graph.Fragment }
