package resolver_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Titles come first, then names of terms; with every hit, where it is. IL-0216 has the word
// in the name of a component that its cards tell of, in its summary and in its lessons.
func TestSearch(t *testing.T) {
	store := library(t)
	want(t, ask(t, store, `{ search(query: "캐시는") { totalCount pageInfo { hasNextPage } edges { node { key } highlights { field fragments { text hit } } } nodes { key } } }`),
		`{"data":{"search":{"totalCount":3,"pageInfo":{"hasNextPage":false},"edges":[
			{"node":{"key":"IL-0279"},"highlights":[
				{"field":"title","fragments":[{"text":"캐시","hit":true},{"text":" 묶음이 갈라져 배차가 멈췄다","hit":false}]},
				{"field":"components","fragments":[{"text":"인메모리 ","hit":false},{"text":"캐시","hit":true}]}]},
			{"node":{"key":"IL-0388"},"highlights":[
				{"field":"title","fragments":[{"text":"캐시","hit":true},{"text":" 한 대가 느려져 목록이 비었다","hit":false}]},
				{"field":"components","fragments":[{"text":"인메모리 ","hit":false},{"text":"캐시","hit":true}]}]},
			{"node":{"key":"IL-0216"},"highlights":[
				{"field":"components","fragments":[{"text":"인메모리 ","hit":false},{"text":"캐시","hit":true}]},
				{"field":"summary","fragments":[{"text":"옮긴 쪽의 ","hit":false},{"text":"캐시","hit":true},{"text":"가 비어 있었다.","hit":false}]},
				{"field":"remediation","fragments":[{"text":"캐시","hit":true},{"text":"를 먼저 채웠다.","hit":false}]},
				{"field":"lessons","fragments":[{"text":"빈 ","hit":false},{"text":"캐시","hit":true},{"text":"로 옮기지 않는다.","hit":false}]}]}
		],"nodes":[{"key":"IL-0279"},{"key":"IL-0388"},{"key":"IL-0216"}]}}}`)
}

func TestSearches(t *testing.T) {
	store := library(t)
	for _, tt := range []struct{ arguments, answer string }{
		{`query: "il 0587"`, `{"totalCount":1,"nodes":[{"key":"IL-0587"}]}`},
		{`query: "etcd"`, `{"totalCount":0,"nodes":[]}`}, // an alias is no text of an incident
		{`query: ""`, `{"totalCount":0,"nodes":[]}`},
		{`query: "?! *"`, `{"totalCount":0,"nodes":[]}`},
		{`query: "캐시", where: {isStub: true}`, `{"totalCount":2,"nodes":[{"key":"IL-0279"},{"key":"IL-0388"}]}`},
		{`query: "캐시", where: {text: "목록이"}`, `{"totalCount":1,"nodes":[{"key":"IL-0388"}]}`},
		{`query: "캐시", where: {text: ""}`, `{"totalCount":0,"nodes":[]}`},
		{`query: "캐시", first: 1`, `{"totalCount":3,"nodes":[{"key":"IL-0279"}]}`},
		{`query: "캐시", first: 0`, `{"totalCount":3,"nodes":[]}`},
	} {
		want(t, ask(t, store, `{ search(`+tt.arguments+`) { totalCount nodes { key } } }`), `{"data":{"search":`+tt.answer+`}}`)
	}
	wantError(t, ask(t, store, `{ search(query: "x", first: 101) { totalCount } }`), graph.CodeInvalid, "first must be from 0 to 100")
	long := `"` + strings.Repeat("가", graph.MaxQueryLength+1) + `"`
	for _, field := range []string{`search(query: ` + long + `)`, `incidents(where: {or: [{text: ` + long + `}]})`} {
		wantError(t, ask(t, store, `{ `+field+` { totalCount } }`), graph.CodeInvalid, "the search text has more than 1000 characters: shorten it")
	}

	// A cursor belongs to its query and filter.
	cursor := *turn(t, store, `{ %s }`, `search(query: "캐시", first: 1)`).PageInfo.EndCursor
	if next := turn(t, store, `{ %s }`, `search(query: "캐시", where: {}, after: "`+cursor+`")`).ids(); !slices.Equal(next, []string{"incident:IL-0388", "incident:IL-0216"}) {
		t.Errorf("goes on with %v", next)
	}
	for _, field := range []string{`search(query: "목록이", after: "` + cursor + `")`, `search(query: "캐시", where: {isStub: true}, after: "` + cursor + `")`, `incidents(where: {text: "캐시"}, after: "` + cursor + `")`} {
		wantError(t, ask(t, store, `{ `+field+` { totalCount } }`), graph.CodeInvalidCursor, "the cursor is not one of this list: take it from an answer with the same filter and order")
	}
}

// Highlights need the incident, its case and its terms: whichever of them cannot be read
// costs the highlights of that row alone, and what went away is a gap.
func TestHighlightsOfUnreadable(t *testing.T) {
	store := library(t)
	answer := ask(t, &failing{Store: store, cases: func(keys []string) error {
		if slices.Contains(keys, "IL-0216") {
			return corrupt
		}
		return nil
	}}, `{ search(query: "캐시") { edges { node { key } highlights { field } } } }`)
	const rest = `{"node":{"key":"IL-0279"},"highlights":[{"field":"title"},{"field":"components"}]},{"node":{"key":"IL-0388"},"highlights":[{"field":"title"},{"field":"components"}]}`
	if !strings.Contains(answer, `{"edges":[`+rest+`,{"node":{"key":"IL-0216"},"highlights":null}]}`) || strings.Count(answer, `"CORRUPT"`) != 1 {
		t.Error(answer)
	}
	answer = ask(t, &failing{Store: store, nodes: func(ids []graph.ID) error {
		if slices.Contains(ids, "incident:IL-0216") {
			return corrupt
		}
		return nil
	}}, `{ search(query: "캐시") { edges { node { key } highlights { field } } } }`)
	if !strings.Contains(answer, `{"edges":[`+rest+`,{"node":null,"highlights":null}]}`) || strings.Count(answer, `"CORRUPT"`) != 2 {
		t.Error(answer)
	}
	want(t, ask(t, &failing{Store: store, drop: "incident:IL-0216"}, `{ search(query: "캐시") { edges { node { key } highlights { field } } } }`),
		`{"data":{"search":{"edges":[`+rest+`,{"node":null,"highlights":[]}]}}}`)
}

// However many lists of a request look for one text, it is one query for the store.
func TestOneTextIsOneQuery(t *testing.T) {
	store := &asking{Store: library(t)}
	ask(t, store, `{ incidents(where: {text: "캐시"}) { facet(by: YEAR, excludeOwn: true) { key } nodes { components { incidents(where: {or: [{text: "캐시"}]}) { totalCount } } } }
		search(query: "캐시", where: {not: {text: "캐시"}}) { totalCount } }`)
	texts := map[*graph.TextQuery]bool{}
	for _, call := range store.found {
		for _, asked := range call {
			for _, f := range append(others(asked.Filter), asked.Filter) {
				texts[f.Text] = true
			}
			texts[asked.Text] = true
			for _, facet := range asked.Facets {
				texts[facet.Filter.Text] = true
			}
		}
	}
	delete(texts, nil)
	if len(texts) != 1 {
		t.Errorf("%d queries", len(texts))
	}
}

// others gives the alternatives and the negation of a filter.
func others(f graph.Filter) []graph.Filter {
	var list []graph.Filter
	if f.Or != nil {
		list = append(list, *f.Or...)
	}
	if f.Not != nil {
		list = append(list, *f.Not)
	}
	return list
}
