package graph

import (
	"cmp"
	"container/heap"
	"slices"
)

// The bounds of a search for paths through what was read. They matter where nearly every
// way crosses itself.
const (
	maxLooks   = 100_000 // how many beginnings of paths are looked at
	easyLooks  = 1_000   // after so many, each is looked at more closely
	closerLook = 50      // which counts as so many
)

// paths gives the first paths from one end to the other of up to a length, in order of
// length, weight, ids, at most size of them, each as its spots; more tells that there are
// others, or that nobody can tell within bounds.
//
// The paths of each length are found best first, as A* does: a beginning is as heavy as
// its lightest completion that may walk over a spot twice, which is worked out beforehand.
// So beginnings come up in the order of the paths that they lead to. Where this goes on
// for long, a completion may not walk over the spots of its beginning either.
func (e *explored) paths(longest, size int) (found [][]int, more bool) {
	f := pathFinder{explored: e, rest: e.completions(longest, []int{start}), choices: map[[2]int][]choice{}}
	looks := 0
	for length := 1; length <= longest; length++ {
		f.heap = nil
		f.push(beginning{spots: [MaxPathLength + 1]int{start}, n: 1, left: length, bound: f.rest[length][start]})
		for len(f.heap) > 0 {
			best := heap.Pop(&f).(beginning)
			if looks++; looks > maxLooks {
				return found, true
			}
			if !best.close {
				f.push(f.sibling(best))
			}
			switch {
			case looks > easyLooks && best.left > 2 && !best.close:
				looks += closerLook
				f.push(f.lookClosely(best))
			case best.left > 0:
				f.push(f.child(best, 0))
			case len(found) == size:
				return found, true
			default:
				found = append(found, slices.Clone(best.spots[:best.n]))
			}
		}
	}
	return found, false
}

// weight gives what a path over a spot is heavier by: the incident count of a term, 0 of
// an incident. An end that is a term makes all paths heavier alike.
func (e *explored) weight(at int) int { return e.spots[at].incidents }

// completions gives, by number of steps, for each spot the weight of the lightest walk of
// so many steps from there to the end, far where there is none. It may come by a spot
// twice, but not by one to avoid, and by the end only there.
func (e *explored) completions(longest int, avoid []int) [][]int {
	rest := make([][]int, longest+1)
	for steps := range rest {
		rest[steps] = slices.Repeat([]int{far}, len(e.spots))
		if steps == 0 {
			rest[0][end] = 0
			continue
		}
		ahead := func(at int) int { return e.ahead(rest[steps-1], avoid, at) }
		lightest := e.lightestOfHubs(ahead)
		for at := range e.spots {
			least := far
			for _, next := range e.spots[at].next {
				least = min(least, ahead(next))
			}
			if !e.spots[at].term {
				for _, hub := range e.spots[at].hubs {
					least = min(least, lightest[hub].but(at))
				}
			}
			if at != end {
				rest[steps][at] = least
			}
		}
	}
	return rest
}

// ahead gives the weight of the lightest completion by way of a spot, which itself counts.
func (e *explored) ahead(rest, avoid []int, at int) int {
	if slices.Contains(avoid, at) {
		return far
	}
	return min(far, e.weight(at)+rest[at])
}

// lightest is the lightest of a list and who it is, and the lightest of the others.
type lightest struct{ first, who, second int }

// but gives the lightest of all but one.
func (l lightest) but(at int) int {
	if l.who == at {
		return l.second
	}
	return l.first
}

func (e *explored) lightestOfHubs(ahead func(int) int) map[int]lightest {
	all := map[int]lightest{}
	for hub := range e.spots {
		if !e.spots[hub].term || len(e.spots[hub].hubs) == 0 {
			continue
		}
		l := lightest{far, -1, far}
		for _, at := range e.spots[hub].hubs {
			switch w := ahead(at); {
			case w < l.first:
				l = lightest{w, at, l.first}
			case w < l.second:
				l.second = w
			}
		}
		all[hub] = l
	}
	return all
}

// beginning is the first part of a path.
type beginning struct {
	spots  [MaxPathLength + 1]int
	n      int  // how many of them
	left   int  // how many steps are still to go
	weight int  // so far
	bound  int  // with the lightest completion
	place  int  // of its last spot among the choices there were
	close  bool // the completion avoids all its spots
}

// choice is a spot to go on to.
type choice struct {
	spot  int
	ahead int // weight of the lightest completion by way of it
}

// pathFinder finds paths through what is explored.
type pathFinder struct {
	*explored
	rest    [][]int             // see completions
	choices map[[2]int][]choice // by spot and steps to go, best first
	heap    []beginning
}

// push puts a beginning on the heap, if it leads anywhere.
func (f *pathFinder) push(b beginning) {
	if b.bound < far {
		heap.Push(f, b)
	}
}

// lookClosely gives a beginning with the lightest completion that avoids all its spots.
func (f *pathFinder) lookClosely(b beginning) beginning {
	spots := b.spots[:b.n]
	b.bound = min(far, b.weight+f.completions(b.left, spots)[b.left][spots[b.n-1]])
	b.close = true
	return b
}

// child gives the best beginning that is a step longer, of the choices from a place on.
func (f *pathFinder) child(b beginning, place int) beginning {
	choices := f.choicesOf(b.spots[b.n-1], b.left)
	for ; place < len(choices); place++ {
		c := choices[place]
		if slices.Contains(b.spots[:b.n], c.spot) {
			continue
		}
		longer := beginning{spots: b.spots, n: b.n + 1, left: b.left - 1, place: place}
		longer.spots[b.n] = c.spot
		longer.weight, longer.bound = b.weight+f.weight(c.spot), b.weight+c.ahead
		return longer
	}
	return beginning{bound: far}
}

// sibling gives the beginning that comes next among those with the same spots but the last.
func (f *pathFinder) sibling(b beginning) beginning {
	if b.n == 1 {
		return beginning{bound: far}
	}
	parent := b
	parent.n, parent.left, parent.weight = b.n-1, b.left+1, b.weight-f.weight(b.spots[b.n-1])
	return f.child(parent, b.place+1)
}

// choicesOf gives the spots one step from another that lead to the end in so many steps.
func (f *pathFinder) choicesOf(at, steps int) []choice {
	key := [2]int{at, steps}
	if known, ok := f.choices[key]; ok {
		return known
	}
	var all []choice
	add := func(spots []int) {
		for _, spot := range spots {
			if w := f.ahead(f.rest[steps-1], []int{start}, spot); w < far && spot != at {
				all = append(all, choice{spot, w})
			}
		}
	}
	add(f.spots[at].next)
	if !f.spots[at].term {
		for _, hub := range f.spots[at].hubs {
			add(f.spots[hub].hubs)
		}
	}
	slices.SortFunc(all, func(a, b choice) int {
		return cmp.Or(cmp.Compare(a.ahead, b.ahead), cmp.Compare(f.spots[a.spot].id, f.spots[b.spot].id))
	})
	all = slices.Compact(all)
	f.choices[key] = all
	return all
}

// Len, Less, Swap, Push and Pop make the finder a heap of beginnings.
func (f *pathFinder) Len() int { return len(f.heap) }

// Less is as heap.Interface has it.
func (f *pathFinder) Less(i, j int) bool {
	a, b := &f.heap[i], &f.heap[j]
	return cmp.Or(cmp.Compare(a.bound, b.bound), slices.CompareFunc(a.spots[:a.n], b.spots[:b.n], func(x, y int) int {
		return cmp.Compare(f.spots[x].id, f.spots[y].id)
	})) < 0
}

// Swap is as heap.Interface has it.
func (f *pathFinder) Swap(i, j int) { f.heap[i], f.heap[j] = f.heap[j], f.heap[i] }

// Push is as heap.Interface has it.
func (f *pathFinder) Push(b any) { f.heap = append(f.heap, b.(beginning)) }

// Pop is as heap.Interface has it.
func (f *pathFinder) Pop() any {
	last := f.heap[len(f.heap)-1]
	f.heap = f.heap[:len(f.heap)-1]
	return last
}
