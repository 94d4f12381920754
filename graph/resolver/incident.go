package resolver

import (
	"context"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

// incidents answers what an incident has to be read for: its terms, and what only its
// case tells.
type incidents struct{ *request }

// termsOf reads the terms that an incident's edges of one kind lead to.
func termsOf[T model.Term](ctx context.Context, r incidents, of *model.Incident, kind graph.EdgeKind) ([]T, error) {
	return nodesAs[T](ctx, r.request, termIDs(of.Terms(kind))...)
}

// Company reads the company that an incident happened to.
func (r incidents) Company(ctx context.Context, of *model.Incident) (*model.Company, error) {
	return nodeAs[*model.Company](ctx, r.request, termIDs(of.Terms(graph.At))...)
}

// Components reads the components that were involved.
func (r incidents) Components(ctx context.Context, of *model.Incident) ([]*model.Component, error) {
	return termsOf[*model.Component](ctx, r, of, graph.Involves)
}

// Causes reads the root causes.
func (r incidents) Causes(ctx context.Context, of *model.Incident) ([]*model.Cause, error) {
	return termsOf[*model.Cause](ctx, r, of, graph.CausedBy)
}

// Symptoms reads what users saw.
func (r incidents) Symptoms(ctx context.Context, of *model.Incident) ([]*model.Symptom, error) {
	return termsOf[*model.Symptom](ctx, r, of, graph.Showed)
}

// Factors reads what made it worse.
func (r incidents) Factors(ctx context.Context, of *model.Incident) ([]*model.Factor, error) {
	return termsOf[*model.Factor](ctx, r, of, graph.WorsenedBy)
}

// Triggers gives what set the incident off: a term with the case's words about it, or
// words alone.
func (r incidents) Triggers(ctx context.Context, of *model.Incident) ([]*model.IncidentTrigger, error) {
	told, err := r.caseOf(ctx, of)
	if err != nil {
		return nil, err
	}
	list := []*model.IncidentTrigger{}
	for _, term := range of.Terms(graph.TriggeredBy) {
		list = append(list, model.NewIncidentTrigger(&term, told.Trigger.Text, r.lang))
	}
	if len(list) == 0 && !told.Trigger.Text.IsZero() {
		list = append(list, model.NewIncidentTrigger(nil, told.Trigger.Text, r.lang))
	}
	return list, nil
}

type triggers struct{ *request }

// Trigger reads the term.
func (r triggers) Trigger(ctx context.Context, of *model.IncidentTrigger) (*model.Trigger, error) {
	var ids []graph.ID
	if of.Term != nil {
		ids = append(ids, of.Term.ID())
	}
	return nodeAs[*model.Trigger](ctx, r.request, ids...)
}

// Links gives the edges of an incident.
func (r incidents) Links(ctx context.Context, of *model.Incident) ([]*model.Link, error) {
	found, err := r.neighbors.one(ctx, graph.ID(of.ID()))
	return model.NewLinks(found), err
}

type links struct{ *request }

// From reads the incident that an edge leaves.
func (r links) From(ctx context.Context, of *model.Link) (model.Node, error) {
	return nodeAs[model.Node](ctx, r.request, of.Edge.From)
}

// To reads what an edge leads to.
func (r links) To(ctx context.Context, of *model.Link) (model.Node, error) {
	return nodeAs[model.Node](ctx, r.request, of.Edge.To)
}

// AssertedBy reads the incidents of the cases that assert an edge.
func (r links) AssertedBy(ctx context.Context, of *model.Link) ([]*model.Incident, error) {
	return nodesAs[*model.Incident](ctx, r.request, incidentIDs(of.Edge.AssertedBy)...)
}

// Text gives the case's words about its trigger.
func (r links) Text(ctx context.Context, of *model.Link, lang *graph.Lang) (*string, error) {
	var words graph.Text
	var err error
	if _, key, ok := of.Edge.From.Split(); ok && of.Edge.Kind == graph.TriggeredBy {
		var told graph.Case
		told, err = r.caseByKey(ctx, key)
		words = told.Trigger.Text
	}
	return r.text(words, lang), err
}
