package graph

import "slices"

// walked says which kinds of links a walk goes over, and what it asks of a graph for that.
type walked struct {
	via   []EdgeKind // in order, no repeats
	hubs  []EdgeKind // the edges to the terms in which the pairs of via meet
	asked []EdgeKind // both, in order, no repeats
}

func newWalked(via []EdgeKind) (walked, error) {
	w := walked{via: sortedKinds(via)}
	for _, kind := range w.via {
		if int(kind) >= len(edgeKinds) {
			return walked{}, Errorf(CodeInvalid, "there is no kind of link with the number %d", kind)
		}
		if kind.IsPair() {
			w.hubs = append(w.hubs, PairTerms(kind))
		}
	}
	w.hubs = sortedKinds(w.hubs)
	w.asked = sortedKinds(slices.Concat(w.via, w.hubs))
	return w, nil
}

func sortedKinds(kinds []EdgeKind) []EdgeKind {
	kinds = slices.Clone(kinds)
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// joinsIncidents reports whether a step may lead from an incident to an incident.
func (w walked) joinsIncidents() bool {
	return slices.ContainsFunc(w.via, func(kind EdgeKind) bool { return kind.To() == KindIncident })
}

// link gives the first link that joins two nodes: in order of kind, from, to.
func (w walked) link(a, b *Node) (Link, bool) {
	if b.ID < a.ID {
		a, b = b, a
	}
	for _, kind := range w.via {
		if kind.IsPair() {
			if l, ok := pairLink(kind, a, b); ok {
				return l, true
			}
			continue
		}
		for _, ends := range [][2]*Node{{a, b}, {b, a}} {
			if l, ok := edgeLink(kind, ends[0], ends[1]); ok {
				return l, true
			}
		}
	}
	return Link{}, false
}

// edgeLink gives the edge of a kind that leads from one node to another.
func edgeLink(kind EdgeKind, from, to *Node) (Link, bool) {
	nodeKind, name, _ := to.ID.Split()
	if from.Incident == nil || kind.To() != nodeKind {
		return Link{}, false
	}
	if to.Incident != nil {
		name = FoldKey(name)
	}
	e := from.Incident.edge(kind, name)
	if e == nil {
		return Link{}, false
	}
	return Link{kind, from.ID, to.ID, e.Evidence, slices.Clone(e.AssertedBy)}, true // a node may be in several results
}

// pairLink gives the pair of a kind that two nodes are, of which a has the smaller id.
func pairLink(kind EdgeKind, a, b *Node) (Link, bool) {
	if a.Incident == nil || b.Incident == nil {
		return Link{}, false
	}
	rel, ok := Relate(kind, a.Incident, b.Incident)
	return Link{kind, a.ID, b.ID, rel.Evidence, rel.AssertedBy}, ok
}
