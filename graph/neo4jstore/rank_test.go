package neo4jstore

import (
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

func TestRankSortsAsNewest(t *testing.T) {
	day := func(s string) int32 {
		d, err := graph.ParseDate(s)
		if err != nil {
			t.Fatal(err)
		}
		return d.First()
	}
	sorted := []graph.Position{
		{Day: day("9999-12-31"), Name: "A"},
		{Day: day("2024-08-27"), Name: "IL-1"},
		{Day: day("2024-08-27"), Name: "IL-10"},
		{Day: day("2024-08-27"), Name: "IL-1a"},
		{Day: day("2019-01-18"), Name: "A"},
		{Day: day("1970-01-01"), Name: "A"},
		{Day: day("1969-12-31"), Name: "A"},
		{Day: day("1000-01-01"), Name: "A"},
		{Day: graph.UnknownDay, Name: "A"},
		{Day: graph.UnknownDay, Name: "Z_z"},
	}
	if !slices.IsSortedFunc(sorted, graph.Newest.Compare) {
		t.Fatal("the table is not in the order it is to show")
	}
	for i, at := range sorted {
		r := rankAt(at)
		if got, err := positionOf(r); err != nil || got != at {
			t.Errorf("rank %q reads as %v (%v), want %v", r, got, err, at)
		}
		if r <= beforeAllRanks || r >= afterAllRanks || r >= afterDay(at.Day) {
			t.Errorf("rank %q lies outside its bounds", r)
		}
		if i > 0 && (strings.Compare(rankAt(sorted[i-1]), r) >= 0 ||
			sorted[i-1].Day != at.Day && afterDay(sorted[i-1].Day) >= r) {
			t.Errorf("rank %q does not follow that of %v", r, sorted[i-1])
		}
	}
}

func TestUnreadableRank(t *testing.T) {
	for _, s := range []string{"", "7fff", "7fffffff", "zzzzzzzzIL-1"} {
		if _, _, err := readRank(s); graph.CodeOf(err) != graph.CodeCorrupt {
			t.Errorf("%q: got %v, want an error of code CORRUPT", s, err)
		}
	}
}
