package model

import "github.com/incidentgraph/incidentgraph/graph"

// IncidentOrder says what incidents are sorted by, and which way. A member that was null
// against its type has its zero value.
type IncidentOrder struct {
	Field     graph.SortBy
	Direction OrderDirection
}

// OrderDirection is a way to sort.
type OrderDirection uint8

// The ways to sort; 0 is neither.
const (
	Ascending OrderDirection = iota + 1
	Descending
)
