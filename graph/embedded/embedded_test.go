package embedded_test

import (
	"path/filepath"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/embedded"
	"github.com/incidentgraph/incidentgraph/graph/graphtest"
)

func TestConformance(t *testing.T) {
	graphtest.Run(t, func(t testing.TB) graph.Store {
		return open(t, filepath.Join(t.TempDir(), "graph.db"))
	})
}

func TestLarge(t *testing.T) {
	graphtest.RunLarge(t, func(t testing.TB) graph.Store {
		return open(t, filepath.Join(t.TempDir(), "graph.db"))
	})
}

func TestDurable(t *testing.T) {
	var path string
	graphtest.RunDurable(t, func(t testing.TB) graph.Store {
		path = filepath.Join(t.TempDir(), "graph.db")
		return open(t, path)
	}, func(t testing.TB) graph.Store { return open(t, path) })
}

// open opens a store that the test closes at its end, if nobody did before.
func open(t testing.TB, path string) *embedded.Store {
	t.Helper()
	s, err := embedded.Open(t.Context(), path, embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// newStore opens a store on a new file.
func newStore(t testing.TB) (s *embedded.Store, path string) {
	path = filepath.Join(t.TempDir(), "graph.db")
	return open(t, path), path
}

func apply(t testing.TB, s graph.Store, b graph.Batch) graph.Applied {
	t.Helper()
	applied, err := s.Apply(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	return applied
}
