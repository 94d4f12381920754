package graph

import "slices"

// Relation is what two incidents have to do with each other, seen from one pair kind.
type Relation struct {
	SharedComponents []string // slugs, sorted: all that the two share
	SharedCauses     []string // slugs, sorted: all that the two share
	Count            int      // how many terms of the pair kind's own field they share
	Evidence         Evidence
	AssertedBy       []string // keys of cases, sorted
}

// Relate gives the relation of two incidents under a pair kind. ok is false where they
// neither meet in a hub nor are paired by a card. It is symmetrical, and false of an
// incident and itself.
//
// Evidence: Stated if a card says it or both ends state one shared term; Inferred if
// every way leads over an inferred edge; else Derived. AssertedBy: the cases whose
// cards name the pair, and every case that asserts an edge of either end to a shared
// term.
func Relate(kind EdgeKind, a, b *Incident) (rel Relation, ok bool) {
	if SameKey(a.Key, b.Key) {
		return Relation{}, false
	}
	rel = Relation{
		SharedComponents: shared(a.Terms(Involves), b.Terms(Involves)),
		SharedCauses:     shared(a.Terms(CausedBy), b.Terms(CausedBy)),
		Evidence:         Inferred,
	}
	meeting := rel.SharedComponents
	if kind == SameCause {
		meeting = rel.SharedCauses
	}
	rel.Count = len(meeting)
	stated := a.statedPair(kind, b.Key)
	if rel.Count == 0 && stated == nil {
		return Relation{}, false
	}
	if stated != nil {
		rel.Evidence = Stated
		rel.AssertedBy = slices.Clone(stated.AssertedBy)
	}
	for _, slug := range meeting {
		mine, yours := a.edge(PairTerms(kind), slug), b.edge(PairTerms(kind), slug)
		rel.Evidence = min(rel.Evidence, max(mine.Evidence, yours.Evidence))
		rel.AssertedBy = append(rel.AssertedBy, mine.AssertedBy...)
		rel.AssertedBy = append(rel.AssertedBy, yours.AssertedBy...)
	}
	rel.AssertedBy = sortedSet(rel.AssertedBy)
	return rel, true
}

func (i *Incident) statedPair(kind EdgeKind, otherKey string) *StatedPair {
	for p := range i.Pairs {
		if i.Pairs[p].Kind == kind && SameKey(i.Pairs[p].Other, otherKey) {
			return &i.Pairs[p]
		}
	}
	return nil
}

func (i *Incident) edge(kind EdgeKind, to string) *Edge {
	for e := range i.Edges {
		if i.Edges[e].Kind == kind && i.Edges[e].To == to {
			return &i.Edges[e]
		}
	}
	return nil
}
