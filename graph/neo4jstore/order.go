package neo4jstore

import (
	"fmt"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// ordering is how the places of incidents in a list of some order are written: as strings
// of ASCII that sort as the list does, however an engine compares text. A place is what
// each sort key gives, then what tells incidents apart: the rank, where the list goes by
// day and then by key at its end, else the key alone.
//
// A list that goes down the keys is read from its end: the places are those of the same
// list from back to front.
type ordering struct {
	sorts  []graph.Sort // in the direction of the places
	ranked bool         // places end in the rank
	turned bool         // the list runs against its places
}

// orderingOf gives how the places of an order are written.
func orderingOf(order graph.Order) ordering {
	var o ordering
	known := map[graph.SortBy]bool{graph.ByKind: true} // all that are listed are of one kind
	for _, s := range order {
		if s.By == graph.ByNothing {
			break
		}
		if s.By == graph.ByName { // no two have the same: what follows decides nothing
			o.turned = s.Descending
			break
		}
		if !known[s.By] {
			known[s.By] = true
			o.sorts = append(o.sorts, s)
		}
	}
	if n := len(o.sorts); n > 0 && !o.turned && o.sorts[n-1] == (graph.Sort{By: graph.ByDay, Descending: true}) {
		o.sorts, o.ranked = o.sorts[:n-1], true
	}
	if o.turned {
		for i := range o.sorts {
			o.sorts[i].Descending = !o.sorts[i].Descending
		}
	}
	return o
}

// isNewest reports whether places are ranks, which an index keeps.
func (o ordering) isNewest() bool { return o.ranked && len(o.sorts) == 0 }

// page gives a page in the direction of the places.
func (o ordering) page(order graph.Order, p graph.Page) graph.Page {
	if p.After != nil && p.Before != nil && order.Compare(*p.After, *p.Before) >= 0 {
		p.Before, p.FromEnd, p.Size = nil, false, 0 // the empty place after the lower bound
	}
	if o.turned {
		p.After, p.Before, p.FromEnd = p.Before, p.After, !p.FromEnd
	}
	return p
}

// Numbers are written with ten digits: the middle plus or minus the number, so that they
// rise or fall. Days, minutes and what else is sorted by are numbers of 32 bits.
const (
	middle   = 5_000_000_000
	numFirst = "0000000000"
	numLast  = "9999999999"
)

// number writes a number; where down, a larger one sorts first.
func number(n int64, down bool) string {
	if down {
		n = -n
	}
	return fmt.Sprint(middle + n)
}

// Slugs are written as hex digits and a space, which sorts before every digit; where they
// are to fall, as the letters of fallingDigits and what sorts behind every letter. Every
// place lies between beforeAllRanks and afterAllRanks.
const (
	hexDigits     = "0123456789abcdef"
	fallingDigits = "PONMLKJIHGFEDCBA"
	slugEnd       = " "
	fallingEnd    = "~"
	slugFirst     = " "
	slugLast      = "z"
)

// place gives the place of a position.
func (o ordering) place(at graph.Position) string {
	var b strings.Builder
	for _, s := range o.sorts {
		b.WriteString(o.part(s, at))
	}
	if o.ranked {
		return b.String() + rankAt(at)
	}
	return b.String() + at.Name
}

// part gives what one sort key gives of a position.
func (o ordering) part(s graph.Sort, at graph.Position) string {
	unknown := numLast
	if o.turned {
		unknown = numFirst
	}
	minutes := func(m int) string {
		if m == graph.UnknownMinutes {
			return unknown
		}
		return number(int64(m), s.Descending)
	}
	switch s.By {
	case graph.ByDay:
		if at.Day == graph.UnknownDay {
			return unknown
		}
		return number(int64(at.Day), s.Descending)
	case graph.ByTimeToDetect:
		return minutes(at.TimeToDetect)
	case graph.ByTimeToRecover:
		return minutes(at.TimeToRecover)
	case graph.ByShared:
		return number(int64(at.Shared), s.Descending)
	case graph.ByTier:
		return number(int64(at.Tier), s.Descending)
	}
	switch hex := graph.SortKey(at.Company); {
	case at.Company == "" && o.turned:
		return slugFirst
	case at.Company == "":
		return slugLast
	case s.Descending:
		return falling(hex) + fallingEnd
	default:
		return hex + slugEnd
	}
}

// falling gives letters that sort against hex digits.
func falling(hex string) string {
	return strings.Map(func(r rune) rune { return rune(fallingDigits[strings.IndexRune(hexDigits, r)]) }, hex)
}

// sortsOf gives the sort keys as placeIn takes them.
func (o ordering) sortsOf() []any {
	unknown, noCompany := numLast, slugLast
	if o.turned {
		unknown, noCompany = numFirst, slugFirst
	}
	out := []any{}
	for _, s := range o.sorts {
		sign := 1
		if s.Descending {
			sign = -1
		}
		row := map[string]any{"by": sortedBy[s.By], "sign": sign, "unknown": unknown}
		if s.By == graph.ByCompany {
			row["unknown"] = noCompany
		}
		out = append(out, row)
	}
	return out
}

// sortedBy names what is sorted by: a property of the incident, or the company, or what
// the list tells of it.
var sortedBy = map[graph.SortBy]string{
	graph.ByDay:           "firstDay",
	graph.ByCompany:       "company",
	graph.ByTimeToDetect:  "timeToDetect",
	graph.ByTimeToRecover: "timeToRecover",
	graph.ByShared:        "told",
	graph.ByTier:          "told",
}

// placeIn gives the Cypher for the place of an incident i in the order q.sorts and
// q.ranked; told is what the list tells of it: how much is shared, or the tier.
func placeIn(i, told string) string {
	down := "<i>." + companyOrder
	for n := range hexDigits {
		down = fmt.Sprintf("replace(%s, '%c', '%c')", down, hexDigits[n], fallingDigits[n])
	}
	text := `reduce(place = '', s IN q.sorts | place + CASE s.by
          WHEN 'company' THEN coalesce(CASE WHEN s.sign > 0 THEN <i>.` + companyOrder + ` + '` + slugEnd + `' ELSE ` + down + ` + '` + fallingEnd + `' END, s.unknown)
          WHEN 'told' THEN toString(<middle> + s.sign * <told>)
          ELSE CASE WHEN coalesce(<i>[s.by], <unknown>) = <unknown> THEN s.unknown ELSE toString(<middle> + s.sign * <i>[s.by]) END
        END) + CASE WHEN q.ranked THEN <i>.newest ELSE <i>.key END`
	return strings.NewReplacer("<i>", i, "<told>", told, "<middle>", fmt.Sprint(middle), "<unknown>", fmt.Sprint(graph.UnknownDay)).Replace(text)
}

// companyOrder names the property of an incident that holds the slug of its company in hex
// digits.
const companyOrder = "companyOrder"
