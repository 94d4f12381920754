package neo4jstore

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// linked gives the pairs that a hub of these places gives, by the rule itself.
func linked(places []place) map[[2]place]bool {
	places = slices.SortedFunc(slices.Values(places), place.compare)
	out := map[[2]place]bool{}
	for i, a := range places {
		for j := i + 1; j < len(places); j++ {
			if len(places) <= graph.MaxCompletePairs || j-i <= graph.PairWindow {
				out[[2]place{a, places[j]}] = true
			}
		}
	}
	return out
}

// TestFollow changes hubs at random and compares what the change tells with the pairs
// before and after. The sizes lie around those at which a hub stops giving every pair.
func TestFollow(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, 30, 190, 199, 200, 201, 210, 260, 400} {
		for _, change := range []int{1, 2, 15, 60} {
			for _, whole := range []bool{true, false} {
				if !whole && size <= graph.MaxCompletePairs {
					continue // such a hub is always read whole
				}
				t.Run(fmt.Sprintf("%d members, %d changes, whole %v", size, change, whole), func(t *testing.T) {
					taken := map[place]bool{}
					some := func(n int) []place {
						var out []place
						for range n {
							// Few days, so that many places share one.
							p := place{int32(random.IntN(20)), fmt.Sprintf("K-%05d", random.IntN(100000))}
							if !taken[p] {
								taken[p] = true
								out = append(out, p)
							}
						}
						slices.SortFunc(out, place.compare)
						return out
					}
					members := some(size)
					h := &hub{size: len(members), whole: whole, removed: some(random.IntN(change + 1)), added: some(change)}
					if len(h.removed) > 0 && random.IntN(2) == 0 { // one that is rewritten where it is
						h.added = unite(h.added, h.removed[:1])
					}
					if whole {
						h.members = members
					} else {
						all := &hub{members: members, whole: true}
						h.around = map[place]stretch{}
						for _, p := range unite(h.removed, h.added) {
							h.around[p] = all.stretchAt(p)
						}
					}

					before := linked(slices.Concat(members, h.removed))
					now := linked(slices.Concat(members, h.added))
					changed := setOf(slices.Concat(h.removed, h.added))
					want := map[string]map[[2]place]bool{"link": {}, "gain": {}, "drop": {}}
					for pair := range now {
						switch {
						case changed[pair[0]] || changed[pair[1]]:
							want["link"][pair] = true
						case !before[pair]:
							want["gain"][pair] = true
						}
					}
					for pair := range before {
						if !now[pair] && !changed[pair[0]] && !changed[pair[1]] {
							want["drop"][pair] = true
						}
					}
					got := map[string]map[[2]place]bool{"link": {}, "gain": {}, "drop": {}}
					note := func(what string) func(a, b place) {
						return func(a, b place) { got[what][[2]place{a, b}] = true }
					}
					h.follow(shifts{link: note("link"), gain: note("gain"), drop: note("drop")})
					for what := range want {
						if !maps.Equal(got[what], want[what]) {
							t.Errorf("%s: got %d pairs, want %d", what, len(got[what]), len(want[what]))
						}
					}
				})
			}
		}
	}
}

func TestLinksNow(t *testing.T) {
	var members []place
	for i := range 210 {
		members = append(members, place{day: int32(i), key: "A"})
	}
	h := &hub{size: len(members), whole: true, members: members, added: []place{{day: 5, key: "B"}}}
	// Between day 0 and day 25 stand days 1 to 24 and the one added: 25 in all.
	if h.linksNow(members[0], members[25]) {
		t.Error("a pair with 25 others between it is linked")
	}
	if !h.linksNow(members[0], members[24]) {
		t.Error("a pair with 24 others between it is not linked")
	}
}

func TestSpansBetween(t *testing.T) {
	// Places from old to new; a hub's ranks run the other way, but for keys of one day.
	line := []place{{1, "A"}, {1, "B"}, {1, "C"}, {2, "A"}, {4, "A"}, {4, "B"}, {4, "D"}}
	for i, a := range line {
		for j := i + 1; j < len(line); j++ {
			b := line[j]
			between := 0
			for _, p := range line {
				for _, s := range spansBetween("x", a, b) {
					if r := rank(p.day, p.key); s.low < r && r < s.high {
						between++
					}
				}
			}
			if between != j-i-1 {
				t.Errorf("between %v and %v: got %d places, want %d", a, b, between, j-i-1)
			}
		}
	}
}

func TestWholeDays(t *testing.T) {
	read := []place{{9, "A"}, {9, "B"}, {8, "A"}, {7, "A"}, {7, "B"}}
	turned, cut := wholeDays(read, true)
	if want := []place{{9, "B"}, {9, "A"}, {8, "A"}}; !slices.Equal(turned, want) || cut == nil || cut.day != 7 {
		t.Errorf("with more to read: got %v and %v, want %v and one of day 7", turned, cut, want)
	}
	turned, cut = wholeDays(read, false)
	if want := []place{{9, "B"}, {9, "A"}, {8, "A"}, {7, "B"}, {7, "A"}}; !slices.Equal(turned, want) || cut != nil {
		t.Errorf("read to the end: got %v and %v, want %v and none", turned, cut, want)
	}
}
