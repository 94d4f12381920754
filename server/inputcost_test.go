package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

func filterDocuments(t testing.TB) *documents {
	t.Helper()
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "filters.graphql", Input: `
		directive @cost(weight: Int = 0) on FIELD_DEFINITION | INPUT_FIELD_DEFINITION
		scalar Day
		input Where { text: String @cost(weight: 500) tags: [String!] from: Day any: [Where!] not: Where }
		type Query { books(first: Int, where: Where): Page byIDs(ids: [ID!]!): [Book] }
		type Page { total: Int facet(first: Int = 20, excludeOwn: Boolean = false): [Bucket] @cost(weight: 500) nodes: [Book] }
		type Bucket { key: String }
		type Book { id: ID alike(first: Int, where: Where): Page }
	`})
	if err != nil {
		t.Fatal(err)
	}
	return newDocuments(&shelf{schema: schema}, Limits{}.withDefaults(), true)
}

// What a filter asks for counts wherever it is used, and the same for a literal and a
// variable.
func TestCostOfFilters(t *testing.T) {
	docs := filterDocuments(t)
	text := func(s string) map[string]any { return map[string]any{"text": s} }
	for _, tt := range []struct {
		literal string
		value   any
		want    int
	}{
		{`{}`, map[string]any{}, 0},
		{`null`, nil, 0},
		{`{text:"a b"}`, text("a b"), 500},
		{`{text:null}`, map[string]any{"text": nil}, 0},
		{`{not:{text:"a"}}`, map[string]any{"not": text("a")}, 500},
		{`{tags:["a","b","c"]}`, map[string]any{"tags": []any{"a", "b", "c"}}, 3},
		{`{tags:"a"}`, map[string]any{"tags": "a"}, 1},
		{`{tags:[],from:{a:[1,{b:2}]}}`, map[string]any{"tags": []any{}, "from": map[string]any{"a": []any{1}}}, 0},
		{`{any:[{text:"a"},{not:{text:"b",tags:["c"]}}]}`, map[string]any{"any": []any{text("a"), map[string]any{"not": map[string]any{"text": "b", "tags": []any{"c"}}}}}, 2*(1+500) + 1},
		{`{any:{any:{text:"a"}}}`, map[string]any{"any": map[string]any{"any": text("a")}}, 1 + 1 + 500},
	} {
		literal := "{...F} fragment F on Query{books(where:" + tt.literal + "){total}}"
		if got := costOf(t, docs, literal, nil); got != 1+1+tt.want {
			t.Errorf("%s: cost %d, want %d", literal, got, 1+1+tt.want)
		}
		variable := "query($w:Where){books(where:$w){total}}"
		if got := costOf(t, docs, variable, map[string]any{"w": tt.value}); got != 1+1+tt.want {
			t.Errorf("%s with %v: cost %d, want %d", variable, tt.value, got, 1+1+tt.want)
		}
	}
	for _, tt := range []struct {
		query string
		vars  map[string]any
		want  int
	}{
		// for each row that the field is resolved for, and for each field
		{`{books(first:100){nodes{alike(first:0,where:{text:"a"}){total}}}}`, nil, 1 + 100*(1+500+1+1)},
		{`{a:books(where:{text:"a"}){total} b:books(where:{text:"a"}){total}}`, nil, 2 * (500 + 1 + 1)},
		// once more where a facet is counted without the filter's own condition
		{`{books(where:{text:"a"}){facet(first:2){key}}}`, nil, 500 + 1 + 500 + 2*(1+1)},
		{`{books(where:{text:"a"}){facet(first:2,excludeOwn:true){key}}}`, nil, 500 + 1 + 500 + 500 + 2*(1+1)},
		{`query($e:Boolean){books(where:{text:"a"}){...{facet(first:2,excludeOwn:$e){key}}}}`, map[string]any{"e": true}, 500 + 1 + 500 + 500 + 2*(1+1)},
		// a dashboard: the list, its count, the text, five facets and a page
		{`{books(where:{text:"a"}){total` + numbered(" f%d:facet(excludeOwn:true){key label:key}", 5) + `nodes{a:id b:id c:id d:id e:id}}}`, nil, 1 + 1 + 500 + 5*(500+500+20*(1+2)) + 20*(1+5)},
		// variables within literals
		{`query($t:String){books(where:{text:$t}){total}}`, map[string]any{"t": "a"}, 500 + 1 + 1},
		{`query($t:String){books(where:{text:$t}){total}}`, map[string]any{"t": nil}, 1 + 1},
		{`query($w:Where!){books(where:{any:[$w,$w]}){total}}`, map[string]any{"w": text("a")}, 2*(1+500) + 1 + 1},
		{`query($t:[String!]){books(where:{tags:$t}){total}}`, map[string]any{"t": []string{"a", "b"}}, 2 + 1 + 1},
		// lists of other arguments have their own rules
		{`{byIDs(ids:[1,2]){id}}`, nil, 2 * (1 + 1)},
	} {
		if got := costOf(t, docs, tt.query, tt.vars); got != tt.want {
			t.Errorf("%s with %v: cost %d, want %d", tt.query, tt.vars, got, tt.want)
		}
	}
}

// A filter is walked once, however often a document uses it.
func TestFiltersAreWalkedOnce(t *testing.T) {
	docs := filterDocuments(t)
	names := make([]any, 1_000)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	query := `query($w:Where!){books(where:{any:[$w,{tags:["x"]}]}){total}}`
	doc, errs := docs.load(query)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	field := doc.Operations[0].SelectionSet[0].(*ast.Field)
	c := inputCost{docs.schema, map[string]any{"w": map[string]any{"tags": names}}, map[string]int{}, map[*ast.Value]int{}}
	want := 1 + 1_000 + 1 + 1
	if got := c.of(field); got != want || c.variables["w"] != 1_000 {
		t.Fatalf("cost %d, of the variable %d; want %d and 1,000", got, c.variables["w"], want)
	}
	c.vars["w"] = map[string]any{} // is not looked at again
	if got := c.of(field); got != want {
		t.Errorf("the second time: cost %d, want %d", got, want)
	}
}

// A long name costs for each row that it is written for, be it that of a __typename, which
// no resolver sees.
func TestCostOfLongNames(t *testing.T) {
	docs := filterDocuments(t)
	for length, want := range map[int]int{1: 1, 63: 1, 64: 2, 6_400: 101} {
		query := "{books(first:10){nodes{" + strings.Repeat("a", length) + ":__typename}}}"
		if got := costOf(t, docs, query, nil); got != 1+10*(1+want) {
			t.Errorf("a name of %d bytes: cost %d, want %d", length, got, 1+10*(1+want))
		}
	}
}
