//go:build !embedded_only

package bench

import (
	"cmp"
	"fmt"
	"iter"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/neo4jstore"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// giveRoom gives a server for tests, where nobody says otherwise, memory for the
// transactions of full batches with their pairs, and for the files that these fill.
func giveRoom(b *testing.B) {
	b.Helper()
	for name, size := range map[string]string{"INCIDENTGRAPH_TEST_NEO4J_HEAP": "3g", "INCIDENTGRAPH_TEST_NEO4J_PAGECACHE": "2g"} {
		if os.Getenv(name) == "" {
			b.Setenv(name, size)
		}
	}
}

// BenchmarkNeo4j loads a corpus into an empty graph and asks the flagship question of
// hubs of every size, then those of analysts. One load is enough for all: choose -benchtime 1x for the load alone.
func BenchmarkNeo4j(b *testing.B) {
	giveRoom(b)
	release, err := neo4jtest.Provide(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := release(); err != nil {
			b.Error(err)
		}
	})
	for _, n := range sizes(b, 10_000, 100_000) {
		b.Run(fmt.Sprintf("cases=%d", n), func(b *testing.B) {
			s := openNeo4j(b, neo4jtest.Open(b))
			defer closeStore(b, s)
			applying := time.Duration(0)
			b.Run("load", func(b *testing.B) {
				for b.Loop() {
					if applying == 0 { // what is there already is not loaded again
						applying = load(b, s, oldestFirst(HubCases(n, 1)))
					}
				}
				b.ReportMetric(float64(n)/applying.Seconds(), "cases/s")
			})
			benchmarkFlagship(b, s, n)
			benchmarkReads(b, s, n)
		})
	}
}

// oldestFirst gives cases in the order in which the program loads them.
func oldestFirst(cases iter.Seq[*graph.Case]) iter.Seq[*graph.Case] {
	return slices.Values(slices.SortedStableFunc(cases, func(a, b *graph.Case) int {
		return cmp.Compare(a.Date.First(), b.Date.First())
	}))
}

func openNeo4j(b *testing.B, config neo4jtest.Config) graph.Store {
	b.Helper()
	s, err := neo4jstore.Open(b.Context(), neo4jstore.Config{URI: config.URI, User: config.User, Password: config.Password})
	if err != nil {
		b.Fatal(err)
	}
	return s
}
