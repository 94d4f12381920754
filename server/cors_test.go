package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func preflight(origin string) *http.Request {
	r := httptest.NewRequest(http.MethodOptions, "/graphql", nil)
	r.Header.Set("Origin", origin)
	r.Header.Set("Access-Control-Request-Method", "POST")
	r.Header.Set("Access-Control-Request-Headers", "content-type")
	return r
}

func TestCORS(t *testing.T) {
	const (
		ours   = "https://dash.example"
		second = "http://localhost:3000"
	)
	tests := []struct {
		allowed []string
		origin  string
		want    string // Access-Control-Allow-Origin
	}{
		{nil, ours, ""},
		{nil, "null", ""},
		{[]string{ours, second}, ours, ours},
		{[]string{ours, second}, second, second},
		{[]string{ours}, "https://dash.example.evil.test", ""},
		{[]string{ours}, "https://evil-dash.example", ""},
		{[]string{ours}, "https://evil.test/https://dash.example", ""},
		{[]string{ours}, "https://sub.dash.example", ""},
		{[]string{ours}, "http://dash.example", ""},
		{[]string{ours}, "https://dash.example:8443", ""},
		{[]string{ours}, "https://dash.example.", ""},
		{[]string{ours}, "null", ""},
		{[]string{ours}, "", ""},
		{[]string{ours}, "*", ""},
		{[]string{"*"}, "https://anyone.test", "*"},
		{[]string{"*"}, "null", "*"},
	}
	for _, tt := range tests {
		s, _ := newServer(t, ExecutorOptions{}, Options{CORSOrigins: tt.allowed})
		h := s.Handler(nil)
		for kind, r := range map[string]*http.Request{
			"preflight": preflight(tt.origin),
			"POST":      post(`{"query":"{hello}"}`, "Origin", tt.origin),
		} {
			w := do(h, r)
			if got := w.Header().Get("Access-Control-Allow-Origin"); got != tt.want {
				t.Errorf("%v, %s from %q: allowed %q, want %q", tt.allowed, kind, tt.origin, got, tt.want)
			}
			if w.Header().Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%v, %s from %q: credentials are allowed", tt.allowed, kind, tt.origin)
			}
			vary := strings.Join(w.Header()["Vary"], ", ")
			if len(tt.allowed) > 0 && !strings.Contains(vary, "Origin") {
				t.Errorf("%v, %s from %q: Vary %q", tt.allowed, kind, tt.origin, vary)
			}
			if kind == "POST" && (w.Code != 200 || !strings.Contains(vary, "Accept-Language")) {
				t.Errorf("%v, %s from %q: %d, Vary %q", tt.allowed, kind, tt.origin, w.Code, vary)
			}
		}
	}
}

func TestPreflight(t *testing.T) {
	s, _ := newServer(t, ExecutorOptions{}, Options{CORSOrigins: []string{"https://dash.example"}})
	h := s.Handler(nil)
	w := do(h, preflight("https://dash.example"))
	if w.Code != http.StatusNoContent || w.Header().Get("Access-Control-Allow-Methods") != "POST" ||
		w.Header().Get("Access-Control-Allow-Headers") != "content-type" || w.Header().Get("Access-Control-Max-Age") != "600" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	for name, value := range map[string]string{
		"Access-Control-Request-Method":  "DELETE",
		"Access-Control-Request-Headers": "authorization",
	} {
		r := preflight("https://dash.example")
		r.Header.Set(name, value)
		if got := do(h, r).Header().Get("Access-Control-Allow-Origin"); got != "" {
			t.Errorf("%s: %s is allowed", name, value)
		}
	}
	// A very long list of headers is neither read to its end nor sent back.
	r := preflight("https://dash.example")
	r.Header.Set("Access-Control-Request-Headers", strings.Repeat("accept,", 100_000))
	if w := do(h, r); w.Header().Get("Access-Control-Allow-Headers") != "" {
		t.Error("a long list of headers comes back")
	}
	if got := do(h, post(`{"query":"{hello}"}`, "Origin", "https://dash.example")).Header().Get("Access-Control-Expose-Headers"); got != "Retry-After" {
		t.Errorf("exposed: %q", got)
	}
}

func TestOriginsThatNoBrowserSends(t *testing.T) {
	for _, origins := range [][]string{
		{"dash.example"},
		{"https://dash.example/"},
		{"https://dash.example/graphql"},
		{"https://*.dash.example"},
		{"https://user@dash.example"},
		{"https://dash.example?x"},
		{"https://dash.example:443"},
		{"http://dash.example:80"},
		{"null"},
		{""},
		{"https://"},
		{"*", "https://dash.example"},
		{"https://dash.example", "*"},
		{"https://a b.example"},
	} {
		if _, err := newCORS(origins); err == nil {
			t.Errorf("%q are taken", origins)
		}
	}
	origins := []string{"HTTPS://Dash.Example"}
	if _, err := newCORS(origins); err != nil {
		t.Error(err)
	}
	if !slices.Equal(origins, []string{"HTTPS://Dash.Example"}) {
		t.Errorf("the caller's list was changed to %q", origins)
	}
}

func TestNewRefuses(t *testing.T) {
	ready := func(context.Context) error { return nil }
	for want, o := range map[string]Options{
		"Ready":              {},
		`CORS origin "null"`: {Ready: ready, CORSOrigins: []string{"null"}},
	} {
		if _, err := New(nil, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one of %s", err, want)
		}
	}
}
