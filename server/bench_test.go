package server

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// BenchmarkRefusal is the time to refuse each hostile document; the aim is 5 ms.
func BenchmarkRefusal(b *testing.B) {
	docs := newDocuments(newShelf(b), Limits{}.withDefaults(), true)
	for _, tt := range hostile {
		b.Run(strings.ReplaceAll(tt.name, " ", "_"), func(b *testing.B) {
			for b.Loop() {
				if _, errs := docs.load(tt.query); len(errs) == 0 {
					b.Fatal("taken")
				}
			}
		})
	}
}

// BenchmarkLargestDocument is the time for documents that are just within the limits
// and dear to validate.
func BenchmarkLargestDocument(b *testing.B) {
	for name, query := range map[string]string{
		"repeats":            "{shelf{" + strings.Repeat("id ", 201) + "}}",
		"repeats_in_repeats": "{shelf{" + strings.Repeat("refs{"+strings.Repeat("total ", 10)+"}", 20) + "}}",
		"inline_fragments":   "{hello shelf{" + nest("...{", "id", "}", 900) + "}}",
		"fragment_chain":     chain(60),
		"fragments":          "{shelf{" + numbered("...F%d", 200) + "}}" + numbered("fragment F%d on Book{id}", 200),
		"fragments_in_fields": "{shelf{" + numbered("refs{...F%d}", 130) + "}}" +
			numbered("fragment F%d on BookPage{total}", 130),
		"fragments_in_fragments": "{shelf{" + numbered("...F%d", 66) + "}}" +
			numbered("fragment F%d on Book{id ...G%[1]d}", 66) + numbered("fragment G%d on Book{id}", 66),
		"unknown_fields": "{shelf{" + numbered("x%d", 1_900) + "}}",
		"GraphiQL":       graphiQL,
	} {
		b.Run(name, func(b *testing.B) {
			docs := newDocuments(newShelf(b), Limits{}.withDefaults(), true)
			for b.Loop() {
				docs.kept = newDocumentCache(0, 0)
				if _, errs := docs.load(query); len(errs) == 1 && name != "unknown_fields" {
					b.Fatal(errs)
				}
			}
		})
	}
}

func BenchmarkShape(b *testing.B) {
	doc, limits := parse(b, graphiQL), Limits{}.withDefaults()
	b.ReportAllocs()
	for b.Loop() {
		if err := checkShape(doc, limits); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCost(b *testing.B) {
	docs := newDocuments(newShelf(b), Limits{}.withDefaults(), true)
	doc, errs := docs.load("query($n:Int){books(first:$n){total edges{node{id title refs(first:$n){nodes{id title}}}}}}")
	if len(errs) > 0 {
		b.Fatal(errs)
	}
	vars := map[string]any{"n": int64(10)}
	b.ReportAllocs()
	for b.Loop() {
		cost(docs.schema, doc.Operations[0], vars)
	}
}

const benchBody = `{"query":"query Q($n:Int){books(first:$n){total nodes{id title}}}","operationName":"Q","variables":{"n":10}}`

// BenchmarkHTTP sends a repeated query over a real connection; BenchmarkPlainHTTP
// sends as many bytes by net/http alone, to compare with.
func BenchmarkHTTP(b *testing.B) {
	s, _ := newServer(b, ExecutorOptions{}, Options{})
	benchmarkHandler(b, s.Handler(nil))
}

func BenchmarkPlainHTTP(b *testing.B) {
	s, _ := newServer(b, ExecutorOptions{}, Options{})
	answer := do(s.Handler(nil), post(benchBody)).Body.Bytes()
	benchmarkHandler(b, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			b.Error(err)
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_, _ = w.Write(answer)
	}))
}

func benchmarkHandler(b *testing.B, h http.Handler) {
	srv := httptest.NewServer(h)
	defer srv.Close()
	b.ReportAllocs()
	for b.Loop() {
		resp, err := srv.Client().Post(srv.URL+"/graphql", "application/json", strings.NewReader(benchBody))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK {
			b.Fatal(resp.Status, err)
		}
		_ = resp.Body.Close()
	}
}

// BenchmarkHandler leaves the network out: decode, execute, encode, log.
func BenchmarkHandler(b *testing.B) {
	s, _ := newServer(b, ExecutorOptions{}, Options{})
	h := s.Handler(nil)
	b.ReportAllocs()
	for b.Loop() {
		if w := do(h, post(benchBody)); w.Code != http.StatusOK {
			b.Fatal(w.Body)
		}
	}
}

// BenchmarkExecute leaves HTTP out as well.
func BenchmarkExecute(b *testing.B) {
	exec := NewExecutor(newShelf(b), ExecutorOptions{})
	b.ReportAllocs()
	for b.Loop() {
		exec.Execute(b.Context(), Request{
			Query:     "query Q($n:Int){books(first:$n){total nodes{id title}}}",
			Variables: map[string]any{"n": int64(10)},
		})
	}
}

func BenchmarkParseBody(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, no := parseBody([]byte(benchBody)); no != nil {
			b.Fatal(no)
		}
	}
}
