package server

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/incidentgraph/incidentgraph/graph"
)

func TestAnswerBytes(t *testing.T) {
	text := strings.Repeat("가", 100) // 300 bytes
	for _, tt := range []struct {
		query string
		value any // of hello
		bytes int
	}{
		{"{hello}", "hello", 16 + 5 + 5},
		{"{greeting:hello}", "hello", 16 + 8 + 5},
		{"{hello}", &text, 16 + 5 + 300},
		{"{hello}", (*string)(nil), 16 + 5},
		{"{hello}", []string{text, "", "x"}, 16 + 5 + 3*16 + 300 + 1},
		{"{hello}", 7, 16 + 5},
		{"{hello a:hello ...{b:hello}}", text, 3*16 + 5 + 1 + 1 + 3*300},
		{"{a:hello a:hello}", text, 16 + 1 + 300},
	} {
		for short := range 2 {
			log, lines := newLog()
			s := newShelf(t)
			s.resolve["Query.hello"] = func(context.Context, map[string]any) (any, error) { return tt.value, nil }
			exec := NewExecutor(s, ExecutorOptions{Log: log, Limits: Limits{AnswerBytes: tt.bytes - short}})
			resp := exec.Execute(t.Context(), Request{Query: tt.query})
			switch {
			case short == 0 && len(resp.Errors) > 0:
				t.Errorf("%s of %v: %s", tt.query, tt.value, encoded(t, resp))
			case short == 1 && (resp.Data != nil || len(resp.Errors) != 1 || codeOf(resp.Errors) != CodeAnswerTooLarge):
				t.Errorf("%s of %v, one byte too long: %s", tt.query, tt.value, encoded(t, resp))
			}
			if lines.String() != "" {
				t.Errorf("logged: %s", lines)
			}
		}
	}
}

// A query ends at the field that passes the bound: of what it has found nothing more is
// resolved.
func TestTooLargeAnAnswerIsNotResolvedOn(t *testing.T) {
	s := newShelf(t)
	titles := 0 // the fields of this schema's lists are resolved in order
	s.resolve["Book.title"] = func(context.Context, map[string]any) (any, error) {
		titles++
		return strings.Repeat("x", 1_000), nil
	}
	exec := NewExecutor(s, ExecutorOptions{Limits: Limits{AnswerBytes: 10_000}})
	want := `{"errors":[{"message":"the answer has more than 10000 bytes: ask for smaller pages, fewer fields or fewer levels","extensions":{"code":"ANSWER_TOO_LARGE"}}]}`
	if got := encoded(t, exec.Execute(t.Context(), Request{Query: "{books(first:1000){nodes{title}}}"})); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	// books and nodes take 2×16 + 10 bytes, nine titles of 1,021 bytes fit, and the tenth ends it.
	if titles != 10 {
		t.Errorf("%d titles were resolved, want 10", titles)
	}
}

func TestFieldsAtOnce(t *testing.T) {
	three := Request{Query: "{a:blocked b:blocked c:blocked}"}
	tight := NewExecutor(newShelf(t), ExecutorOptions{Limits: Limits{FieldsAtOnce: 2}})
	want := `{"errors":[{"message":"more than 2 fields would have to be read at once: ask for smaller pages, fewer fields or fewer levels","extensions":{"code":"ANSWER_TOO_LARGE"}}]}`
	if got := encoded(t, tight.Execute(t.Context(), three)); got != want {
		t.Errorf("three where two may be: got  %s\nwant %s", got, want)
	}

	s := newShelf(t)
	entered, release := make(chan struct{}, 3), make(chan struct{})
	s.resolve["Query.blocked"] = func(context.Context, map[string]any) (any, error) {
		entered <- struct{}{}
		<-release
		return "freed", nil
	}
	exec := NewExecutor(s, ExecutorOptions{Limits: Limits{FieldsAtOnce: 3}, MaxFields: 3})
	answer := make(chan *graphql.Response)
	go func() { answer <- exec.Execute(t.Context(), three) }()
	for range 3 {
		<-entered
	}
	if resp := exec.Execute(t.Context(), Request{Query: "{hello}"}); codeOf(resp.Errors) != CodeOverloaded || resp.Data != nil {
		t.Errorf("a fourth of three: %s", encoded(t, resp))
	}
	close(release)
	if got := encoded(t, <-answer); got != `{"data":{"a":"freed","b":"freed","c":"freed"}}` {
		t.Errorf("three where three may be: %s", got)
	}
	if n := exec.turns.fields.Load(); n != 0 {
		t.Errorf("%d fields are not given back", n)
	}
}

// A resolver that does not look at its context keeps no one waiting, and has its turn and
// weight until it returns.
func TestQueriesAreLeftBehindAtTheEnd(t *testing.T) {
	for name, want := range map[string]struct {
		givenUp bool
		code    graph.Code
		logged  int
	}{
		"time is over": {false, graph.CodeTimeout, 1},
		"given up":     {true, CodeCancelled, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newShelf(t)
				release := make(chan struct{})
				s.resolve["Query.books"] = func(context.Context, map[string]any) (any, error) {
					<-release
					return object{"nodes": []any{object{}, object{}}}, nil
				}
				late := 0
				s.resolve["Book.title"] = func(context.Context, map[string]any) (any, error) {
					late++
					return "resolved", nil
				}
				log, lines := newLog()
				exec := NewExecutor(s, ExecutorOptions{Log: log, MaxConcurrent: 1, MaxCost: 1_000})
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if want.givenUp {
					go func() {
						synctest.Wait() // until the resolver is entered
						cancel()
					}()
				}
				resp := exec.Execute(ctx, Request{Query: "{books{nodes{title}}}"})
				if resp.Data != nil || len(resp.Errors) != 1 || codeOf(resp.Errors) != want.code {
					t.Errorf("%s", encoded(t, resp))
				}
				if resp := exec.Execute(t.Context(), Request{Query: "{hello}"}); codeOf(resp.Errors) != CodeOverloaded {
					t.Errorf("beside what was left behind: %s", encoded(t, resp))
				}
				close(release)
				synctest.Wait()
				if !exec.turns.requests.TryAcquire(1) || !exec.turns.cost.TryAcquire(1_000) {
					t.Error("turn and weight are not given back")
				}
				if late != 0 {
					t.Errorf("%d fields were resolved after the end", late)
				}
				if n := len(lines.with(t, "query failed")); n != want.logged {
					t.Errorf("logged %d times, want %d: %s", n, want.logged, lines)
				}
			})
		})
	}
}

// After its end a query may have hundreds of thousands of fields left: none of them makes
// anything.
func TestFieldsAfterTheEndTakeNothing(t *testing.T) {
	c := newCall(t.Context(), nil)
	ctx, end := context.WithCancelCause(t.Context())
	b := bounds{ctx: ctx, end: end, turns: newTurns(1, 1, 1, time.Second)}
	end(nil)
	field := graphql.WithResponseContext(ctx, c.present, recovered)
	field = graphql.WithFieldContext(field, &graphql.FieldContext{Field: graphql.CollectedField{
		Field: &ast.Field{Alias: "a", Position: &ast.Position{Line: 1, Column: 2}},
	}})
	made := testing.AllocsPerRun(100, func() {
		// as gqlgen does
		_, err := b.resolve(field, func(context.Context) (any, error) { return "resolved", nil })
		graphql.AddError(field, graphql.AddFieldLocationToError(field, err))
	})
	if made != 0 || len(graphql.GetErrors(field)) != 0 {
		t.Errorf("%v allocations for each field, errors %v", made, graphql.GetErrors(field))
	}
}

func TestWeights(t *testing.T) {
	s := newShelf(t)
	entered, release := make(chan struct{}), make(chan struct{})
	s.resolve["Query.blocked"] = func(context.Context, map[string]any) (any, error) {
		entered <- struct{}{}
		<-release
		return "freed", nil
	}
	exec := NewExecutor(s, ExecutorOptions{MaxConcurrent: 10, MaxCost: 3_000, MaxWait: time.Nanosecond})
	code := func(query string) graph.Code {
		return codeOf(exec.Execute(t.Context(), Request{Query: query}).Errors)
	}
	dear := "{books(first:1000){nodes{id title}}}" // 1 + 1000 × (1 + 2) = 3001: more than all there is
	half := "{books(first:750){nodes{id}}}"        // 1 + 750 × (1 + 1) = 1501
	if got := code(dear); got != "" {
		t.Errorf("a dear query alone: %s", got)
	}
	answers := make(chan *graphql.Response)
	block := func() {
		go func() { answers <- exec.Execute(t.Context(), Request{Query: "{blocked}"}) }()
		<-entered
	}
	block() // weighs 1,000, though it costs 1
	if got := code(half); got != "" {
		t.Errorf("1,501 beside 1,000 of 3,000: %s", got)
	}
	if got := code(dear); got != CodeOverloaded {
		t.Errorf("a dear query beside another: %q", got)
	}
	block()
	if got := code(half); got != CodeOverloaded {
		t.Errorf("1,501 beside 2,000 of 3,000: %q", got)
	}
	block()
	if got := code("{hello}"); got != CodeOverloaded {
		t.Errorf("beside 3,000 of 3,000: %q", got)
	}
	if got := code("{helo}"); got != CodeValidationFailed {
		t.Errorf("a document that is refused: %q", got)
	}
	close(release)
	for range 3 {
		if resp := <-answers; len(resp.Errors) > 0 {
			t.Errorf("%s", encoded(t, resp))
		}
	}
	if !exec.turns.cost.TryAcquire(3_000) || !exec.turns.requests.TryAcquire(10) {
		t.Error("not all is given back")
	}
}
