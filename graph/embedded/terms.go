package embedded

import (
	"context"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Vocabulary gives the controlled terms.
func (s *Store) Vocabulary(ctx context.Context) (*graph.Vocabulary, error) {
	m, done, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	return m.vocabulary, nil
}

// Terms lists terms, as graph.Store has it.
func (s *Store) Terms(ctx context.Context, requests []graph.TermsRequest) ([]graph.TermsResult, error) {
	return answer(ctx, s, requests, (*moment).findTerms)
}

func (m *memory) findTerms(q graph.TermsRequest) (graph.TermsResult, error) {
	var listed []graph.TermRef
	for _, n := range m.listing().terms {
		if ref := m.terms[n].node.Ref(); q.Kind == nil || *q.Kind == ref.Kind {
			listed = append(listed, ref)
		}
	}
	if q.Query != "" {
		return graph.RankedPage(m.rank(q.Query, listed), q.Page), nil
	}
	at := func(i int) graph.Position { return graph.Position{Kind: listed[i].Kind, Name: listed[i].Slug} }
	from, to, info := q.Page.Cut(graph.ByTerm, len(listed), at)
	result := graph.TermsResult{Info: info, Total: len(listed)}
	for i := from; i < to; i++ {
		result.Terms = append(result.Terms, listed[i])
		result.Positions = append(result.Positions, at(i))
	}
	return result, nil
}

// rank gives those of the terms that are like a query, nearest first.
func (m *memory) rank(query string, refs []graph.TermRef) []graph.RankedTerm {
	named := make([]graph.NamedTerm, len(refs))
	for i, ref := range refs {
		t := m.terms[m.byRef[ref]].node
		named[i] = graph.NamedTerm{Ref: ref, Names: append([]string{t.Slug, t.Name.EN, t.Name.KO}, t.Aliases...)}
	}
	return graph.RankTerms(query, named)
}
