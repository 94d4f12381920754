package neo4jstore

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// place is where an incident stands in a hub. Places are in the order graph.ByDate.
type place struct {
	day int32
	key string // as written
}

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.day, q.day), strings.Compare(p.key, q.key))
}

func placeOf(i *graph.Incident) place { return place{i.Date.First(), i.Key} }

// hub is one term's incidents around a change. The members are those that stay as they
// are; the change takes some incidents away and adds others, and one that is rewritten is
// in both lists.
type hub struct {
	size           int               // how many members there are
	whole          bool              // whether members holds all of them
	members        []place           // sorted; where whole is false, nil
	around         map[place]stretch // where whole is false: the members around each place taken or added
	removed, added []place           // sorted
	now            map[place]int     // where whole is true: the places after the change, numbered; made when asked for
}

// stretch is a run of members around a place: up to graph.PairWindow before it and as
// many after it; fewer only where the hub ends.
type stretch struct{ before, after []place } // sorted

// sizeNow gives how many incidents the hub has after the change.
func (h *hub) sizeNow() int { return h.size + len(h.added) }

// shifts is what a change does to the pairs of one hub. A pair is given by its earlier
// place first.
type shifts struct {
	link func(a, b place) // the hub links the two now, and at least one was added
	gain func(a, b place) // two members whom it links now and did not before
	drop func(a, b place) // two members whom it linked before and does not now
}

// follow tells what the change does. Some of it may be told twice.
func (h *hub) follow(s shifts) {
	if h.size <= graph.MaxCompletePairs {
		h.followWhole(s)
		return
	}
	for _, p := range unite(h.removed, h.added) {
		h.followAt(p, s)
	}
}

// followWhole compares all pairs of a hub that is, or may have been, small enough to give
// every pair.
func (h *hub) followWhole(s shifts) {
	added := setOf(h.added)
	before, now := lineOf(unite(h.members, h.removed)), lineOf(unite(h.members, h.added))
	isAdded, was := make([]bool, len(now.places)), make([]int, len(now.places))
	for i, p := range now.places {
		isAdded[i], was[i] = added[p], before.at[p]
	}
	for i, a := range now.places {
		for j := i + 1; j < len(now.places); j++ {
			b := now.places[j]
			linked := now.all || near(i, j)
			if isAdded[i] || isAdded[j] {
				if linked {
					s.link(a, b)
				}
				continue
			}
			switch linkedBefore := before.all || near(was[i], was[j]); {
			case linked && !linkedBefore:
				s.gain(a, b)
			case linkedBefore && !linked:
				s.drop(a, b)
			}
		}
	}
}

// followAt compares the pairs of a large hub across one place at which it changes. Pairs
// that lie to one side of every such place stay as they are.
func (h *hub) followAt(p place, s shifts) {
	run := h.stretchAt(p)
	reaches := func(q place) bool { // whether q stands among the members of the stretch
		return (len(run.before) < graph.PairWindow || run.before[0].compare(q) < 0) &&
			(len(run.after) < graph.PairWindow || q.compare(run.after[len(run.after)-1]) < 0)
	}
	members := slices.Concat(run.before, run.after)
	before := windowOf(unite(members, filter(h.removed, reaches)))
	now := windowOf(unite(members, filter(h.added, reaches)))
	if at, isAdded := now.at[p]; isAdded {
		for i := max(0, at-graph.PairWindow); i < len(now.places) && i <= at+graph.PairWindow; i++ {
			if b := now.places[i]; i < at {
				s.link(b, p)
			} else if i > at {
				s.link(p, b)
			}
		}
	}
	for _, a := range run.before {
		for _, b := range run.after {
			switch was, is := before.links(a, b), now.links(a, b); {
			case is && !was:
				s.gain(a, b)
			case was && !is:
				s.drop(a, b)
			}
		}
	}
}

func (h *hub) stretchAt(p place) stretch {
	if !h.whole {
		return h.around[p]
	}
	at := sort.Search(len(h.members), func(i int) bool { return h.members[i].compare(p) > 0 })
	return stretch{
		before: h.members[max(0, at-graph.PairWindow):at],
		after:  h.members[at:min(len(h.members), at+graph.PairWindow)],
	}
}

// linksNow reports whether a hub whose members are all known links two of its incidents
// after the change.
func (h *hub) linksNow(a, b place) bool {
	if h.sizeNow() <= graph.MaxCompletePairs {
		return true
	}
	if h.now == nil {
		h.now = lineOf(unite(h.members, h.added)).at
	}
	return near(h.now[a], h.now[b])
}

// line is a row of places, numbered. all says that the hub gives every pair.
type line struct {
	places []place
	at     map[place]int
	all    bool
}

// lineOf numbers all places of a hub.
func lineOf(places []place) line {
	l := windowOf(places)
	l.all = len(places) <= graph.MaxCompletePairs
	return l
}

// windowOf numbers some neighbouring places of a large hub.
func windowOf(places []place) line {
	l := line{places: places, at: make(map[place]int, len(places))}
	for i, p := range places {
		l.at[p] = i
	}
	return l
}

// links reports whether a pair of incidents in the line is linked; false where one of
// them is not in it.
func (l *line) links(a, b place) bool {
	i, hasA := l.at[a]
	j, hasB := l.at[b]
	return hasA && hasB && (l.all || near(i, j))
}

func near(i, j int) bool { return i-j <= graph.PairWindow && j-i <= graph.PairWindow }

// unite merges two lists of places, sorted, without repeats.
func unite(a, b []place) []place {
	out := slices.Concat(a, b)
	slices.SortFunc(out, place.compare)
	return slices.Compact(out)
}

func setOf(places []place) map[place]bool {
	set := map[place]bool{}
	for _, p := range places {
		set[p] = true
	}
	return set
}

func filter(places []place, keep func(place) bool) []place {
	var out []place
	for _, p := range places {
		if keep(p) {
			out = append(out, p)
		}
	}
	return out
}
