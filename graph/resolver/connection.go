package resolver

import (
	"context"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

// list tells a list from all others, for its cursors: the field, what it is asked of, and
// what of.
type list struct {
	Field  string
	Of     string
	Filter graph.Filter
}

// incidentsWith gives a page of the incidents that a filter holds for; with a term, of
// those with an edge to it.
func (r *request) incidentsWith(ctx context.Context, term *graph.TermRef, where *model.IncidentFilter, first *int, after *string, last *int, before *string) (*model.IncidentConnection, error) {
	filter, err := r.filter(ctx, where)
	if err != nil {
		return nil, err
	}
	this := list{Field: "incidents", Filter: filter}
	if term != nil {
		this.Of = string(term.ID())
	}
	name := canonical(this)
	page, err := graph.NewPage(first, last, after, before, name)
	if err != nil {
		return nil, err
	}
	found, err := r.find.one(ctx, graph.FindRequest{Term: term, Filter: filter, Page: page})
	if err != nil {
		return nil, err
	}
	return &model.IncidentConnection{
		Rows: model.Rows{List: name, Positions: found.Positions, Info: found.Info, Total: found.Total},
		Keys: found.Keys,
	}, nil
}

type incidentPages struct{ *request }

// Edges gives the rows of a page.
func (incidentPages) Edges(_ context.Context, page *model.IncidentConnection) ([]*model.IncidentEdge, error) {
	edges := make([]*model.IncidentEdge, len(page.Keys))
	for i, key := range page.Keys {
		edges[i] = &model.IncidentEdge{Row: page.Row(i), Key: key}
	}
	return edges, nil
}

// Nodes reads the incidents of a page. One that went away since the page was read is left
// out.
func (r incidentPages) Nodes(ctx context.Context, page *model.IncidentConnection) ([]*model.Incident, error) {
	return nodesAs[*model.Incident](ctx, r.request, incidentIDs(page.Keys)...)
}

type incidentRows struct{ *request }

// Node reads the incident of a row.
func (r incidentRows) Node(ctx context.Context, row *model.IncidentEdge) (*model.Incident, error) {
	return nodeAs[*model.Incident](ctx, r.request, incidentIDs([]string{row.Key})...)
}

type termPages struct{ *request }

// Edges gives the rows of a page.
func (termPages) Edges(_ context.Context, page *model.TermConnection) ([]*model.TermEdge, error) {
	edges := make([]*model.TermEdge, len(page.Terms))
	for i, ref := range page.Terms {
		edges[i] = &model.TermEdge{Row: page.Row(i), Term: ref}
	}
	return edges, nil
}

// Nodes reads the terms of a page. One that went away since the page was read is left
// out.
func (r termPages) Nodes(ctx context.Context, page *model.TermConnection) ([]model.Term, error) {
	return nodesAs[model.Term](ctx, r.request, termIDs(page.Terms)...)
}

type termRows struct{ *request }

// Node reads the term of a row.
func (r termRows) Node(ctx context.Context, row *model.TermEdge) (model.Term, error) {
	return nodeAs[model.Term](ctx, r.request, row.Term.ID())
}
