package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/incidentgraph/incidentgraph/graph"
)

// logLines is a log whose lines a test reads back.
type logLines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logLines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(b)
}

func (l *logLines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// with gives the lines whose message is msg.
func (l *logLines) with(t testing.TB, msg string) []map[string]any {
	t.Helper()
	var found []map[string]any
	for _, line := range strings.Split(strings.TrimSpace(l.String()), "\n") {
		if line == "" {
			continue
		}
		var entry map[string]any
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatalf("log line %q: %v", line, err)
		}
		if entry["msg"] == msg {
			found = append(found, entry)
		}
	}
	return found
}

func newLog() (*slog.Logger, *logLines) {
	lines := &logLines{}
	return slog.New(slog.NewJSONHandler(lines, &slog.HandlerOptions{Level: slog.LevelDebug})), lines
}

func encoded(t testing.TB, resp *graphql.Response) string {
	t.Helper()
	b, err := Encode(resp)
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(b) {
		t.Fatalf("not JSON: %s", b)
	}
	return string(b)
}

func TestExecute(t *testing.T) {
	log, lines := newLog()
	exec := NewExecutor(newShelf(t), ExecutorOptions{Log: log})
	tests := []struct {
		name string
		req  Request
		want string
	}{
		{"a query", Request{Query: "{hello}"}, `{"data":{"hello":"hello"}}`},
		{"markup stays text", Request{Query: `{hello(name:"<b>&카카오")}`}, `{"data":{"hello":"hello <b>&카카오"}}`},
		{"a variable", Request{Query: "query($n:String){hello(name:$n)}", Variables: map[string]any{"n": "you"}}, `{"data":{"hello":"hello you"}}`},
		{"lists", Request{Query: "{books(first:2){total nodes{id __typename}}}"},
			`{"data":{"books":{"total":1000,"nodes":[{"id":"0","__typename":"Book"},{"id":"1","__typename":"Book"}]}}}`},
		{"a chosen operation", Request{Query: "query A{hello} query B{b:hello}", OperationName: "B"}, `{"data":{"b":"hello"}}`},
		{"extensions of resolvers", Request{Query: "{warn}"}, `{"data":{"warn":"warned"},"extensions":{"warnings":[{"message":"no term <x>"}]}}`},
		{"no operation chosen", Request{Query: "query A{hello} query B{hello}"},
			`{"errors":[{"message":"the document has several operations: operationName has to name one","extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}`},
		{"an unknown operation", Request{Query: "query A{hello}", OperationName: "<C>"},
			`{"errors":[{"message":"the document has no operation of the name given in operationName","extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}`},
		{"too expensive", Request{Query: "{books(first:1000){nodes{refs(first:1000){total nodes{id}}}}}"},
			// 1 + 1000 × (1 + (1 + 1 + 1000 × (1 + 1)))
			`{"errors":[{"message":"the query costs 2003001, and at most 500000 is answered at a time: ask for smaller pages, fewer levels, fewer counts or fewer texts in filters","locations":[{"line":1,"column":1}],"extensions":{"code":"QUERY_TOO_EXPENSIVE"}}]}`},
		{"a known error, wrapped", Request{Query: "{missing hello}"},
			`{"errors":[{"message":"no such book","path":["missing"],"locations":[{"line":1,"column":2}],"extensions":{"code":"NOT_FOUND"}}],"data":{"missing":null,"hello":"hello"}}`},
		{"a page size that the resolver refuses", Request{Query: "{books(first:-1){total}}"},
			`{"errors":[{"message":"first has to be 0 or more","path":["books"],"locations":[{"line":1,"column":2}],"extensions":{"code":"INVALID_ARGUMENT"}}],"data":{"books":null}}`},
		{"a literal past 32 bits", Request{Query: "{books(first:2147483648){total}}"},
			`{"errors":[{"message":"Int holds whole numbers of 32 bits","locations":[{"line":1,"column":14}],"extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}`},
		{"a variable past 32 bits", Request{Query: "query($n:Int){books(first:$n){total}}", Variables: map[string]any{"n": int64(2147483648)}},
			`{"errors":[{"message":"variable.n: Int holds whole numbers of 32 bits","locations":[{"line":1,"column":1}],"extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}`},
		{"a scalar that does not explain itself", Request{Query: `{day(of:1)}`},
			`{"errors":[{"message":"of: the value does not fit the argument's type","path":["day"],"extensions":{"code":"INVALID_ARGUMENT"}}],"data":{"day":null}}`},
		{"a scalar that explains itself", Request{Query: `{day(of:"yesterday")}`},
			`{"errors":[{"message":"of: a day is written like 2019-01-18","path":["day"],"extensions":{"code":"INVALID_ARGUMENT"}}],"data":{"day":null}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for range 2 { // the second time from the cache
				if got := encoded(t, exec.Execute(t.Context(), tt.req)); got != tt.want {
					t.Errorf("got  %s\nwant %s", got, tt.want)
				}
			}
		})
	}
	if log := lines.String(); log != "" {
		t.Errorf("mistakes of the caller are logged: %s", log)
	}
}

func TestVariablesAreTakenLikeLiterals(t *testing.T) {
	exec := NewExecutor(newShelf(t), ExecutorOptions{})
	deep := func(levels int) any {
		var v any = map[string]any{"title": "x"}
		for range levels - 1 {
			v = map[string]any{"not": v}
		}
		return v
	}
	tests := []struct {
		typ     string
		value   any
		code    graph.Code // empty: taken
		message string
	}{
		{"Where", map[string]any{"title": "x", "size": "SMALL", "pages": int64(1), "weight": 1.5}, "", ""},
		{"Where", map[string]any{"weight": int64(1), "any": []any{map[string]any{"pages": nil}, map[string]any{}}}, "", ""},
		{"Where", map[string]any{"any": map[string]any{"title": "x"}}, "", ""},
		{"Where", nil, "", ""},
		{"Where", deep(32), "", ""},
		{"Where", deep(33), CodeTooDeep, "nested more than 32 levels"},
		{"Where", deep(1000), CodeTooDeep, "nested more than 32 levels"},
		{"Where", map[string]any{"pages": int64(-1 << 31)}, "", ""},
		{"Where", map[string]any{"pages": json.Number("2147483647")}, "", ""},
		{"Where", map[string]any{"pages": int64(1 << 31)}, CodeValidationFailed, "variable.v.pages: Int holds"},
		{"Where", map[string]any{"pages": -1<<31 - 1}, CodeValidationFailed, "variable.v.pages: Int holds"},
		{"Where", map[string]any{"pages": json.Number("2147483648")}, CodeValidationFailed, "variable.v.pages: Int holds"},
		{"Where", map[string]any{"pages": json.Number("1e3")}, CodeValidationFailed, "variable.v.pages: Int holds"},
		{"Where", map[string]any{"pages": "1"}, CodeValidationFailed, "variable.v.pages: Int is given as a number, not as a string"},
		{"Where", map[string]any{"weight": "1"}, CodeValidationFailed, "variable.v.weight: Float is given as a number, not as a string"},
		{"Where", map[string]any{"any": []any{map[string]any{}, map[string]any{"pages": "1"}}}, CodeValidationFailed, "variable.v.any[1].pages: Int is given as a number, not as a string"},
		{"Where", map[string]any{"pages": 1.5}, CodeValidationFailed, "variable.v.pages: Int holds"},
		{"Where", map[string]any{"pages": true}, CodeValidationFailed, "variable.v.pages: Int is given as a number, not as a boolean"},
		{"Where", map[string]any{"title": int64(1)}, CodeValidationFailed, "variable.v.title: String is given as a string, not as a number"},
		{"Where", map[string]any{"titel": "x"}, CodeValidationFailed, "variable.v.titel: unknown field"},
		{"Where", map[string]any{"any": []any{nil}}, CodeValidationFailed, "variable.v.any[0]: cannot be null"},
		{"Where", map[string]any{"size": "TINY"}, CodeValidationFailed, "variable.v.size: the value is none of the enum Size"},
		{"Where", map[string]any{"size": "small"}, CodeValidationFailed, "variable.v.size: the value is none of the enum Size"},
		{"Where", map[string]any{"size": int64(1)}, CodeValidationFailed, "variable.v.size: Size is given as a string, not as a number"},
		{"Where", "x", CodeValidationFailed, "variable.v: Where is given as an object, not as a string"},
		{"Where", map[string]any{"title": []any{"x"}}, CodeValidationFailed, "variable.v.title: String is given as a string, not as an array"},
		{"Where", map[string]any{"size": map[string]any{}}, CodeValidationFailed, "variable.v.size: Size is given as a string, not as an object"},
		{"Where", map[string]any{"weight": true}, CodeValidationFailed, "variable.v.weight: Float is given as a number, not as a boolean"},
		{"Where", map[string]any{"any": []any{int64(1)}}, CodeValidationFailed, "variable.v.any[0]: Where is given as an object, not as a number"},
		{"Where", []any{}, CodeValidationFailed, "variable.v: Where is given as an object, not as an array"},
	}
	for _, tt := range tests {
		resp := exec.Execute(t.Context(), Request{
			Query:     "query($v:" + tt.typ + "){books(where:$v){total}}",
			Variables: map[string]any{"v": tt.value, "unused": deep(50)},
		})
		got := encoded(t, resp)
		switch {
		case tt.code == "" && len(resp.Errors) > 0, tt.code != "" && len(resp.Errors) != 1:
			t.Errorf("%v: %s", tt.value, got)
		case tt.code != "" && (codeOf(resp.Errors) != tt.code || !strings.Contains(resp.Errors[0].Message, tt.message) || resp.Errors[0].Path != nil):
			t.Errorf("%v: %s; want %s, %s", tt.value, got, tt.code, tt.message)
		}
	}
}

func TestDeadlineAndCancelling(t *testing.T) {
	log, lines := newLog()
	exec := NewExecutor(newShelf(t), ExecutorOptions{Log: log, Timeout: time.Millisecond})
	resp := exec.Execute(t.Context(), Request{Query: "{a:blocked b:blocked hello}"})
	if resp.Data != nil || len(resp.Errors) != 1 || codeOf(resp.Errors) != graph.CodeTimeout {
		t.Errorf("past the deadline: %s", encoded(t, resp))
	}
	if n := len(lines.with(t, "query failed")); n != 1 {
		t.Errorf("a query that took too long is logged %d times", n)
	}

	log, lines = newLog()
	exec = NewExecutor(newShelf(t), ExecutorOptions{Log: log})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	resp = exec.Execute(ctx, Request{Query: "{a:blocked b:blocked}"})
	if resp.Data != nil || len(resp.Errors) != 1 || codeOf(resp.Errors) != CodeCancelled {
		t.Errorf("given up: %s", encoded(t, resp))
	}
	if lines.String() != "" {
		t.Errorf("a caller that went away is logged: %s", lines)
	}

	// Once the time is over the rest is not resolved, though no resolver looks at it.
	s := newShelf(t)
	inTime, giveUp := context.WithCancel(t.Context())
	s.resolve["Query.books"] = func(context.Context, map[string]any) (any, error) {
		giveUp()
		return object{"nodes": []any{object{}, object{}}}, nil
	}
	late := 0
	s.resolve["Book.broken"] = func(context.Context, map[string]any) (any, error) {
		late++
		return "resolved", nil
	}
	resp = NewExecutor(s, ExecutorOptions{Log: log}).Execute(inTime, Request{Query: "{books{nodes{broken}}}"})
	if codeOf(resp.Errors) != CodeCancelled || late != 0 {
		t.Errorf("%d fields were resolved after the end: %s", late, encoded(t, resp))
	}

	// One caller that goes away leaves another alone.
	gone, cancel := context.WithCancel(t.Context())
	done := make(chan *graphql.Response)
	go func() { done <- exec.Execute(gone, Request{Query: "{blocked}"}) }()
	if got := encoded(t, exec.Execute(t.Context(), Request{Query: "{hello}"})); got != `{"data":{"hello":"hello"}}` {
		t.Errorf("beside a blocked query: %s", got)
	}
	cancel()
	if codeOf((<-done).Errors) != CodeCancelled {
		t.Error("the blocked query did not end")
	}
}

func TestTurns(t *testing.T) {
	s := newShelf(t)
	entered, release := make(chan struct{}), make(chan struct{})
	s.resolve["Query.blocked"] = func(context.Context, map[string]any) (any, error) {
		entered <- struct{}{}
		<-release
		return "freed", nil
	}
	exec := NewExecutor(s, ExecutorOptions{MaxConcurrent: 2, MaxWait: time.Nanosecond})
	answers := make(chan *graphql.Response)
	for range 2 {
		go func() { answers <- exec.Execute(t.Context(), Request{Query: "{blocked}"}) }()
		<-entered
	}
	if resp := exec.Execute(t.Context(), Request{Query: "{hello}"}); codeOf(resp.Errors) != CodeOverloaded || resp.Data != nil {
		t.Errorf("a third of two: %s", encoded(t, resp))
	}
	patient := NewExecutor(s, ExecutorOptions{MaxConcurrent: 2, MaxWait: time.Hour})
	patient.turns.requests = exec.turns.requests
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if resp := patient.Execute(gone, Request{Query: "{hello}"}); codeOf(resp.Errors) != CodeOverloaded {
		t.Errorf("given up while waiting: %s", encoded(t, resp))
	}
	go func() { answers <- patient.Execute(t.Context(), Request{Query: "{hello}"}) }()
	close(release)
	for range 3 {
		if resp := <-answers; len(resp.Errors) > 0 {
			t.Errorf("%s", encoded(t, resp))
		}
	}
	if !exec.turns.requests.TryAcquire(2) {
		t.Error("not all turns are given back")
	}
}

type loaderKey struct{}

func TestAroundWrapsEachQuery(t *testing.T) {
	s := newShelf(t)
	s.resolve["Query.hello"] = func(ctx context.Context, _ map[string]any) (any, error) {
		return fmt.Sprintf("%v %s", ctx.Value(loaderKey{}), graphql.GetOperationContext(ctx).Headers.Get("Accept-Language")), nil
	}
	n := 0
	exec := NewExecutor(s, ExecutorOptions{Around: func(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
		n++
		answer := next(context.WithValue(ctx, loaderKey{}, n))
		return func(ctx context.Context) *graphql.Response {
			resp := answer(ctx)
			graphql.RegisterExtension(ctx, "seen", n)
			return resp
		}
	}})
	for i := range 2 {
		got := encoded(t, exec.Execute(t.Context(), Request{Query: "{hello}", Header: map[string][]string{"Accept-Language": {"ko"}}}))
		if want := fmt.Sprintf(`{"data":{"hello":"%d ko"},"extensions":{"seen":%d}}`, i+1, i+1); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if exec.Execute(t.Context(), Request{Query: "{helo}"}); n != 2 {
		t.Errorf("it ran %d times, want 2: a refused query does not run", n)
	}

	short := NewExecutor(s, ExecutorOptions{Around: func(ctx context.Context, _ graphql.OperationHandler) graphql.ResponseHandler {
		return graphql.OneShot(&graphql.Response{Data: []byte(`{"kept":true}`)})
	}})
	if got := encoded(t, short.Execute(t.Context(), Request{Query: "{hello}"})); got != `{"data":{"kept":true}}` {
		t.Errorf("a middleware that answers itself: %s", got)
	}
}

func TestIntrospectionSwitchedOff(t *testing.T) {
	exec := NewExecutor(newShelf(t), ExecutorOptions{NoIntrospection: true})
	for _, query := range []string{
		graphiQL,
		"{__schema{queryType{name}}}",
		`{hello x:__type(name:"Book"){name}}`,
		"{...{...F}} fragment F on Query{__schema{queryType{name}}}",
	} {
		resp := exec.Execute(t.Context(), Request{Query: query})
		if resp.Data != nil || len(resp.Errors) != 1 || codeOf(resp.Errors) != CodeNoIntrospection {
			t.Errorf("%.60s: %s", query, encoded(t, resp))
		}
	}
	if got := encoded(t, exec.Execute(t.Context(), Request{Query: "{__typename}"})); got != `{"data":{"__typename":"Query"}}` {
		t.Errorf("__typename: %s", got)
	}
}

func TestConcurrentRequestsOfOneDocument(t *testing.T) {
	log, lines := newLog()
	exec := NewExecutor(newShelf(t), ExecutorOptions{Log: log})
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			query := "query($n:String){...F down} fragment F on Query{hello(name:$n)}"
			resp := exec.Execute(t.Context(), Request{Query: query, Variables: map[string]any{"n": fmt.Sprint(i)}})
			if want := fmt.Sprintf(`{"hello":"hello %d","down":null}`, i); string(resp.Data) != want || len(resp.Errors) != 1 {
				t.Errorf("%s, want %s", encoded(t, resp), want)
			}
		})
	}
	wg.Wait()
	if n := len(lines.with(t, "query failed")); n != 16 {
		t.Errorf("%d log lines, want 16", n)
	}
}

func TestEncodeReportsWhatItCannotWrite(t *testing.T) {
	_, err := Encode(&graphql.Response{Extensions: map[string]any{"x": make(chan int)}})
	if err == nil || !strings.Contains(err.Error(), "extensions") {
		t.Errorf("error %v", err)
	}
}
