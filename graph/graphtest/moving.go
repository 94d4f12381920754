package graphtest

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/incidentgraph/incidentgraph/graph"
)

// movingWorlds is how many corpora change while they are read.
const movingWorlds = 2

// checkMoving reads lists by pages, both ways and in many orders, while batches are
// applied between one page and the next. Each page has to be that of its moment, and
// what stood still all the while is given once.
func checkMoving(ctx context.Context, open opener) error {
	for seed := range uint64(movingWorlds) {
		s, err := open()
		if err != nil {
			return err
		}
		w := newWideWorld(100 + seed)
		beside, err := randomCorpus(ctx, s, w, 6)
		if err != nil {
			return err
		}
		a, err := beside.model.at(ctx)
		if err != nil {
			return err
		}
		k := newAsker(rand.New(rand.NewPCG(seed, 5)), a)
		find := graph.FindRequest{Order: k.order(false, false)}
		if seed%2 == 1 {
			find = graph.FindRequest{Text: query("저장소")}
		}
		if err := readMoving(ctx, beside, w, findLists(s, []graph.FindRequest{find}), movingList[found]{
			order: findOrder(find), backwards: seed%2 == 1,
			rows: func(a *answers) []found { return a.find(find) },
			at:   func(f found) (string, graph.Position) { return f.key, f.position },
		}); err != nil {
			return err
		}
		related := graph.RelatedRequest{Key: busiest(a), Kind: graph.SharesComponent, Order: k.order(false, true)}
		if err := readMoving(ctx, beside, w, relatedLists(s, []graph.RelatedRequest{related}), movingList[graph.RelatedRow]{
			order: relatedOrder(related), backwards: seed%2 == 0,
			rows: func(a *answers) []graph.RelatedRow { return a.related(related) },
			at:   func(r graph.RelatedRow) (string, graph.Position) { return r.Key, r.Position },
		}); err != nil {
			return err
		}
	}
	return nil
}

// busiest gives the incident that most others share a component with.
func busiest(a *answers) string {
	best, most := "", -1
	for _, key := range incidentKeys(a) {
		if n := len(a.related(graph.RelatedRequest{Key: key, Kind: graph.SharesComponent})); n > most {
			best, most = key, n
		}
	}
	return best
}

// movingList tells of a list that changes while it is read.
type movingList[R any] struct {
	order     graph.Order
	backwards bool
	rows      func(*answers) []R // all of it, at a moment
	at        func(R) (string, graph.Position)
}

// readMoving reads one list to its end by pages of seven, with a random batch before each
// page but the first.
func readMoving[R any](ctx context.Context, beside *pair, w *world, l lists[R], m movingList[R]) error {
	p := graph.Page{Size: 7, FromEnd: m.backwards}
	seen := map[string]int{}
	still := map[string]graph.Position{} // what stood in one place since the first page
	const enough = 200
	for turn := range enough {
		if turn > 0 {
			if err := beside.applyRandom(ctx, w); err != nil {
				return err
			}
		}
		a, err := beside.model.at(ctx)
		if err != nil {
			return err
		}
		all := m.rows(a)
		now := map[string]graph.Position{}
		for _, row := range all {
			key, at := m.at(row)
			now[key] = at
		}
		if turn == 0 {
			still = now
		}
		for key, at := range still {
			if there, ok := now[key]; !ok || there != at {
				delete(still, key)
			}
		}
		got, err := l.ask(ctx, []int{0}, []graph.Page{p})
		if err != nil {
			return err
		}
		rows, info := page(all, p, m.order, func(r R) graph.Position { _, at := m.at(r); return at })
		if g, want := plain(got[0].rows)+plain(got[0].info), plain(rows)+plain(info); g != want {
			return fmt.Errorf("%s, page %d while it changes, %s%s", l.names[0], turn+1, describe(p), difference(g, want))
		}
		for _, row := range got[0].rows {
			key, _ := m.at(row)
			seen[key]++
		}
		positions := got[0].positions
		switch more := info.HasNext && !m.backwards || info.HasPrevious && m.backwards; {
		case !more:
			for key := range still {
				if seen[key] != 1 {
					return fmt.Errorf("%s: %s stood still while the list was read and was given %d times", l.names[0], key, seen[key])
				}
			}
			return nil
		case m.backwards:
			p.Before = &positions[0]
		default:
			p.After = &positions[len(positions)-1]
		}
	}
	return fmt.Errorf("%s: no end after %d pages", l.names[0], enough)
}
