package graph

import "context"

// The bounds of walks through the graph.
const (
	MaxPathLength    = 6
	MaxPaths         = 50
	MaxPathSteps     = 10_000 // how many steps of a graph a path request may read (see FindPaths)
	MaxSubgraphDepth = 3
	MaxSubgraphNodes = 1000
	MaxSubgraphLinks = 10_000
)

// PathRequest asks for the shortest ways between two nodes.
type PathRequest struct {
	From, To  ID         // ids of nodes that are there (see Store.Nodes), not the same
	Via       []EdgeKind // which links may be walked, both ways; pairs are one step; none: nothing is walked
	MaxLength int        // in steps: 1 to MaxPathLength
	Size      int        // how many paths: 0 (only whether there are any) to MaxPaths
}

// PathResult is the answer to a PathRequest.
type PathResult struct {
	Paths     []Path // shortest first (see FindPaths)
	Truncated bool   // there are more paths within MaxLength, or the limit of work was met
}

// Path is a way through the graph on which no node comes twice. Links[i] joins Nodes[i]
// and Nodes[i+1], whichever way it points.
type Path struct {
	Nodes []ID
	Links []Link
}

// SubgraphRequest asks for the nodes around some.
type SubgraphRequest struct {
	IDs   []ID       // where to start: ids of nodes that are there, Limit at most; repeats count once
	Depth int        // in steps: 0 to MaxSubgraphDepth
	Via   []EdgeKind // which links count, both ways; pairs are one step; none: no links
	Limit int        // how many nodes: 1 to MaxSubgraphNodes
}

// SubgraphResult is the answer to a SubgraphRequest.
type SubgraphResult struct {
	Nodes     []ID   // nearest first (see FindSubgraph)
	Links     []Link // every link among the nodes, MaxSubgraphLinks at most; a pair goes from the smaller id to the larger
	Truncated bool   // there are more nodes within Depth, or more links than are given
}

// Surroundings is what a walk reads of a graph, at one moment.
type Surroundings interface {
	// Nodes is as Store has it.
	Nodes(ctx context.Context, ids []ID) ([]*Node, error)
	// Adjacent gives the nodes one step away from others. An id without node has none.
	Adjacent(ctx context.Context, requests []AdjacentRequest) ([]AdjacentResult, error)
}

// AdjacentRequest asks for the nodes one step away from a node: over its edges of some
// kinds, whichever way they point, and, for SameCause and SharesComponent, over the pairs
// that a card states (see Incident.Pairs). Pairs of incidents that meet in a hub are not
// asked for: a walk finds them by way of the hub, which it then reads only once.
type AdjacentRequest struct {
	ID     ID // as the node itself has it
	Via    []EdgeKind
	Size   int      // how many steps at most; 0: only count them
	AtBest Evidence // steps on stronger evidence count as on this; zero: each on its own
}

// AdjacentResult is the answer to an AdjacentRequest.
type AdjacentResult struct {
	Total int    // how many nodes are one step away
	Steps []Step // in order of evidence, strongest first, then of id (code points)
}

// Step leads from one node to another. There is one step to a node, however many links
// of the kinds asked for join the two.
type Step struct {
	To        ID
	Kind      EdgeKind // the first of those that join the two
	Evidence  Evidence // the strongest of those that join the two, but AtBest at best
	Incidents int      // of a term: how many incidents have an edge to it; of an incident 0
}
