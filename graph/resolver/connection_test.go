package resolver_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/server"
)

// page is a page of any connection whose nodes have ids.
type page struct {
	TotalCount int
	PageInfo   struct {
		HasPreviousPage, HasNextPage bool
		StartCursor, EndCursor       *string
	}
	Edges []struct {
		Cursor string
		Node   struct{ ID string }
	}
}

func (p page) ids() []string {
	ids := []string{}
	for _, e := range p.Edges {
		ids = append(ids, e.Node.ID)
	}
	return ids
}

// turn asks for a page of a connection: field is its name with the place for arguments
// marked by %s, within may stand around it.
func turn(t testing.TB, store graph.Store, within, field string) page {
	t.Helper()
	query := fmt.Sprintf(within, field+` { totalCount pageInfo { hasPreviousPage hasNextPage startCursor endCursor } edges { cursor node { id } } }`)
	answer := ask(t, store, query)
	var found page
	var body struct {
		Data   json.RawMessage
		Errors []any
	}
	if err := json.Unmarshal([]byte(answer), &body); err != nil || len(body.Errors) > 0 {
		t.Fatalf("%s\n%s", query, answer)
	}
	// The page is the innermost object with edges.
	raw := body.Data
	for {
		var inner map[string]json.RawMessage
		if err := json.Unmarshal(raw, &inner); err != nil {
			t.Fatal(err)
		}
		if _, ok := inner["edges"]; ok {
			if err := json.Unmarshal(raw, &found); err != nil {
				t.Fatal(err)
			}
			return found
		}
		for _, raw = range inner {
		}
	}
}

// Every connection can be walked in pages of any size, and the pages make up the list.
func TestWalk(t *testing.T) {
	store := library(t)
	for _, tt := range []struct {
		name, within, field string // field with its own arguments, before those of the page
		n                   int
		back                bool
	}{
		{"incidents", `{ %s }`, `incidents(`, 10, true},
		{"incidents of a filter", `{ %s }`, `incidents(where: {company: {known: true}}, `, 9, true},
		{"incidents of a term", `{ term(kind: COMPONENT, name: "etcd") { %s } }`, `incidents(`, 3, true},
		{"terms", `{ %s }`, `terms(`, 18, false},
		{"terms of a kind", `{ %s }`, `terms(kind: COMPONENT, `, 7, false},
		{"terms like a query", `{ %s }`, `terms(query: "load balancer", `, 2, false},
		{"sharesComponent", `{ incident(id: "IL-0216") { %s } }`, `sharesComponent(`, 4, false},
		{"incidents by company, then longest first", `{ %s }`, `incidents(orderBy: [{field: COMPANY, direction: DESC}, {field: TIME_TO_RECOVER, direction: DESC}], `, 10, true},
		{"incidents by time, mostly unknown", `{ %s }`, `incidents(orderBy: {field: TIME_TO_DETECT, direction: ASC}, where: {isStub: false}, `, 5, true},
		{"incidents of a term, by key", `{ term(kind: COMPONENT, name: "etcd") { %s } }`, `incidents(orderBy: {field: KEY, direction: DESC}, `, 3, true},
		{"search", `{ %s }`, `search(query: "캐시", `, 3, false},
		{"sharesComponent, least shared first", `{ incident(id: "IL-0587") { %s } }`, `sharesComponent(orderBy: {field: SHARED, direction: ASC}, `, 2, false},
		{"sameCause", `{ incident(id: "IL-0277") { %s } }`, `sameCause(`, 3, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			whole := turn(t, store, tt.within, tt.field+`first: 100)`)
			list := whole.ids()
			if len(list) != tt.n || whole.TotalCount != tt.n {
				t.Fatalf("%d rows, totalCount %d, want %d", len(list), whole.TotalCount, tt.n)
			}
			if distinct := slices.Compact(slices.Sorted(slices.Values(list))); len(distinct) != tt.n {
				t.Fatalf("a row stands twice in %v", list)
			}
			for size := 1; size <= tt.n+1; size++ {
				var forward []string
				for after := ""; ; {
					p := turn(t, store, tt.within, fmt.Sprintf(`%sfirst: %d%s)`, tt.field, size, after))
					if p.TotalCount != tt.n || p.PageInfo.HasPreviousPage != (len(forward) > 0) {
						t.Fatalf("forward by %d after %v: %+v", size, forward, p)
					}
					forward = append(forward, p.ids()...)
					if !p.PageInfo.HasNextPage {
						break
					}
					if *p.PageInfo.EndCursor != p.Edges[len(p.Edges)-1].Cursor || *p.PageInfo.StartCursor != p.Edges[0].Cursor {
						t.Fatalf("cursors of the page and of its rows differ: %+v", p)
					}
					after = `, after: "` + *p.PageInfo.EndCursor + `"`
				}
				if !slices.Equal(forward, list) {
					t.Fatalf("forward by %d: %v, want %v", size, forward, list)
				}
				if !tt.back {
					continue
				}
				var backward []string
				for before := ""; ; {
					p := turn(t, store, tt.within, fmt.Sprintf(`%slast: %d%s)`, tt.field, size, before))
					if p.PageInfo.HasNextPage != (len(backward) > 0) {
						t.Fatalf("back by %d before %v: %+v", size, backward, p)
					}
					backward = append(p.ids(), backward...)
					if !p.PageInfo.HasPreviousPage {
						break
					}
					before = `, before: "` + *p.PageInfo.StartCursor + `"`
				}
				if !slices.Equal(backward, list) {
					t.Fatalf("back by %d: %v, want %v", size, backward, list)
				}
			}
		})
	}
}

func TestEmptyPages(t *testing.T) {
	store := library(t)
	empty := `"pageInfo":{"hasPreviousPage":false,"hasNextPage":%s,"startCursor":null,"endCursor":null},"edges":[],"nodes":[]}}}`
	ask0 := func(field string) string {
		return ask(t, store, `{ `+field+` { totalCount pageInfo { hasPreviousPage hasNextPage startCursor endCursor } edges { cursor } nodes { id } } }`)
	}
	want(t, ask0(`incidents(first: 0)`), `{"data":{"incidents":{"totalCount":10,`+fmt.Sprintf(empty, "true"))
	want(t, ask0(`incidents(first: 0, where: {or: []})`), `{"data":{"incidents":{"totalCount":0,`+fmt.Sprintf(empty, "false"))
	want(t, ask0(`terms(query: "qqqqq")`), `{"data":{"terms":{"totalCount":0,`+fmt.Sprintf(empty, "false"))
}

func TestDefaultPageSize(t *testing.T) {
	store := alike(t)
	for _, tt := range []struct {
		arguments string
		rows      int
	}{{``, 20}, {`(first: null, last: null, after: null, before: null)`, 20}, {`(first: 100)`, 100}, {`(last: 3)`, 3}} {
		if got := len(turn(t, store, `{ %s }`, `incidents`+tt.arguments).Edges); got != tt.rows {
			t.Errorf("incidents%s: %d rows, want %d", tt.arguments, got, tt.rows)
		}
	}
}

// A page that cannot be meant is an error, for literals and for variables.
func TestPageErrors(t *testing.T) {
	store := library(t)
	for _, tt := range []struct{ arguments, message string }{
		{`first: -1`, "first must be from 0 to 100"},
		{`first: 101`, "first must be from 0 to 100"},
		{`first: 2147483647`, "first must be from 0 to 100"},
		{`last: -1`, "last must be from 0 to 100"},
		{`last: 101`, "last must be from 0 to 100"},
		{`first: 1, last: 1`, "give first or last, not both"},
	} {
		wantError(t, ask(t, store, `{ incidents(`+tt.arguments+`) { totalCount } }`), graph.CodeInvalid, tt.message)
	}
	for _, n := range []string{"-1", "101", "2147483647"} {
		answer := respond(t, store, server.Request{
			Query:     `query ($n: Int) { incident(id: "IL-0587") { sameCause(first: $n) { totalCount } } }`,
			Variables: map[string]any{"n": json.Number(n)},
		})
		wantError(t, answer, graph.CodeInvalid, "first must be from 0 to 100")
	}
	for _, n := range []string{"2147483648", "99999999999999999999999"} {
		if answer := ask(t, store, `{ incidents(first: `+n+`) { totalCount } }`); !strings.Contains(answer, "VALIDATION_FAILED") {
			t.Errorf("first: %s gave %s", n, answer)
		}
	}
}

// A cursor belongs to its list: that of another filter, term, incident, field or order is
// an error, and so is a forged one.
func TestForeignCursors(t *testing.T) {
	store := library(t)
	cursorOf := func(within, field string) string {
		return *turn(t, store, within, field).PageInfo.EndCursor
	}
	all := cursorOf(`{ %s }`, `incidents(first: 1)`)
	ofTerm := cursorOf(`{ term(kind: COMPONENT, name: "etcd") { %s } }`, `incidents(first: 1)`)
	shared := cursorOf(`{ incident(id: "IL-0216") { %s } }`, `sharesComponent(first: 1)`)
	const message = "the cursor is not one of this list: take it from an answer with the same filter and order"
	for _, tt := range []struct{ within, field string }{
		{`{ %s }`, `incidents(where: {company: {known: true}}, after: "` + all + `")`},
		{`{ %s }`, `incidents(before: "` + ofTerm + `")`},
		{`{ %s }`, `incidents(after: "` + shared + `")`},
		{`{ %s }`, `incidents(after: "")`},
		{`{ %s }`, `incidents(after: "MTAw")`},
		{`{ %s }`, `incidents(after: "` + all + `A")`},
		{`{ %s }`, `incidents(after: "` + strings.ToLower(all) + `")`},
		{`{ %s }`, `terms(after: "` + all + `")`},
		{`{ term(kind: COMPONENT, name: "etcd") { %s } }`, `incidents(after: "` + all + `")`},
		{`{ term(kind: COMPONENT, name: "service-discovery") { %s } }`, `incidents(after: "` + ofTerm + `")`},
		{`{ incident(id: "IL-0277") { %s } }`, `sharesComponent(after: "` + shared + `")`},
		{`{ incident(id: "IL-0216") { %s } }`, `sameCause(after: "` + shared + `")`},
		{`{ incident(id: "IL-0216") { %s } }`, `sharesComponent(component: "인메모리 캐시", after: "` + shared + `")`},
		{`{ incident(id: "IL-0216") { %s } }`, `sharesComponent(where: {causes: {known: true}}, after: "` + shared + `")`},
	} {
		wantError(t, ask(t, store, fmt.Sprintf(tt.within, tt.field+` { totalCount }`)), graph.CodeInvalidCursor, message)
	}

	// The same list in other words is the same list.
	spelt := cursorOf(`{ %s }`, `incidents(first: 1, where: {components: {any: ["etcd", "인메모리 캐시"]}})`)
	turn(t, store, `{ %s }`, `incidents(where: {and: [], date: {}, timeToDetect: {}, causes: {all: [], none: []}}, after: "`+all+`")`)
	turn(t, store, `{ %s }`, `incidents(where: {not: null, components: {any: ["in-memory-cache", "ZooKeeper", "etcd"]}}, after: "`+spelt+`")`)
}
