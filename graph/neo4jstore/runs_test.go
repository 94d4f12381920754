//go:build !embedded_only

package neo4jstore

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// counter counts the queries that are sent.
type counter struct {
	mu   sync.Mutex
	runs int
}

func (c *counter) LogClientMessage(_ string, message string, args ...any) {
	if strings.HasPrefix(fmt.Sprintf(message, args...), "RUN") {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.runs++
	}
}

func (c *counter) LogServerMessage(string, string, ...any) {}

// sent gives the number of queries since it was last asked.
func (c *counter) sent() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.runs
	c.runs = 0
	return n
}

// TestOneQueryACall asks each read one thing and very many different ones.
func TestOneQueryACall(t *testing.T) {
	config := neo4jtest.Open(t)
	with := configOf(config)
	sent := &counter{}
	with.boltLogger, with.VocabularyAge = sent, time.Hour
	s, err := Open(t.Context(), with)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, b := range batches(1, 60) {
		if _, err := s.Apply(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Vocabulary(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	for _, many := range []int{1, 3, 60} {
		var (
			ids     []graph.ID
			keys    []string
			names   []graph.Name
			finds   []graph.FindRequest
			related []graph.RelatedRequest
			terms   []graph.TermsRequest
			similar []graph.SimilarRequest
		)
		for n := range many {
			key := fmt.Sprintf("c-%04d", n)
			component := graph.TermRef{Kind: graph.KindComponent, Slug: fmt.Sprintf("part-%d", n%7)}
			ids = append(ids, graph.NewID(graph.KindIncident, key), component.ID())
			keys = append(keys, key, "X-0123456789ab")
			names = append(names, graph.Name{Kind: graph.KindIncident, Text: key}, graph.Name{Kind: graph.KindComponent, Text: "Part " + fmt.Sprint(n%7)})
			filter := graph.Filter{}
			for range n % 5 {
				filter = graph.Filter{Not: &graph.Filter{And: []graph.Filter{filter, {Terms: map[graph.EdgeKind]graph.TermFilter{
					graph.Involves: {Any: &[]string{component.Slug}},
				}}}}}
			}
			page := graph.Page{Size: n % 30, FromEnd: n%2 == 1}
			typed, err := graph.ParseTextQuery(fmt.Sprint("part ", n))
			if err != nil {
				t.Fatal(err)
			}
			by := graph.FacetField(n % int(graph.FacetMonth+1))
			counting := graph.Counting{Durations: n%2 == 0, Facets: []graph.FacetRequest{{By: by, Size: 5}, {By: by, Size: 5, Filter: &filter}}}
			order := graph.Order{{By: graph.ByCompany, Descending: n%2 == 0}, {By: graph.ByTimeToRecover}}
			finds = append(finds, graph.FindRequest{Filter: filter, Page: page}, graph.FindRequest{Term: &component, Page: page},
				graph.FindRequest{Text: typed, Filter: graph.Filter{Text: typed}, Page: page, Counting: counting}, graph.FindRequest{Order: order, Page: page})
			related = append(related,
				graph.RelatedRequest{Key: key, Kind: pairKinds[n%2], Filter: filter, Page: page, Order: order, Counting: counting},
				graph.RelatedRequest{Key: key, Kind: graph.SharesComponent, Component: "wide", Page: page})
			similar = append(similar, graph.SimilarRequest{Key: key, Size: n % 50})
			kind := graph.TermKinds()[n%6]
			terms = append(terms, graph.TermsRequest{Kind: &kind, Page: page}, graph.TermsRequest{Query: "part", Page: page})
		}
		sent.sent()
		for _, call := range []struct {
			name string
			do   func() error
		}{
			{"Nodes", func() error { _, err := s.Nodes(ctx, ids); return err }},
			{"Lookup", func() error { _, err := s.Lookup(ctx, names); return err }},
			{"Terms", func() error { _, err := s.Terms(ctx, terms); return err }},
			{"Neighbors", func() error { _, err := s.Neighbors(ctx, ids); return err }},
			{"Find", func() error { _, err := s.Find(ctx, finds); return err }},
			{"Related", func() error { _, err := s.Related(ctx, related); return err }},
			{"Similar", func() error { _, err := s.Similar(ctx, similar); return err }},
			{"Cases", func() error { _, err := s.Cases(ctx, keys); return err }},
			{"Stats", func() error { _, err := s.Stats(ctx); return err }},
			{"Version", func() error { _, err := s.Version(ctx); return err }},
		} {
			if err := call.do(); err != nil {
				t.Fatalf("%s: %v", call.name, err)
			}
			if n := sent.sent(); n != 1 {
				t.Errorf("%s with %d requests: %d queries, want 1", call.name, many, n)
			}
		}
	}
}

// TestOneQueryAStep walks: the queries of a call are as many as its steps and two more,
// however many walks it asks for.
func TestOneQueryAStep(t *testing.T) {
	config := neo4jtest.Open(t)
	with := configOf(config)
	sent := &counter{}
	with.boltLogger = sent
	s, err := Open(t.Context(), with)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, b := range batches(1, 60) {
		if _, err := s.Apply(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	const steps = 3
	for _, many := range []int{1, 3, 20} {
		var paths []graph.PathRequest
		var subgraphs []graph.SubgraphRequest
		for n := range many {
			a, b := graph.ID(fmt.Sprintf("incident:C-%04d", n)), graph.ID(fmt.Sprintf("incident:C-%04d", n+20))
			paths = append(paths, graph.PathRequest{From: a, To: b, Via: graph.EdgeKinds(), MaxLength: steps, Size: 5})
			subgraphs = append(subgraphs, graph.SubgraphRequest{IDs: []graph.ID{a, b}, Via: graph.TermEdgeKinds(), Depth: steps, Limit: 50})
		}
		sent.sent()
		if _, err := s.Paths(t.Context(), paths); err != nil {
			t.Fatal(err)
		}
		if n := sent.sent(); n > steps+2 {
			t.Errorf("%d paths of up to %d steps: %d queries", many, steps, n)
		}
		if _, err := s.Subgraph(t.Context(), subgraphs); err != nil {
			t.Fatal(err)
		}
		if n := sent.sent(); n > steps+2 {
			t.Errorf("%d subgraphs of %d steps: %d queries", many, steps, n)
		}
	}
}
