package neo4jstore

import (
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// orders are of every kind: each key both ways, with ties and keys that decide nothing.
func orders() []graph.Order {
	var out []graph.Order
	for _, by := range []graph.SortBy{graph.ByDay, graph.ByName, graph.ByCompany, graph.ByTimeToDetect, graph.ByTimeToRecover, graph.ByShared, graph.ByTier} {
		for _, descending := range []bool{false, true} {
			first := graph.Sort{By: by, Descending: descending}
			out = append(out, graph.Order{first}, graph.Order{first, {By: graph.ByDay, Descending: true}},
				graph.Order{first, {By: graph.ByName, Descending: true}, {By: graph.ByDay}},
				graph.Order{first, {By: graph.ByCompany, Descending: !descending}, first, {By: graph.ByName}})
		}
	}
	return out
}

// positions are such that each value comes more than once, unknown ones too.
func positions() []graph.Position {
	var out []graph.Position
	companies := []string{"", "a", "ab", "b", "카카오", "\U00010400", "\uff5e"} // the last two swap places in UTF-16
	minutes := []int{graph.UnknownMinutes, 0, 9, 10, 1<<31 - 1}
	days := []int32{graph.UnknownDay, -354285, -1, 0, 17914, 2932896}
	names := []string{"A", "IL-1", "IL-10", "a", "il.1", "z_"} // of a list, no two are the same
	for i := range 60 {
		out = append(out, graph.Position{
			Shared: i % 12, Tier: graph.Tier(i % 5), Day: days[i/3%len(days)], Company: companies[i%len(companies)],
			TimeToDetect: minutes[i/2%len(minutes)], TimeToRecover: minutes[i/4%len(minutes)], Name: names[i%len(names)] + strings.Repeat("x", i/len(names)),
		})
	}
	return out
}

func TestPlacesSortAsTheirOrder(t *testing.T) {
	all := positions()
	for _, order := range orders() {
		o := orderingOf(order)
		for _, a := range all {
			for _, b := range all {
				want := order.Compare(a, b)
				x, y := o.place(a), o.place(b)
				if o.turned {
					x, y = y, x
				}
				if got := slices.Compare([]byte(x), []byte(y)); got != sign(want) {
					t.Fatalf("%v: %v and %v compare as %d, want %d (%q, %q)", order, a, b, got, want, x, y)
				}
				if x <= beforeAllRanks || x >= afterAllRanks {
					t.Fatalf("%v: %q lies outside its bounds", order, x)
				}
			}
		}
	}
}

func sign(n int) int { return min(1, max(-1, n)) }
