package graphtest

import (
	"cmp"

	"github.com/incidentgraph/incidentgraph/graph"
)

// The order of rows, written a second time: what it means is said in graph.Order, and
// that code may be wrong, too.

// value is what a row is sorted by: a number or a text.
type value struct {
	unknown bool
	number  int
	text    string
}

func valueOf(by graph.SortBy, p graph.Position) value {
	switch by {
	case graph.ByDay:
		return value{unknown: p.Day == graph.UnknownDay, number: int(p.Day)}
	case graph.ByName:
		return value{text: p.Name}
	case graph.ByCompany:
		return value{unknown: p.Company == "", text: p.Company}
	case graph.ByTimeToDetect:
		return value{unknown: p.TimeToDetect < 0, number: p.TimeToDetect}
	case graph.ByTimeToRecover:
		return value{unknown: p.TimeToRecover < 0, number: p.TimeToRecover}
	case graph.ByShared:
		return value{number: p.Shared}
	case graph.ByTier:
		return value{number: int(p.Tier)}
	case graph.ByKind:
		return value{number: int(p.Kind)}
	}
	panic("rows are not sorted by nothing")
}

// inOrder is negative where x comes before y. A key has one row: behind it, nothing decides.
func inOrder(order graph.Order, x, y graph.Position) int {
	for _, key := range keysOf(order) {
		a, b := valueOf(key.By, x), valueOf(key.By, y)
		switch {
		case a == b && key.By == graph.ByName:
			return 0
		case a == b || a.unknown && b.unknown:
			continue
		case a.unknown:
			return 1
		case b.unknown:
			return -1
		case key.Descending:
			a, b = b, a
		}
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.text, b.text))
	}
	return cmp.Compare(x.Name, y.Name)
}

// keysOf gives the sort keys of an order.
func keysOf(order graph.Order) []graph.Sort {
	for i, key := range order {
		if key == (graph.Sort{}) {
			return order[:i]
		}
	}
	return order[:]
}

// placeOf gives all that an incident may be sorted by in a list of incidents.
func placeOf(i *graph.Incident) graph.Position {
	at := graph.Position{Name: i.Key, Day: i.Date.First(), TimeToDetect: -1, TimeToRecover: -1}
	if i.TimeToDetect != nil {
		at.TimeToDetect = *i.TimeToDetect
	}
	if i.TimeToRecover != nil {
		at.TimeToRecover = *i.TimeToRecover
	}
	for _, e := range i.Edges {
		if e.Kind == graph.At {
			at.Company = e.To
		}
	}
	return at
}

// asked gives a place with no more than an order asks for, as rows bear it.
func asked(order graph.Order, all graph.Position) graph.Position {
	by := map[graph.SortBy]bool{}
	for _, key := range keysOf(order) {
		by[key.By] = true
	}
	at := graph.Position{Name: all.Name}
	if by[graph.ByDay] {
		at.Day = all.Day
	}
	if by[graph.ByCompany] {
		at.Company = all.Company
	}
	if by[graph.ByTimeToDetect] {
		at.TimeToDetect = all.TimeToDetect
	}
	if by[graph.ByTimeToRecover] {
		at.TimeToRecover = all.TimeToRecover
	}
	if by[graph.ByShared] {
		at.Shared = all.Shared
	}
	if by[graph.ByTier] {
		at.Tier = all.Tier
	}
	if by[graph.ByKind] {
		at.Kind = all.Kind
	}
	return at
}
