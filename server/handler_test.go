package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
)

// newServer is a Server over the shelf and the lines that it logs.
func newServer(t testing.TB, eo ExecutorOptions, o Options) (*Server, *logLines) {
	t.Helper()
	log, lines := newLog()
	eo.Log, o.Log = log, log
	if o.Ready == nil {
		o.Ready = func(context.Context) error { return nil }
	}
	s, err := New(NewExecutor(newShelf(t), eo), o)
	if err != nil {
		t.Fatal(err)
	}
	return s, lines
}

func post(body string, header ...string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r
}

func get(query string, header ...string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/graphql?"+url.Values{"query": {query}}.Encode(), nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r
}

func do(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestGraphQLOverHTTP(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{})
	h := s.Handler(nil)
	const (
		plain  = "application/json; charset=utf-8"
		gql    = "application/graphql-response+json; charset=utf-8"
		hello  = `{"data":{"hello":"hello"}}`
		accept = "application/graphql-response+json"
	)
	tests := []struct {
		name   string
		r      *http.Request
		status int
		typ    string
		body   string // the whole body, or what it holds if it starts with …
	}{
		{"POST", post(`{"query":"{hello}"}`), 200, plain, hello},
		{"POST in UTF-8", post(`{"query":"{hello}"}`, "Content-Type", "Application/JSON; charset=UTF-8"), 200, plain, hello},
		{"GET", get("{hello}"), 200, plain, hello},
		{"GET with variables", httptest.NewRequest("GET", `/graphql?query=query($n:String){hello(name:$n)}&variables={%22n%22:%22a%2Bb%22}`, nil), 200, plain, `{"data":{"hello":"hello a+b"}}`},
		{"Accept of the GraphQL type", post(`{"query":"{hello}"}`, "Accept", accept), 200, gql, hello},
		{"Accept of anything", post(`{"query":"{hello}"}`, "Accept", "*/*"), 200, plain, hello},
		{"Accept of a browser", get("{hello}", "Accept", "text/html,*/*;q=0.8"), 200, plain, hello},

		{"a bad document", post(`{"query":"{hello"}`), 200, plain, `…"code":"GRAPHQL_PARSE_FAILED"`},
		{"a bad document, GraphQL type", post(`{"query":"{hello"}`, "Accept", accept), 400, gql, `…"code":"GRAPHQL_PARSE_FAILED"`},
		{"an unknown field, GraphQL type", post(`{"query":"{helo}"}`, "Accept", accept), 400, gql, `…"code":"GRAPHQL_VALIDATION_FAILED"`},
		{"an error while running", post(`{"query":"{missing hello}"}`), 200, plain, `…"data":{"missing":null,"hello":"hello"}}`},
		{"an error while running, GraphQL type", post(`{"query":"{missing}"}`, "Accept", accept), 200, gql, `…"code":"NOT_FOUND"`},
		{"a panic", post(`{"query":"{boom}"}`), 200, plain, `…"message":"internal error"`},
		{"a mutation by GET", get("mutation{hello}"), 200, plain, `…this service has no mutations"`},

		{"no query", httptest.NewRequest("GET", "/graphql", nil), 400, plain, `…"code":"BAD_REQUEST"`},
		{"a query string that does not decode", httptest.NewRequest("GET", "/graphql?query={hello}&x=%zz", nil), 400, plain, `…cannot be decoded`},
		{"an upgrade to WebSocket", func() *http.Request {
			r := httptest.NewRequest("GET", "/graphql", nil)
			r.Header.Set("Connection", "Upgrade")
			r.Header.Set("Upgrade", "websocket")
			return r
		}(), 400, plain, `…"code":"BAD_REQUEST"`},
		{"PUT", httptest.NewRequest("PUT", "/graphql", nil), 405, plain, `…"code":"METHOD_NOT_ALLOWED"`},
		{"OPTIONS", httptest.NewRequest("OPTIONS", "/graphql", nil), 405, plain, `…"code":"METHOD_NOT_ALLOWED"`},

		{"a form", post("query={hello}", "Content-Type", "application/x-www-form-urlencoded"), 415, plain, `…"code":"UNSUPPORTED_MEDIA_TYPE"`},
		{"multipart", post("--x", "Content-Type", "multipart/form-data; boundary=x"), 415, plain, "…"},
		{"text", post(`{"query":"{hello}"}`, "Content-Type", "text/plain"), 415, plain, "…"},
		{"text that mentions JSON", post(`{"query":"{hello}"}`, "Content-Type", "text/plain; application/json"), 415, plain, "…"},
		{"no type", post(`{"query":"{hello}"}`, "Content-Type", ""), 415, plain, "…"},
		{"a broken type", post(`{"query":"{hello}"}`, "Content-Type", "application/json; charset"), 415, plain, "…"},
		{"application/graphql", post("{hello}", "Content-Type", "application/graphql"), 415, plain, "…"},
		{"UTF-16", post(`{"query":"{hello}"}`, "Content-Type", "application/json; charset=utf-16"), 415, plain, "…"},
		{"gzip", post(`{"query":"{hello}"}`, "Content-Encoding", "gzip"), 415, plain, "…"},
		{"two types", func() *http.Request {
			r := post(`{"query":"{hello}"}`)
			r.Header.Add("Content-Type", "text/plain")
			return r
		}(), 415, plain, "…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := do(h, tt.r)
			body := w.Body.String()
			part, partly := strings.CutPrefix(tt.body, "…")
			if w.Code != tt.status || w.Header().Get("Content-Type") != tt.typ ||
				partly && !strings.Contains(body, part) || !partly && body != tt.body {
				t.Errorf("%d %s %s\nwant %d %s %s", w.Code, w.Header().Get("Content-Type"), body, tt.status, tt.typ, tt.body)
			}
		})
	}
}

func TestBodiesThatAreNoRequest(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{})
	h := s.Handler(nil)
	for name, body := range notRequests {
		w := do(h, post(body))
		if w.Code != http.StatusBadRequest || w.Body.Len() > 250 || strings.Contains(w.Body.String(), "leak") {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
}

func TestSizeOfBodies(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{MaxBody: 100})
	h := s.Handler(nil)
	const query = `{"query":"{hello}"}`
	fits := query + strings.Repeat(" ", 100-len(query))
	for name, tt := range map[string]struct {
		body   io.Reader
		status int
	}{
		"as large as allowed":            {strings.NewReader(fits), 200},
		"one byte more":                  {strings.NewReader(fits + " "), 413},
		"chunked, as large as allowed":   {io.MultiReader(strings.NewReader(fits)), 200},
		"chunked, one byte more":         {io.MultiReader(strings.NewReader(fits), strings.NewReader(" ")), 413},
		"chunked, without an end":        {io.MultiReader(strings.NewReader(fits), endless{}), 413},
		"a body that breaks off":         {io.MultiReader(strings.NewReader(query), failing{}), 400},
		"a request followed by a second": {strings.NewReader(query + query), 400},
	} {
		r := httptest.NewRequest("POST", "/graphql", tt.body)
		r.Header.Set("Content-Type", "application/json")
		if w := do(h, r); w.Code != tt.status {
			t.Errorf("%s: %d %s, want %d", name, w.Code, w.Body, tt.status)
		}
	}
}

type endless struct{}

func (endless) Read(b []byte) (int, error) {
	copy(b, bytes.Repeat([]byte{' '}, len(b)))
	return len(b), nil
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestHead(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{})
	r := get("{hello}")
	r.Method = http.MethodHead
	w := do(s.Handler(nil), r)
	if w.Code != 200 || w.Header().Get("Content-Length") != "26" { // {"data":{"hello":"hello"}}
		t.Errorf("%d, headers %v", w.Code, w.Header())
	}
}

func TestStatusWhereTheServiceIsToBlame(t *testing.T) {
	busy, _ := newServer(t, ExecutorOptions{MaxConcurrent: 1, MaxWait: time.Nanosecond}, Options{})
	busy.exec.turns.requests.TryAcquire(1)
	slow, _ := newServer(t, ExecutorOptions{Timeout: time.Nanosecond}, Options{})
	broken, lines := newServer(t, ExecutorOptions{}, Options{})
	broken.exec.schema = brokenSchema{newShelf(t), func(context.Context) graphql.ResponseHandler { panic("secret") }}
	odd, oddLines := newServer(t, ExecutorOptions{}, Options{})
	odd.exec.schema = brokenSchema{newShelf(t), func(ctx context.Context) graphql.ResponseHandler {
		return func(ctx context.Context) *graphql.Response {
			graphql.RegisterExtension(ctx, "secret", make(chan int))
			return &graphql.Response{Data: []byte("{}")}
		}
	}}
	for _, tt := range []struct {
		s          *Server
		status     int
		code       string
		retryAfter string
	}{
		{busy, 503, "OVERLOADED", "1"},
		{slow, 504, "TIMEOUT", ""},
		{broken, 500, "INTERNAL", ""},
		{odd, 500, "INTERNAL", ""},
	} {
		for _, accept := range []string{typeJSON, typeGraphQL} {
			w := do(tt.s.Handler(nil), post(`{"query":"{blocked}"}`, "Accept", accept))
			if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.code) || w.Header().Get("Retry-After") != tt.retryAfter || strings.Contains(w.Body.String(), "secret") {
				t.Errorf("%s: %d %s, Retry-After %q", accept, w.Code, w.Body, w.Header().Get("Retry-After"))
			}
		}
	}
	if n := len(lines.with(t, "query failed")); n != 2 {
		t.Errorf("%d log lines of the panics, want 2", n)
	}
	if n := len(oddLines.with(t, "handler failed")); n != 2 {
		t.Errorf("%d log lines of what cannot be encoded, want 2", n)
	}
}

func TestNegotiate(t *testing.T) {
	for accept, want := range map[string]string{
		"":                                  typeJSON,
		"*/*":                               typeJSON,
		"application/*":                     typeJSON,
		"text/html":                         typeJSON,
		"application/json":                  typeJSON,
		"application/json, */*":             typeJSON,
		"APPLICATION/JSON ; q=0.3":          typeJSON,
		"application/graphql-response+json": typeGraphQL,
		"Application/GraphQL-Response+JSON; charset=utf-8":                     typeGraphQL,
		"application/graphql-response+json, application/json;q=0.9":            typeGraphQL,
		"application/json;q=0.9, application/graphql-response+json":            typeGraphQL,
		"application/graphql-response+json, application/json":                  typeGraphQL,
		"application/graphql-response+json;q=0.5, application/json":            typeJSON,
		"application/graphql-response+json;q=0.5, */*;q=0.1":                   typeGraphQL,
		"application/graphql-response+json;q=0":                                typeJSON,
		"application/graphql-response+json;q=x":                                typeJSON,
		"application/json;q=0.2, */*, application/graphql-response+json;q=0.5": typeGraphQL,
		",;,":  typeJSON,
		";q=1": typeJSON,
	} {
		if got := negotiate([]string{accept}); got != want {
			t.Errorf("%q: %s, want %s", accept, got, want)
		}
	}
	if got := negotiate([]string{"application/json;q=0.1", "application/graphql-response+json"}); got != typeGraphQL {
		t.Errorf("two headers: %s", got)
	}
	if got := negotiate(nil); got != typeJSON {
		t.Errorf("no header: %s", got)
	}
}

func TestHealthAndReadiness(t *testing.T) {
	down := errors.New("bolt://10.0.0.7: refused")
	var deadline bool
	s, lines := newServer(t, ExecutorOptions{}, Options{Ready: func(ctx context.Context) error {
		_, deadline = ctx.Deadline()
		return down
	}})
	h := s.Handler(nil)
	if w := do(h, httptest.NewRequest("GET", "/healthz", nil)); w.Code != 200 || w.Body.String() != "ok\n" {
		t.Errorf("/healthz: %d %s", w.Code, w.Body)
	}
	if w := do(h, httptest.NewRequest("GET", "/readyz", nil)); w.Code != 503 || w.Body.String() != "not ready\n" || !deadline {
		t.Errorf("/readyz of a store that is down: %d %s, deadline %v", w.Code, w.Body, deadline)
	}
	if entries := lines.with(t, "not ready"); len(entries) != 1 || entries[0]["error"] != down.Error() {
		t.Errorf("log: %s", lines)
	}
	down = nil
	if w := do(h, httptest.NewRequest("GET", "/readyz", nil)); w.Code != 200 || w.Body.String() != "ok\n" {
		t.Errorf("/readyz: %d %s", w.Code, w.Body)
	}
	if w := do(h, httptest.NewRequest("POST", "/healthz", nil)); w.Code != 405 {
		t.Errorf("POST /healthz: %d", w.Code)
	}
	if w := do(h, httptest.NewRequest("GET", "/graphql/", nil)); w.Code != 404 {
		t.Errorf("/graphql/: %d", w.Code)
	}
}

func TestSecurityHeaders(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{AllowedHosts: []string{"example.com"}})
	foreign := get("{hello}")
	foreign.Host = "evil.example"
	for _, r := range []*http.Request{get("{hello}"), post("null"), foreign, httptest.NewRequest("GET", "/nowhere", nil), httptest.NewRequest("GET", "/healthz", nil)} {
		h := do(s.Handler(nil), r).Header()
		for name, want := range map[string]string{
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Content-Security-Policy":      "default-src 'none'; frame-ancestors 'none'",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := h.Get(name); got != want {
				t.Errorf("%s %s: %s is %q", r.Method, r.URL, name, got)
			}
		}
	}
}

func TestAnswersVaryAsTheySay(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{})
	w := do(s.Handler(nil), get("{hello}"))
	if got := w.Header()["Vary"]; len(got) != 1 || got[0] != "Accept, Accept-Language" {
		t.Errorf("Vary: %q", got)
	}
}

func TestAccessLog(t *testing.T) {
	s, lines := newServer(t, ExecutorOptions{}, Options{})
	h := s.Handler(nil)
	do(h, post(`{"query":"query Flagship{hello secret}"}`))
	do(h, get("{hello}"))
	do(h, httptest.NewRequest("GET", "/healthz", nil))
	entries := lines.with(t, "request")
	if len(entries) != 3 {
		t.Fatalf("log: %s", lines)
	}
	first, second, third := entries[0], entries[1], entries[2]
	failed := lines.with(t, "query failed")
	if first["operation"] != "Flagship" || first["status"] != 200.0 || first["method"] != "POST" || first["path"] != "/graphql" ||
		first["cancelled"] != false || len(failed) != 1 || first["id"] != failed[0]["id"] || first["bytes"].(float64) < 100 {
		t.Errorf("log: %v, %v", first, failed)
	}
	if second["id"] == first["id"] || third["level"] != "DEBUG" || second["level"] != "INFO" {
		t.Errorf("log: %v, %v", second, third)
	}
	if strings.Contains(lines.String(), "{hello") {
		t.Errorf("query text in the log: %s", lines)
	}
}

func TestPanicOfAHandlerIsAnswered(t *testing.T) {
	s, lines := newServer(t, ExecutorOptions{}, Options{})
	w := do(s.observed(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret") })), get("{hello}"))
	if w.Code != 500 || strings.Contains(w.Body.String(), "secret") || !strings.Contains(w.Body.String(), `"code":"INTERNAL"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	answer := w.Body.String()
	w = do(s.observed(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "begun")
		panic("late")
	})), get("{hello}"))
	if w.Code != 200 || w.Body.String() != "begun" {
		t.Errorf("a panic after the first bytes: %d %s", w.Code, w.Body)
	}
	entries := lines.with(t, "handler failed")
	if len(entries) != 2 || !strings.Contains(answer, entries[0]["id"].(string)) {
		t.Errorf("log %v, answer %s", entries, answer)
	}
	defer func() {
		if err, _ := recover().(error); !errors.Is(err, http.ErrAbortHandler) {
			t.Error("http.ErrAbortHandler was swallowed")
		}
	}()
	do(s.observed(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })), get("{hello}"))
}
