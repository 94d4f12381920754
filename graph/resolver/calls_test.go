package resolver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/server"
)

// counting is a store that counts the calls of each of its methods.
type counting struct {
	graph.Store
	mu    sync.Mutex
	calls map[string]int
}

func (c *counting) count(method string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls[method]++
}

func (c *counting) Nodes(ctx context.Context, ids []graph.ID) ([]*graph.Node, error) {
	c.count("Nodes")
	return c.Store.Nodes(ctx, ids)
}

func (c *counting) Lookup(ctx context.Context, names []graph.Name) ([]graph.ID, error) {
	c.count("Lookup")
	return c.Store.Lookup(ctx, names)
}

func (c *counting) Vocabulary(ctx context.Context) (*graph.Vocabulary, error) {
	c.count("Vocabulary")
	return c.Store.Vocabulary(ctx)
}

func (c *counting) Terms(ctx context.Context, requests []graph.TermsRequest) ([]graph.TermsResult, error) {
	c.count("Terms")
	return c.Store.Terms(ctx, requests)
}

func (c *counting) Neighbors(ctx context.Context, ids []graph.ID) ([][]graph.Link, error) {
	c.count("Neighbors")
	return c.Store.Neighbors(ctx, ids)
}

func (c *counting) Find(ctx context.Context, requests []graph.FindRequest) ([]graph.FindResult, error) {
	c.count("Find")
	return c.Store.Find(ctx, requests)
}

func (c *counting) Related(ctx context.Context, requests []graph.RelatedRequest) ([]graph.RelatedResult, error) {
	c.count("Related")
	return c.Store.Related(ctx, requests)
}

func (c *counting) Similar(ctx context.Context, requests []graph.SimilarRequest) ([][]graph.SimilarRow, error) {
	c.count("Similar")
	return c.Store.Similar(ctx, requests)
}

func (c *counting) Paths(ctx context.Context, requests []graph.PathRequest) ([]graph.PathResult, error) {
	c.count("Paths")
	return c.Store.Paths(ctx, requests)
}

func (c *counting) Subgraph(ctx context.Context, requests []graph.SubgraphRequest) ([]graph.SubgraphResult, error) {
	c.count("Subgraph")
	return c.Store.Subgraph(ctx, requests)
}

func (c *counting) Cases(ctx context.Context, keys []string) ([]*graph.Case, error) {
	c.count("Cases")
	return c.Store.Cases(ctx, keys)
}

func (c *counting) Stats(ctx context.Context) (graph.Stats, error) {
	c.count("Stats")
	return c.Store.Stats(ctx)
}

// asking is a store that keeps what Find is asked.
type asking struct {
	graph.Store
	found [][]graph.FindRequest
}

func (a *asking) Find(ctx context.Context, requests []graph.FindRequest) ([]graph.FindResult, error) {
	a.found = append(a.found, requests)
	return a.Store.Find(ctx, requests)
}

// callsOf answers a query and gives how often each method of the store was called.
func callsOf(t testing.TB, store graph.Store, query string, variables map[string]any) map[string]int {
	t.Helper()
	counted := &counting{Store: store, calls: map[string]int{}}
	answer := respond(t, counted, server.Request{Query: query, Variables: variables})
	if strings.Contains(answer, `"errors"`) {
		t.Fatalf("%s\n%.2000s", query, answer)
	}
	return counted.calls
}

// alike gives a store with a hundred and one cases that all have everything: whatever is
// asked of one of them has an answer, and so has whatever is asked of that.
func alike(t testing.TB) graph.Store {
	terms := []graph.Term{
		{Kind: graph.KindComponent, Slug: "storage", Name: graph.Text{EN: "Storage", KO: "저장소"}},
		{Kind: graph.KindComponent, Slug: "hub", Name: graph.Text{EN: "Hub", KO: "허브"}, Broader: "storage"},
	}
	var cases []*graph.Case
	for i := range 101 {
		own := func(what string) string { return fmt.Sprintf("%s %d", what, i%7) }
		cases = append(cases, &graph.Case{
			ID: fmt.Sprintf("C-%03d", i), Title: graph.PlainText("title"), Summary: graph.PlainText("summary"),
			Organisation: own("company"), Date: date(t, fmt.Sprintf("20%02d-05", i%20)),
			Components: []string{"hub", own("component")}, RootCauses: []string{"slip", own("cause")},
			Factors: []string{own("factor")},
			Trigger: graph.Trigger{Kind: own("trigger"), Text: graph.PlainText("words")},
			Symptoms: graph.Symptoms{
				Terms: []string{own("symptom")}, Text: graph.PlainText("text"),
			},
			Timeline: []graph.Moment{{At: "10:00", Text: graph.PlainText("began")}},
			Related:  []graph.Card{{ID: fmt.Sprintf("C-%03d", (i+1)%101), SameCause: true, SharedComponents: []string{"hub"}}},
		})
	}
	return load(t, terms, cases...)
}

func date(t testing.TB, s string) graph.Date {
	t.Helper()
	d, err := graph.ParseDate(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// nested are questions of several levels, with the page size as their variable.
var nested = []string{
	`{ incidents(first: $n) { totalCount pageInfo { endCursor } nodes { key } } }`,
	`{ incidents(first: $n) { edges { cursor node { key company { name } } } } }`,
	`{ incidents(first: $n) { nodes { components { slug broader { name narrower { slug } } } } } }`,
	`{ incidents(first: $n) { nodes { summary lessons timeline { at text } triggers { text trigger { slug incidentCount } } } } }`,
	`{ incidents(first: $n) { nodes { company { name } components { name } causes { name } symptoms { name } factors { name } } } }`,
	`{ incidents(first: $n) { nodes { links { kind evidence text from { id } to { id } assertedBy { key } } } } }`,
	`{ incidents(first: $n) { nodes { sharesComponent(first: $n) { totalCount unnamedCount nodes { key } } } } }`,
	`{ incidents(first: $n) { nodes { sameCause(first: $n) { edges { node { key } sharedCauses { name } because(lang: KO) } } } } }`,
	`{ incidents(first: $n) { nodes { sharesComponent(component: "hub", first: 3) { edges {
		node { key company { name } } sharedComponents { name broader { name } } sharedCauses { slug } evidence assertedBy { key title } because } } } } }`,
	`{ incidents(first: $n) { nodes { company { incidents(first: 3) { nodes { key causes { name } } } } } } }`,
	`{ incidents(first: $n) { nodes { components { incidents(first: 2, where: {causes: {any: ["slip"]}}) { totalCount edges { node { summary } } } } } } }`,
	`{ terms(first: $n) { totalCount edges { cursor node { kind name incidents(first: 2) { nodes { key } } } } } }`,
	`{ terms(kind: COMPONENT, query: "component", first: $n) { nodes { name broader { name } incidents(last: 1) { nodes { company { name } } } } } }`,
	`{ term(kind: COMPONENT, name: "허브") { incidents(first: $n) { nodes { sharesComponent(first: 2) { nodes { sameCause(first: 2) { nodes { company { name } } } } } } } } }`,
	`{ term(kind: CAUSE, name: "slip") { incidents(first: $n, where: {components: {any: ["storage"], narrower: true}}) { nodes { factors { name } symptoms { name } } } } }`,
	`{ incidents(first: $n, where: {components: {any: ["hub"]}, date: {from: "2001"}}) { nodes { links { to { ... on Component { name broader { name } } ... on Incident { summary company { name } } } } } } }`,
	`{ incidents(first: $n, where: {or: [{company: {any: ["company 1"]}}, {company: {none: ["company 1"]}}]}) { nodes { actionItems sources { url } causes { incidentCount } } } }`,
	`{ a: incidents(first: $n) { nodes { company { name } } } b: incidents(last: $n) { nodes { sharesComponent(first: 1) { nodes { company { name } } } } } stats { version terms { count } } }`,
	`query ($n: Int) { ...page } fragment page on Query { incidents(first: $n) { nodes { ...row ...row } } }
		fragment row on Incident { key company { ...name } components { ...name } } fragment name on Term { name broader { name } }`,
	`{ incidents(first: $n) { facet(by: COMPONENT) { key label count term { slug broader { slug } } } durations { timeToRecover { known mean } } nodes { key } } }`,
	`{ incidents(first: $n) { nodes { components { incidents(first: 0, where: {causes: {any: ["slip"]}}) { a: facet(by: YEAR) { key count } b: facet(by: CAUSE, excludeOwn: true) { label(lang: KO) count } durations { timeToDetect { p50 } } } } } } }`,
	`{ incidents(first: $n) { nodes { sharesComponent(first: 2) { facet(by: COMPANY) { term { ... on Company { incidents(first: 1) { nodes { key } } } } } durations { timeToDetect { max } } edges { node { key } } } } } }`,
	`{ incidents(first: $n, orderBy: [{field: COMPANY, direction: ASC}, {field: TIME_TO_DETECT, direction: DESC}]) { nodes { similar(first: 3) { edges { score node { key company { name } } sharedComponents { name } sharedTriggers { name } because } nodes { key } } } } }`,
	`{ search(query: "title", first: $n) { totalCount edges { node { key company { name } } highlights { field fragments { text hit } } } facet(by: YEAR) { label count } durations { timeToDetect { known } } } }`,
	`{ search(query: "허브", first: $n, where: {text: "title"}) { nodes { similar(first: 2) { edges { node { summary } sharedFactors { name } } } } } }`,
	`{ terms(kind: COMPONENT, first: $n) { nodes { related(kind: CAUSE, first: 3) { count lift term { name broader { slug } incidents(first: 1) { nodes { key } } } } } } }`,
	`{ terms(first: $n) { nodes { a: related(kind: SYMPTOM) { count } b: related(kind: COMPANY, first: 0) { lift } incidents(first: 0) { facet(by: MONTH) { label } } } } }`,
	`{ incidents(first: $n) { nodes { key } } paths(from: "incident:C-000", to: "incident:C-050", first: 50) { truncated paths { length nodes { id ... on Incident { company { name } } } edges { kind from { id } to { id } assertedBy { key } } } } }`,
	`{ neighborhood(ids: "component:hub", depth: 2, limit: $n) { truncated nodes { id ... on Incident { key summary company { name } } ... on Component { name } } edges { kind text from { id } to { id ... on Term { broader { slug } } } } } }`,
	`{ a: neighborhood(ids: ["incident:C-001"], limit: $n) { nodes { id } } b: neighborhood(ids: ["incident:C-002"], via: SHARES_COMPONENT, limit: $n) { edges { kind } }
		paths(from: "incident:C-003", to: "cause:slip") { paths { length } } search(query: "words") { totalCount } stats { fields { field known } } }`,
	`{ incidents(first: $n) { edges { node { triggers { trigger { incidents(first: 2) { nodes { triggers { text trigger { name } } } } } } } } } }`,
}

// levels gives how deep the fields of a query lie at most.
func levels(t testing.TB, query string) int {
	t.Helper()
	document, err := parser.ParseQuery(&ast.Source{Input: query})
	if err != nil {
		t.Fatal(err)
	}
	var depth func(ast.SelectionSet) int
	depth = func(set ast.SelectionSet) int {
		deepest := 0
		for _, selection := range set {
			switch s := selection.(type) {
			case *ast.Field:
				deepest = max(deepest, 1+depth(s.SelectionSet))
			case *ast.InlineFragment:
				deepest = max(deepest, depth(s.SelectionSet))
			case *ast.FragmentSpread:
				deepest = max(deepest, depth(document.Fragments.ForName(s.Name).SelectionSet))
			}
		}
		return deepest
	}
	return depth(document.Operations[0].SelectionSet)
}

// The number of calls does not depend on how many results there are, and no method is
// called more than once for a level.
func TestCallsDoNotGrow(t *testing.T) {
	store := alike(t)
	for _, query := range nested {
		if !strings.HasPrefix(query, "query") {
			query = "query ($n: Int) " + query
		}
		few := json.Number("1")
		if strings.Contains(query, "limit: $n") {
			few = "10" // a single node has no edges
		}
		one := callsOf(t, store, query, map[string]any{"n": few})
		for _, n := range []string{"10", "100"} {
			if strings.Count(query, "$n") > 2 && n == "100" && !strings.Contains(query, "neighborhood") {
				n = "30" // two pages within each other
			}
			calls := callsOf(t, store, query, map[string]any{"n": json.Number(n)})
			if !maps.Equal(calls, one) {
				t.Errorf("%s\ncalls %v with %s, %v with %s", query, one, few, calls, n)
			}
		}
		for method, n := range one {
			if most := levels(t, query); n > most {
				t.Errorf("%s\n%s is called %d times, which is more than its %d levels", query, method, n, most)
			}
		}
	}
}

// Nor does it depend on aliases and differing arguments.
func TestCallsDoNotGrowWithAliases(t *testing.T) {
	store := alike(t)
	for _, tt := range []struct {
		name, query string
		calls       map[string]int
	}{
		{"pages of lists of one kind",
			`{ incident(id: "C-001") {
				a: sharesComponent(first: 1) { nodes { company { name } } }
				b: sharesComponent(component: "hub", where: {causes: {any: ["slip"]}}) { nodes { company { name } } }
				c: sharesComponent(component: "저장소", first: 7) { totalCount }
				d: sharesComponent(where: {components: {any: ["storage", "no such thing"], narrower: true}}) { nodes { company { name } } }
				e: sameCause { nodes { key company { name } } } } }`,
			map[string]int{"Nodes": 3, "Lookup": 1, "Vocabulary": 2, "Related": 1}, // one for the filter, one for the warning
		},
		{"fields that need different things of one level",
			`{ a: incident(id: "C-001") { summary }
			   b: incident(id: "C-002") { triggers { text trigger { slug } } }
			   c: incident(id: "C-003") { links { text } company { name } }
			   d: incident(id: "C-004") { sharesComponent(component: "hub", first: 1) { totalCount } }
			   e: incident(id: "C-005") { sharesComponent(first: 1) { totalCount } } }`,
			// Nodes for the incidents, the company and the trigger, a level each; Cases for
			// the summary and the trigger, and a level below for the text of the link.
			map[string]int{"Nodes": 3, "Lookup": 1, "Related": 1, "Neighbors": 1, "Cases": 2},
		},
		{"fields whose levels are reached at different times",
			`{ a: incident(id: "C-001") { company { broader { name } name incidents(first: 1) { nodes { key } } } }
			   b: term(kind: COMPONENT, name: "hub") { broader { name } incidents(first: 1) { nodes { key } } }
			   c: node(id: "component:hub") { ... on Component { broader { name } } }
			   d: nodes(ids: ["component:storage", "cause:slip", "incident:nothing"]) { ... on Term { narrower { name } } } }`,
			// Nodes for what stands at the root, below it, for the incidents of b, of a.
			map[string]int{"Lookup": 1, "Nodes": 4, "Find": 2},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if calls := callsOf(t, store, tt.query, nil); !maps.Equal(calls, tt.calls) {
				t.Errorf("calls %v, want %v", calls, tt.calls)
			}
		})
	}
}
