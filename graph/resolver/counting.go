package resolver

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

// facetFields are the values of the enum FacetField.
var facetFields = map[string]graph.FacetField{
	"COMPANY":   graph.FacetCompany,
	"COMPONENT": graph.FacetComponent,
	"CAUSE":     graph.FacetCause,
	"TRIGGER":   graph.FacetTrigger,
	"SYMPTOM":   graph.FacetSymptom,
	"FACTOR":    graph.FacetFactor,
	"DOMAIN":    graph.FacetDomain,
	"SEVERITY":  graph.FacetSeverity,
	"REGION":    graph.FacetRegion,
	"TAG":       graph.FacetTag,
	"YEAR":      graph.FacetYear,
	"MONTH":     graph.FacetMonth,
}

// counting is what is to be counted of one list: all facets that are asked below it and
// its durations, so that one read serves them together with the list.
type counting struct {
	graph.Counting
	facets []model.Facet // aligned with Facets
}

// countingBelow looks ahead at what the field of a context, a list of the given GraphQL
// type with the given filter, is asked for. One facet under several aliases is counted
// once, in the largest size.
func countingBelow(ctx context.Context, list string, filter graph.Filter) counting {
	variables := graphql.GetOperationContext(ctx).Variables
	var c counting
	for _, f := range graphql.CollectFieldsCtx(ctx, []string{list}) {
		switch f.Name {
		case "durations":
			c.Durations = true
		case "facet":
			if facet, size, err := facetOf(f.ArgumentMap(variables)); err == nil { // the facet itself tells of errors
				c.add(facet, size, filter)
			}
		}
	}
	return c
}

func (c *counting) add(facet model.Facet, size int, filter graph.Filter) {
	if at := slices.Index(c.facets, facet); at >= 0 {
		c.Facets[at].Size = max(c.Facets[at].Size, size)
		return
	}
	request := graph.FacetRequest{By: facet.By, Size: size}
	if facet.ExcludeOwn {
		without := filter.Without(facet.By)
		request.Filter = &without
	}
	c.Facets = append(c.Facets, request)
	c.facets = append(c.facets, facet)
}

// counts gives what was counted.
func (c *counting) counts(counted graph.Counted) model.Counts {
	counts := model.Counts{Facets: map[model.Facet][]graph.Bucket{}, Took: counted.Durations}
	for i, facet := range c.facets {
		counts.Facets[facet] = counted.Facets[i]
	}
	return counts
}

// facetOf reads the arguments of a facet field, as they are before gqlgen reads them:
// looking ahead there are no others.
func facetOf(arguments map[string]any) (facet model.Facet, size int, err error) {
	name, _ := arguments["by"].(string)
	by, ok := facetFields[name]
	if !ok {
		return facet, 0, graph.Errorf(graph.CodeInvalid, "by: give a field to count by") // null, by way of a variable
	}
	facet.By = by
	facet.ExcludeOwn, _ = arguments["excludeOwn"].(bool)
	var first *int
	if given := arguments["first"]; given != nil {
		n, err := graphql.UnmarshalInt(given)
		if err != nil {
			return facet, 0, err
		}
		first = &n
	}
	size, err = bounded("first", first, graph.DefaultFacetSize, 0, graph.MaxFacetSize)
	return facet, size, err
}

// facet gives the buckets that the facet field of a context asks for, of what was counted
// of its list.
func facet(ctx context.Context, counts *model.Counts) ([]*model.FacetBucket, error) {
	asked, size, err := facetOf(graphql.GetFieldContext(ctx).Field.ArgumentMap(graphql.GetOperationContext(ctx).Variables))
	if err != nil {
		return nil, err
	}
	buckets := []*model.FacetBucket{}
	for _, b := range counts.Facets[asked] {
		if len(buckets) == size {
			break
		}
		bucket := &model.FacetBucket{Bucket: b}
		if asked.By.IsTerm() {
			bucket.Of = &graph.TermRef{Kind: asked.By.TermKind(), Slug: b.Key}
		}
		buckets = append(buckets, bucket)
	}
	return buckets, nil
}

type facetBuckets struct{ *request }

// Term reads the term whose incidents were counted.
func (r facetBuckets) Term(ctx context.Context, of *model.FacetBucket) (model.Term, error) {
	var ids []graph.ID
	if of.Of != nil {
		ids = append(ids, of.Of.ID())
	}
	return nodeAs[model.Term](ctx, r.request, ids...)
}

// Label gives the name of what was counted.
func (r facetBuckets) Label(ctx context.Context, of *model.FacetBucket, lang *graph.Lang) (string, error) {
	term, err := r.Term(ctx, of)
	if err != nil || term == nil {
		return of.Key, err
	}
	return term.Name(lang), nil
}
