package graphtest

import (
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// questions is a set of questions to put to a store.
type questions struct {
	ids       []graph.ID
	names     []graph.Name
	keys      []string
	finds     []graph.FindRequest
	relateds  []graph.RelatedRequest
	similars  []graph.SimilarRequest
	termLists []graph.TermsRequest
	paths     []graph.PathRequest
	subgraphs []graph.SubgraphRequest

	// Lists to read to their ends by pages of pageSize; none: no list is walked.
	walkedFinds    []graph.FindRequest
	walkedRelateds []graph.RelatedRequest
	walkedTerms    []graph.TermsRequest
	pageSize       int
}

// rows counts the rows of the lists that are walked.
func (q questions) rows(a *answers) int {
	n := 0
	for _, f := range q.walkedFinds {
		n += len(a.find(f))
	}
	for _, r := range q.walkedRelateds {
		n += len(a.related(r))
	}
	for _, t := range q.walkedTerms {
		n += len(a.terms(t))
	}
	return n
}

// everything asks about all that there is and some that is not, plainly: lists have no
// filters, and each shape of question comes up again and again.
func everything(a *answers) questions {
	keys := incidentKeys(a)
	q := questions{ids: allIDs(a, keys), keys: caseKeys(a, keys), names: allNames(a, keys)}
	whole := graph.Page{Size: graph.MaxPageSize}
	for _, key := range keys {
		q.similars = append(q.similars, graph.SimilarRequest{Key: key, Size: graph.MaxSimilar})
		q.relateds = append(q.relateds, graph.RelatedRequest{Key: key, Kind: graph.SameCause, Page: whole},
			graph.RelatedRequest{Key: key, Kind: graph.SharesComponent, Page: whole})
		for _, slug := range a.incident(key).Terms(graph.Involves) {
			q.relateds = append(q.relateds, graph.RelatedRequest{Key: key, Kind: graph.SharesComponent, Component: slug, Page: whole})
		}
	}
	q.finds = []graph.FindRequest{{Page: whole}, {Page: graph.Page{Size: 2}}, {Page: graph.Page{Size: 2, FromEnd: true}}}
	for _, row := range a.terms(graph.TermsRequest{}) {
		q.finds = append(q.finds, graph.FindRequest{Term: &row.ref, Page: whole})
	}
	component := graph.KindComponent
	q.termLists = []graph.TermsRequest{{Page: whole}, {Page: graph.Page{Size: 2}}, {Kind: &component, Page: whole}, {Query: "store", Page: whole}}
	return q
}

func incidentKeys(a *answers) []string {
	var keys []string
	for _, i := range a.graph.Incidents {
		keys = append(keys, i.Key)
	}
	slices.Sort(keys)
	return keys
}

func allIDs(a *answers, keys []string) []graph.ID {
	ids := []graph.ID{"", "nonsense", "incident:", "incident:IL-9999", "component:no-such-term", "incident:X-000000000000"}
	for _, key := range keys {
		ids = append(ids, graph.NewID(graph.KindIncident, key))
	}
	for _, c := range a.sorted() { // those that others replace included
		ids = append(ids, graph.NewID(graph.KindIncident, c.ID), graph.NewID(graph.KindIncident, strings.ToLower(c.ID)))
	}
	for ref := range a.graph.Terms {
		ids = append(ids, ref.ID())
	}
	slices.Sort(ids)
	return ids
}

func caseKeys(a *answers, keys []string) []string {
	keys = append([]string{"", "IL-9999", "X-000000000000"}, keys...)
	for _, c := range a.sorted() {
		keys = append(keys, c.ID, strings.ToUpper(c.ID))
	}
	return keys
}

func allNames(a *answers, keys []string) []graph.Name {
	var names []graph.Name
	for _, text := range []string{"", "—", "no such thing"} {
		names = append(names, graph.Name{Kind: graph.KindIncident, Text: text}, graph.Name{Kind: graph.KindComponent, Text: text})
	}
	for _, key := range keys {
		names = append(names, graph.Name{Kind: graph.KindIncident, Text: key},
			graph.Name{Kind: graph.KindIncident, Text: " \u200bincident:" + strings.ToUpper(key)})
	}
	for _, kind := range graph.TermKinds() {
		for _, variants := range spellings[kind] {
			for _, text := range variants {
				names = append(names, graph.Name{Kind: kind, Text: text})
			}
		}
	}
	for _, row := range a.terms(graph.TermsRequest{}) {
		names = append(names, graph.Name{Kind: row.ref.Kind, Text: row.ref.Slug},
			graph.Name{Kind: row.ref.Kind, Text: string(row.ref.ID())})
	}
	return names
}
