//go:build !embedded_only

package neo4jstore

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/graphtest"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// batches gives cases that cite one another across batches, and share terms.
func batches(count, size int) []graph.Batch {
	out := make([]graph.Batch, count)
	for n := range count * size {
		c := &graph.Case{
			ID:         fmt.Sprintf("C-%04d", n),
			Components: []string{"wide", fmt.Sprintf("part %d", n%7)},
			RootCauses: []string{fmt.Sprintf("cause %d", n%3)},
			Related:    []graph.Card{{ID: fmt.Sprintf("C-%04d", (n*31+7)%(count*size)), SharedComponents: []string{"wide"}}},
		}
		c.Date, _ = graph.ParseDate(fmt.Sprint(2000 + n%20))
		c.Normalise()
		out[n%count].Cases = append(out[n%count].Cases, c)
	}
	return out
}

// everything gives the graph of batches.
func everything(t *testing.T, all []graph.Batch) corpus {
	t.Helper()
	c := corpus{}
	for _, b := range all {
		for _, put := range b.Cases {
			c[put.ID] = put
		}
	}
	return c
}

// TestLoadersTogether loads from two stores at once, each all batches, one of them from
// the end.
func TestLoadersTogether(t *testing.T) {
	config := neo4jtest.Open(t)
	all := batches(6, 15)
	var group sync.WaitGroup
	for turn := range 2 {
		s := openOn(t, config)
		group.Go(func() {
			for i := range all {
				b := all[i]
				if turn == 1 {
					b = all[len(all)-1-i]
				}
				if _, err := s.Apply(t.Context(), b); err != nil {
					t.Errorf("loader %d, batch %d: %v", turn, i, err)
				}
			}
		})
	}
	group.Wait()
	s := openOn(t, config)
	if version, err := s.Version(t.Context()); err != nil || version != int64(len(all)) {
		t.Errorf("version %d (%v), want %d: a batch that changes nothing makes none", version, err, len(all))
	}
	comparePairs(t, config, everything(t, all).build(t))
}

// TestServerKilled kills the server again and again while a loader loads; what fails is
// loaded again.
func TestServerKilled(t *testing.T) {
	server, err := neo4jtest.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	}()
	with := configOf(server.Config)
	with.Wait = time.Second
	s, err := Open(t.Context(), with)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all := batches(6, 10)

	applied := make(chan int) // the number of batches that are in
	loaded := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		defer close(applied)
		for i := 0; i < len(all); {
			_, err := s.Apply(ctx, all[i])
			switch code := graph.CodeOf(err); {
			case err == nil:
				i++
				select {
				case applied <- i:
				case <-ctx.Done():
				}
			case code != graph.CodeUnavailable || ctx.Err() != nil:
				loaded <- fmt.Errorf("batch %d: %s: %w", i, code, err)
				return
			}
		}
		loaded <- nil
	}()
	for n := range applied {
		if n%4 != 1 {
			continue
		}
		if err := server.Kill(); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Stats(t.Context()); graph.CodeOf(err) != graph.CodeUnavailable {
			t.Errorf("reading from a dead server: got %v, want an error of code UNAVAILABLE", err)
		}
		if err := server.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-loaded; err != nil {
		t.Fatal(err)
	}
	want := everything(t, all).build(t)
	comparePairs(t, server.Config, want)
	dump, err := graphtest.Dump(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Open(t.Context(), configOf(server.Config))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	for _, b := range all { // nothing is left to do
		a, err := again.Apply(t.Context(), b)
		if err != nil || len(a.Unchanged) != len(b.Cases) {
			t.Errorf("loading again: %+v, %v", a, err)
		}
	}
	if same, err := graphtest.Dump(t.Context(), again); err != nil || same != dump {
		t.Errorf("another dump: %v", err)
	}
}
