//go:build !embedded_only

package bench

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/graph/neo4jstore"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// heap is the variable that says how much memory a server for tests may take.
const heap = "INCIDENTGRAPH_TEST_NEO4J_HEAP"

// BenchmarkNeo4j loads a corpus into an empty graph and asks the flagship question of
// hubs of every size, then those of analysts. One load is enough for all: choose -benchtime 1x for the load alone.
func BenchmarkNeo4j(b *testing.B) {
	if os.Getenv(heap) == "" { // a full batch with its pairs is more than a server for tests has room for
		b.Setenv(heap, "3g")
	}
	release, err := neo4jtest.Provide(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := release(); err != nil {
			b.Error(err)
		}
	})
	for _, n := range sizes(b) {
		b.Run(fmt.Sprintf("cases=%d", n), func(b *testing.B) {
			config := neo4jtest.Open(b)
			s, err := neo4jstore.Open(b.Context(), neo4jstore.Config{URI: config.URI, User: config.User, Password: config.Password})
			if err != nil {
				b.Fatal(err)
			}
			defer closeStore(b, s)
			applying := time.Duration(0)
			b.Run("load", func(b *testing.B) {
				for b.Loop() {
					if applying == 0 { // what is there already is not loaded again
						applying = load(b, s, n)
					}
				}
				b.ReportMetric(float64(n)/applying.Seconds(), "cases/s")
			})
			benchmarkFlagship(b, s, n)
			benchmarkReads(b, s, n)
		})
	}
}
