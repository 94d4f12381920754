package neo4jstore

import (
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// placed is a row of a list of incidents.
type placed struct {
	place    string
	position graph.Position
	record   string // of the incident, where the query gives it
}

// readPlaced reads a row of pageOf, or a bare place; that of a row which is shown is a rank
// then.
func readPlaced(v any) (placed, error) {
	if place, bare := v.(string); bare {
		return placed{place: place}, nil
	}
	columns, _ := v.([]any)
	if len(columns) < 7 {
		return placed{}, corrupt("a stored incident cannot be read")
	}
	var p placed
	p.place, _ = columns[0].(string)
	p.position.Name, _ = columns[1].(string)
	told, _ := columns[2].(int64)
	day, _ := columns[3].(int64)
	p.position.Shared, p.position.Tier, p.position.Day = int(told), graph.Tier(told), int32(day)
	p.position.Company, _ = columns[4].(string)
	p.position.TimeToDetect, p.position.TimeToRecover = readMinutes(columns[5]), readMinutes(columns[6])
	if len(columns) > 7 {
		p.record, _ = columns[7].(string)
	}
	return p, nil
}

func readMinutes(v any) int {
	if n, known := v.(int64); known {
		return int(n)
	}
	return graph.UnknownMinutes
}

// readPage reads what walks read: the page in the order of the list, and what lies around
// it.
func (o ordering) readPage(b bounds, walks any) ([]placed, graph.PageInfo, error) {
	var read [3][]placed
	for walk, rows := range readWalks(walks) {
		for _, v := range rows {
			at, err := readPlaced(v)
			if err != nil {
				return nil, graph.PageInfo{}, err
			}
			read[walk] = append(read[walk], at)
		}
	}
	end := func(walk int) string {
		if len(read[walk]) == 0 {
			return ""
		}
		return read[walk][0].place
	}
	rows, info := o.cut(b, read[pageWalk], end(firstWalk), end(lastWalk))
	for i := range rows {
		if rows[i].position.Name != "" {
			continue
		}
		var err error
		if rows[i].position, err = positionOf(rows[i].place); err != nil {
			return nil, graph.PageInfo{}, err
		}
	}
	return rows, info, nil
}

// cut is cut in the order of the list.
func (o ordering) cut(b bounds, read []placed, first, last string) ([]placed, graph.PageInfo) {
	rows, info := cut(b, read, first, last)
	if o.turned {
		slices.Reverse(rows)
		info.HasPrevious, info.HasNext = info.HasNext, info.HasPrevious
	}
	return rows, info
}
