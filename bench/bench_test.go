package bench

import (
	"bytes"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/embedded"
)

// sizes gives how many cases a benchmark loads: what INCIDENTGRAPH_BENCH_CASES says
// ("10000,1000000"), or those given.
func sizes(b *testing.B, otherwise ...int) []int {
	list := os.Getenv("INCIDENTGRAPH_BENCH_CASES")
	if list == "" {
		return otherwise
	}
	var out []int
	for text := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			b.Fatalf("INCIDENTGRAPH_BENCH_CASES is %q: it has to be a list of whole numbers", list)
		}
		out = append(out, n)
	}
	return out
}

// batches cuts a stream into full batches; the vocabulary comes with the first.
func batches(cases iter.Seq[*graph.Case]) iter.Seq[graph.Batch] {
	return func(yield func(graph.Batch) bool) {
		batch := graph.Batch{Terms: Terms()}
		for c := range cases {
			if batch.Cases = append(batch.Cases, c); len(batch.Cases) < graph.MaxBatch {
				continue
			}
			if !yield(batch) {
				return
			}
			batch = graph.Batch{}
		}
		if len(batch.Cases) > 0 {
			yield(batch)
		}
	}
}

// load loads a corpus and gives the time that Apply took.
func load(b *testing.B, s graph.Store, cases iter.Seq[*graph.Case]) time.Duration {
	b.Helper()
	var took time.Duration
	for batch := range batches(cases) {
		start := time.Now()
		if _, err := s.Apply(b.Context(), batch); err != nil {
			b.Fatal(err)
		}
		took += time.Since(start)
	}
	return took
}

// benchmarkFlagship asks which incidents share a hub with one in it: first page, count
// and all that is shared.
func benchmarkFlagship(b *testing.B, s graph.Store, n int) {
	for _, hub := range Hubs(n) {
		b.Run(fmt.Sprintf("flagship/hub=%d", hub.Size), func(b *testing.B) {
			question := []graph.RelatedRequest{{
				Key: hub.Key, Kind: graph.SharesComponent, Component: hub.Slug, Page: graph.Page{Size: graph.DefaultPageSize},
			}}
			b.ReportAllocs()
			var took []time.Duration
			for b.Loop() {
				start := time.Now()
				answers, err := s.Related(b.Context(), question)
				took = append(took, time.Since(start))
				if err != nil {
					b.Fatal(err)
				}
				if a := answers[0]; a.Total != hub.Size-1 || len(a.Rows) != min(hub.Size-1, graph.DefaultPageSize) {
					b.Fatalf("%d rows of %d, want %d others", len(a.Rows), a.Total, hub.Size-1)
				}
			}
			reportPercentiles(b, took)
		})
	}
}

// BenchmarkEmbedded loads a corpus into a new file, opens it again, and asks the flagship
// question of hubs of every size, then those of analysts. What the process holds is
// reported of the opened file.
func BenchmarkEmbedded(b *testing.B) {
	for _, n := range sizes(b, 10_000, 100_000) {
		b.Run(fmt.Sprintf("cases=%d", n), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "graph.db")
			b.Run("load", func(b *testing.B) {
				var applying time.Duration
				for b.Loop() {
					if err := os.RemoveAll(path); err != nil {
						b.Fatal(err)
					}
					s := openFile(b, path)
					applying += load(b, s, HubCases(n, 1))
					closeStore(b, s)
				}
				b.ReportMetric(float64(n*b.N)/applying.Seconds(), "cases/s")
				info, err := os.Stat(path)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(info.Size())/1e6, "file-MB")
			})
			b.Run("reopen", func(b *testing.B) {
				var last graph.Store
				for b.Loop() {
					if last != nil {
						closeStore(b, last)
					}
					last = openFile(b, path)
				}
				reportMemory(b)
				closeStore(b, last)
			})
			s := openFile(b, path)
			benchmarkFlagship(b, s, n)
			benchmarkReads(b, s, n)
			closeStore(b, s)
		})
	}
}

func openFile(b *testing.B, path string) graph.Store {
	b.Helper()
	s, err := embedded.Open(b.Context(), path, embedded.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func closeStore(b *testing.B, s graph.Store) {
	b.Helper()
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}

// reportMemory reports what the process holds after a collection: its heap and, where
// the system tells, its resident set.
func reportMemory(b *testing.B) {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapAlloc)/1e6, "heap-MB")
	if pages, ok := residentPages(); ok {
		b.ReportMetric(float64(pages)*float64(os.Getpagesize())/1e6, "rss-MB")
	}
}

// residentPages reads the second number of /proc/self/statm, which Linux has.
func residentPages() (int, bool) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, false
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0, false
	}
	n, err := strconv.Atoi(string(fields[1]))
	return n, err == nil
}
