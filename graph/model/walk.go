package model

import "github.com/incidentgraph/incidentgraph/graph"

// PathResult holds ways from one node to another.
type PathResult struct {
	Found     []graph.Path
	Truncated bool
}

// Path is a way through the graph.
type Path struct{ Steps graph.Path }

// Length gives how many links the path has.
func (p *Path) Length() int { return len(p.Steps.Links) }

// Subgraph is a part of the graph.
type Subgraph struct {
	IDs       []graph.ID
	Links     []graph.Link
	Truncated bool
}
