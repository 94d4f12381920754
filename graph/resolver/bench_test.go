package resolver_test

import (
	"log/slog"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph/resolver"
	"github.com/incidentgraph/incidentgraph/server"
)

// BenchmarkQueries answers questions over a hub of 101 cases, without HTTP.
func BenchmarkQueries(b *testing.B) {
	store := alike(b)
	executor := server.NewExecutor(resolver.NewSchema(store), server.ExecutorOptions{Log: slog.New(slog.DiscardHandler)})
	for _, bb := range []struct{ name, query string }{
		{"flagship", `{ incident(id: "C-001") { sharesComponent(component: "hub") { totalCount unnamedCount
			edges { node { key title(lang: KO) company { name } } sharedComponents { slug name(lang: KO) } sharedCauses { slug } evidence assertedBy { key } } } } }`},
		{"incident", `{ incident(id: "C-001") { key title company { name } components { name } causes { name } } }`},
		{"list", `{ incidents(first: 20, where: {components: {any: ["hub"]}}) { totalCount nodes { key title date company { name } components { name } } } }`},
		{"facets", `{ incidents(first: 0, where: {components: {any: ["hub"]}}) { totalCount facet(by: CAUSE) { label count } years: facet(by: YEAR, excludeOwn: true) { key count } durations { timeToRecover { known p50 } } } }`},
		{"search", `{ search(query: "title 허브", first: 20) { totalCount edges { node { key } highlights { field fragments { text hit } } } } }`},
		{"similar", `{ incident(id: "C-001") { similar { edges { score node { key } because } } } }`},
		{"together", `{ term(kind: COMPONENT, name: "hub") { related(kind: CAUSE) { term { name } count lift } } }`},
		{"paths", `{ paths(from: "incident:C-001", to: "incident:C-050") { paths { nodes { id } edges { kind } } truncated } }`},
		{"neighbourhood", `{ neighborhood(ids: ["incident:C-001"]) { nodes { id } edges { kind from { id } to { id } } truncated } }`},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if answer := executor.Execute(b.Context(), server.Request{Query: bb.query}); len(answer.Errors) > 0 {
					b.Fatal(answer.Errors)
				}
			}
		})
	}
}
