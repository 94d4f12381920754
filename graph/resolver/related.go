package resolver

import (
	"context"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

// SharesComponent lists the incidents that share a component with one.
func (r incidents) SharesComponent(ctx context.Context, of *model.Incident, component *string, where *model.IncidentFilter, first *int, after *string) (*model.RelatedConnection, error) {
	return r.relatedTo(ctx, of, graph.SharesComponent, component, where, first, after)
}

// SameCause lists the incidents that have a cause in common with one.
func (r incidents) SameCause(ctx context.Context, of *model.Incident, where *model.IncidentFilter, first *int, after *string) (*model.RelatedConnection, error) {
	return r.relatedTo(ctx, of, graph.SameCause, nil, where, first, after)
}

func (r *request) relatedTo(ctx context.Context, of *model.Incident, kind graph.EdgeKind, component *string, where *model.IncidentFilter, first *int, after *string) (*model.RelatedConnection, error) {
	filter, slug, err := r.filterBeside(ctx, where, component)
	if err != nil {
		return nil, err
	}
	asked := graph.RelatedRequest{Key: of.Key(), Kind: kind, Component: slug, Filter: filter}
	name := canonical(asked)
	if asked.Page, err = graph.NewPage(first, nil, after, nil, name); err != nil {
		return nil, err
	}
	found, err := r.related.one(ctx, asked)
	if err != nil {
		return nil, err
	}
	page := &model.RelatedConnection{
		Rows:         model.Rows{List: name, Info: found.Info, Total: found.Total},
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
	shared := append(refs(graph.KindComponent, components), refs(graph.KindCause, causes)...)
	terms, err := nodesAs[model.Term](ctx, r.request, termIDs(shared)...)
	if err != nil {
		return "", err
	}
	named := map[graph.NodeKind][]string{}
	for _, t := range terms {
		kind := t.Info().Kind
		named[kind] = append(named[kind], t.Name(lang))
	}
	in := r.lang
	if lang != nil {
		in = *lang
	}
	return model.Because(in, row.Kind, row.Of, row.Key, named[graph.KindComponent], named[graph.KindCause]), nil
}
