package server

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/schema"
)

// browser is what a browser sends as Accept for a page.
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

func getPath(path string, header ...string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r
}

func TestPages(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{})
	h := s.Handler(nil)
	const (
		html = "text/html; charset=utf-8"
		js   = "application/json; charset=utf-8"
	)
	for _, tt := range []struct {
		name   string
		r      *http.Request
		status int
		typ    string
		body   string // what it holds
	}{
		{"/ for a browser", getPath("/", "Accept", browser), 200, html, "<!doctype html>"},
		{"/ with a query, for a browser", getPath("/?query={hello}", "Accept", browser), 200, html, "<!doctype html>"},
		{"/ for a program", getPath("/"), 200, js, `"graphql":"/graphql"`},
		{"/ for curl", getPath("/", "Accept", "*/*"), 200, js, `"schema":"/schema.graphql"`},
		{"/ for one that wants JSON", getPath("/", "Accept", "application/json"), 200, js, `"caseSchema":"/schema/case.json"`},
		{"a script", getPath("/assets/index.js"), 200, "text/javascript; charset=utf-8", "import"},
		{"questions", getPath("/questions.json"), 200, js, `"title":{"en":"`},
		{"the schema", getPath("/schema.graphql"), 200, "text/plain; charset=utf-8", "type Query {"},
		{"the schema of a case", getPath("/schema/case.json"), 200, "application/schema+json", `"$schema"`},
		{"an unknown script", getPath("/assets/nope.js"), 404, "text/plain; charset=utf-8", "404"},
		{"the folder of scripts", getPath("/assets/"), 404, "text/plain; charset=utf-8", "404"},
		{"a way out of it", getPath("/assets/..%2Fexplorer.go"), 404, "text/plain; charset=utf-8", "404"},
		{"the page by its file", getPath("/index.html"), 404, "text/plain; charset=utf-8", "404"},
		{"an unknown path, for a browser", getPath("/nowhere", "Accept", browser), 404, "text/plain; charset=utf-8", "404"},
		{"a POST to the page", httptest.NewRequest("POST", "/", nil), 405, "text/plain; charset=utf-8", "Method Not Allowed"},
		{"a POST to the schema", httptest.NewRequest("POST", "/schema.graphql", nil), 405, "text/plain; charset=utf-8", "Method Not Allowed"},
		{"GraphQL from a browser's address bar", getPath("/graphql?query={hello}", "Accept", browser), 200, js, `{"data":{"hello":"hello"}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := do(h, tt.r)
			if w.Code != tt.status || w.Header().Get("Content-Type") != tt.typ || !strings.Contains(w.Body.String(), tt.body) {
				t.Errorf("%d %s %.200s\nwant %d %s %s", w.Code, w.Header().Get("Content-Type"), w.Body, tt.status, tt.typ, tt.body)
			}
			if tt.status == http.StatusMethodNotAllowed && w.Header().Get("Allow") != "GET, HEAD" {
				t.Errorf("Allow: %s", w.Header().Get("Allow"))
			}
		})
	}
}

func TestContractsAreWhole(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{})
	h := s.Handler(nil)
	for path, want := range map[string]string{"/schema.graphql": schema.SDL(), "/schema/case.json": schema.Case()} {
		w := do(h, getPath(path))
		if w.Body.String() != want {
			t.Errorf("%s: %d bytes, want %d", path, w.Body.Len(), len(want))
		}
		again := do(h, getPath(path, "If-None-Match", w.Header().Get("ETag")))
		if again.Code != http.StatusNotModified || w.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%s again: %d, %v", path, again.Code, w.Header())
		}
	}
}

func TestSchemaIsKeptWhereIntrospectionIsOff(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{NoIntrospection: true}, Options{})
	h := s.Handler(nil)
	if w := do(h, getPath("/schema.graphql")); w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), `"code":"INTROSPECTION_DISABLED"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := do(h, getPath("/")); w.Code != 200 || strings.Contains(w.Body.String(), "schema.graphql") {
		t.Errorf("the signpost: %d %s", w.Code, w.Body)
	}
	if w := do(h, getPath("/schema/case.json")); w.Code != 200 {
		t.Errorf("the schema of a case: %d", w.Code)
	}
}

// What the signpost names is there.
func TestSignpost(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{})
	h := s.Handler(nil)
	var paths map[string]string
	if err := json.Unmarshal(do(h, getPath("/")).Body.Bytes(), &paths); err != nil || len(paths) != 4 {
		t.Fatal(paths, err)
	}
	for name, path := range paths {
		if w := do(h, getPath(path)); w.Code == http.StatusNotFound {
			t.Errorf("%s: no %s", name, path)
		}
	}
}

func TestHeadersOfPages(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{})
	h := s.Handler(nil)
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		r := getPath("/", "Accept", browser, "Accept-Encoding", "gzip")
		r.Method = method
		w := do(h, r)
		if (w.Body.Len() == 0) != (method == http.MethodHead) {
			t.Errorf("%s: %d bytes", method, w.Body.Len())
		}
		header := w.Header()
		policy := header.Get("Content-Security-Policy")
		for _, part := range strings.Split(policy, "; ") {
			name, sources, _ := strings.Cut(part, " ")
			for _, source := range strings.Fields(sources) {
				inline := name == "style-src" && source == "'unsafe-inline'" || name == "img-src" && source == "data:"
				if source != "'self'" && source != "'none'" && !inline {
					t.Errorf("the policy allows %s in %s", source, name)
				}
			}
		}
		if !strings.Contains(policy, "script-src 'self';") || !strings.Contains(policy, "default-src 'none';") || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("policy %q", policy)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cache-Control":                "no-cache",
		} {
			if got := header.Get(name); got != want {
				t.Errorf("%s: %s is %q", method, name, got)
			}
		}
	}
	vary := do(h, getPath("/assets/index.js")).Header()["Vary"]
	if !slices.Equal(vary, []string{"Accept-Encoding"}) {
		t.Errorf("a script's Vary: %q", vary)
	}
	for _, accept := range []string{browser, "application/json"} {
		if vary := do(h, getPath("/", "Accept", accept)).Header()["Vary"]; !slices.Contains(vary, "Accept") {
			t.Errorf("Vary of / for %s: %q", accept, vary)
		}
	}
}

// Pages are behind the same checks as GraphQL.
func TestPagesKeepTheRules(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{AllowedHosts: []string{"graph.example"}, CORSOrigins: []string{"https://dash.example"}})
	h := s.Handler(nil)
	for _, path := range []string{"/", "/assets/index.js", "/questions.json", "/schema.graphql", "/schema/case.json"} {
		r := getPath(path, "Accept", browser)
		r.Host = "evil.example"
		if w := do(h, r); w.Code != http.StatusForbidden {
			t.Errorf("%s under a foreign name: %d", path, w.Code)
		}
		r = getPath(path, "Accept", browser, "Origin", "https://dash.example")
		r.Host = "graph.example"
		if w := do(h, r); w.Code != http.StatusOK || w.Header().Get("Access-Control-Allow-Origin") != "https://dash.example" {
			t.Errorf("%s for an allowed origin: %d %v", path, w.Code, w.Header())
		}
		r.Header.Set("Origin", "https://other.example")
		if w := do(h, r); w.Header().Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s for another origin: %v", path, w.Header())
		}
	}
}

func TestWantsHTML(t *testing.T) {
	for accept, want := range map[string]bool{
		browser:                                 true,
		"text/html":                             true,
		"TEXT/HTML; q=0.1":                      true,
		"text/html, application/json":           true,
		"text/html;q=0.5, application/json":     false,
		"application/json, text/html;q=0.9":     false,
		"text/html;q=0":                         false,
		"":                                      false,
		"*/*":                                   false,
		"text/*":                                false,
		"application/json":                      false,
		"application/graphql-response+json":     false,
		"application/json;q=0.2, text/html":     true,
		"text/html;q=0.9, application/json;q=x": true,
	} {
		if got := wantsHTML([]string{accept}); got != want {
			t.Errorf("%q: %v, want %v", accept, got, want)
		}
	}
	if wantsHTML(nil) || !wantsHTML([]string{"application/json;q=0.1", "text/html"}) {
		t.Error("no header, or two")
	}
}
