package bench

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/graph"
)

// benchmarkReads asks a store with HubCases(n, 1) the questions of analysts, each as often
// as it takes to tell its time.
func benchmarkReads(b *testing.B, s graph.Store, n int) {
	common := &graph.TermRef{Kind: graph.KindComponent, Slug: "web-application"} // in a fifth of all cases
	page := graph.Page{Size: graph.DefaultPageSize}
	find := func(q graph.FindRequest) func(context.Context) (bool, error) {
		q.Page = page
		return func(ctx context.Context) (bool, error) {
			got, err := s.Find(ctx, []graph.FindRequest{q})
			return err == nil && len(got[0].Keys) > 0, err
		}
	}
	count := func(by graph.FacetField) graph.Counting {
		return graph.Counting{Facets: []graph.FacetRequest{{By: by, Size: graph.DefaultFacetSize}}}
	}
	from, to := parse("2015"), parse("2017-06")
	first, last := from.First(), to.Last()
	years := graph.Filter{Date: &graph.DateRange{From: &first, To: &last}}
	text := func(typed string) *graph.TextQuery {
		q, err := graph.ParseTextQuery(typed)
		if err != nil {
			b.Fatal(err)
		}
		return q
	}
	a, z := graph.NewID(graph.KindIncident, key(n/3)), graph.NewID(graph.KindIncident, key(n/2))
	via := slices.DeleteFunc(graph.EdgeKinds(), func(k graph.EdgeKind) bool { return k.IsPair() })

	for _, q := range []struct {
		name string
		ask  func(context.Context) (bool, error)
	}{
		{"newest", find(graph.FindRequest{})},
		{"filter/years", find(graph.FindRequest{Filter: years})},
		{"facet/component.incidents/CAUSE", find(graph.FindRequest{Term: common, Counting: count(graph.FacetCause)})},
		{"facet/component.incidents/MONTH", find(graph.FindRequest{Term: common, Counting: count(graph.FacetMonth)})},
		{"facet/incidents/COMPONENT", find(graph.FindRequest{Counting: count(graph.FacetComponent)})},
		{"facet/incidents/SEVERITY", find(graph.FindRequest{Counting: count(graph.FacetSeverity)})},
		{"facet/years/COMPONENT", find(graph.FindRequest{Filter: years, Counting: count(graph.FacetComponent)})},
		{"facet/years/COMPANY", find(graph.FindRequest{Filter: years, Counting: count(graph.FacetCompany)})},
		{"facet/years/TAG", find(graph.FindRequest{Filter: years, Counting: count(graph.FacetTag)})},
		{"durations/component.incidents", find(graph.FindRequest{Term: common, Counting: graph.Counting{Durations: true}})},
		{"durations/incidents", find(graph.FindRequest{Counting: graph.Counting{Durations: true}})},
		{"order/COMPANY", find(graph.FindRequest{Order: graph.Order{{By: graph.ByCompany}}})},
		{"order/KEY", find(graph.FindRequest{Order: graph.Order{{By: graph.ByName}}})},
		{"order/TIME_TO_RECOVER/component.incidents", find(graph.FindRequest{Term: common, Order: graph.Order{{By: graph.ByTimeToRecover, Descending: true}}})},
		{"search/rare", find(graph.FindRequest{Text: text("shipped")})},
		{"search/common", find(graph.FindRequest{Text: text("traffic")})},
		{"search/two", find(graph.FindRequest{Text: text("cluster 데이터베이스")})},
		{"search/korean", find(graph.FindRequest{Text: text("데이터베이스 장애")})},
		{"search/key", find(graph.FindRequest{Text: text(key(n / 2))})},
		{"search/facet/CAUSE", find(graph.FindRequest{Text: text("shipped"), Counting: count(graph.FacetCause)})},
		{"similar", func(ctx context.Context) (bool, error) {
			got, err := s.Similar(ctx, []graph.SimilarRequest{{Key: key(n / 2), Size: 10}})
			return err == nil && len(got[0]) == 10, err
		}},
		{"paths", func(ctx context.Context) (bool, error) {
			got, err := s.Paths(ctx, []graph.PathRequest{{From: a, To: z, Via: via[1:], MaxLength: 4, Size: 5}})
			return err == nil && len(got[0].Paths) > 0, err
		}},
		{"neighborhood", func(ctx context.Context) (bool, error) {
			got, err := s.Subgraph(ctx, []graph.SubgraphRequest{{IDs: []graph.ID{a}, Depth: 2, Via: via, Limit: 200}})
			return err == nil && len(got[0].Nodes) > 1, err
		}},
		{"stats", func(ctx context.Context) (bool, error) {
			got, err := s.Stats(ctx)
			return got.Incidents == n, err
		}},
	} {
		b.Run("ask/"+q.name, func(b *testing.B) {
			var took []time.Duration
			b.ReportAllocs()
			for b.Loop() {
				start := time.Now()
				answered, err := q.ask(b.Context())
				took = append(took, time.Since(start))
				if err != nil {
					b.Fatal(err)
				}
				if !answered {
					b.Fatal(fmt.Errorf("%s has no answer", q.name))
				}
			}
			reportPercentiles(b, took)
		})
	}
}

// reportPercentiles reports the median and the slowest hundredth.
func reportPercentiles(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "p50-ns")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds()), "p99-ns")
}
