package resolver

import (
	"context"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

// SharesComponent lists the incidents that share a component with one.
func (r incidents) SharesComponent(ctx context.Context, of *model.Incident, component *string, where *model.IncidentFilter, orderBy []*model.IncidentOrder, first *int, after *string) (*model.RelatedConnection, error) {
	return r.relatedTo(ctx, of, graph.SharesComponent, component, listArguments{where: where, orderBy: orderBy, first: first, after: after})
}

// SameCause lists the incidents that have a cause in common with one.
func (r incidents) SameCause(ctx context.Context, of *model.Incident, where *model.IncidentFilter, orderBy []*model.IncidentOrder, first *int, after *string) (*model.RelatedConnection, error) {
	return r.relatedTo(ctx, of, graph.SameCause, nil, listArguments{where: where, orderBy: orderBy, first: first, after: after})
}

func (r *request) relatedTo(ctx context.Context, of *model.Incident, kind graph.EdgeKind, component *string, arguments listArguments) (*model.RelatedConnection, error) {
	order, err := orderOf(arguments.orderBy, graph.MostShared)
	if err != nil {
		return nil, err
	}
	filter, slug, err := r.filterBeside(ctx, arguments.where, component)
	if err != nil {
		return nil, err
	}
	asked := graph.RelatedRequest{Key: of.Key(), Kind: kind, Component: slug, Filter: filter, Order: order}
	name := canonical(asked)
	if asked.Page, err = graph.NewPage(arguments.first, nil, arguments.after, nil, name); err != nil {
		return nil, err
	}
	counting := countingBelow(ctx, "RelatedConnection", filter)
	asked.Counting = counting.Counting
	found, err := r.related.one(ctx, asked)
	if err != nil {
		return nil, err
	}
	page := &model.RelatedConnection{
		Rows:         model.Rows{List: name, Info: found.Info, Total: found.Total},
		Counts:       counting.counts(found.Counted),
		Of:           asked.Key,
		Kind:         kind,
		Related:      found.Rows,
		UnnamedCount: found.Unnamed,
	}
	for _, row := range found.Rows {
		page.Positions = append(page.Positions, row.Position)
	}
	return page, nil
}

type relatedPages struct{ *request }

// Edges gives the rows of a page.
func (relatedPages) Edges(_ context.Context, page *model.RelatedConnection) ([]*model.RelatedEdge, error) {
	edges := make([]*model.RelatedEdge, len(page.Related))
	for i, row := range page.Related {
		edges[i] = &model.RelatedEdge{Row: page.Row(i), Of: page.Of, Kind: page.Kind, Key: row.Key, Relation: row.Relation}
	}
	return edges, nil
}

// Nodes reads the incidents of a page. One that went away since the page was read is left
// out.
func (r relatedPages) Nodes(ctx context.Context, page *model.RelatedConnection) ([]*model.Incident, error) {
	keys := make([]string, len(page.Related))
	for i, row := range page.Related {
		keys[i] = row.Key
	}
	return nodesAs[*model.Incident](ctx, r.request, incidentIDs(keys)...)
}

// Facet gives how many incidents there are by a field.
func (relatedPages) Facet(ctx context.Context, page *model.RelatedConnection, _ string, _ *int, _ *bool) ([]*model.FacetBucket, error) {
	return facet(ctx, &page.Counts)
}

type relatedRows struct{ *request }

// Node reads the other incident.
func (r relatedRows) Node(ctx context.Context, row *model.RelatedEdge) (*model.Incident, error) {
	return nodeAs[*model.Incident](ctx, r.request, incidentIDs([]string{row.Key})...)
}

// SharedComponents reads the components that the two share.
func (r relatedRows) SharedComponents(ctx context.Context, row *model.RelatedEdge) ([]*model.Component, error) {
	return nodesAs[*model.Component](ctx, r.request, termIDs(refs(graph.KindComponent, row.Relation.SharedComponents))...)
}

// SharedCauses reads the causes that the two share.
func (r relatedRows) SharedCauses(ctx context.Context, row *model.RelatedEdge) ([]*model.Cause, error) {
	return nodesAs[*model.Cause](ctx, r.request, termIDs(refs(graph.KindCause, row.Relation.SharedCauses))...)
}

// AssertedBy reads the incidents of the cases that the relation follows from.
func (r relatedRows) AssertedBy(ctx context.Context, row *model.RelatedEdge) ([]*model.Incident, error) {
	return nodesAs[*model.Incident](ctx, r.request, incidentIDs(row.Relation.AssertedBy)...)
}

// Because says in one sentence why the two are related.
func (r relatedRows) Because(ctx context.Context, row *model.RelatedEdge, lang *graph.Lang) (string, error) {
	components, causes := row.Relation.SharedComponents, row.Relation.SharedCauses
	terms := append(refs(graph.KindComponent, components), refs(graph.KindCause, causes)...)
	shared, err := r.namesOf(ctx, terms, lang)
	if err != nil {
		return "", err
	}
	return model.Because(r.language(lang), row.Kind, row.Of, row.Key, shared), nil
}

// namesOf reads the names of terms that are shared.
func (r *request) namesOf(ctx context.Context, refs []graph.TermRef, lang *graph.Lang) (model.Shared, error) {
	terms, err := nodesAs[model.Term](ctx, r, termIDs(refs)...)
	names := model.Shared{}
	for _, t := range terms {
		kind := t.Info().Kind
		names[kind] = append(names[kind], t.Name(lang))
	}
	return names, err
}
