package graphtest

import (
	"context"
	"fmt"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// withCases opens a store that holds some cases.
func withCases(ctx context.Context, open opener, cases ...*graph.Case) (graph.Store, error) {
	s, err := open()
	if err != nil {
		return nil, err
	}
	if _, err := s.Apply(ctx, graph.Batch{Cases: cases}); err != nil {
		return nil, fmt.Errorf("Apply: %w", err)
	}
	return s, nil
}

func up(by graph.SortBy) graph.Sort   { return graph.Sort{By: by} }
func down(by graph.SortBy) graph.Sort { return graph.Sort{By: by, Descending: true} }

func orderBy(keys ...graph.Sort) graph.Order {
	var order graph.Order
	copy(order[:], keys)
	return order
}

// checkFindOrders reads a list in many orders, as a whole and by pages both ways. Of its
// companies one comes after the other by code points and before it by UTF-16 units:
//
//	K1  2020-01-02  zeta  5  60
//	K2  2020-01-02  acme  -  60
//	K3  -           acme  0  -
//	K4  2019        -     5  -
//	K6  2021        﨎    -  -
//	k5  2019-01-01  𠮷   30  1
func checkFindOrders(ctx context.Context, open opener) error {
	s, err := withCases(ctx, open,
		record("K1", date("2020-01-02"), company("zeta"), detected(5), recovered(60)),
		record("K2", date("2020-01-02"), company("acme"), recovered(60)),
		record("K3", company("acme"), detected(0)),
		record("K4", date("2019"), detected(5)),
		record("k5", date("2019-01-01"), company("𠮷"), detected(30), recovered(1)),
		record("K6", date("2021"), company("﨎")),
	)
	if err != nil {
		return err
	}
	return checkOrderTable(ctx, s, nil, []ordered{
		{graph.Order{}, "K6 K1 K2 K4 k5 K3"},
		{orderBy(down(graph.ByDay)), "K6 K1 K2 K4 k5 K3"},
		{orderBy(up(graph.ByDay)), "K4 k5 K1 K2 K6 K3"},
		{orderBy(up(graph.ByName)), "K1 K2 K3 K4 K6 k5"},
		{orderBy(down(graph.ByName)), "k5 K6 K4 K3 K2 K1"},
		{orderBy(up(graph.ByCompany)), "K2 K3 K1 K6 k5 K4"},
		{orderBy(down(graph.ByCompany)), "k5 K6 K1 K2 K3 K4"},
		{orderBy(up(graph.ByTimeToDetect)), "K3 K1 K4 k5 K2 K6"},
		{orderBy(down(graph.ByTimeToDetect)), "k5 K1 K4 K3 K2 K6"},
		{orderBy(up(graph.ByTimeToRecover)), "k5 K1 K2 K3 K4 K6"},
		{orderBy(down(graph.ByTimeToRecover)), "K1 K2 k5 K3 K4 K6"},
		{orderBy(up(graph.ByTimeToDetect), down(graph.ByCompany)), "K3 K1 K4 k5 K6 K2"},
		{orderBy(down(graph.ByTimeToDetect), up(graph.ByCompany)), "k5 K1 K4 K3 K2 K6"},
		{orderBy(down(graph.ByTimeToRecover), up(graph.ByDay), down(graph.ByName)), "K2 K1 k5 K4 K6 K3"},
		{orderBy(up(graph.ByCompany), up(graph.ByTimeToRecover), down(graph.ByDay), up(graph.ByName)), "K2 K3 K1 K6 k5 K4"},
		{orderBy(up(graph.ByDay), down(graph.ByDay), down(graph.ByName)), "k5 K4 K2 K1 K6 K3"},
	})
}

// checkTierOrders reads what a search finds in many orders:
//
//	cache  2019  by its key
//	T1     2020  by its title
//	T2     2021  by its title
//	T3     2022  by its summary
//	T4     -     by another text
func checkTierOrders(ctx context.Context, open opener) error {
	s, err := withCases(ctx, open,
		record("cache", date("2019")),
		record("T1", date("2020"), title("The cache was cold")),
		record("T2", date("2021"), title("캐시(cache)가 비었다")),
		record("T3", date("2022"), title("Slow pages"), func(c *graph.Case) { c.Summary = graph.PlainText("A cache fell out.") }),
		record("T4", title("Slow pages"), func(c *graph.Case) { c.Detection = graph.PlainText("Somebody looked at the cache.") }),
		record("T5", date("2023"), title("A queue was full")),
	)
	if err != nil {
		return err
	}
	return checkOrderTable(ctx, s, query("cache"), []ordered{
		{graph.Order{}, "cache T2 T1 T3 T4"},
		{orderBy(up(graph.ByTier), down(graph.ByDay)), "cache T2 T1 T3 T4"},
		{orderBy(up(graph.ByTier)), "cache T1 T2 T3 T4"},
		{orderBy(down(graph.ByTier)), "T4 T3 T1 T2 cache"},
		{orderBy(down(graph.ByTier), down(graph.ByName)), "T4 T3 T2 T1 cache"},
		{orderBy(down(graph.ByDay)), "T3 T2 T1 cache T4"},
		{orderBy(up(graph.ByDay), up(graph.ByTier)), "cache T1 T2 T3 T4"},
		{orderBy(up(graph.ByTimeToDetect), down(graph.ByTier)), "T4 T3 T1 T2 cache"},
	})
}

// ordered is an order and the keys in that order.
type ordered struct {
	order graph.Order
	want  string
}

// checkOrderTable reads lists as a whole and by pages, both ways.
func checkOrderTable(ctx context.Context, s graph.Store, text *graph.TextQuery, table []ordered) error {
	var requests []graph.FindRequest
	for _, row := range table {
		requests = append(requests, graph.FindRequest{Text: text, Order: row.order})
	}
	for _, backwards := range []bool{false, true} {
		for _, size := range []int{2, graph.MaxPageSize} {
			lists, err := walk(ctx, findLists(s, requests), size, backwards)
			if err != nil {
				return err
			}
			for i, row := range table {
				if got := joined(lists[i], func(f found) string { return f.key }); got != row.want {
					return fmt.Errorf("Find %s by pages of %d, backwards %v: got %q, want %q", describe(requests[i]), size, backwards, got, row.want)
				}
			}
		}
	}
	return nil
}

// joined writes rows in a line.
func joined[R any](rows []R, text func(R) string) string {
	parts := make([]string, len(rows))
	for i, row := range rows {
		parts[i] = text(row)
	}
	return strings.Join(parts, " ")
}

// checkRelatedOrders reads the cases that share components with R0, which has a, b and c:
//
//	R1  2020  a      9
//	R2  2020  a b    -
//	R3  2019  a b c  9
//	R4  -     c      1
//	R5  2021  b c    -
func checkRelatedOrders(ctx context.Context, open opener) error {
	s, err := withCases(ctx, open,
		record("R0", components("a", "b", "c")),
		record("R1", date("2020"), components("a"), detected(9)),
		record("R2", date("2020"), components("a", "b")),
		record("R3", date("2019"), components("a", "b", "c"), detected(9)),
		record("R4", components("c"), detected(1)),
		record("R5", date("2021"), components("b", "c")),
	)
	if err != nil {
		return err
	}
	table := []ordered{
		{graph.Order{}, "R3 R5 R2 R1 R4"},
		{orderBy(down(graph.ByShared), down(graph.ByDay)), "R3 R5 R2 R1 R4"},
		{orderBy(down(graph.ByShared)), "R3 R2 R5 R1 R4"}, // the count alone: ties go by key
		{orderBy(up(graph.ByShared)), "R1 R4 R2 R5 R3"},
		{orderBy(down(graph.ByDay)), "R5 R1 R2 R3 R4"},
		{orderBy(up(graph.ByTimeToDetect), up(graph.ByShared)), "R4 R1 R3 R2 R5"},
		{orderBy(down(graph.ByTimeToDetect), down(graph.ByShared)), "R3 R1 R4 R2 R5"},
		{orderBy(up(graph.ByDay), down(graph.ByName)), "R3 R2 R1 R5 R4"},
	}
	var requests []graph.RelatedRequest
	for _, row := range table {
		requests = append(requests, graph.RelatedRequest{Key: "R0", Kind: graph.SharesComponent, Order: row.order})
	}
	for _, backwards := range []bool{false, true} {
		for _, size := range []int{2, graph.MaxPageSize} {
			lists, err := walk(ctx, relatedLists(s, requests), size, backwards)
			if err != nil {
				return err
			}
			for i, row := range table {
				if got := joined(lists[i], func(r graph.RelatedRow) string { return r.Key }); got != row.want {
					return fmt.Errorf("Related %s by pages of %d, backwards %v: got %q, want %q", describe(row.order), size, backwards, got, row.want)
				}
			}
		}
	}
	return nil
}
