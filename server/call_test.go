package server

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/incidentgraph/incidentgraph/graph"
)

func TestFaultsAreMaskedAndLogged(t *testing.T) {
	for _, tt := range []struct{ query, code, message, logged string }{
		{"{secret hello}", "INTERNAL", "internal error", "dial bolt://10.0.0.7:7687: password wrong"},
		{"{boom hello}", "INTERNAL", "internal error", "panic: index out of range in /srv/secret.go"},
		{"{down hello}", "UNAVAILABLE", "the store cannot be reached", "the store cannot be reached"},
	} {
		log, lines := newLog()
		exec := NewExecutor(newShelf(t), ExecutorOptions{Log: log})
		resp := exec.Execute(t.Context(), Request{Query: "query Q" + tt.query, OperationName: "Q"})
		if len(resp.Errors) != 1 || !strings.HasSuffix(string(resp.Data), `,"hello":"hello"}`) {
			t.Fatalf("%s: %s", tt.query, encoded(t, resp))
		}
		shown := resp.Errors[0]
		id, _ := shown.Extensions["id"].(string)
		if shown.Message != tt.message || shown.Extensions["code"] != tt.code || len(shown.Extensions) != 2 || len(id) != 16 {
			t.Errorf("%s: %s", tt.query, encoded(t, resp))
		}
		entries := lines.with(t, "query failed")
		if len(entries) != 1 {
			t.Fatalf("%s: log %s", tt.query, lines)
		}
		entry := entries[0]
		if entry["id"] != id || entry["error"] != tt.logged || entry["operation"] != "Q" || entry["code"] != tt.code {
			t.Errorf("%s: log %v", tt.query, entry)
		}
		if _, stack := entry["stack"]; stack != (tt.query == "{boom hello}") {
			t.Errorf("%s: stack in the log: %v", tt.query, stack)
		}
	}
}

func TestCauseOfAKnownErrorIsLoggedOnly(t *testing.T) {
	log, lines := newLog()
	s := newShelf(t)
	s.resolve["Query.down"] = func(context.Context, map[string]any) (any, error) {
		return nil, &graph.Error{Code: graph.CodeUnavailable, Message: "the store cannot be reached", Err: errors.New("bolt://10.0.0.7")}
	}
	got := encoded(t, NewExecutor(s, ExecutorOptions{Log: log}).Execute(t.Context(), Request{Query: "{down}"}))
	if strings.Contains(got, "bolt") {
		t.Errorf("shown: %s", got)
	}
	if entries := lines.with(t, "query failed"); len(entries) != 1 || entries[0]["cause"] != "bolt://10.0.0.7" {
		t.Errorf("log: %s", lines)
	}
}

// A schema that fails where gqlgen has no guard of its own.
type brokenSchema struct {
	*shelf
	exec func(ctx context.Context) graphql.ResponseHandler
}

func (s brokenSchema) Exec(ctx context.Context) graphql.ResponseHandler { return s.exec(ctx) }

func TestBrokenSchemaCostsOneRequest(t *testing.T) {
	for name, exec := range map[string]func(context.Context) graphql.ResponseHandler{
		"panics at once": func(context.Context) graphql.ResponseHandler { panic("secret") },
		"panics later": func(context.Context) graphql.ResponseHandler {
			return func(context.Context) *graphql.Response { panic("secret") }
		},
		"has no response": func(context.Context) graphql.ResponseHandler {
			return func(context.Context) *graphql.Response { return nil }
		},
		"panics with an err": func(context.Context) graphql.ResponseHandler { panic(context.Canceled) },
	} {
		t.Run(name, func(t *testing.T) {
			log, lines := newLog()
			e := NewExecutor(brokenSchema{newShelf(t), exec}, ExecutorOptions{Log: log, MaxConcurrent: 1, MaxWait: time.Nanosecond})
			for range 2 { // a turn that is not given back would show
				resp := e.Execute(t.Context(), Request{Query: "{hello}"})
				if resp.Data != nil || len(resp.Errors) != 1 || codeOf(resp.Errors) != graph.CodeInternal || resp.Errors[0].Message != "internal error" {
					t.Errorf("%s", encoded(t, resp))
				}
			}
			if n := len(lines.with(t, "query failed")); n != 2 {
				t.Errorf("%d log lines", n)
			}
		})
	}
}

func TestErrorsAreInOrderAndBounded(t *testing.T) {
	log, lines := newLog()
	exec := NewExecutor(newShelf(t), ExecutorOptions{Log: log})
	resp := exec.Execute(t.Context(), Request{Query: "{books(first:12){nodes{broken}} b:missing a:missing}"})
	var paths []string
	for _, err := range resp.Errors {
		paths = append(paths, err.Path.String())
	}
	want := []string{"a", "b"}
	for i := range 12 {
		want = append(want, fmt.Sprintf("books.nodes[%d].broken", i))
	}
	if !reflect.DeepEqual(paths, want) {
		t.Errorf("paths %v, want %v", paths, want)
	}
	if n := len(lines.with(t, "query failed")); n != maxLogged {
		t.Errorf("%d errors logged, want %d", n, maxLogged)
	}
	if more := lines.with(t, "more errors of this query are not shown here"); len(more) != 1 || more[0]["count"] != 7.0 {
		t.Errorf("the rest: %v, want a count of 7", more)
	}

	resp = exec.Execute(t.Context(), Request{Query: "{books(first:500){nodes{broken}}}"})
	if len(resp.Errors) != maxErrors {
		t.Errorf("%d errors, want %d", len(resp.Errors), maxErrors)
	}
	ids := map[any]bool{}
	for _, err := range resp.Errors {
		ids[err.Extensions["id"]] = true
	}
	if len(ids) != 1 {
		t.Errorf("%d ids in one response", len(ids))
	}
}

// Several queries of one HTTP request share its id and nothing else.
func TestQueriesOfOneRequest(t *testing.T) {
	log, lines := newLog()
	exec := NewExecutor(newShelf(t), ExecutorOptions{Log: log})
	ctx := withTrace(t.Context(), newTrace())
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			resp := exec.Execute(ctx, Request{Query: "query Q{books(first:40){nodes{broken}}}"})
			if len(resp.Errors) != 40 {
				t.Errorf("%d errors, want 40", len(resp.Errors))
			}
		})
	}
	wg.Wait()
	ids := map[any]bool{}
	entries := lines.with(t, "query failed")
	for _, entry := range entries {
		ids[entry["id"]] = true
	}
	if len(entries) != 4*maxLogged || len(ids) != 1 {
		t.Errorf("%d log lines with %d ids, want %d with one", len(entries), len(ids), 4*maxLogged)
	}
}

func TestSortByPath(t *testing.T) {
	path := func(elements ...ast.PathElement) *gqlerror.Error { return &gqlerror.Error{Path: elements} }
	name := func(s string) ast.PathElement { return ast.PathName(s) }
	index := func(i int) ast.PathElement { return ast.PathIndex(i) }
	want := gqlerror.List{
		{Message: "a"}, {Message: "b"},
		path(name("a")), path(name("a"), index(2)), path(name("a"), index(10)), path(name("a"), name("x")), path(name("b")),
	}
	got := gqlerror.List{want[6], want[4], want[5], want[1], want[3], want[0], want[2]}
	sortByPath(got)
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("at %d: %v, want %v", i, got[i], want[i])
		}
	}
}
