package model

import "github.com/incidentgraph/incidentgraph/graph"

// Link is one edge of the graph.
type Link struct{ Edge graph.Link }

// NewLinks gives edges as GraphQL shows them.
func NewLinks(edges []graph.Link) []*Link {
	list := make([]*Link, len(edges))
	for i, edge := range edges {
		list[i] = &Link{edge}
	}
	return list
}

// Kind says what kind of edge it is.
func (l *Link) Kind() graph.EdgeKind { return l.Edge.Kind }

// Evidence says on what the edge stands.
func (l *Link) Evidence() graph.Evidence { return l.Edge.Evidence }
