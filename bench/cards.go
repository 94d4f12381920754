package bench

import (
	"math/rand/v2"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// cards makes the cards of a case: other cases are drawn, and those that share a
// component with it get one.
func (m *maker) cards(rng *rand.Rand, i int, mine core) []graph.Card {
	const tries = 4 // for each card; most cases share no component
	wanted := rng.IntN(2) * (1 + rng.IntN(3))
	var drawn [3 * tries]int // before the dice are turned to another case
	for k := range drawn[:wanted*tries] {
		drawn[k] = rng.IntN(m.n)
	}
	var cards []graph.Card
	for k, j := range drawn[:wanted*tries] {
		if len(cards) == wanted {
			break
		}
		if j == i || slices.Contains(drawn[:k], j) {
			continue
		}
		yours := m.core(j)
		shared := both(mine.components, yours.components)
		if len(shared) == 0 {
			continue
		}
		cards = append(cards, graph.Card{
			ID: key(j), Title: graph.Text{KO: m.title(j).KO}, Organisation: companyName(yours.company), Date: parse(yours.date[:4]),
			SameCause: len(both(mine.causes, yours.causes)) > 0, SharedComponents: shared,
		})
	}
	return cards
}

// both gives what two short lists have in common, in the order of the first.
func both(a, b []string) []string {
	var out []string
	for _, s := range a {
		if slices.Contains(b, s) {
			out = append(out, s)
		}
	}
	return out
}
