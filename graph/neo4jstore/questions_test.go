//go:build !embedded_only

package neo4jstore

import (
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/graphtest"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// Random questions have the naive model's answers: some here, as each shape of question
// has to be planned, and five thousand with INCIDENTGRAPH_TEST_QUESTIONS=5000.
func TestQuestions(t *testing.T) {
	config := neo4jtest.Open(t)
	graphtest.RunQuestions(t, 100, func(t testing.TB) graph.Store {
		empty(t, config)
		s, err := Open(t.Context(), configOf(config))
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}
