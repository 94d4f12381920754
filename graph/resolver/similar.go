package resolver

import (
	"context"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

const defaultSimilar = 10

// Similar lists the incidents that are most like one.
func (r incidents) Similar(ctx context.Context, of *model.Incident, first *int) (*model.SimilarConnection, error) {
	size, err := bounded("first", first, defaultSimilar, 0, graph.MaxSimilar)
	if err != nil {
		return nil, err
	}
	rows, err := r.similar.one(ctx, graph.SimilarRequest{Key: of.Key(), Size: size})
	return &model.SimilarConnection{Of: of.Key(), Rows: rows}, err
}

type similarPages struct{ *request }

// Edges gives the rows.
func (similarPages) Edges(_ context.Context, page *model.SimilarConnection) ([]*model.SimilarEdge, error) {
	edges := make([]*model.SimilarEdge, len(page.Rows))
	for i, row := range page.Rows {
		edges[i] = &model.SimilarEdge{Of: page.Of, SimilarRow: row}
	}
	return edges, nil
}

// Nodes reads the incidents. One that went away meanwhile is left out.
func (r similarPages) Nodes(ctx context.Context, page *model.SimilarConnection) ([]*model.Incident, error) {
	keys := make([]string, len(page.Rows))
	for i, row := range page.Rows {
		keys[i] = row.Key
	}
	return nodesAs[*model.Incident](ctx, r.request, incidentIDs(keys)...)
}

type similarRows struct{ *request }

// Node reads the other incident.
func (r similarRows) Node(ctx context.Context, row *model.SimilarEdge) (*model.Incident, error) {
	return nodeAs[*model.Incident](ctx, r.request, incidentIDs([]string{row.Key})...)
}

// sharedTerms reads the terms of one kind that the two share.
func sharedTerms[T model.Term](ctx context.Context, r similarRows, row *model.SimilarEdge, kind graph.NodeKind) ([]T, error) {
	return nodesAs[T](ctx, r.request, termIDs(row.SharedOf(kind))...)
}

// SharedComponents reads the components that the two share.
func (r similarRows) SharedComponents(ctx context.Context, row *model.SimilarEdge) ([]*model.Component, error) {
	return sharedTerms[*model.Component](ctx, r, row, graph.KindComponent)
}

// SharedCauses reads the causes that the two share.
func (r similarRows) SharedCauses(ctx context.Context, row *model.SimilarEdge) ([]*model.Cause, error) {
	return sharedTerms[*model.Cause](ctx, r, row, graph.KindCause)
}

// SharedTriggers reads the triggers that the two share.
func (r similarRows) SharedTriggers(ctx context.Context, row *model.SimilarEdge) ([]*model.Trigger, error) {
	return sharedTerms[*model.Trigger](ctx, r, row, graph.KindTrigger)
}

// SharedSymptoms reads the symptoms that the two share.
func (r similarRows) SharedSymptoms(ctx context.Context, row *model.SimilarEdge) ([]*model.Symptom, error) {
	return sharedTerms[*model.Symptom](ctx, r, row, graph.KindSymptom)
}

// SharedFactors reads the factors that the two share.
func (r similarRows) SharedFactors(ctx context.Context, row *model.SimilarEdge) ([]*model.Factor, error) {
	return sharedTerms[*model.Factor](ctx, r, row, graph.KindFactor)
}

// Because says in one sentence why the two are alike.
func (r similarRows) Because(ctx context.Context, row *model.SimilarEdge, lang *graph.Lang) (string, error) {
	shared, err := r.namesOf(ctx, row.Shared, lang)
	if err != nil {
		return "", err
	}
	return model.BecauseAlike(r.language(lang), row.Of, row.Key, shared), nil
}
