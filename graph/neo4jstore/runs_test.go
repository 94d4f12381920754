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
			finds = append(finds, graph.FindRequest{Filter: filter, Page: page}, graph.FindRequest{Term: &component, Page: page})
			related = append(related,
				graph.RelatedRequest{Key: key, Kind: pairKinds[n%2], Filter: filter, Page: page},
				graph.RelatedRequest{Key: key, Kind: graph.SharesComponent, Component: "wide", Page: page})
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
