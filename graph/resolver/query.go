package resolver

import (
	"context"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

const (
	maxIDs   = 100 // of one nodes(ids:)
	maxQuery = 256 // runes of one terms(query:)
)

type query struct{ *request }

// Node reads the node with an id.
func (r query) Node(ctx context.Context, typed string) (model.Node, error) {
	var ids []graph.ID
	if id, ok := nodeID(typed); ok {
		ids = append(ids, id)
	}
	return askedAs[model.Node](ctx, r.request, ids...)
}

// Nodes reads the nodes with some ids.
func (r query) Nodes(ctx context.Context, typed []string) ([]model.Node, error) {
	if len(typed) > maxIDs {
		return nil, graph.Errorf(graph.CodeInvalid, "ids: at most %d ids can be asked for at a time", maxIDs)
	}
	var ids []graph.ID
	var places []int
	for i, t := range typed {
		if id, ok := nodeID(t); ok {
			ids, places = append(ids, id), append(places, i)
		}
	}
	found, err := r.nodes.load(ctx, ids...)
	nodes := make([]model.Node, len(typed))
	for i, n := range found {
		if n != nil {
			nodes[places[i]] = model.NewNode(n, r.lang)
		}
	}
	return nodes, err
}

// Incident reads the incident of a case by key or id.
func (r query) Incident(ctx context.Context, name string) (*model.Incident, error) {
	id, ok := nodeID(name)
	if !ok {
		id = graph.NewID(graph.KindIncident, graph.FoldKey(name))
	}
	return askedAs[*model.Incident](ctx, r.request, id)
}

// Incidents lists incidents.
func (r query) Incidents(ctx context.Context, where *model.IncidentFilter, orderBy []*model.IncidentOrder, first *int, after *string, last *int, before *string) (*model.IncidentConnection, error) {
	return r.incidentsWith(ctx, nil, listArguments{where, orderBy, first, after, last, before})
}

// Term reads the term that a name means.
func (r query) Term(ctx context.Context, kind graph.NodeKind, name string) (model.Term, error) {
	id, err := r.names.one(ctx, graph.Name{Kind: kind, Text: name})
	if err != nil || id == "" {
		return nil, err
	}
	return nodeAs[model.Term](ctx, r.request, id)
}

// Terms lists terms.
func (r query) Terms(ctx context.Context, kind *graph.NodeKind, query *string, first *int, after *string) (*model.TermConnection, error) {
	asked := graph.TermsRequest{Kind: kind}
	if query != nil {
		asked.Query = *query
	}
	if len([]rune(asked.Query)) > maxQuery {
		return nil, graph.Errorf(graph.CodeInvalid, "query: at most %d characters", maxQuery)
	}
	name := "terms" + canonical(asked)
	var err error
	if asked.Page, err = graph.NewPage(first, nil, after, nil, name); err != nil {
		return nil, err
	}
	found, err := r.terms.one(ctx, asked)
	if err != nil {
		return nil, err
	}
	return &model.TermConnection{
		Rows:  model.Rows{List: name, Positions: found.Positions, Info: found.Info, Total: found.Total},
		Terms: found.Terms,
	}, nil
}

// Stats counts the graph.
func (r query) Stats(ctx context.Context) (*model.GraphStats, error) {
	stats, err := r.stats.one(ctx, struct{}{})
	return &model.GraphStats{Stats: stats}, err
}
