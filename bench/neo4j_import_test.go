//go:build !embedded_only

package bench

import (
	"fmt"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// BenchmarkNeo4jImport sets the speed of loading a corpus into an empty Neo4j beside that
// of `neo4j-admin database import`, which writes the same graph, pairs and all, into the
// files of a database that does not run. The rates are cases a second:
//
//   - cases/s: the store's Apply in full batches, oldest cases first, online, constraints
//     and indexes kept;
//   - import-cases/s: the import tool, from its start (Java's included) to its end. It is
//     given the finished graph as CSV files, whose making counts for nothing, and makes no
//     constraint and no index;
//   - indexed-cases/s: the same, and the constraints and indexes that the store makes in
//     the imported database when it is opened, until they are ready.
//
// of-import and of-indexed are what cases/s is of those two. What was imported is read
// back and has to equal what was loaded in every property, empty lists aside, of which
// the tool makes none.
//
// Both Neo4j are this benchmark's own, one after the other: one that the environment names
// may be on another machine.
func BenchmarkNeo4jImport(b *testing.B) {
	giveRoom(b)
	for _, n := range sizes(b, 10_000) {
		b.Run(fmt.Sprintf("cases=%d", n), func(b *testing.B) {
			var applying, importing, indexing time.Duration
			var loaded census
			for b.Loop() {
				apply, seen, files := loadAndWrite(b, n)
				applying, loaded = applying+apply, seen
				tool, indexes, imported := importFiles(b, files)
				importing, indexing = importing+tool, indexing+indexes
				if difference := loaded.difference(imported); difference != "" {
					b.Fatalf("what was imported is not what was loaded:\n%s", difference)
				}
			}
			rate := func(took time.Duration) float64 { return float64(n*b.N) / took.Seconds() }
			b.ReportMetric(0, "ns/op") // all of it, which says nothing
			b.ReportMetric(rate(applying), "cases/s")
			b.ReportMetric(rate(importing), "import-cases/s")
			b.ReportMetric(rate(importing+indexing), "indexed-cases/s")
			b.ReportMetric(rate(applying)/rate(importing), "of-import")
			b.ReportMetric(rate(applying)/rate(importing+indexing), "of-indexed")
			b.ReportMetric(float64(len(loaded.nodes)), "nodes")
			b.ReportMetric(float64(loaded.relationships), "relationships")
		})
	}
}

// loadAndWrite loads a corpus into a Neo4j and writes its graph to files. It gives the
// time that Apply took.
func loadAndWrite(b *testing.B, n int) (applying time.Duration, loaded census, files *csvFiles) {
	b.Helper()
	server, err := neo4jtest.Start(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer stopNeo4j(b, server)
	s := openNeo4j(b, server.Config)
	applying = load(b, s, oldestFirst(HubCases(n, 1)))
	closeStore(b, s)
	for e := range elements(b, server.Config) {
		loaded.add(e)
	}
	if cases := loaded.tallies["--nodes=Case"]; cases == nil || cases.count != n {
		b.Fatalf("loaded %+v, want %d cases", cases, n)
	}
	files = newCSVFiles(b, loaded)
	for e := range elements(b, server.Config) {
		files.write(e)
	}
	return applying, loaded, files
}

// importFiles makes a Neo4j of files. It gives the time that the import tool took, and
// the time until the store had its constraints and indexes there.
func importFiles(b *testing.B, files *csvFiles) (importing, indexing time.Duration, imported census) {
	b.Helper()
	server, importing, err := neo4jtest.Import(b.Context(), files.folder, files.finish()...)
	if err != nil {
		b.Fatal(err)
	}
	defer stopNeo4j(b, server)
	start := time.Now()
	s := openNeo4j(b, server.Config)
	indexing = time.Since(start)
	closeStore(b, s)
	for e := range elements(b, server.Config) {
		imported.add(e)
	}
	return importing, indexing, imported
}

func stopNeo4j(b *testing.B, server *neo4jtest.Server) {
	b.Helper()
	if err := server.Stop(); err != nil {
		b.Error(err)
	}
}
