package embedded

import (
	"cmp"
	"context"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Similar gives the incidents that are most like others, as graph.Store has it.
func (s *Store) Similar(ctx context.Context, requests []graph.SimilarRequest) ([][]graph.SimilarRow, error) {
	return answer(ctx, s, requests, (*moment).similar)
}

// weighed is a term of the incident that is asked about.
type weighed struct {
	term   uint32
	weight int
}

func (m *moment) similar(q graph.SimilarRequest) ([]graph.SimilarRow, error) {
	number, ok := m.incident(q.Key)
	if !ok || q.Size <= 0 {
		return []graph.SimilarRow{}, nil
	}
	own := m.alikeBy(nil, number)
	terms, sum := make([]weighed, len(own)), 0
	for i, n := range own {
		terms[i] = weighed{n, graph.Weight(len(m.order), m.terms[n].members.len())}
		sum += terms[i].weight
	}
	slices.SortFunc(terms, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(m.terms[a.term].members.len(), m.terms[b.term].members.len()))
	})
	out := []graph.SimilarRow{}
	for _, like := range m.mostAlike(number, terms, sum, q.Size) {
		out = append(out, graph.SimilarRow{Key: m.key(like.number), Score: like.score, Shared: m.inCommon(own, like.number)})
	}
	return out, nil
}

// likeness is an incident with its score.
type likeness struct {
	number uint32
	score  int
}

// mostAlike gives the incidents with the highest scores. The terms come rarest first, and
// with them the incidents that have any of them. Once so many of these have a score that
// the terms left cannot give to an incident which has no other, no more come: those of
// the commonest terms are never walked through.
func (m *memory) mostAlike(number uint32, terms []weighed, sum, size int) []likeness {
	shared := make([]uint32, len(m.facts)) // weight of what is shared, as far as it was added up
	var met []uint32
	left := sum
	at := 0
	for ; at < len(terms) && !m.settled(number, met, shared, left, sum, size); at++ {
		weight := uint32(terms[at].weight)
		m.terms[terms[at].term].members.each(func(n uint32) {
			if shared[n] == 0 {
				met = append(met, n)
			}
			shared[n] += weight
		})
		left -= terms[at].weight
	}
	best := top[likeness]{most: size, compare: func(a, b likeness) int {
		return cmp.Or(cmp.Compare(b.score, a.score), m.compare(a.number, b.number))
	}}
	var buffer []uint32
	for _, n := range met {
		if n == number {
			continue
		}
		weight := int(shared[n])
		if last, full := best.last(); full && graph.Likeness(weight+left, sum) < last.score {
			continue
		}
		if at < len(terms) {
			buffer = m.alikeBy(buffer[:0], n)
			for _, t := range terms[at:] {
				if slices.Contains(buffer, t.term) {
					weight += t.weight
				}
			}
		}
		best.offer(likeness{n, graph.Likeness(weight, sum)})
	}
	return best.sorted()
}

// settled reports whether so many incidents have a higher score already than terms of the
// weight that is left can give.
func (m *memory) settled(number uint32, met []uint32, shared []uint32, left, sum, size int) bool {
	most := graph.Likeness(left, sum)
	for _, n := range met {
		if n != number && graph.Likeness(int(shared[n]), sum) > most {
			if size--; size == 0 {
				return true
			}
		}
	}
	return false
}

// alikeBy appends the terms of an incident that make it like others, in order of kind,
// then slug.
func (m *memory) alikeBy(into []uint32, number uint32) []uint32 {
	c := edgesOf(m.facts[number])
	for _, kind := range sections {
		if kind == graph.Cites {
			break
		}
		for range c.count(0) {
			if e := c.edge(); kind != graph.At {
				into = append(into, e.to)
			}
		}
	}
	return into
}

// inCommon gives those of some terms that an incident has, too.
func (m *memory) inCommon(terms []uint32, number uint32) []graph.TermRef {
	theirs := m.alikeBy(nil, number)
	var out []graph.TermRef
	for _, n := range terms {
		if slices.Contains(theirs, n) {
			out = append(out, m.terms[n].node.Ref())
		}
	}
	return out
}
