package graph

import (
	"cmp"
	"strings"
)

// Order is an order of rows: the first sort key decides, then the second, and so on; the
// zero Sort ends it. The last tie always goes by name, ascending, so that every order
// is total; behind ByName nothing is left to decide. Unknown values come last in both
// directions.
type Order [MaxSortKeys]Sort

// MaxSortKeys is how many sort keys an order may have.
const MaxSortKeys = 6

// Sort is a value that rows are sorted by, and which way.
type Sort struct {
	By         SortBy
	Descending bool
}

// SortBy names a value of a Position.
type SortBy uint8

// What rows are sorted by.
const (
	ByNothing       SortBy = iota
	ByDay                  // first day of the date
	ByName                 // key as written; slug of a term
	ByCompany              // slug of the company
	ByTimeToDetect         // minutes
	ByTimeToRecover        // minutes
	ByShared               // terms shared, of related incidents; score, of similar ones; likeness, of ranked terms
	ByTier                 // of incidents found by their text
	ByKind                 // of terms
)

// The orders that lists have by themselves.
var (
	Newest     = Order{{ByDay, true}}                     // newest first, unknown dates last, then key
	MostShared = Order{{ByShared, true}, {ByDay, true}}   // most shared first, then as Newest
	BestFound  = Order{{ByTier, false}, {ByDay, true}}    // best tier first, then as Newest
	ByTerm     = Order{{ByKind, false}}                   // in order of kind, then slug
	Ranked     = Order{{ByShared, true}, {ByKind, false}} // terms by likeness to a query: most first, then as ByTerm
)

// Or gives the order, or another one where it is the zero Order.
func (o Order) Or(other Order) Order {
	if o == (Order{}) {
		return other
	}
	return o
}

// Position is the place of a row in an ordered list: the values that it is sorted by, and
// its own name as the last tie. Values that the order does not ask for may be left out. A
// position keeps its place when its row is gone.
type Position struct {
	Shared        int      // see ByShared
	Tier          Tier     // of incidents found by their text
	Day           int32    // first day of an incident's date, or UnknownDay
	Company       string   // slug; "" unknown
	TimeToDetect  int      // minutes, or UnknownMinutes
	TimeToRecover int      // minutes, or UnknownMinutes
	Kind          NodeKind // of terms
	Name          string   // key of an incident, slug of a term
}

// UnknownMinutes stands for a time that is not known.
const UnknownMinutes = -1

// Position gives the place of an incident in lists of incidents, but for what depends on
// the list: Shared and Tier.
func (i *Incident) Position() Position {
	minutes := func(m *int) int {
		if m == nil {
			return UnknownMinutes
		}
		return *m
	}
	return Position{
		Day: i.Date.First(), Company: i.Company(), Name: i.Key,
		TimeToDetect: minutes(i.TimeToDetect), TimeToRecover: minutes(i.TimeToRecover),
	}
}

// For gives a position with the values alone that an order asks for, as cursors hold it.
func (p Position) For(o Order) Position {
	out := Position{Name: p.Name}
	for _, key := range o {
		switch key.By {
		case ByDay:
			out.Day = p.Day
		case ByCompany:
			out.Company = p.Company
		case ByTimeToDetect:
			out.TimeToDetect = p.TimeToDetect
		case ByTimeToRecover:
			out.TimeToRecover = p.TimeToRecover
		case ByShared:
			out.Shared = p.Shared
		case ByTier:
			out.Tier = p.Tier
		case ByKind:
			out.Kind = p.Kind
		}
	}
	return out
}

// Compare gives the order of two positions: negative where a comes first.
func (o Order) Compare(a, b Position) int {
	for _, key := range o {
		if key.By == ByNothing {
			break
		}
		if c := key.compare(a, b); c != 0 || key.By == ByName { // no two rows have one name
			return c
		}
	}
	return strings.Compare(a.Name, b.Name)
}

func (k Sort) compare(a, b Position) int {
	switch k.By {
	case ByDay:
		return k.known(a.Day == UnknownDay, b.Day == UnknownDay, cmp.Compare(a.Day, b.Day))
	case ByName:
		return k.known(false, false, strings.Compare(a.Name, b.Name))
	case ByCompany:
		return k.known(a.Company == "", b.Company == "", strings.Compare(a.Company, b.Company))
	case ByTimeToDetect:
		return k.known(a.TimeToDetect == UnknownMinutes, b.TimeToDetect == UnknownMinutes, cmp.Compare(a.TimeToDetect, b.TimeToDetect))
	case ByTimeToRecover:
		return k.known(a.TimeToRecover == UnknownMinutes, b.TimeToRecover == UnknownMinutes, cmp.Compare(a.TimeToRecover, b.TimeToRecover))
	case ByShared:
		return k.known(false, false, cmp.Compare(a.Shared, b.Shared))
	case ByTier:
		return k.known(false, false, cmp.Compare(a.Tier, b.Tier))
	}
	return k.known(false, false, cmp.Compare(a.Kind, b.Kind))
}

// known gives the order of two values, of which either may be unknown: c is how the known
// ones compare.
func (k Sort) known(aUnknown, bUnknown bool, c int) int {
	switch {
	case aUnknown && bUnknown:
		return 0
	case aUnknown:
		return 1
	case bUnknown:
		return -1
	case k.Descending:
		return -c
	}
	return c
}
