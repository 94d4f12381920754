package graphtest

import (
	"cmp"
	"context"
	"fmt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// checkFacets counts a list by every field. Its cases, all but the last full ones; P5
// and the stub P6 involve kv by P5's card:
//
//	P1  2021-03-03  acme  kv dns  SEV1    aws DB  Kubernetes
//	P2  2021-03     acme  kv      sev1    AWS
//	P3  2021        zeta  dns     sev1    aws     kubernetes
//	P4  2020-12-31  -     kv      Sev2    db      kubernetes
//	P5  -           zeta  kv      ｓｅｖ２
//	P6  2019        acme  kv      sev9
func checkFacets(ctx context.Context, open opener) error {
	s, err := withCases(ctx, open,
		record("P1", date("2021-03-03"), company("acme"), components("kv", "dns"), severity("SEV1"), tagged("aws", "DB"), domain("Kubernetes"),
			inRegions("eu", "𠮷", "﨎"), trigger("deploy"), symptoms("timeouts"), causes("bug")),
		record("P2", date("2021-03"), company("acme"), components("kv"), severity("sev1"), tagged("AWS"), symptoms("timeouts")),
		record("P3", date("2021"), company("zeta"), components("dns"), severity("sev1"), tagged("aws"), domain("kubernetes"), factors("retries")),
		record("P4", date("2020-12-31"), components("kv"), severity("Sev2"), tagged("db"), domain("kubernetes")),
		record("P5", company("zeta"), severity("ｓｅｖ２"), card("P6", of("", "acme", "2019", "sev9"), shares("kv"))),
	)
	if err != nil {
		return err
	}
	everything := &graph.Filter{}
	atAcme, sev2 := having(graph.At, anyOf("acme")), valued(graph.Severity, "sev2")
	recent := between("2021", "")
	dns := &graph.TermRef{Kind: graph.KindComponent, Slug: "dns"}
	facet := func(by graph.FacetField, size int, filter ...*graph.Filter) graph.Counting {
		q := graph.FacetRequest{By: by, Size: size}
		if len(filter) > 0 {
			q.Filter = filter[0]
		}
		return graph.Counting{Facets: []graph.FacetRequest{q}}
	}
	but := func(f graph.Filter, field graph.FacetField) *graph.Filter { f = f.Without(field); return &f }
	finds := []struct {
		q    graph.FindRequest
		want string
	}{
		{graph.FindRequest{Counting: facet(graph.FacetCompany, 20)}, "acme=3 zeta=2"},
		{graph.FindRequest{Counting: facet(graph.FacetComponent, 20)}, "kv=5 dns=2"},
		{graph.FindRequest{Counting: facet(graph.FacetCause, 20)}, "bug=1"},
		{graph.FindRequest{Counting: facet(graph.FacetTrigger, 20)}, "deploy=1"},
		{graph.FindRequest{Counting: facet(graph.FacetSymptom, 20)}, "timeouts=2"},
		{graph.FindRequest{Counting: facet(graph.FacetFactor, 20)}, "retries=1"},
		{graph.FindRequest{Counting: facet(graph.FacetDomain, 20)}, "kubernetes=3"},
		{graph.FindRequest{Counting: facet(graph.FacetSeverity, 20)}, "sev1=3 Sev2=2 sev9=1"}, // S before full width s
		{graph.FindRequest{Counting: facet(graph.FacetRegion, 20)}, "eu=1 﨎=1 𠮷=1"},
		{graph.FindRequest{Counting: facet(graph.FacetTag, 20)}, "aws=3 DB=2"},
		{graph.FindRequest{Counting: facet(graph.FacetYear, 20)}, "2021=3 2019=1 2020=1"},
		{graph.FindRequest{Counting: facet(graph.FacetMonth, 20)}, "2021-03=2 2019=1 2020-12=1 2021=1"},

		{graph.FindRequest{Counting: facet(graph.FacetMonth, 3)}, "2021-03=2 2019=1 2020-12=1"},
		{graph.FindRequest{Counting: facet(graph.FacetComponent, 1)}, "kv=5"},
		{graph.FindRequest{Counting: facet(graph.FacetComponent, 0)}, ""},
		{graph.FindRequest{Counting: facet(graph.FacetComponent, graph.MaxFacetSize), Page: graph.Page{Size: 2}}, "kv=5 dns=2"}, // not the page's

		// The list's filter holds, unless the facet has one of its own.
		{graph.FindRequest{Filter: atAcme, Counting: facet(graph.FacetComponent, 20)}, "kv=3 dns=1"},
		{graph.FindRequest{Filter: atAcme, Counting: facet(graph.FacetCompany, 20)}, "acme=3"},
		{graph.FindRequest{Filter: atAcme, Counting: facet(graph.FacetCompany, 20, but(atAcme, graph.FacetCompany))}, "acme=3 zeta=2"},
		{graph.FindRequest{Filter: atAcme, Counting: facet(graph.FacetComponent, 20, but(atAcme, graph.FacetComponent))}, "kv=3 dns=1"},
		{graph.FindRequest{Filter: sev2, Counting: facet(graph.FacetSeverity, 20)}, "Sev2=2"},
		{graph.FindRequest{Filter: sev2, Counting: facet(graph.FacetSeverity, 20, but(sev2, graph.FacetSeverity))}, "sev1=3 Sev2=2 sev9=1"},
		{graph.FindRequest{Filter: recent, Counting: facet(graph.FacetMonth, 20)}, "2021-03=2 2021=1"},
		{graph.FindRequest{Filter: recent, Counting: facet(graph.FacetYear, 20, but(recent, graph.FacetYear))}, "2021=3 2019=1 2020=1"},
		{graph.FindRequest{Filter: recent, Counting: facet(graph.FacetTag, 20, &sev2)}, "db=1"},
		{graph.FindRequest{Filter: involving(), Counting: facet(graph.FacetTag, 20)}, ""},
		{graph.FindRequest{Filter: involving(), Counting: facet(graph.FacetTag, 20, everything)}, "aws=3 DB=2"},
		{graph.FindRequest{Filter: stub(true), Counting: facet(graph.FacetSeverity, 20)}, "sev9=1"},
		{graph.FindRequest{Filter: not(and(atAcme)), Counting: facet(graph.FacetCompany, 20, but(not(and(atAcme)), graph.FacetCompany))}, "zeta=2"},

		// The spelling is that of most of those that are counted.
		{graph.FindRequest{Filter: having(graph.At, anyOf("zeta")), Counting: facet(graph.FacetSeverity, 20)}, "sev1=1 ｓｅｖ２=1"},
		{graph.FindRequest{Filter: having(graph.Involves, allOf([]string{"kv"}, []string{"dns"})), Counting: facet(graph.FacetSeverity, 20)}, "SEV1=1"},

		// A term's own incidents are all that is counted, whatever the filter.
		{graph.FindRequest{Term: dns, Counting: facet(graph.FacetYear, 20)}, "2021=2"},
		{graph.FindRequest{Term: dns, Counting: facet(graph.FacetComponent, 20)}, "dns=2 kv=1"},
		{graph.FindRequest{Term: dns, Filter: atAcme, Counting: facet(graph.FacetCompany, 20, everything)}, "acme=1 zeta=1"},
		{graph.FindRequest{Term: dns, Counting: facet(graph.FacetCompany, 20, &sev2)}, ""},
	}
	requests := make([]graph.FindRequest, len(finds))
	for i, row := range finds {
		requests[i] = row.q
	}
	results, err := s.Find(ctx, requests)
	if err != nil {
		return fmt.Errorf("Find: %w", err)
	}
	for i, row := range finds {
		if err := checkBuckets("Find "+describe(row.q), results[i].Counted, row.want); err != nil {
			return err
		}
	}
	relateds := []struct {
		q    graph.RelatedRequest
		want string
	}{ // P1 shares kv with P2, P4, P5 and P6, and dns with P3
		{graph.RelatedRequest{Counting: facet(graph.FacetCompany, 20)}, "acme=2 zeta=2"},
		{graph.RelatedRequest{Component: "dns", Counting: facet(graph.FacetCompany, 20)}, "zeta=1"},
		{graph.RelatedRequest{Component: "kv", Counting: facet(graph.FacetSeverity, 20, &atAcme)}, "sev1=1 sev9=1"},
		{graph.RelatedRequest{Filter: atAcme, Counting: facet(graph.FacetComponent, 20)}, "kv=2"}, // P1 is not related to itself
		{graph.RelatedRequest{Filter: atAcme, Counting: facet(graph.FacetYear, 20)}, "2019=1 2021=1"},
		{graph.RelatedRequest{Filter: atAcme, Counting: facet(graph.FacetComponent, 20, everything)}, "kv=4 dns=1"},
		{graph.RelatedRequest{Key: "NO-1", Counting: facet(graph.FacetComponent, 20, everything)}, ""},
	}
	asked := make([]graph.RelatedRequest, len(relateds))
	for i, row := range relateds {
		asked[i] = row.q
		asked[i].Key, asked[i].Kind = cmp.Or(row.q.Key, "P1"), graph.SharesComponent
	}
	related, err := s.Related(ctx, asked)
	if err != nil {
		return fmt.Errorf("Related: %w", err)
	}
	for i, row := range relateds {
		if err := checkBuckets("Related "+describe(asked[i]), related[i].Counted, row.want); err != nil {
			return err
		}
	}
	return nil
}

// checkBuckets compares the only facet of an answer that has no durations.
func checkBuckets(request string, got graph.Counted, want string) error {
	if len(got.Facets) != 1 || got.Durations != nil {
		return fmt.Errorf("%s: got %d facets and durations %v, want 1 and none", request, len(got.Facets), got.Durations)
	}
	if text := joined(got.Facets[0], func(b graph.Bucket) string { return fmt.Sprintf("%s=%d", b.Key, b.Count) }); text != want {
		return fmt.Errorf("%s: got %q, want %q", request, text, want)
	}
	return nil
}

// checkDurations sums up times. Of n times in order, the percentile p is the one at place
// ⌈n·p/100⌉.
func checkDurations(ctx context.Context, open opener) error {
	table := []struct {
		component string
		minutes   []int // to detect; to recover where there is a second component
		want      graph.Duration
	}{
		{"none", nil, graph.Duration{}},
		{"one", []int{7}, graph.Duration{Known: 1, Mean: 7, P50: 7, P90: 7, Max: 7}},
		{"zero", []int{0, 0}, graph.Duration{Known: 2, Mean: 0, P50: 0, P90: 0, Max: 0}},
		{"two", []int{9, 4}, graph.Duration{Known: 2, Mean: 6.5, P50: 4, P90: 9, Max: 9}},
		{"three", []int{5, 0, 1}, graph.Duration{Known: 3, Mean: 2, P50: 1, P90: 5, Max: 5}},
		{"third", []int{0, 1, 0}, graph.Duration{Known: 3, Mean: 1.0 / 3, P50: 0, P90: 1, Max: 1}},
		{"ten", []int{100, 10, 90, 20, 80, 30, 70, 40, 60, 50}, graph.Duration{Known: 10, Mean: 55, P50: 50, P90: 90, Max: 100}},
		{"eleven", []int{11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, graph.Duration{Known: 11, Mean: 6, P50: 6, P90: 10, Max: 11}},
		{"long", []int{2147483647, 2147483647}, graph.Duration{Known: 2, Mean: 2147483647, P50: 2147483647, P90: 2147483647, Max: 2147483647}},
	}
	var cases []*graph.Case
	var requests []graph.FindRequest
	for i, row := range table {
		cases = append(cases, record(fmt.Sprintf("U-%d", i), components(row.component))) // it took nobody knows how long
		for n, m := range row.minutes {
			cases = append(cases, record(fmt.Sprintf("T-%d-%d", i, n), components(row.component), detected(m), recovered(m+1)))
		}
		requests = append(requests, graph.FindRequest{Term: &graph.TermRef{Kind: graph.KindComponent, Slug: row.component},
			Counting: graph.Counting{Durations: true}})
	}
	s, err := withCases(ctx, open, cases...)
	if err != nil {
		return err
	}
	results, err := s.Find(ctx, requests)
	if err != nil {
		return fmt.Errorf("Find: %w", err)
	}
	for i, row := range table {
		got, recover := results[i].Durations, row.want
		if row.want.Known > 0 { // each a minute longer
			recover.Mean, recover.P50, recover.P90, recover.Max = recover.Mean+1, recover.P50+1, recover.P90+1, recover.Max+1
		}
		if row.component == "third" {
			recover.Mean = 4.0 / 3 // 1+2+1 over 3, in one division
		}
		if got == nil || got.TimeToDetect != row.want || got.TimeToRecover != recover {
			return fmt.Errorf("Find %s: got durations %+v, want %+v and %+v", describe(requests[i]), got, row.want, recover)
		}
	}

	related, err := s.Related(ctx, []graph.RelatedRequest{{
		Key: "U-6", Kind: graph.SharesComponent, Filter: detecting(openEnd, 49), Counting: graph.Counting{Durations: true},
	}, {Key: "U-6", Kind: graph.SharesComponent}})
	if err != nil {
		return fmt.Errorf("Related: %w", err)
	}
	short := graph.Duration{Known: 4, Mean: 25, P50: 20, P90: 40, Max: 40} // 10, 20, 30, 40
	if got := related[0].Durations; got == nil || got.TimeToDetect != short {
		return fmt.Errorf("Related, those detected within 49 minutes: got durations %+v, want %+v", got, short)
	}
	if related[1].Durations != nil {
		return fmt.Errorf("Related gives durations that nobody asked for: %+v", related[1].Durations)
	}
	return nil
}
