package graph

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// The pair relationships of a store that keeps them (for people who read the graph
// beside GraphQL) are bounded: a hub of up to MaxCompletePairs incidents gives all its
// pairs; a larger one links each of its incidents with the PairWindow nearest before
// and after it, in the order of ByDate. The rule is local, so no order of loading shows.
const (
	MaxCompletePairs = 200
	PairWindow       = 25
)

// Pair is one pair relationship. A has the smaller id.
type Pair struct {
	Kind     EdgeKind
	A, B     *Incident
	Terms    []string // slugs of all that the two share, sorted; empty where only a card says so
	Evidence Evidence
}

// ByDate orders incidents as hubs do: by first day, unknown ones first, then key.
func ByDate(a, b *Incident) int {
	return cmp.Or(cmp.Compare(a.Date.First(), b.Date.First()), strings.Compare(a.Key, b.Key))
}

// Pairs gives the pair relationships of the whole graph, in order of kind, then ids.
func (g *Graph) Pairs() []Pair {
	var out []Pair
	for _, kind := range []EdgeKind{SameCause, SharesComponent} {
		linked := map[[2]string]Pair{}
		link := func(a, b *Incident) {
			if b.ID() < a.ID() {
				a, b = b, a
			}
			rel, ok := Relate(kind, a, b)
			if !ok {
				return
			}
			terms := rel.SharedComponents
			if kind == SameCause {
				terms = rel.SharedCauses
			}
			linked[[2]string{a.Key, b.Key}] = Pair{kind, a, b, terms, rel.Evidence}
		}
		hubs := map[string][]*Incident{}
		for _, i := range g.Incidents {
			for _, slug := range i.Terms(PairTerms(kind)) {
				hubs[slug] = append(hubs[slug], i)
			}
			for _, p := range i.Pairs {
				if p.Kind == kind {
					link(i, g.Incidents[p.Other])
				}
			}
		}
		for _, hub := range hubs {
			slices.SortFunc(hub, ByDate)
			for at, a := range hub {
				end := len(hub)
				if len(hub) > MaxCompletePairs {
					end = min(end, at+PairWindow+1)
				}
				for _, b := range hub[at+1 : end] {
					link(a, b)
				}
			}
		}
		for _, ids := range slices.SortedFunc(maps.Keys(linked), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
			out = append(out, linked[ids])
		}
	}
	return out
}
