//go:build !embedded_only

package neo4jstore

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// syntheticCase gives one of many cases, always the same for one number: about ten edges,
// the commonest component in about a fifth of all cases, dates over twenty years.
func syntheticCase(n int) *graph.Case {
	random := rand.New(rand.NewPCG(uint64(n), 3))
	pick := func(kind string, of, most int) []string {
		var out []string
		for range 1 + random.IntN(most) {
			out = append(out, fmt.Sprintf("%s %d", kind, int(float64(of)*math.Pow(random.Float64(), 1.5))))
		}
		return out
	}
	text := func(words int) graph.Text {
		return graph.Text{EN: strings.Repeat("latency rose ", words/2), KO: strings.Repeat("지연이 늘었다 ", words/2)}
	}
	c := &graph.Case{
		ID: fmt.Sprintf("SYN-%07d", n), Title: text(8), Summary: text(40), Organisation: pick("company", 5000, 1)[0],
		Severity: "major", Components: pick("component", 40, 4), RootCauses: pick("cause", 25, 2),
		Trigger: graph.Trigger{Kind: pick("trigger", 15, 1)[0]}, Symptoms: graph.Symptoms{Text: text(20), Terms: pick("symptom", 30, 3)},
		Factors: pick("factor", 20, 2), Lessons: text(30),
	}
	c.Date, _ = graph.ParseDate(fmt.Sprintf("%d-%02d-%02d", 2005+random.IntN(20), 1+random.IntN(12), 1+random.IntN(28)))
	c.Normalise()
	return c
}

// loadSynthetic loads cases in batches.
func loadSynthetic(b *testing.B, s *Store, cases, size int) {
	b.Helper()
	for from := 0; from < cases; from += size {
		var batch graph.Batch
		for n := from; n < min(cases, from+size); n++ {
			batch.Cases = append(batch.Cases, syntheticCase(n))
		}
		if _, err := s.Apply(b.Context(), batch); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoad loads a corpus into an empty graph, with its pairs. Choose a size:
// -bench 'Load/cases=10000$' -benchtime 1x.
func BenchmarkLoad(b *testing.B) {
	for _, cases := range []int{1000, 10_000, 100_000} {
		for _, size := range []int{200, 1000} {
			b.Run(fmt.Sprintf("batch=%d/cases=%d", size, cases), func(b *testing.B) {
				config := neo4jtest.Open(b)
				for b.Loop() {
					b.StopTimer()
					empty(b, config)
					s := openOn(b, config)
					b.StartTimer()
					loadSynthetic(b, s, cases, size)
				}
				b.ReportMetric(float64(cases)*float64(b.N)/b.Elapsed().Seconds(), "cases/s")
				pairs := config.Query(b, "MATCH ()-[r:SAME_CAUSE|SHARES_COMPONENT]->() RETURN count(r)", nil)[0][0]
				b.ReportMetric(float64(pairs.(int64)), "pairs")
			})
		}
	}
}

// BenchmarkReads asks a loaded graph from eight sides at once. Choose a size:
// -bench 'Reads/cases=10000/'.
func BenchmarkReads(b *testing.B) {
	for _, cases := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("cases=%d", cases), func(b *testing.B) {
			config := neo4jtest.Open(b)
			s := openOn(b, config)
			loadSynthetic(b, s, cases, 1000)
			key := func(n int) string { return fmt.Sprintf("SYN-%07d", n*7919%cases) }
			component := func(n int) string { return strings.ReplaceAll(syntheticCase(n * 7919 % cases).Components[0], " ", "-") }
			day := int32(13000)
			page := graph.Page{Size: 20}
			ctx := b.Context()
			for _, q := range []struct {
				name string
				ask  func(n int) error
			}{
				{"one incident", func(n int) error {
					_, err := s.Nodes(ctx, []graph.ID{graph.NewID(graph.KindIncident, key(n))})
					return err
				}},
				{"64 incidents", func(n int) error {
					ids := make([]graph.ID, 64)
					for i := range ids {
						ids[i] = graph.NewID(graph.KindIncident, key(n*64+i))
					}
					_, err := s.Nodes(ctx, ids)
					return err
				}},
				{"first page of a component", func(n int) error {
					_, err := s.Find(ctx, []graph.FindRequest{{Term: &graph.TermRef{Kind: graph.KindComponent, Slug: component(n)}, Page: page}})
					return err
				}},
				{"component and dates", func(n int) error {
					from, to := day+int32(n%5000), day+int32(n%5000)+400
					_, err := s.Find(ctx, []graph.FindRequest{{Page: page, Filter: graph.Filter{
						Terms: map[graph.EdgeKind]graph.TermFilter{graph.Involves: {Any: &[]string{component(n)}}},
						Date:  &graph.DateRange{From: &from, To: &to},
					}}})
					return err
				}},
				{"shares one component", func(n int) error {
					_, err := s.Related(ctx, []graph.RelatedRequest{{Key: key(n), Kind: graph.SharesComponent, Component: component(n), Page: page}})
					return err
				}},
				{"shares any component", func(n int) error {
					_, err := s.Related(ctx, []graph.RelatedRequest{{Key: key(n), Kind: graph.SharesComponent, Page: page}})
					return err
				}},
			} {
				b.Run(q.name, func(b *testing.B) {
					if err := q.ask(0); err != nil { // planned
						b.Fatal(err)
					}
					var mu sync.Mutex
					var times []time.Duration
					n := 0
					b.SetParallelism(4)
					b.ResetTimer()
					b.RunParallel(func(pb *testing.PB) {
						for pb.Next() {
							mu.Lock()
							n++
							mine := n
							mu.Unlock()
							start := time.Now()
							if err := q.ask(mine); err != nil {
								b.Error(err)
								return
							}
							mu.Lock()
							times = append(times, time.Since(start))
							mu.Unlock()
						}
					})
					slices.Sort(times)
					b.ReportMetric(float64(times[len(times)/2].Microseconds()), "µs-p50")
					b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "/s")
				})
			}
		})
	}
}
