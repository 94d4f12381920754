package neo4jstore

import (
	"fmt"
	"slices"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// TestPages reads every page of short lists by walks and holds them against graph's own
// way of cutting.
func TestPages(t *testing.T) {
	for length := range 5 {
		var list []graph.Position
		for i := range length {
			list = append(list, graph.Position{Day: int32(100 - 2*i), Name: "A"})
		}
		places := []*graph.Position{nil}
		for day := int32(90); day <= 102; day++ { // on rows and between them
			places = append(places, &graph.Position{Day: day, Name: "A"})
		}
		for _, after := range places {
			for _, before := range places {
				for size := range 4 {
					for _, fromEnd := range []bool{false, true} {
						p := graph.Page{Size: size, FromEnd: fromEnd, After: after, Before: before}
						from, to, info := p.Cut(graph.Newest, len(list), func(i int) graph.Position { return list[i] })
						got, gotInfo := pageByWalks(list, p)
						if want := list[from:to]; !slices.Equal(got, want) || gotInfo != info {
							t.Fatalf("%d rows, %s: got %v %v, want %v %v", length, describe(p), got, gotInfo, want, info)
						}
					}
				}
			}
		}
	}
}

func describe(p graph.Page) string {
	return fmt.Sprintf("size %d, from the end %v, after %v, before %v", p.Size, p.FromEnd, p.After, p.Before)
}

// pageByWalks does with a list at hand what the queries do in the database.
func pageByWalks(list []graph.Position, p graph.Page) ([]graph.Position, graph.PageInfo) {
	b := boundsOf(p, rankAt)
	var read [3][]graph.Position
	for _, w := range b.walks(beforeAllRanks, afterAllRanks) {
		m := w.(map[string]any)
		for _, at := range list {
			if r := rankAt(at); m["low"].(string) < r && r < m["high"].(string) {
				read[m["n"].(int)] = append(read[m["n"].(int)], at)
			}
		}
		if m["back"].(bool) {
			slices.Reverse(read[m["n"].(int)])
		}
	}
	end := func(n int) string {
		if len(read[n]) == 0 {
			return ""
		}
		return rankAt(read[n][0])
	}
	return cut(b, read[pageWalk], end(firstWalk), end(lastWalk))
}

func TestPartOfALevel(t *testing.T) {
	in := func(shared int, day int32) *graph.Position {
		return &graph.Position{Shared: shared, Day: day, Name: "A"}
	}
	for _, c := range []struct {
		name          string
		after, before *graph.Position
		low, high     string
	}{
		{"open", nil, nil, beforeAllRanks, afterAllRanks},
		{"after a row that shares more", in(2, 5), nil, beforeAllRanks, afterAllRanks},
		{"after a row of the level", in(1, 5), nil, rank(5, "A"), afterAllRanks},
		{"after a row that shares less", in(0, 5), nil, afterAllRanks, afterAllRanks},
		{"before a row that shares more", nil, in(2, 5), beforeAllRanks, beforeAllRanks},
		{"before a row of the level", nil, in(1, 5), beforeAllRanks, rank(5, "A")},
		{"before a row that shares less", nil, in(0, 5), beforeAllRanks, afterAllRanks},
	} {
		b := boundsOf(graph.Page{Size: 1, After: c.after, Before: c.before}, orderingOf(graph.MostShared).place).atLevel(1)
		if b.low != c.low || b.high != c.high {
			t.Errorf("%s: got %q to %q, want %q to %q", c.name, b.low, b.high, c.low, c.high)
		}
	}
}
