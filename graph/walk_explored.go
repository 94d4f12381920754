package graph

import (
	"cmp"
	"slices"
)

// explored is the part of a graph that a walk has read so far.
type explored struct {
	walked
	spots []spot
	at    map[ID]int // places in spots
}

// spot is a node that a walk has met.
type spot struct {
	id        ID
	term      bool
	incidents int // of a term: how many incidents have an edge to it; of an incident 0
	asked     bool
	whole     bool  // every step from it is known
	next      []int // spots one step away, but for pairs by way of a hub; sorted
	hubs      []int // of an incident, the hubs that it is in; of a hub, the incidents in it; sorted
}

// incidentPrice stands for the number of steps from an incident, which is not known
// before it is asked for; a case seldom has more.
const incidentPrice = 16

// price gives how many steps there are from the spot, as far as can be told beforehand.
func (s *spot) price() int {
	if s.term {
		return s.incidents
	}
	return incidentPrice
}

// spot gives the place of a node, which is new or known.
func (e *explored) spot(id ID, incidents int) int {
	place, known := e.at[id]
	if !known {
		kind, _, _ := id.Split()
		place = len(e.spots)
		e.at[id] = place
		e.spots = append(e.spots, spot{id: id, term: kind.IsTerm(), incidents: incidents})
	}
	return place
}

// learn takes in the steps from a spot.
func (e *explored) learn(from int, result AdjacentResult) {
	e.spots[from].asked = true
	e.spots[from].whole = len(result.Steps) >= result.Total
	for _, step := range result.Steps {
		to := e.spot(step.To, step.Incidents)
		if slices.Contains(e.via, step.Kind) {
			e.spots[from].next = insert(e.spots[from].next, to)
			e.spots[to].next = insert(e.spots[to].next, from)
		}
		if slices.Contains(e.hubs, step.Kind) {
			e.spots[from].hubs = insert(e.spots[from].hubs, to)
			e.spots[to].hubs = insert(e.spots[to].hubs, from)
		}
	}
}

// insert adds a number to a sorted list, unless it is there.
func insert(sorted []int, n int) []int {
	at, found := slices.BinarySearch(sorted, n)
	if found {
		return sorted
	}
	return slices.Insert(sorted, at, n)
}

// unit gives how long a step is: two where pairs are walked, which go over a hub in two
// strides of one, else one.
func (e *explored) unit() int {
	if len(e.hubs) > 0 {
		return 2
	}
	return 1
}

// far is longer than any way, and heavier.
const far = 1 << 40

// way tells how a spot is reached: the shortest way, of these the lightest, its weight
// being the sum of the incident counts of the terms on it.
type way struct{ length, weight int }

func (w way) compare(o way) int {
	return cmp.Or(cmp.Compare(w.length, o.length), cmp.Compare(w.weight, o.weight))
}

// ways gives how each spot is reached from one, up to a length. A hub counts as reached
// when it can be passed through.
func (e *explored) ways(from, longest int) []way {
	nodes := make([]way, len(e.spots)) // as nodes of a path
	hubs := make([]way, len(e.spots))  // as hubs of a pair
	for i := range nodes {
		nodes[i], hubs[i] = way{far, far}, way{far, far}
	}
	due := make([][]int, longest+e.unit()+1) // spots by length, nodes and hubs
	reach := func(list []way, to int, w way) {
		if w.compare(list[to]) < 0 {
			list[to] = w
			due[w.length] = append(due[w.length], to)
		}
	}
	reach(nodes, from, way{})
	for length := 0; length <= longest; length++ {
		for _, at := range due[length] {
			s := &e.spots[at]
			if w := nodes[at]; w.length == length {
				for _, to := range s.next {
					reach(nodes, to, way{length + e.unit(), w.weight + s.incidents})
				}
				if !s.term {
					for _, hub := range s.hubs {
						reach(hubs, hub, way{length + 1, w.weight})
					}
				}
			}
			if w := hubs[at]; w.length == length {
				for _, to := range s.hubs {
					reach(nodes, to, way{length + 1, w.weight + s.incidents})
				}
			}
		}
	}
	for i, w := range hubs {
		if w.compare(nodes[i]) < 0 {
			nodes[i] = w
		}
	}
	return nodes
}
