package resolver

import (
	"context"

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
func (r terms[T]) Incidents(ctx context.Context, of T, where *model.IncidentFilter, first *int, after *string, last *int, before *string) (*model.IncidentConnection, error) {
	ref := of.Info().Ref()
	return r.incidentsWith(ctx, &ref, where, first, after, last, before)
}
