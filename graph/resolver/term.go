package resolver

import (
	"context"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

// terms answers what a term of any kind has to be read for.
type terms[T model.Term] struct{ *request }

// Broader reads the term right above one.
func (r terms[T]) Broader(ctx context.Context, of T) (model.Term, error) {
	info := of.Info()
	var above []string
	if info.Broader != "" {
		above = append(above, info.Broader)
	}
	return nodeAs[model.Term](ctx, r.request, termIDs(refs(info.Kind, above))...)
}

// Narrower reads the terms right below one.
func (r terms[T]) Narrower(ctx context.Context, of T) ([]model.Term, error) {
	info := of.Info()
	return nodesAs[model.Term](ctx, r.request, termIDs(refs(info.Kind, info.Narrower))...)
}

// Incidents lists the incidents with an edge to a term.
func (r terms[T]) Incidents(ctx context.Context, of T, where *model.IncidentFilter, orderBy []*model.IncidentOrder, first *int, after *string, last *int, before *string) (*model.IncidentConnection, error) {
	ref := of.Info().Ref()
	return r.incidentsWith(ctx, &ref, listArguments{where, orderBy, first, after, last, before})
}

const (
	defaultRelatedTerms = 10
	maxRelatedTerms     = 100
)

// Related gives the terms of a kind that incidents have beside a term: a facet of the
// term's incidents, without the term itself.
func (r terms[T]) Related(ctx context.Context, of T, kind graph.NodeKind, first *int) ([]*model.RelatedTerm, error) {
	size, err := bounded("first", first, defaultRelatedTerms, 0, maxRelatedTerms)
	if err != nil {
		return nil, err
	}
	if !kind.IsTerm() {
		return nil, graph.Errorf(graph.CodeInvalid, "kind: give a kind of term") // null, by way of a variable
	}
	this := of.Info().Ref()
	facet := graph.FacetRequest{By: graph.FacetOf(kind), Size: size + 1}
	found, err := r.find.load(ctx,
		graph.FindRequest{Term: &this, Order: graph.Newest, Counting: graph.Counting{Facets: []graph.FacetRequest{facet}}},
		graph.FindRequest{Order: graph.Newest})
	if err != nil {
		return nil, err
	}
	counts := map[graph.TermRef]int{}
	var others []graph.TermRef
	for _, b := range found[0].Facets[0] {
		ref := graph.TermRef{Kind: kind, Slug: b.Key}
		counts[ref] = b.Count
		if ref != this && len(others) < size {
			others = append(others, ref)
		}
	}
	terms, err := nodesAs[model.Term](ctx, r.request, termIDs(others)...)
	list := make([]*model.RelatedTerm, len(terms))
	for i, term := range terms {
		list[i] = &model.RelatedTerm{Term: term, Count: counts[term.Info().Ref()], All: found[1].Total, WithOther: found[0].Total}
	}
	return list, err
}

type relatedTerms struct{ *request }

// Term gives the term, which has been read.
func (relatedTerms) Term(_ context.Context, of *model.RelatedTerm) (model.Term, error) {
	return of.Term, nil
}
