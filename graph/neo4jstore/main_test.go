//go:build !embedded_only

package neo4jstore

import (
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/graphtest"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

func TestMain(m *testing.M) { neo4jtest.Main(m) }

// configOf gives the configuration of a store on a Neo4j for tests.
func configOf(c neo4jtest.Config) Config {
	return Config{URI: c.URI, User: c.User, Password: c.Password}
}

// openOn opens a store on a Neo4j for tests, until the test ends.
func openOn(t testing.TB, c neo4jtest.Config) *Store {
	t.Helper()
	s, err := Open(t.Context(), configOf(c))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// empty removes every node; constraints and indexes stay.
func empty(t testing.TB, c neo4jtest.Config) {
	t.Helper()
	c.Query(t, "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS", nil)
}

func TestConformance(t *testing.T) {
	config := neo4jtest.Open(t)
	graphtest.Run(t, func(t testing.TB) graph.Store {
		empty(t, config)
		s, err := Open(t.Context(), configOf(config))
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}

func TestDurable(t *testing.T) {
	config := neo4jtest.Open(t)
	again := func(t testing.TB) graph.Store { return openOn(t, config) }
	graphtest.RunDurable(t, func(t testing.TB) graph.Store {
		empty(t, config)
		return again(t)
	}, again)
}
