package graphtest

import (
	"context"
	"fmt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// lists is some ordered lists of a store, read side by side: one call gives a page of
// each of those asked for.
type lists[R any] struct {
	names []string // for messages
	ask   func(ctx context.Context, which []int, pages []graph.Page) ([]pageOf[R], error)
}

// pageOf is one page of a list.
type pageOf[R any] struct {
	rows      []R
	positions []graph.Position
	info      graph.PageInfo
	total     int
}

// walk reads whole lists by pages of a size, from the front, or backwards from the end,
// and checks on the way that no row is given twice and that a page tells truly whether
// rows stand before and after it. Rows come in the order of the list either way.
func walk[R any](ctx context.Context, l lists[R], size int, backwards bool) ([][]R, error) {
	all := make([][]R, len(l.names))
	pages := make([]graph.Page, len(l.names))
	totals := make([]int, len(l.names))
	which := make([]int, len(l.names))
	for i := range which {
		which[i] = i
		pages[i] = graph.Page{Size: size, FromEnd: backwards}
	}
	for len(which) > 0 {
		asked := make([]graph.Page, len(which))
		for k, i := range which {
			asked[k] = pages[i]
		}
		results, err := l.ask(ctx, which, asked)
		if err != nil {
			return nil, err
		}
		if len(results) != len(which) {
			return nil, fmt.Errorf("%d requests gave %d results", len(which), len(results))
		}
		var more []int
		for k, i := range which {
			r := results[k]
			started := len(all[i]) > 0
			switch {
			case len(r.rows) != len(r.positions):
				return nil, fmt.Errorf("%s: %d rows with %d positions", l.names[i], len(r.rows), len(r.positions))
			case len(r.rows) > size:
				return nil, fmt.Errorf("%s: a page of %d holds %d rows", l.names[i], size, len(r.rows))
			case started && r.total != totals[i]:
				return nil, fmt.Errorf("%s: the total was %d and is %d", l.names[i], totals[i], r.total)
			}
			totals[i] = r.total
			behind, ahead := r.info.HasPrevious, r.info.HasNext
			if backwards {
				all[i] = append(append([]R{}, r.rows...), all[i]...)
				behind, ahead = ahead, behind
			} else {
				all[i] = append(all[i], r.rows...)
			}
			if behind != started {
				return nil, fmt.Errorf("%s: after %d of %d rows a page says %+v", l.names[i], len(all[i]), r.total, r.info)
			}
			if ahead != (len(all[i]) < r.total) {
				return nil, fmt.Errorf("%s: with %d of %d rows read a page says %+v", l.names[i], len(all[i]), r.total, r.info)
			}
			if !ahead {
				continue
			}
			if len(r.rows) == 0 {
				return nil, fmt.Errorf("%s: an empty page says that rows follow", l.names[i])
			}
			if backwards {
				pages[i].Before = &r.positions[0]
			} else {
				pages[i].After = &r.positions[len(r.positions)-1]
			}
			more = append(more, i)
		}
		which = more
	}
	for i, rows := range all {
		if len(rows) != totals[i] {
			return nil, fmt.Errorf("%s: %d rows of a total of %d", l.names[i], len(rows), totals[i])
		}
	}
	return all, nil
}

// ofStore makes lists of the requests of one Store method.
func ofStore[Q, A, R any](
	method string, requests []Q, turn func(*Q, graph.Page),
	call func(context.Context, []Q) ([]A, error), read func(A) pageOf[R],
) lists[R] {
	l := lists[R]{names: make([]string, len(requests))}
	for i, q := range requests {
		l.names[i] = method + " " + describe(q)
	}
	l.ask = func(ctx context.Context, which []int, pages []graph.Page) ([]pageOf[R], error) {
		asked := make([]Q, len(which))
		for k, i := range which {
			asked[k] = requests[i]
			turn(&asked[k], pages[k])
		}
		answers, err := call(ctx, asked)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", method, err)
		}
		out := make([]pageOf[R], len(answers))
		for k, a := range answers {
			out[k] = read(a)
		}
		return out, nil
	}
	return l
}

func findLists(s graph.Store, requests []graph.FindRequest) lists[found] {
	return ofStore("Find", requests, func(q *graph.FindRequest, p graph.Page) { q.Page = p }, s.Find,
		func(a graph.FindResult) pageOf[found] {
			out := pageOf[found]{positions: a.Positions, info: a.Info, total: a.Total}
			for i, key := range a.Keys {
				row := found{key: key}
				if i < len(a.Positions) {
					row.position = a.Positions[i]
				}
				out.rows = append(out.rows, row)
			}
			return out
		})
}

func relatedLists(s graph.Store, requests []graph.RelatedRequest) lists[graph.RelatedRow] {
	return ofStore("Related", requests, func(q *graph.RelatedRequest, p graph.Page) { q.Page = p }, s.Related,
		func(a graph.RelatedResult) pageOf[graph.RelatedRow] {
			out := pageOf[graph.RelatedRow]{rows: a.Rows, info: a.Info, total: a.Total}
			for _, row := range a.Rows {
				out.positions = append(out.positions, row.Position)
			}
			return out
		})
}

func termLists(s graph.Store, requests []graph.TermsRequest) lists[listed] {
	return ofStore("Terms", requests, func(q *graph.TermsRequest, p graph.Page) { q.Page = p }, s.Terms,
		func(a graph.TermsResult) pageOf[listed] {
			out := pageOf[listed]{positions: a.Positions, info: a.Info, total: a.Total}
			for i, ref := range a.Terms {
				row := listed{ref: ref}
				if i < len(a.Positions) {
					row.position = a.Positions[i]
				}
				out.rows = append(out.rows, row)
			}
			return out
		})
}
