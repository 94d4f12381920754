package resolver

import (
	"context"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

// list tells a list from all others, for its cursors: the field, what it is asked of, and
// what of, in which order.
type list struct {
	Field  string
	Term   *graph.TermRef   // only incidents with an edge to it
	Text   *graph.TextQuery // only incidents that it finds
	Filter graph.Filter
	Order  graph.Order
}

// listArguments are the arguments of a list of incidents.
type listArguments struct {
	where   *model.IncidentFilter
	orderBy []*model.IncidentOrder
	first   *int
	after   *string
	last    *int
	before  *string
}

// incidentsWith gives a page of the incidents that a filter holds for; with a term, of
// those with an edge to it.
func (r *request) incidentsWith(ctx context.Context, term *graph.TermRef, arguments listArguments) (*model.IncidentConnection, error) {
	this := list{Field: "incidents", Term: term, Order: graph.Newest}
	found, rows, counts, err := r.page(ctx, "IncidentConnection", this, arguments)
	if err != nil {
		return nil, err
	}
	return &model.IncidentConnection{Rows: rows, Counts: counts, Keys: found.Keys}, nil
}

// page reads a page of a list of incidents and what is to be counted of it. typeName is
// the list's GraphQL type; this has the order that the list has by itself.
func (r *request) page(ctx context.Context, typeName string, this list, arguments listArguments) (found graph.FindResult, rows model.Rows, counts model.Counts, err error) {
	if this.Order, err = orderOf(arguments.orderBy, this.Order); err != nil {
		return found, rows, counts, err
	}
	if this.Filter, err = r.filter(ctx, arguments.where); err != nil {
		return found, rows, counts, err
	}
	rows.List = canonical(this)
	page, err := graph.NewPage(arguments.first, arguments.last, arguments.after, arguments.before, rows.List)
	if err != nil {
		return found, rows, counts, err
	}
	counting := countingBelow(ctx, typeName, this.Filter)
	found, err = r.find.one(ctx, graph.FindRequest{
		Term: this.Term, Text: this.Text, Filter: this.Filter, Order: this.Order, Page: page, Counting: counting.Counting,
	})
	if err != nil {
		return found, rows, counts, err
	}
	rows.Positions, rows.Info, rows.Total = found.Positions, found.Info, found.Total
	return found, rows, counting.counts(found.Counted), nil
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

// Facet gives how many incidents there are by a field.
func (incidentPages) Facet(ctx context.Context, page *model.IncidentConnection, _ string, _ *int, _ *bool) ([]*model.FacetBucket, error) {
	return facet(ctx, &page.Counts)
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
