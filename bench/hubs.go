package bench

import (
	"iter"
	"strconv"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Hub is a component with an exact number of cases, spread evenly over a corpus.
type Hub struct {
	Slug string
	Size int
	Key  string // of a case in the middle of the hub, to ask about
}

// Hubs gives the hubs that HubCases plants among n cases: of 10, 100, 1,000 and 50,000
// cases, those that at most half of the cases fill.
func Hubs(n int) []Hub {
	var hubs []Hub
	for _, size := range []int{10, 100, 1_000, 50_000} {
		if 2*size > n {
			break
		}
		hub := Hub{Slug: "hub-" + strconv.Itoa(size), Size: size}
		i := n / 2
		for !hub.has(i, n) {
			i++
		}
		hub.Key = key(i)
		hubs = append(hubs, hub)
	}
	return hubs
}

// has reports whether case i of n is in the hub.
func (h Hub) has(i, n int) bool { return (i+1)*h.Size/n > i*h.Size/n }

// HubCases is Cases with the hubs of Hubs(n) planted: their components come on top of
// those that a case has.
func HubCases(n int, seed uint64) iter.Seq[*graph.Case] {
	return func(yield func(*graph.Case) bool) {
		m := newMaker(n, seed)
		m.hubs = Hubs(n)
		for i := range n {
			if !yield(m.make(i)) {
				return
			}
		}
	}
}
