package resolver_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/incidentgraph/incidentgraph/graph/generated"
	"github.com/incidentgraph/incidentgraph/graph/resolver"
	"github.com/incidentgraph/incidentgraph/schema"
	"github.com/incidentgraph/incidentgraph/server"
)

// Every element of the schema is described.
func TestDescriptions(t *testing.T) {
	served := resolver.NewSchema(load(t, nil)).Schema()
	described := func(element, description string) {
		if len(strings.TrimSpace(description)) < len("Korean.") {
			t.Errorf("%s has no description", element)
		}
	}
	for name, directive := range served.Directives {
		if directive.Position.Src.BuiltIn {
			continue
		}
		described("@"+name, directive.Description)
		for _, argument := range directive.Arguments {
			described("@"+name+"("+argument.Name+")", argument.Description)
		}
	}
	for name, typ := range served.Types {
		if typ.BuiltIn {
			continue
		}
		described(name, typ.Description)
		for _, field := range typ.Fields {
			if strings.HasPrefix(field.Name, "__") {
				continue
			}
			described(name+"."+field.Name, field.Description)
			for _, argument := range field.Arguments {
				described(name+"."+field.Name+"("+argument.Name+")", argument.Description)
			}
		}
		for _, value := range typ.EnumValues {
			described(name+"."+value.Name, value.Description)
		}
	}
}

// The schema that the binary prints is the one that is served.
func TestSDL(t *testing.T) {
	printed, err := gqlparser.LoadSchema(&ast.Source{Name: "sdl", Input: schema.SDL()})
	if err != nil {
		t.Fatal(err)
	}
	served := resolver.NewSchema(load(t, nil)).Schema()
	for name, typ := range served.Types {
		other := printed.Types[name]
		if other == nil || len(other.Fields) != len(typ.Fields) || len(other.EnumValues) != len(typ.EnumValues) || other.Description != typ.Description {
			t.Errorf("%s differs", name)
		}
	}
	if len(printed.Types) != len(served.Types) {
		t.Errorf("%d types are printed, %d served", len(printed.Types), len(served.Types))
	}
}

// Which fields a value will be asked for is told by its Go type, so that has to have the
// name of its GraphQL type.
func TestGoNames(t *testing.T) {
	seen := map[string]bool{}
	var see func(typ reflect.Type)
	seeMethods := func(typ reflect.Type) {
		for i := range typ.NumMethod() {
			for k := range typ.Method(i).Type.NumOut() {
				see(typ.Method(i).Type.Out(k))
			}
		}
	}
	see = func(typ reflect.Type) {
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
			typ = typ.Elem()
		}
		if seen[typ.Name()] || !strings.HasSuffix(typ.PkgPath(), "/graph/model") || typ.Kind() != reflect.Struct {
			return
		}
		seen[typ.Name()] = true
		seeMethods(reflect.PointerTo(typ))
	}
	root := reflect.TypeFor[generated.ResolverRoot]()
	for i := range root.NumMethod() {
		seeMethods(root.Method(i).Type.Out(0))
	}
	for name, typ := range resolver.NewSchema(load(t, nil)).Schema().Types {
		if typ.Kind == ast.Object && !typ.BuiltIn && name != "Query" && !seen[name] {
			t.Errorf("no Go type is called %s", name)
		}
	}
}

// Whatever a document leaves out, repeats or gets wrong, an answer comes, and what can be
// answered is. The reads of a request wait for each field that is to come: a field that
// was counted and never came would hold the rest up until the deadline.
func TestNothingIsWaitedForInVain(t *testing.T) {
	store := library(t)
	for _, tt := range []struct{ query, variables, answer string }{
		{`{ incident(id: "IL-0587") { __typename company { __typename } a: company { name } } __typename }`, ``,
			`{"data":{"incident":{"__typename":"Incident","company":{"__typename":"Company"},"a":{"name":"Northwind Search"}},"__typename":"Query"}}`},
		{`{ __schema { queryType { name } } __type(name: "Incident") { fields { name } } incident(id: "IL-0587") { company { name } } }`, `-`, ``},
		{`query ($no: Boolean = false) { incident(id: "IL-0587") { company @include(if: $no) { name } key components @skip(if: true) { slug } causes { slug } } }`, ``,
			`{"data":{"incident":{"key":"IL-0587","causes":[{"slug":"software-bug"}]}}}`},
		{`{ incident(id: "IL-0587") { ...a ...a ... on Node { id ... on Incident { company { name } } } ... @include(if: false) { title } } }
			fragment a on Incident { company { slug } causes { slug } }`, ``,
			`{"data":{"incident":{"company":{"slug":"northwind-search","name":"Northwind Search"},"causes":[{"slug":"software-bug"}],"id":"incident:IL-0587"}}}`},
		{`{ nodes(ids: ["incident:IL-0587", "x", "cause:software-bug"]) { ... on Incident { company { name } } ... on Term { incidents(first: 1) { nodes { company { name } } } } } }`, ``,
			`{"data":{"nodes":[{"company":{"name":"Northwind Search"}},null,{"incidents":{"nodes":[{"company":{"name":"Parley"}}]}}]}}`},
		{`{ incident(id: "IL-9999") { company { name incidents { nodes { key } } } } stats { version } }`, ``,
			`{"data":{"incident":null,"stats":{"version":1}}}`},
		{`{ terms(kind: TRIGGER) { edges { node { incidents { edges { node { key } } } } } } }`, ``, `{"data":{"terms":{"edges":[]}}}`},
		// null where the type forbids it, by way of a variable with a default, is refused.
		{`query ($k: TermKind = CAUSE, $n: String = "software-bug") { term(kind: $k, name: $n) { slug } stats { version } }`, `{"k": null, "n": null}`, `-`},
		{`query ($ids: [ID!] = ["cause:software-bug"], $i: ID = "x") { nodes(ids: $ids) { id } node(id: $i) { id } more: nodes(ids: [$i]) { id } incident(id: "IL-0587") { company { name } } }`,
			`{"ids": null, "i": null}`, `-`},
		{`query ($l: Language = KO) { incident(id: "IL-0587") { title(lang: $l) summary(lang: $l) company { name(lang: $l) } } }`, `{"l": null}`, `-`},
		// Errors beside what is answered.
		{`{ incidents(first: -1) { nodes { key } } incident(id: "IL-0587") { company { name } } }`, ``, `-`},
		{`{ incident(id: "IL-0587") { sharesComponent(component: "?") { totalCount } company { name } } a: incidents(where: {date: {from: {}}}) { totalCount } }`, ``, `-`},
	} {
		var variables map[string]any
		if strings.HasPrefix(tt.variables, "{") {
			if err := json.Unmarshal([]byte(tt.variables), &variables); err != nil {
				t.Fatal(err)
			}
		}
		got := respond(t, store, server.Request{Query: tt.query, Variables: variables})
		if strings.Contains(got, `"TIMEOUT"`) {
			t.Errorf("%s\nran out of time: %s", tt.query, got)
		}
		if strings.HasPrefix(tt.answer, "{") {
			want(t, got, tt.answer)
		}
	}
}

// Requests at one time share nothing.
func TestSideBySide(t *testing.T) {
	store := alike(t)
	query := `{ incidents(first: 5, where: {components: {any: ["hub"]}, company: {none: ["nobody"]}}) { nodes { key company { name } sharesComponent(first: 3) { nodes { key } } } } }`
	first := ask(t, store, query)
	done := make(chan string)
	for range 16 {
		go func() { done <- ask(t, store, query) }()
	}
	for range 16 {
		if got := <-done; got != first {
			t.Errorf("got %s, want %s", got, first)
		}
	}
}

// A nullable variable with a default may stand where null may not; given as null, it is
// refused, and left out, it is its default.
func TestNullVariables(t *testing.T) {
	store := library(t)
	for _, query := range []string{
		`query ($v: String = "ZooKeeper") { search(query: $v) { totalCount } }`,
		`query ($v: TermKind = CAUSE) { term(kind: $v, name: "software-bug") { slug } }`,
		`query ($v: FacetField = CAUSE) { incidents { facet(by: $v) { key } } }`,
		`query ($v: ID = "incident:IL-0587") { nodes(ids: [$v]) { id } }`,
		`query ($v: IncidentOrderField = KEY) { ...list } fragment list on Query { incidents(orderBy: [{field: $v, direction: ASC}]) { totalCount } }`,
	} {
		answer := respond(t, store, server.Request{Query: query, Variables: map[string]any{"v": nil}})
		if !strings.Contains(answer, `the variable $v is null`) || strings.Contains(answer, `"data"`) {
			t.Errorf("%s\n%s", query, answer)
		}
		if answer := respond(t, store, server.Request{Query: query}); strings.Contains(answer, `"errors"`) {
			t.Errorf("%s, left out\n%s", query, answer)
		}
	}
	answer := respond(t, store, server.Request{Query: `query ($v: Int = 3) { incidents(first: $v) { totalCount } }`, Variables: map[string]any{"v": nil}})
	if strings.Contains(answer, `"errors"`) {
		t.Errorf("where null may stand: %s", answer)
	}
}
