package embedded

import (
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// namedTerms tells which terms have a word in their names. Whatever changes a term makes
// it anew.
type namedTerms struct {
	words []string
	terms [][]uint32
}

func (m *memory) namedTerms() *namedTerms {
	if n := m.named.Load(); n != nil {
		return n
	}
	byWord := map[string][]uint32{}
	for number := range m.terms {
		t := &m.terms[number]
		if !t.exists {
			continue
		}
		name := t.node.Name
		words := append(graph.Words(name.KO), graph.Words(name.EN)...)
		slices.Sort(words)
		for _, word := range slices.Compact(words) {
			byWord[word] = append(byWord[word], uint32(number))
		}
	}
	n := new(namedTerms)
	for word, terms := range byWord {
		n.words, n.terms = append(n.words, word), append(n.terms, terms)
	}
	m.named.Store(n)
	return n
}

// lookThroughTerms adds the incidents that have a term in whose names a pattern is.
func (m *memory) lookThroughTerms(p graph.Pattern, found foundIn) {
	names := m.namedTerms()
	for i, word := range names.words {
		if !p.Matches(word) {
			continue
		}
		for _, t := range names.terms[i] {
			found[graph.TierTerms].Or(m.terms[t].members.bitmap())
		}
	}
}
