package resolver_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/embedded"
	"github.com/incidentgraph/incidentgraph/graph/graphtest"
	"github.com/incidentgraph/incidentgraph/graph/resolver"
	"github.com/incidentgraph/incidentgraph/server"
)

// load gives a store with some terms and cases.
func load(t testing.TB, terms []graph.Term, cases ...*graph.Case) graph.Store {
	t.Helper()
	store, err := embedded.Open(t.Context(), filepath.Join(t.TempDir(), "graph.db"), embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, c := range cases {
		c.Normalise()
		if problems := c.Check(); len(problems) > 0 {
			t.Fatalf("%s: %v", c.ID, problems)
		}
	}
	applied, err := store.Apply(t.Context(), graph.Batch{Terms: terms, Cases: cases})
	if err != nil || len(applied.Rejected) > 0 {
		t.Fatal(err, applied.Rejected)
	}
	return store
}

// library gives a store with the four documents of the fixture.
func library(t testing.TB) graph.Store {
	var cases []*graph.Case
	for _, document := range graphtest.Documents() {
		cases = append(cases, document...)
	}
	return load(t, graphtest.Terms(), cases...)
}

// respond answers a request through the limits and the error handling that a client
// meets.
func respond(t testing.TB, store graph.Store, request server.Request) string {
	t.Helper()
	executor := server.NewExecutor(resolver.NewSchema(store), server.ExecutorOptions{
		Limits: server.Limits{Cost: 1_000_000},
		Log:    slog.New(slog.DiscardHandler),
	})
	body, err := server.Encode(executor.Execute(t.Context(), request))
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func ask(t testing.TB, store graph.Store, query string) string {
	t.Helper()
	return respond(t, store, server.Request{Query: query})
}

// want compares an answer with JSON that may be laid out over lines.
func want(t testing.TB, got, wanted string) {
	t.Helper()
	if w := compact(t, wanted); got != w {
		t.Errorf("got  %s\nwant %s", got, w)
	}
}

func decode(t testing.TB, body string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(body), into); err != nil || strings.Contains(body, `"errors"`) {
		t.Fatal(err, body)
	}
}

func encode(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func compact(t testing.TB, body string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(body)); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return b.String()
}

// The question that the service is made for. IL-0587 names IL-0271 and IL-0277 on its
// cards, and keeps three that lost their headers: two with the coordination store.
// Neither of the two named has a case of its own, so all that is known of them comes from
// the cards; the cause is that of IL-0587, the only one that it states.
const flagship = `{ incident(id: "IL-0587") {
    sharesComponent(component: "코디네이션 키-값 저장소") {
      totalCount unnamedCount
      edges { node { key title(lang: KO) company { name } } sharedComponents { slug name(lang: KO) } sharedCauses { slug } evidence assertedBy { key } } } } }`

func TestFlagship(t *testing.T) {
	want(t, ask(t, library(t), flagship), `{"data": {"incident": {"sharesComponent": {
		"totalCount": 2, "unnamedCount": 2,
		"edges": [
			{
				"node": {"key": "IL-0271", "title": "등록 정보가 깨져 대화가 한 시간 멎었다", "company": {"name": "Parley"}},
				"sharedComponents": [
					{"slug": "coordination-kv-store", "name": "코디네이션 키-값 저장소"},
					{"slug": "service-discovery", "name": "서비스 디스커버리"}
				],
				"sharedCauses": [{"slug": "software-bug"}],
				"evidence": "STATED",
				"assertedBy": [{"key": "IL-0587"}]
			},
			{
				"node": {"key": "IL-0277", "title": "정족수를 잃어 색인에 닿지 못했다", "company": {"name": "Northwind Search"}},
				"sharedComponents": [{"slug": "coordination-kv-store", "name": "코디네이션 키-값 저장소"}],
				"sharedCauses": [{"slug": "software-bug"}],
				"evidence": "STATED",
				"assertedBy": [{"key": "IL-0587"}]
			}
		]
	}}}}`)
}
