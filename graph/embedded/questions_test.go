package embedded_test

import (
	"path/filepath"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/graphtest"
)

// Five thousand random questions have the naive model's answers.
func TestQuestions(t *testing.T) {
	graphtest.RunQuestions(t, 5000, func(t testing.TB) graph.Store {
		return open(t, filepath.Join(t.TempDir(), "graph.db"))
	})
}
