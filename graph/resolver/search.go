package resolver

import (
	"context"
	"slices"
	"sync"

	"github.com/99designs/gqlgen/graphql"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

// textQueries holds the text queries of one request. A text that stands in many of its
// filters is one query, so that a store looks for it once.
type textQueries struct {
	mu     sync.Mutex
	parsed map[string]*graph.TextQuery
}

func (t *textQueries) parse(typed string) (*graph.TextQuery, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if query := t.parsed[typed]; query != nil {
		return query, nil
	}
	query, err := graph.ParseTextQuery(typed)
	if err != nil {
		return nil, err
	}
	if t.parsed == nil {
		t.parsed = map[string]*graph.TextQuery{}
	}
	t.parsed[typed] = query
	return query, nil
}

// Search lists the incidents that a text query finds.
func (r query) Search(ctx context.Context, text string, where *model.IncidentFilter, first *int, after *string) (*model.SearchConnection, error) {
	query, err := r.queries.parse(text)
	if err != nil {
		return nil, err
	}
	found, rows, counts, err := r.page(ctx, "SearchConnection",
		list{Field: "search", Text: query, Order: graph.BestFound}, listArguments{where: where, first: first, after: after})
	if err != nil {
		return nil, err
	}
	return &model.SearchConnection{Rows: rows, Counts: counts, Query: query, Keys: found.Keys}, nil
}

type searchPages struct{ *request }

// Edges gives the rows of a page. Where highlights are asked for below, it reads the
// incidents, since those tell of which terms the names have to be read then.
func (r searchPages) Edges(ctx context.Context, page *model.SearchConnection) ([]*model.SearchEdge, error) {
	edges := make([]*model.SearchEdge, len(page.Keys))
	for i, key := range page.Keys {
		edges[i] = &model.SearchEdge{Row: page.Row(i), Key: key, Query: page.Query}
	}
	below := graphql.CollectFieldsCtx(ctx, []string{"SearchEdge"})
	if !slices.ContainsFunc(below, func(f graphql.CollectedField) bool { return f.Name == "highlights" }) {
		return edges, nil
	}
	found, err := r.nodes.each(ctx, incidentIDs(page.Keys)...)
	for i, n := range found {
		edges[i].Failure = n.err
		if n.value != nil {
			edges[i].Incident = n.value.Incident
		}
	}
	return edges, err
}

// Nodes reads the incidents of a page. One that went away since the page was read is left
// out.
func (r searchPages) Nodes(ctx context.Context, page *model.SearchConnection) ([]*model.Incident, error) {
	return nodesAs[*model.Incident](ctx, r.request, incidentIDs(page.Keys)...)
}

// Facet gives how many incidents there are by a field.
func (searchPages) Facet(ctx context.Context, page *model.SearchConnection, _ string, _ *int, _ *bool) ([]*model.FacetBucket, error) {
	return facet(ctx, &page.Counts)
}

type searchRows struct{ *request }

// Node reads the incident of a row.
func (r searchRows) Node(ctx context.Context, row *model.SearchEdge) (*model.Incident, error) {
	return nodeAs[*model.Incident](ctx, r.request, incidentIDs([]string{row.Key})...)
}

// Highlights tells where in the texts of an incident the words were found.
func (r searchRows) Highlights(ctx context.Context, row *model.SearchEdge) ([]*model.Highlight, error) {
	if row.Incident == nil {
		return []*model.Highlight{}, row.Failure
	}
	var told *graph.Case
	if !row.Incident.Stub {
		var err error
		if told, err = r.cases.one(ctx, row.Key); err != nil {
			return nil, err
		}
	}
	var terms []graph.TermRef
	for _, kind := range graph.TermEdgeKinds() {
		terms = append(terms, refs(kind.To(), row.Incident.Terms(kind))...)
	}
	found, err := r.nodes.load(ctx, termIDs(terms)...)
	if err != nil {
		return nil, err
	}
	names := map[graph.TermRef]graph.Text{}
	for _, n := range found {
		if n != nil {
			names[n.Term.Ref()] = n.Term.Name
		}
	}
	passages := graph.Passages(row.Incident, told, func(ref graph.TermRef) graph.Text { return names[ref] })
	return model.NewHighlights(row.Query.Highlights(passages)), nil
}
