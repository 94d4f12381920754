package graph

import "sort"

// The sizes of a page.
const (
	DefaultPageSize = 20
	MaxPageSize     = 100
)

// Page asks for some rows of an ordered list: those after After and before Before, and
// of these the first Size, or the last Size where FromEnd is set.
type Page struct {
	Size    int // 0 to MaxPageSize; 0 gives no rows, and whether there are any
	FromEnd bool
	After   *Position
	Before  *Position
}

// PageInfo tells whether rows stand before and after a page, whichever way one goes. Of
// an empty page it tells of the place where its rows would be.
type PageInfo struct {
	HasPrevious, HasNext bool
}

// Cut gives the bounds of a page in a list of n rows in the given order; at gives the
// position of a row. It is the definition of paging, and serves lists at hand.
func (p Page) Cut(order Order, n int, at func(int) Position) (from, to int, info PageInfo) {
	from, to = 0, n
	if p.After != nil {
		from = sort.Search(n, func(i int) bool { return order.Compare(at(i), *p.After) > 0 })
	}
	if p.Before != nil {
		to = max(from, sort.Search(n, func(i int) bool { return order.Compare(at(i), *p.Before) >= 0 }))
	}
	if p.FromEnd {
		from = max(from, to-p.Size)
	} else {
		to = min(to, from+p.Size)
	}
	return from, to, PageInfo{HasPrevious: from > 0, HasNext: to < n}
}

// NewPage checks the arguments of a connection. Cursors are read against the list that
// they have to belong to (see ParseCursor). nil means not given. Size is first, else
// last, else DefaultPageSize.
func NewPage(first, last *int, after, before *string, list string) (Page, error) {
	p := Page{Size: DefaultPageSize}
	for _, arg := range []struct {
		name  string
		value *int
	}{{"first", first}, {"last", last}} {
		if arg.value == nil {
			continue
		}
		if *arg.value < 0 || *arg.value > MaxPageSize {
			return Page{}, Errorf(CodeInvalid, "%s must be from 0 to %d", arg.name, MaxPageSize)
		}
		p.Size = *arg.value
		p.FromEnd = arg.name == "last"
	}
	if first != nil && last != nil {
		return Page{}, Errorf(CodeInvalid, "give first or last, not both")
	}
	for _, arg := range []struct {
		cursor *string
		into   **Position
	}{{after, &p.After}, {before, &p.Before}} {
		if arg.cursor == nil {
			continue
		}
		at, err := ParseCursor(*arg.cursor, list)
		if err != nil {
			return Page{}, err
		}
		*arg.into = &at
	}
	return p, nil
}
