package neo4jstore

import "github.com/incidentgraph/incidentgraph/graph"

// A page is read off an ordered list by walks: runs of rows between two sort keys, from
// one end. The first walk gives the page itself and one row more, which tells whether the
// list goes on; where the page has bounds, two more give the first and the last row of
// the list, which tell whether anything lies outside the bounds.
//
// Sort keys are strings that sort as the list does.

// bounds is a page as a place in a list of sort keys.
type bounds struct {
	low, high string // exclusive; the ends of all sort keys where open
	back      bool   // read from the high end
	size      int
	after     bool // there is a lower bound
	before    bool // there is an upper bound
}

// boundsOf gives the bounds of a page; sortKey gives the sort key of a position.
func boundsOf(page graph.Page, sortKey func(graph.Position) string) bounds {
	b := bounds{low: beforeAllRanks, high: afterAllRanks, back: page.FromEnd, size: page.Size}
	if page.After != nil {
		b.low, b.after = sortKey(*page.After), true
	}
	if page.Before != nil {
		b.high, b.before = sortKey(*page.Before), true
	}
	if b.after && b.before && b.low >= b.high {
		// The page is the empty place after the lower bound.
		b.high, b.before, b.back, b.size = afterAllRanks, false, false, 0
	}
	return b
}

// bounded reports whether the page has bounds.
func (b bounds) bounded() bool { return b.after || b.before }

// walk is one run of rows as a query takes it.
func walk(n int, low, high string, back bool) map[string]any {
	return map[string]any{"n": n, "low": low, "high": high, "back": back}
}

// The walks of a page, by number.
const (
	pageWalk = iota
	firstWalk
	lastWalk
)

// walks gives the walks of a page. from and to are the ends of the list itself.
func (b bounds) walks(from, to string) []any {
	out := []any{walk(pageWalk, max(from, b.low), min(to, b.high), b.back)}
	if b.bounded() {
		out = append(out, walk(firstWalk, from, to, false), walk(lastWalk, from, to, true))
	}
	return out
}

// cut gives the page out of the rows that the first walk read, in the order of the list,
// and says what lies around it. first and last are those of the list, "" where it is
// empty or the page has no bounds.
func cut[T any](b bounds, read []T, first, last string) ([]T, graph.PageInfo) {
	more := len(read) > b.size
	rows := read[:min(len(read), b.size)]
	info := graph.PageInfo{
		HasPrevious: b.after && first != "" && first <= b.low,
		HasNext:     b.before && last >= b.high,
	}
	if b.back {
		info.HasPrevious = info.HasPrevious || more
		turned := make([]T, len(rows))
		for i, row := range rows {
			turned[len(rows)-1-i] = row
		}
		return turned, info
	}
	info.HasNext = info.HasNext || more
	return rows, info
}
