package graphtest

import (
	"context"
	"fmt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// checkSimilar asks what is like what among eight incidents:
//
//	S1        kv dns   bug     at acme
//	S2  2020  kv       bug
//	S3  2021  kv
//	S4  2021-01-01  dns  set off by deploy
//	S5        at acme
//	S6        showed timeouts, worsened by retries
//	S8        dns, by its card, as S7, a stub
//
// A term weighs as many powers of two as there are up to 8/(those that have it): kv, of
// three, 2; dns, of four, 2; bug, of two, 3; deploy, timeouts and retries 4.
func checkSimilar(ctx context.Context, open opener) error {
	s, err := withCases(ctx, open,
		record("S1", company("acme"), components("kv", "dns"), causes("bug")),
		record("S2", date("2020"), components("kv"), causes("bug")),
		record("S3", date("2021"), components("kv")),
		record("S4", date("2021-01-01"), components("dns"), trigger("deploy")),
		record("S5", company("acme")),
		record("S6", symptoms("timeouts"), factors("retries")),
		record("S8", card("S7", shares("dns"))),
	)
	if err != nil {
		return err
	}
	table := []struct {
		key  string
		size int
		want string
	}{
		// S1 has kv, dns and bug, which weigh 7: S2 shares 5 of that, the others 2.
		{"S1", 50, "S2:714[component:kv cause:bug] S3:285[component:kv] S4:285[component:dns] S7:285[component:dns] S8:285[component:dns]"},
		{"s1", 2, "S2:714[component:kv cause:bug] S3:285[component:kv]"},
		{"S1", 0, ""},
		{"S2", 50, "S1:1000[component:kv cause:bug] S3:400[component:kv]"}, // 2 of 5
		{"S3", 50, "S2:1000[component:kv] S1:1000[component:kv]"},
		{"S4", 50, "S1:333[component:dns] S7:333[component:dns] S8:333[component:dns]"}, // 2 of 6
		{"S7", 50, "S4:1000[component:dns] S1:1000[component:dns] S8:1000[component:dns]"},
		{"S5", 50, ""}, // a company alone makes nothing alike
		{"S6", 50, ""},
		{"NO-1", 50, ""},
	}
	var requests []graph.SimilarRequest
	for _, row := range table {
		requests = append(requests, graph.SimilarRequest{Key: row.key, Size: row.size})
	}
	results, err := s.Similar(ctx, requests)
	if err != nil {
		return fmt.Errorf("Similar: %w", err)
	}
	if len(results) != len(table) {
		return fmt.Errorf("Similar: %d requests gave %d results", len(table), len(results))
	}
	for i, row := range table {
		got := joined(results[i], func(r graph.SimilarRow) string {
			return fmt.Sprintf("%s:%d[%s]", r.Key, r.Score, joined(r.Shared, func(t graph.TermRef) string { return string(t.ID()) }))
		})
		if got != row.want {
			return fmt.Errorf("Similar %s\n got: %s\nwant: %s", describe(requests[i]), got, row.want)
		}
	}
	return nil
}
