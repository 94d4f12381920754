package graphtest

import (
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// text thinks up a search: words that some incident has and words of the stock, as they
// are, in part and in other spellings; keys, names, what looks like syntax, nothing.
func (k *asker) text() *graph.TextQuery {
	var had []string // the words of one incident
	if i := k.a.incident(k.key()); i != nil {
		for _, p := range k.a.passages(i)[1:] { // all but its key
			had = append(had, strings.Fields(p.Text)...)
		}
	}
	var words []string
	for range pick(k.rng, []int{1, 1, 1, 1, 2, 2, 3}) {
		next := k.searched()
		if len(had) > 0 && !oneIn(k.rng, 4) {
			next = pick(k.rng, had)
		}
		if oneIn(k.rng, 4) {
			letters := []rune(next + " ")
			from := k.rng.IntN(len(letters))
			next = string(letters[from : from+1+k.rng.IntN(len(letters)-from)])
		}
		if oneIn(k.rng, 5) {
			next += pick(k.rng, particles)
		}
		words = append(words, respell(k.rng, next))
	}
	return query(strings.Join(words, pick(k.rng, joints)))
}

// query reads a search of the suite's own.
func query(typed string) *graph.TextQuery {
	q, err := graph.ParseTextQuery(typed)
	if err != nil {
		panic(err) // it is one that may be asked
	}
	return q
}

func (k *asker) searched() string {
	switch k.rng.IntN(6) {
	case 0:
		return pick(k.rng, []string{"", " ", "—", "!!", "*", "🦊", "\u200b", "title:", "~", "(", "-", "가", "e", "1"})
	case 1:
		return k.key()
	case 2:
		return pick(k.rng, pick(k.rng, spellings[pick(k.rng, graph.TermKinds())]))
	case 3:
		return pick(k.rng, pick(k.rng, pick(k.rng, [][][]string{domains, severities, regions, tags})))
	}
	return word(k.rng)
}
