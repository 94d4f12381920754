package resolver_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph/resolver"
	"github.com/incidentgraph/incidentgraph/server"
)

// What people ask is within the limits that a server has by itself.
func TestReasonableQueriesAreAnswered(t *testing.T) {
	var facets []string
	for _, by := range arguments["by"] {
		facets = append(facets, fmt.Sprintf(`%s: facet(by: %s, first: 100, excludeOwn: true) { key label(lang: KO) count term { id } }`, strings.ToLower(by), by))
	}
	for _, query := range []string{
		flagship,
		everything,
		// A page with a menu for every field.
		`{ search(query: "캐시", first: 100, where: {date: {from: "2018"}}) { totalCount ` + strings.Join(facets, " ") + ` durations { timeToDetect { known p50 p90 } timeToRecover { known p50 p90 } }
			edges { node { key title date company { name } components { name } } highlights { field fragments { text hit } } } } }`,
		// The same of a filter with a text.
		`{ incidents(where: {text: "캐시", date: {from: "2018"}}) { totalCount ` + strings.Join(facets, " ") + ` nodes { key title } } }`,
		// How often everything recurs.
		`{ terms(kind: CAUSE, first: 100) { nodes { name incidents(first: 0) { totalCount facet(by: YEAR) { key count } durations { timeToRecover { p50 p90 } } } } } }`,
		`{ terms(kind: COMPONENT, first: 50) { nodes { name related(kind: CAUSE, first: 5) { term { name } count lift } related2: related(kind: COMPONENT) { term { name } count lift } } } }`,
		// A page about one incident.
		`{ incident(id: "IL-0587") { key title similar { edges { node { key title company { name } } score because sharedComponents { name } sharedCauses { name } } }
			sharesComponent(first: 100) { totalCount facet(by: YEAR) { key count } edges { node { key title } sharedComponents { name } because } }
			links { kind to { id } } } neighborhood(ids: ["incident:IL-0587"], depth: 2, limit: 1000) { nodes { id ... on Incident { key title } ... on Term { name } } edges { kind from { id } to { id } evidence } truncated } }`,
		`{ paths(from: "incident:IL-0587", to: "incident:IL-0216", maxLength: 6, first: 50) { paths { length nodes { id ... on Term { name } ... on Incident { title } } edges { kind evidence } } truncated } }`,
	} {
		executor := server.NewExecutor(resolver.NewSchema(library(t)), server.ExecutorOptions{Log: slog.New(slog.DiscardHandler)})
		if answer := executor.Execute(t.Context(), server.Request{Query: query}); len(answer.Errors) > 0 {
			t.Errorf("%.300s\n%v", query, answer.Errors)
		}
	}
}

// What would count or walk too much is refused before anything is read, be the rows few.
func TestExpensiveQueriesAreRefused(t *testing.T) {
	store := &asking{Store: library(t)}
	executor := server.NewExecutor(resolver.NewSchema(store), server.ExecutorOptions{Log: slog.New(slog.DiscardHandler)})
	for _, query := range []string{
		`{ incidents(first: 100) { nodes { components { incidents(first: 0) { a: facet(by: TAG, first: 1) { count } b: facet(by: YEAR, first: 1) { count } } } } } }`,
		`query ($n: Int = 100) { incidents(first: $n) { nodes { sharesComponent(first: $n) { facet(by: TAG, first: 0) { count } } similar(first: $n) { nodes { similar(first: 0) { nodes { key } } } } } } }`,
		`{ incidents(first: 100) { nodes { symptoms { related(kind: FACTOR, first: 1) { count } } causes { related(kind: FACTOR, first: 1) { count } } } } }`,
		`{ incidents(first: 100) { facet(by: COMPONENT, first: 1000) { term { incidents(first: 100) { nodes { key title date domain } } } } } }`,
		`{ paths(from: "incident:IL-0587", to: "incident:IL-0216", maxLength: 6, first: 50) { paths { nodes { ... on Incident {
			sharesComponent(first: 1) { facet(by: TAG, first: 1) { key } durations { timeToDetect { known } } } similar(first: 1) { nodes { key } } } } } } }`,
		`{ neighborhood(ids: ["incident:IL-0587"], depth: 3, limit: 1000) { nodes { ... on Incident { similar(first: 1) { nodes { key } } } } } }`,
		// texts in a filter, each of which is a search
		`query ($many: IncidentFilter = {or: [` + strings.Repeat(`{text: "a"} `, 100) + `]}) { incidents(where: {and: [` + strings.Repeat(`$many `, 10) + `]}) { totalCount } }`,
		`{ incidents(first: 100) { nodes { sharesComponent(first: 0, where: {or: [` + strings.Repeat(`{not: {text: "a"}} `, 10) + `]}) { totalCount } } } }`,
	} {
		answer := executor.Execute(t.Context(), server.Request{Query: query})
		if len(answer.Errors) != 1 || answer.Errors[0].Extensions["code"] != string(server.CodeTooExpensive) || len(store.found) > 0 {
			t.Errorf("%.300s\n%v %v", query, answer.Errors, store.found)
		}
	}
}
