package resolver_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/resolver"
	"github.com/incidentgraph/incidentgraph/server"
)

// failing is a store whose reads go through functions that may fail first.
type failing struct {
	graph.Store
	nodes func(ids []graph.ID) error
	cases func(keys []string) error
	find  func(ctx context.Context) error
	drop  graph.ID // a node that goes away between two reads
}

func (f *failing) Nodes(ctx context.Context, ids []graph.ID) ([]*graph.Node, error) {
	if f.nodes != nil {
		if err := f.nodes(ids); err != nil {
			return nil, err
		}
	}
	nodes, err := f.Store.Nodes(ctx, ids)
	for i, id := range ids {
		if id == f.drop && err == nil {
			nodes[i] = nil
		}
	}
	return nodes, err
}

func (f *failing) Cases(ctx context.Context, keys []string) ([]*graph.Case, error) {
	if f.cases != nil {
		if err := f.cases(keys); err != nil {
			return nil, err
		}
	}
	return f.Store.Cases(ctx, keys)
}

func (f *failing) Find(ctx context.Context, requests []graph.FindRequest) ([]graph.FindResult, error) {
	if f.find != nil {
		if err := f.find(ctx); err != nil {
			return nil, err
		}
	}
	return f.Store.Find(ctx, requests)
}

var corrupt = graph.Errorf(graph.CodeCorrupt, "a stored record cannot be read")

// A record that cannot be read costs those fields alone that need it.
func TestCorruptRecords(t *testing.T) {
	store := library(t)
	for _, tt := range []struct {
		name    string
		failing failing
		query   string
		data    string
		errors  int
	}{
		{"a case",
			failing{cases: func(keys []string) error {
				if slices.Contains(keys, "IL-0216") {
					return corrupt
				}
				return nil
			}},
			`{ incidents(where: {date: {from: "2018"}, company: {none: ["Parley"]}}) { nodes { key lessons } } }`,
			`{"incidents":{"nodes":[{"key":"IL-0216","lessons":null},{"key":"IL-0115","lessons":null},{"key":"IL-0587","lessons":null},
				{"key":"IL-0277","lessons":null},{"key":"IL-0279","lessons":null},{"key":"IL-0492","lessons":"자리마다 때를 정한다."}]}}`, 1},
		{"a term",
			failing{nodes: func(ids []graph.ID) error {
				if slices.Contains(ids, "component:in-memory-cache") {
					return corrupt
				}
				return nil
			}},
			`{ incidents(where: {date: {from: "2018", to: "2023"}, components: {known: true}}) { edges { node { key components { slug } } } } }`,
			`{"incidents":{"edges":[{"node":null},
				{"node":{"key":"IL-0271","components":[{"slug":"coordination-kv-store"},{"slug":"service-discovery"}]}},
				{"node":{"key":"IL-0587","components":[{"slug":"coordination-kv-store"},{"slug":"service-discovery"}]}},
				{"node":{"key":"IL-0277","components":[{"slug":"coordination-kv-store"},{"slug":"elasticsearch-opensearch"}]}},
				{"node":null},
				{"node":{"key":"IL-0492","components":[{"slug":"on-prem-load-balancer"}]}}]}}`, 2},
		{"an incident of a page",
			failing{nodes: func(ids []graph.ID) error {
				if slices.Contains(ids, "incident:IL-0271") {
					return corrupt
				}
				return nil
			}},
			`{ incident(id: "IL-0587") { sharesComponent { totalCount edges { node { key } sharedComponents { slug } assertedBy { key } } } } }`,
			`{"incident":{"sharesComponent":{"totalCount":2,"edges":[
				{"node":null,"sharedComponents":[{"slug":"coordination-kv-store"},{"slug":"service-discovery"}],"assertedBy":[{"key":"IL-0587"}]},
				{"node":{"key":"IL-0277"},"sharedComponents":[{"slug":"coordination-kv-store"}],"assertedBy":[{"key":"IL-0587"}]}]}}}`, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.failing.Store = store
			answer := ask(t, &tt.failing, tt.query)
			_, data, found := strings.Cut(answer, `"data":`)
			if !found || strings.TrimSuffix(data, "}") != compact(t, tt.data) {
				t.Errorf("got  %s\nwant %s", answer, compact(t, tt.data))
			}
			if n := strings.Count(answer, `"code":"CORRUPT"`); n != tt.errors {
				t.Errorf("%d errors of code CORRUPT in %s", n, answer)
			}
		})
	}
}

// What goes away between two reads is a gap, not an error.
func TestDeletedMeanwhile(t *testing.T) {
	store := &failing{Store: library(t), drop: "incident:IL-0277"}
	want(t, ask(t, store, `{ incident(id: "IL-0587") { sharesComponent { totalCount edges { node { key } } nodes { key } } } }`),
		`{"data":{"incident":{"sharesComponent":{"totalCount":2,"edges":[{"node":{"key":"IL-0271"}},{"node":null}],"nodes":[{"key":"IL-0271"}]}}}}`)
}

// changing is a store to which a batch is applied behind the back of a query, before one of
// its reads.
type changing struct {
	graph.Store
	before int // the read of nodes, counted from 1
	batch  graph.Batch
	reads  atomic.Int32
}

func (c *changing) Nodes(ctx context.Context, ids []graph.ID) ([]*graph.Node, error) {
	if int(c.reads.Add(1)) == c.before {
		if _, err := c.Apply(ctx, c.batch); err != nil {
			return nil, err
		}
	}
	return c.Store.Nodes(ctx, ids)
}

func (c *changing) Cases(ctx context.Context, keys []string) ([]*graph.Case, error) {
	if int(c.reads.Add(1)) == c.before {
		if _, err := c.Apply(ctx, c.batch); err != nil {
			return nil, err
		}
	}
	return c.Store.Cases(ctx, keys)
}

// What changes between two reads of a query is seen whole: as it was, or as it is.
func TestChangedMeanwhile(t *testing.T) {
	version := func(n string) *graph.Case {
		return &graph.Case{ID: "C-1", Title: graph.PlainText("title " + n), Summary: graph.PlainText("summary " + n), RootCauses: []string{"cause " + n}, Organisation: "company " + n}
	}
	const query = `{ incident(id: "C-1") { title summary company { name } causes { name } } }`
	for before := 1; before <= 3; before++ { // the incident; its case; its company and cause
		store := &changing{Store: load(t, nil, version("1")), before: before, batch: graph.Batch{Cases: []*graph.Case{version("2")}}}
		want(t, ask(t, store, query), `{"data":{"incident":{"title":"title 2","summary":"summary 2","company":{"name":"company 2"},"causes":[{"name":"cause 2"}]}}}`)
		if reads := int(store.reads.Load()); before > 1 && reads != 6 {
			t.Errorf("changed before read %d: %d reads, want those of two answers", before, reads)
		}
	}
}

// A panic in a store, which happens in a goroutine of no field, costs its fields alone.
func TestPanic(t *testing.T) {
	store := &failing{Store: library(t), find: func(context.Context) error { panic("no such page") }}
	answer := ask(t, store, `{ incident(id: "IL-0587") { key company { name incidents { totalCount } } } stats { incidents } }`)
	if !strings.Contains(answer, `"code":"INTERNAL"`) || strings.Contains(answer, "no such page") {
		t.Errorf("the error is not told, or not masked: %s", answer)
	}
	if !strings.Contains(answer, `"data":{"incident":{"key":"IL-0587","company":null},"stats":{"incidents":10}}`) {
		t.Errorf("fields beside it are lost: %s", answer)
	}
}

func TestTooFewAnswers(t *testing.T) {
	answer := ask(t, short{library(t)}, `{ incident(id: "IL-0587") { key } }`)
	if !strings.Contains(answer, `"code":"INTERNAL"`) {
		t.Error(answer)
	}
}

// short is a store that breaks its contract.
type short struct{ graph.Store }

func (short) Nodes(context.Context, []graph.ID) ([]*graph.Node, error) { return nil, nil }

// A request that is given up ends at once, and others go on.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	store := &failing{Store: library(t), find: func(ctx context.Context) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}}
	executor := server.NewExecutor(resolver.NewSchema(store), server.ExecutorOptions{Log: slog.New(slog.DiscardHandler)})
	answer := executor.Execute(ctx, server.Request{Query: `{ incidents { totalCount } stats { incidents } }`})
	if len(answer.Errors) != 1 || !errors.Is(ctx.Err(), context.Canceled) {
		t.Error(answer.Errors)
	}
	want(t, ask(t, store.Store, `{ incidents { totalCount } }`), `{"data":{"incidents":{"totalCount":10}}}`)
}

// A request may end at any moment: while fields of several levels wait, and others go on.
func TestEndAtAnyMoment(t *testing.T) {
	shared := alike(t)
	const query = `{ incidents(first: 50) { nodes { a: summary company { name incidents(first: 3) { nodes { summary company { name } } } } components { name broader { name } }
		sharesComponent(first: 10) { totalCount nodes { key b: summary company { name } causes { name } } } } } }`
	for i := range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		reads := new(atomic.Int32)
		end := func() error {
			if int(reads.Add(1)) == 1+i%5 {
				cancel()
			}
			return nil
		}
		store := &failing{Store: shared,
			nodes: func([]graph.ID) error { return end() },
			cases: func([]string) error { return end() },
		}
		executor := server.NewExecutor(resolver.NewSchema(store), server.ExecutorOptions{Log: slog.New(slog.DiscardHandler)})
		answer := executor.Execute(ctx, server.Request{Query: query})
		if len(answer.Errors) != 1 || answer.Errors[0].Extensions["code"] != string(server.CodeCancelled) {
			t.Fatalf("ended at read %d: %v", 1+i%5, answer.Errors)
		}
		cancel()
	}
}

// rewriting is a store whose incidents are changed on their way.
type rewriting struct {
	graph.Store
	change func(*graph.Incident)
}

func (r *rewriting) Nodes(ctx context.Context, ids []graph.ID) ([]*graph.Node, error) {
	nodes, err := r.Store.Nodes(ctx, ids)
	for _, n := range nodes {
		if n != nil && n.Incident != nil {
			r.change(n.Incident)
		}
	}
	return nodes, err
}
