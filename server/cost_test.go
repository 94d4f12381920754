package server

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

func costOf(t testing.TB, docs *documents, query string, given map[string]any) int {
	t.Helper()
	doc, errs := docs.load(query)
	if len(errs) > 0 {
		t.Fatalf("%s: %v", query, errs)
	}
	vars, err := coerceVariables(docs.schema, doc.Operations[0], given, docs.limits)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return cost(docs.schema, doc.Operations[0], vars)
}

func TestCost(t *testing.T) {
	docs := newDocuments(newShelf(t), Limits{}.withDefaults(), true)
	tests := []struct {
		query string
		want  int
	}{
		{"{hello}", 1},
		{"{hello __typename}", 2},
		{"{books{total}}", 1 + 1},
		{"{books{nodes{id}}}", 1 + 20*(1+1)},
		{"{books(first:100){nodes{id}}}", 1 + 100*(1+1)},
		{"{books(first:100){total nodes{id title}}}", 1 + 1 + 100*(1+2)},
		{"{books(last:5){nodes{id}}}", 1 + 5*(1+1)},
		{"{books(first:3,last:5){nodes{id}}}", 1 + 5*(1+1)},
		{"{books(first:10){edges{node{id}}}}", 1 + 10*(1+(1+1))},
		{"{books(first:10){nodes{refs(first:10){nodes{id}}}}}", 1 + 10*(1+(1+10*(1+1)))},
		// lists without a page size
		{"{shelf{id}}", 5 * (1 + 1)},
		{"{shelf{tags}}", 5 * (1 + 5)},
		{"{books(first:10){nodes{shelf{id}}}}", 1 + 10*(1+5*(1+1))},
		// a paged list is its own page; the schema's default counts
		{"{lent(first:10){id}}", 10 * (1 + 1)},
		{"{lent{id}}", 50 * (1 + 1)},
		{"{books(first:10){lent(first:3){id}}}", 1 + 3*(1+1)},
		{"{near{books{id} count}}", 1 + 200*(1+1) + 1},
		{"{near(limit:7){books{id}}}", 1 + 7*(1+1)},
		// as many rows as ids
		{"{byIDs(ids:[1,2,3]){id}}", 3 * (1 + 1)},
		{"{byIDs(ids:1){id}}", 1 * (1 + 1)},
		{"{byIDs(ids:[]){id}}", 1 * (1 + 1)},
		// page sizes out of range
		{"{books(first:0){nodes{id}}}", 1 + 1*(1+1)},
		{"{books(first:null){nodes{id}}}", 1 + 20*(1+1)},
		{"{near(limit:null){books{id}}}", 1 + 200*(1+1)},
		{"{books(first:-1){nodes{id}}}", 1 + 1000*(1+1)},
		{"{books(first:1000){nodes{id}}}", 1 + 1000*(1+1)},
		{"{books(first:1001){nodes{id}}}", 1 + 1000*(1+1)},
		{"{books(first:2147483647){nodes{id}}}", 1 + 1000*(1+1)},
		{"{books(first:0,last:-1){nodes{id}}}", 1 + 1000*(1+1)},
		// what is left out or equal counts as well
		{"{books(first:100)@skip(if:true){nodes{id}}}", 1 + 100*(1+1)},
		{"{books{total} books{total}}", 2 * (1 + 1)},
		{"query A{hello} query B{books{nodes{id}}}", 1},
		// the product does not overflow
		{"{books(first:1000){nodes{" + nest("refs(first:1000){nodes{", "id", "}}", 8) + "}}}", maxCost},
	}
	for _, tt := range tests {
		if got := costOf(t, docs, tt.query, nil); got != tt.want {
			t.Errorf("%s: cost %d, want %d", tt.query, got, tt.want)
		}
	}
}

// What a field takes beside the values in it is told by the schema, and counts once, not
// for each row of the field; lists on a path are as long as a path may be.
func TestCostOfWork(t *testing.T) {
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "walks.graphql", Input: `
		directive @cost(weight: Int = 0, times: Int = 1) on FIELD_DEFINITION
		type Query { books(first: Int): Page paths(maxLength: Int = 4, first: Int = 5): Paths @cost(weight: 900) huge: Int @cost(weight: 99999999999999999999) }
		type Page { facet(first: Int = 20): [Bucket] @cost(weight: 500) nodes: [Book] }
		type Bucket { key: String }
		type Book { id: ID alike(first: Int = 10): Page @cost(weight: 300) around(limit: Int = 200): Around }
		type Around { books: [Book] links: [Book] @cost(weight: 7, times: 10) }
		type Paths { paths: [Path] truncated: Boolean }
		type Path { nodes: [Book] length: Int }
	`})
	if err != nil {
		t.Fatal(err)
	}
	docs := newDocuments(&shelf{schema: schema}, Limits{}.withDefaults(), true)
	for _, tt := range []struct {
		query string
		want  int
	}{
		{"{books(first:0){facet{key}}}", 1 + 500 + 20*(1+1)},
		{"{books(first:0){facet(first:1000){key}}}", 1 + 500 + 1000*(1+1)},
		{"{books(first:0){a:facet{key} b:facet{key}}}", 1 + 2*(500+20*(1+1))},
		{"{books(first:100){nodes{alike{nodes{id}}}}}", 1 + 100*(1+300+1+10*(1+1))},
		{"{books(first:3){nodes{alike(first:0){facet(first:2){key}}}}}", 1 + 3*(1+300+1+500+2*(1+1))},
		{"{paths{truncated}}", 900 + 1 + 1},
		{"{paths{paths{length nodes{id}}}}", 900 + 1 + 5*(1+1+5*(1+1))},
		{"{paths(first:50,maxLength:6){paths{nodes{id}}}}", 900 + 1 + 50*(1+7*(1+1))},
		{"{paths(first:50,maxLength:null){paths{nodes{id}}}}", 900 + 1 + 50*(1+5*(1+1))},
		{"{paths(maxLength:-1){paths{nodes{id}}}}", 900 + 1 + 5*(1+1001*(1+1))},
		{"{paths{paths{nodes{alike(first:2){nodes{id}}}}}}", 900 + 1 + 5*(1+5*(1+300+1+2*(1+1)))},
		{"query($n:Int=3,$l:Int=2){paths(first:$n,maxLength:$l){paths{nodes{id}}}}", 900 + 1 + 3*(1+3*(1+1))},
		{"{books(first:2){nodes{around{books{id} links{id}}}}}", 1 + 2*(1+1+200*(1+1)+7+2000*(1+1))},
		{"{books(first:2){nodes{around(limit:3){links{id}}}}}", 1 + 2*(1+1+7+30*(1+1))},
		{"{huge}", maxCost},
	} {
		if got := costOf(t, docs, tt.query, nil); got != tt.want {
			t.Errorf("%s: cost %d, want %d", tt.query, got, tt.want)
		}
	}
}

// However one question is written, its cost is the same.
func TestOneCostForOneMeaning(t *testing.T) {
	docs := newDocuments(newShelf(t), Limits{}.withDefaults(), true)
	tests := []struct {
		literal string // the value of first
		value   any    // the same as a variable
		want    int
	}{
		{"30", int64(30), 1 + 30*(1+1)},
		{"30", 30, 1 + 30*(1+1)},
		{"30", json.Number("30"), 1 + 30*(1+1)},
		{"0", int64(0), 1 + 1*(1+1)},
		{"null", nil, 1 + 20*(1+1)},
		{"-5", int64(-5), 1 + 1000*(1+1)},
		{"-2147483648", int64(-1 << 31), 1 + 1000*(1+1)},
	}
	for _, tt := range tests {
		vars := map[string]any{"n": tt.value}
		for query, vars := range map[string]map[string]any{
			"{books(first:N){nodes{id}}}":                                                        nil,
			"{x:books(first:N){y:nodes{z:id}}}":                                                  nil,
			"{...{books(first:N){...on BookPage{nodes{...{id}}}}}}":                              nil,
			"{...F} fragment F on Query{books(first:N){...G}} fragment G on BookPage{nodes{id}}": nil,
			"query($n:Int=N){books(first:$n){nodes{id}}}":                                        nil,
			"query($n:Int){books(first:$n){nodes{id}}}":                                          vars,
			"query($n:Int=7){books(first:$n){nodes{id}}}":                                        vars,
			"query($n:Int){...F} fragment F on Query{books(first:$n){nodes{id}}}":                vars,
		} {
			query = strings.ReplaceAll(query, "N", tt.literal)
			if got := costOf(t, docs, query, vars); got != tt.want {
				t.Errorf("%s with %v: cost %d, want %d", query, vars, got, tt.want)
			}
		}
	}
	for query, vars := range map[string]map[string]any{
		"{byIDs(ids:[1,2]){id}}":                                        nil,
		"query($i:[ID!]!=[1,2]){byIDs(ids:$i){id}}":                     nil,
		"query($i:[ID!]!){byIDs(ids:$i){id}}":                           {"i": []any{"1", "2"}},
		"query($a:ID!,$b:ID!){byIDs(ids:[$a,$b]){id}}":                  {"a": "1", "b": "2"},
		"query($i:[ID!]!){...F} fragment F on Query{byIDs(ids:$i){id}}": {"i": []string{"1", "2"}},
	} {
		if got := costOf(t, docs, query, vars); got != 2*(1+1) {
			t.Errorf("%s: cost %d, want 4", query, got)
		}
	}
	if got := costOf(t, docs, "query($i:[ID!]!){byIDs(ids:$i){id}}", map[string]any{"i": "1"}); got != 2 {
		t.Errorf("one id for a list: cost %d, want 2", got)
	}
}

func TestClampPage(t *testing.T) {
	tests := []struct {
		value any
		want  int
	}{
		{5, 5}, {int32(5), 5}, {int64(5), 5}, {5.0, 5}, {"5", 5}, {json.Number("5"), 5},
		{0, 1}, {1000, 1000}, {1001, 1000}, {-1, 1000},
		{5.5, 1000}, {1e300, 1000}, {"x", 1000}, {json.Number("1e3"), 1000}, {true, 1000}, {[]any{}, 1000},
	}
	for _, tt := range tests {
		if got := clampPage(tt.value); got != tt.want {
			t.Errorf("clampPage(%v) = %d, want %d", tt.value, got, tt.want)
		}
	}
}

// FuzzCost checks that what is within the limits of its shape has a cost, and that no
// page size makes it smaller than the same query asking for single rows.
func FuzzCost(f *testing.F) {
	docs := newDocuments(newShelf(f), Limits{}.withDefaults(), true)
	f.Add("query($n:Int){books(first:$n){nodes{id refs(last:$n){edges{node{id}}}}}}", int64(-3))
	f.Add("query($n:Int=4){...F} fragment F on Query{near(limit:$n){books{shelf{tags}}}}", int64(1)<<62)
	f.Add("query($n:Int){byIDs(ids:[1,2]){id} lent(first:$n){id}}", int64(0))
	f.Fuzz(func(t *testing.T, query string, n int64) {
		doc, errs := docs.load(query)
		if len(errs) > 0 {
			return
		}
		for _, op := range doc.Operations {
			with, err := coerceVariables(docs.schema, op, map[string]any{"n": n}, docs.limits)
			if err != nil {
				return
			}
			single, err := coerceVariables(docs.schema, op, map[string]any{"n": int64(1)}, docs.limits)
			if err != nil {
				t.Fatalf("n = %d is taken, 1 is not: %v", n, err)
			}
			got, least := cost(docs.schema, op, with), cost(docs.schema, op, single)
			if got < least || least < 1 || got > maxCost {
				t.Errorf("cost %d for n = %d and %d for 1", got, n, least)
			}
		}
	})
}
