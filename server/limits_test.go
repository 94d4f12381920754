package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql/introspection"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/incidentgraph/incidentgraph/graph"
)

func parse(t testing.TB, query string) *ast.QueryDocument {
	t.Helper()
	doc, err := parser.ParseQuery(&ast.Source{Input: query})
	if err != nil {
		t.Fatalf("parse: %v", err)
	}
	return doc
}

// doubling is a document whose fragment 0 spreads fragment 1 twice, and so on.
func doubling(levels int) string {
	var b strings.Builder
	b.WriteString("{...F0}")
	for i := range levels {
		fmt.Fprintf(&b, " fragment F%d on Query{...F%d ...F%d}", i, i+1, i+1)
	}
	fmt.Fprintf(&b, " fragment F%d on Query{hello}", levels)
	return b.String()
}

func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format+" ", i)
	}
	return b.String()
}

// chain is n fragments, each spreading the next: written out from each definition,
// they hold about n²/2 selections.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("{...F0}")
	for i := range n {
		fmt.Fprintf(&b, " fragment F%d on Query{...F%d}", i, i+1)
	}
	fmt.Fprintf(&b, " fragment F%d on Query{hello}", n)
	return b.String()
}

func nest(open, core, close string, n int) string {
	return strings.Repeat(open, n) + core + strings.Repeat(close, n)
}

// hostile documents are cheap to send and dear to validate.
var hostile = []struct {
	name, query string
	code        graph.Code
}{
	{"fragments doubling 20 levels", doubling(20), CodeTooLarge},
	{"fragments doubling 200 levels", doubling(200), CodeTooLarge},
	{"10,000 repeated fields", "{" + strings.Repeat("hello ", 10_000) + "}", CodeTooLarge},
	{"300 repeated fields", "{" + strings.Repeat("hello ", 300) + "}", CodeTooLarge},
	{"300 repeated inline fragments", "{" + strings.Repeat("...{hello} ", 300) + "}", CodeTooLarge},
	{"fields repeated over two levels", "{" + strings.Repeat("books{"+strings.Repeat("total ", 20)+"}", 20) + "}", CodeTooLarge},
	{"one fragment spread 300 times", "{" + strings.Repeat("...F ", 300) + "} fragment F on Query{hello}", CodeTooLarge},
	{"300 fragments with one field", "{" + numbered("...F%d", 300) + "}" + numbered("fragment F%d on Query{hello}", 300), CodeTooLarge},
	{"a chain of 400 fragments", chain(400), CodeTooLarge},
	{"2,000 aliases", "{" + numbered("a%d:hello", 2_000) + "}", CodeTooLarge},
	{"500 levels of nesting", "{" + nest("shelf{", "id", "}", 500) + "}", CodeTooDeep},
	{"100 levels over fragments", "{...F0}" + func() string {
		var b strings.Builder
		for i := range 100 {
			fmt.Fprintf(&b, " fragment F%d on Book{shelf{...F%d}}", i, i+1)
		}
		return b.String() + " fragment F100 on Book{id}"
	}(), CodeTooDeep},
	{"5,000 unknown directives", "{hello " + strings.Repeat("@x ", 5_000) + "}", CodeTooLarge},
	{"300 unknown directives", "{hello " + strings.Repeat("@x ", 300) + "}", CodeTooLarge},
	{"directives of an operation", "query " + strings.Repeat("@x ", 300) + "{hello}", CodeTooLarge},
	{"directives of a variable", "query($v:Int " + strings.Repeat("@x ", 300) + "){hello}", CodeTooLarge},
	{"directives of spreads", "{" + strings.Repeat("...F ", 100) + "} fragment F on Query@a@b@c{hello}", CodeTooLarge},
	{"100 fields at the top", "{" + numbered("a%d:hello", 100) + "}", CodeTooLarge},
	{"1,500 operations", numbered("query Q%d{hello}", 1_500), CodeTooLarge},
	{"a fragment that spreads itself", "{...F} fragment F on Query{...F}", CodeValidationFailed},
	{"two fragments in a circle", "{...F} fragment F on Query{...G} fragment G on Query{...F}", CodeValidationFailed},
	{"a circle that is not used", "{hello} fragment F on Query{...F}", CodeValidationFailed},
	{"a filter of 100 levels", "{books(where:" + nest("{not:", "{title:\"x\"}", "}", 100) + "){total}}", CodeTooDeep},
	{"a list of 100 levels", "{byIDs(ids:" + nest("[", "1", "]", 100) + "){id}}", CodeTooDeep},
	{"a default of 100 levels", "query($w:Where=" + nest("{not:", "null", "}", 100) + "){books(where:$w){total}}", CodeTooDeep},
	{"100,000 bytes", "{hello}" + strings.Repeat(" ", 100_000), CodeTooLarge},
	{"60,000 comments' worth of tokens", strings.Repeat("#\n", 30_000) + "{hello}", CodeTooLarge},
	{"a list of 6,000 values", "{byIDs(ids:[" + strings.Repeat("1,", 6_000) + "]){id}}", CodeTooLarge},
	{"a literal past 64 bits", "{day(of:9223372036854775808)}", CodeValidationFailed},
	{"a float past 64 bits", "{day(of:[{a:1e999}])}", CodeValidationFailed},
}

func TestHostileDocumentsAreRefusedWithOneError(t *testing.T) {
	docs := newDocuments(newShelf(t), Limits{}.withDefaults(), true)
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			doc, errs := docs.load(tt.query)
			if doc != nil || len(errs) != 1 {
				t.Fatalf("document %v, %d errors; want none and one", doc != nil, len(errs))
			}
			if got := codeOf(errs); got != tt.code {
				t.Errorf("code %s (%s), want %s", got, errs[0].Message, tt.code)
			}
			if len(errs[0].Message) > maxMessage+len("…") {
				t.Errorf("message of %d bytes", len(errs[0].Message))
			}
		})
	}
}

// The walk ends at the first selection past the limit, whatever the document would
// come to.
func TestShapeWalkIsBounded(t *testing.T) {
	for _, query := range []string{doubling(60), chain(1_000), "{" + strings.Repeat("...{hello} ", 50_000) + "}"} {
		doc := parse(t, query)
		w := shapeWalk{limits: Limits{Repeats: 1 << 30}.withDefaults(), fragments: map[string]*ast.FragmentDefinition{}, open: map[string]bool{}}
		for _, f := range doc.Fragments {
			w.fragments[f.Name] = f
		}
		if err := w.operation(doc.Operations[0]); err == nil {
			for _, f := range doc.Fragments {
				if err = w.fragment(f, 1, keys{}); err != nil {
					break
				}
			}
		}
		if w.selections != w.limits.Selections+1 {
			t.Errorf("walked %d selections, want %d", w.selections, w.limits.Selections+1)
		}
	}
}

func TestEachLimitIsMetExactly(t *testing.T) {
	tests := []struct {
		name        string
		limits      Limits
		within, not string
	}{
		{"bytes", Limits{Bytes: 7}, "{hello}", "{hello }"},
		{"tokens", Limits{Tokens: 4}, "{hello hello}", "{hello hello hello}"},
		{"tokens with a comment", Limits{Tokens: 4}, "#c\n{hello}", "#c\n{hello hello}"},
		{"depth", Limits{Depth: 2}, "{shelf{id}}", "{shelf{shelf{id}}}"},
		{"depth in an inline fragment", Limits{Depth: 2}, "{...{shelf{...{id}}}}", "{...{shelf{...{shelf{id}}}}}"},
		{"depth in a fragment", Limits{Depth: 2}, "{shelf{...F}} fragment F on Book{id}", "{shelf{...F}} fragment F on Book{shelf{id}}"},
		{"input depth", Limits{InputDepth: 1}, "{books(where:{title:\"a\"}){total}}", "{books(where:{not:{}}){total}}"},
		{"selections", Limits{Selections: 2}, "{hello shelf}", "{hello shelf{id}}"},
		// one spread and what it brings, and the definition on its own
		{"selections of fragments", Limits{Selections: 3}, "{...F} fragment F on Query{hello}", "{...F} fragment F on Query{hello secret}"},
		{"selections of inline fragments", Limits{Selections: 2}, "{...{hello}}", "{...{...{hello}}}"},
		{"aliases", Limits{Aliases: 1}, "{a:hello hello}", "{a:hello b:hello}"},
		{"aliases of fragments", Limits{Aliases: 2}, "{...F} fragment F on Query{a:hello}", "{...F ...F} fragment F on Query{a:hello}"},
		{"repeats", Limits{Repeats: 1}, "{hello hello}", "{hello hello hello}"},
		{"repeats by alias", Limits{Repeats: 1}, "{a:hello a:hello}", "{a:hello a:hello a:secret}"},
		{"repeats over fragments", Limits{Repeats: 1}, "{hello ...F} fragment F on Query{hello}", "{hello ...F ...F} fragment F on Query{hello}"},
		{"no repeats in different sets", Limits{Repeats: 1}, "{a:shelf{id} b:shelf{id} c:shelf{id}}", "{a:shelf{id id} b:shelf{id id}}"},
		{"directives", Limits{Directives: 1}, "{hello @x}", "{hello @x @x}"},
		{"root fields", Limits{RootFields: 2}, "{hello ...{secret}}", "{hello ...{secret shelf}}"},
		{"root fields of one operation", Limits{RootFields: 1}, "query A{hello} query B{hello}", "query A{hello} query B{hello secret}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			limits := tt.limits.withDefaults()
			check := func(query string) bool {
				if len(query) > limits.Bytes {
					return false
				}
				return checkTokens(query, limits.Tokens) == nil && checkShape(parse(t, query), limits) == nil
			}
			if !check(tt.within) {
				t.Errorf("%s is refused", tt.within)
			}
			if check(tt.not) {
				t.Errorf("%s is taken", tt.not)
			}
		})
	}
}

// graphiQL is the introspection query as GraphiQL sends it today: every option on and
// types unwrapped nine times.
var graphiQL = `query IntrospectionQuery {
  __schema {
    description
    queryType { name kind }
    types { ...FullType }
    directives { name description isRepeatable locations args(includeDeprecated: true) { ...InputValue } }
  }
}
fragment FullType on __Type {
  kind name description specifiedByURL isOneOf
  fields(includeDeprecated: true) {
    name description args(includeDeprecated: true) { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason
  }
  inputFields(includeDeprecated: true) { ...InputValue }
  interfaces { ...TypeRef }
  enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
  possibleTypes { ...TypeRef }
}
fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue isDeprecated deprecationReason }
fragment TypeRef on __Type { kind name ` + nest("ofType { kind name ", "", "}", 9) + `}`

func TestDocumentsThatPeopleSendAreTaken(t *testing.T) {
	tests := map[string]string{
		"GraphiQL":             graphiQL,
		"gqlgen introspection": introspection.Query,
		"a dashboard":          "{" + numbered(`a%d:books(first:10){total nodes{id title}}`, 40) + "}",
		"five levels": `{books(first:100){total nodes{id title tags refs(first:20){total edges{node{id title
			refs(first:5){nodes{id title}}}}}}}}`,
		"fragments": `{a:books{...Page} b:books{...Page}} fragment Page on BookPage{total nodes{...Book}} fragment Book on Book{id title tags}`,
		"named":     "# the first\nquery A($n:Int=5){books(first:$n){total}} query B{hello}",
	}
	docs := newDocuments(newShelf(t), Limits{}.withDefaults(), true)
	for name, query := range tests {
		t.Run(name, func(t *testing.T) {
			doc, errs := docs.load(query)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			if n := cost(docs.schema, doc.Operations[0], nil); n > docs.limits.Cost {
				t.Errorf("cost %d is over %d", n, docs.limits.Cost)
			}
		})
	}
}

// FuzzShape holds the walk against a count that multiplies out instead of walking.
func FuzzShape(f *testing.F) {
	for _, tt := range hostile {
		if len(tt.query) < 10_000 {
			f.Add(tt.query)
		}
	}
	f.Add(graphiQL)
	limits := Limits{}.withDefaults()
	f.Fuzz(func(t *testing.T, query string) {
		if len(query) > limits.Bytes || checkTokens(query, limits.Tokens) != nil {
			return
		}
		doc, err := parser.ParseQuery(&ast.Source{Input: query})
		if err != nil {
			return
		}
		if checkShape(doc, limits) != nil {
			return
		}
		// What is taken has no circle and is small once written out.
		sizes := map[string]int{}
		total := 0
		for _, op := range doc.Operations {
			total += writtenOut(t, doc, op.SelectionSet, sizes)
		}
		for _, def := range doc.Fragments {
			total += writtenOut(t, doc, def.SelectionSet, sizes)
		}
		if total > limits.Selections {
			t.Errorf("%d selections were taken", total)
		}
	})
}

// writtenOut counts selections, each fragment once and remembered.
func writtenOut(t *testing.T, doc *ast.QueryDocument, set ast.SelectionSet, sizes map[string]int) int {
	n := 0
	for _, selection := range set {
		n++
		switch s := selection.(type) {
		case *ast.Field:
			n += writtenOut(t, doc, s.SelectionSet, sizes)
		case *ast.InlineFragment:
			n += writtenOut(t, doc, s.SelectionSet, sizes)
		case *ast.FragmentSpread:
			def := doc.Fragments.ForName(s.Name)
			if def == nil {
				continue
			}
			size, known := sizes[s.Name]
			if !known {
				sizes[s.Name] = -1
				size = writtenOut(t, doc, def.SelectionSet, sizes)
				sizes[s.Name] = size
			}
			if size < 0 {
				t.Fatal("a fragment that spreads itself was taken")
			}
			n += size
		}
	}
	return n
}
