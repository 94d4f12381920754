package resolver

import (
	"context"
	"encoding/json"
	"sync/atomic"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/generated"
	"github.com/incidentgraph/incidentgraph/graph/model"
)

// request is the state of one request, and the root of its resolvers.
type request struct {
	lang    graph.Lang // of texts, where a field does not ask for another
	unknown *unknownNames
	torn    atomic.Bool // whether its reads are known to be of several versions of the graph
	queries textQueries

	names      *loader[graph.Name, graph.Name, graph.ID]
	vocabulary *loader[struct{}, struct{}, *graph.Vocabulary]
	cases      *loader[string, string, *graph.Case]
	neighbors  *loader[graph.ID, graph.ID, []graph.Link]
	find       *loader[graph.FindRequest, string, graph.FindResult]
	related    *loader[graph.RelatedRequest, string, graph.RelatedResult]
	similar    *loader[graph.SimilarRequest, graph.SimilarRequest, []graph.SimilarRow]
	terms      *loader[graph.TermsRequest, string, graph.TermsResult]
	stats      *loader[struct{}, struct{}, graph.Stats]
	nodes      *loader[graph.ID, graph.ID, *graph.Node]
	paths      *loader[graph.PathRequest, string, graph.PathResult]
	subgraph   *loader[graph.SubgraphRequest, string, graph.SubgraphResult]
}

// The stages of a level: names have to be known before the rest can be asked, and what
// the rest names are nodes, which have to be there before walks begin at them.
const (
	stageNames = iota
	stageVocabulary
	stageRest
	stageNodes
	stageWalks
)

func newRequest(store graph.Store, r *rounds, lang graph.Lang) *request {
	return &request{
		lang:       lang,
		unknown:    newUnknownNames(),
		names:      newLoader(r, stageNames, itself[graph.Name], store.Lookup),
		vocabulary: newLoader(r, stageVocabulary, itself[struct{}], single(store.Vocabulary)),
		cases:      newLoader(r, stageRest, itself[string], store.Cases),
		neighbors:  newLoader(r, stageRest, itself[graph.ID], store.Neighbors),
		find:       newLoader(r, stageRest, canonical[graph.FindRequest], store.Find),
		related:    newLoader(r, stageRest, canonical[graph.RelatedRequest], store.Related),
		similar:    newLoader(r, stageRest, itself[graph.SimilarRequest], store.Similar),
		terms:      newLoader(r, stageRest, canonical[graph.TermsRequest], store.Terms),
		stats:      newLoader(r, stageRest, itself[struct{}], single(store.Stats)),
		nodes:      newLoader(r, stageNodes, itself[graph.ID], store.Nodes),
		paths:      newLoader(r, stageWalks, canonical[graph.PathRequest], store.Paths),
		subgraph:   newLoader(r, stageWalks, canonical[graph.SubgraphRequest], store.Subgraph),
	}
}

func itself[Q comparable](q Q) Q { return q }

// canonical writes a request as text that tells it from others.
func canonical[Q any](q Q) string {
	b, _ := json.Marshal(q) // maps of small integers, lists, numbers and strings: it cannot fail
	return string(b)
}

// single makes a read of many out of one without questions.
func single[A any](read func(context.Context) (A, error)) func(context.Context, []struct{}) ([]A, error) {
	return func(ctx context.Context, _ []struct{}) ([]A, error) {
		a, err := read(ctx)
		return []A{a}, err
	}
}

// text gives a text in the language asked for, else in the request's.
func (r *request) text(t graph.Text, lang *graph.Lang) *string {
	return model.InLanguage(t, lang, r.lang)
}

// language gives the language asked for, else the request's.
func (r *request) language(asked *graph.Lang) graph.Lang {
	if asked != nil {
		return *asked
	}
	return r.lang
}

// bounded gives a number that is asked for, or what it is where it is left out. It is an
// error where it does not lie within its bounds.
func bounded(argument string, asked *int, otherwise, least, most int) (int, error) {
	if asked == nil {
		return otherwise, nil
	}
	if *asked < least || *asked > most {
		return 0, graph.Errorf(graph.CodeInvalid, "%s must be from %d to %d", argument, least, most)
	}
	return *asked, nil
}

// Query answers the root fields.
func (r *request) Query() generated.QueryResolver { return query{r} }

// Incident answers what an incident has to be read for.
func (r *request) Incident() generated.IncidentResolver { return incidents{r} }

// Company answers what a company has to be read for.
func (r *request) Company() generated.CompanyResolver { return terms[*model.Company]{r} }

// Component answers what a component has to be read for.
func (r *request) Component() generated.ComponentResolver { return terms[*model.Component]{r} }

// Cause answers what a cause has to be read for.
func (r *request) Cause() generated.CauseResolver { return terms[*model.Cause]{r} }

// Trigger answers what a trigger has to be read for.
func (r *request) Trigger() generated.TriggerResolver { return terms[*model.Trigger]{r} }

// Symptom answers what a symptom has to be read for.
func (r *request) Symptom() generated.SymptomResolver { return terms[*model.Symptom]{r} }

// Factor answers what a factor has to be read for.
func (r *request) Factor() generated.FactorResolver { return terms[*model.Factor]{r} }

// IncidentConnection answers what a page of incidents has to be read for.
func (r *request) IncidentConnection() generated.IncidentConnectionResolver {
	return incidentPages{r}
}

// IncidentEdge answers what a row of such a page has to be read for.
func (r *request) IncidentEdge() generated.IncidentEdgeResolver { return incidentRows{r} }

// TermConnection answers what a page of terms has to be read for.
func (r *request) TermConnection() generated.TermConnectionResolver { return termPages{r} }

// TermEdge answers what a row of such a page has to be read for.
func (r *request) TermEdge() generated.TermEdgeResolver { return termRows{r} }

// RelatedConnection answers what a page of related incidents has to be read for.
func (r *request) RelatedConnection() generated.RelatedConnectionResolver {
	return relatedPages{r}
}

// RelatedEdge answers what a row of such a page has to be read for.
func (r *request) RelatedEdge() generated.RelatedEdgeResolver { return relatedRows{r} }

// SearchConnection answers what a page of found incidents has to be read for.
func (r *request) SearchConnection() generated.SearchConnectionResolver { return searchPages{r} }

// SearchEdge answers what a row of such a page has to be read for.
func (r *request) SearchEdge() generated.SearchEdgeResolver { return searchRows{r} }

// SimilarConnection answers what similar incidents have to be read for.
func (r *request) SimilarConnection() generated.SimilarConnectionResolver { return similarPages{r} }

// SimilarEdge answers what a similar incident has to be read for.
func (r *request) SimilarEdge() generated.SimilarEdgeResolver { return similarRows{r} }

// FacetBucket answers what a bucket of a facet has to be read for.
func (r *request) FacetBucket() generated.FacetBucketResolver { return facetBuckets{r} }

// RelatedTerm answers what a term beside another has to be read for.
func (r *request) RelatedTerm() generated.RelatedTermResolver { return relatedTerms{r} }

// PathResult answers what paths have to be read for.
func (r *request) PathResult() generated.PathResultResolver { return pathResults{r} }

// Path answers what a path has to be read for.
func (r *request) Path() generated.PathResolver { return paths{r} }

// Subgraph answers what a part of the graph has to be read for.
func (r *request) Subgraph() generated.SubgraphResolver { return subgraphs{r} }

// Link answers what an edge of the graph has to be read for.
func (r *request) Link() generated.LinkResolver { return links{r} }

// IncidentTrigger answers what a trigger as a case tells it has to be read for.
func (r *request) IncidentTrigger() generated.IncidentTriggerResolver { return triggers{r} }
