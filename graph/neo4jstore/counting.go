package neo4jstore

import (
	"reflect"

	"github.com/incidentgraph/incidentgraph/graph"
)

// What is counted of a list is counted in the database, over the nodes that it holds: the
// answer is buckets and sums, never the incidents.

// values names the properties of an incident that hold its values of a field, as written
// and folded. Those of fields with many values are lists, one value beside the other.
var values = map[graph.ValueField]struct{ plain, folded string }{
	graph.Domain:   {"domain", "domainFolded"},
	graph.Severity: {"severity", "severityFolded"},
	graph.Region:   {"regions", "regionsFolded"},
	graph.Tag:      {"tags", "tagsFolded"},
}

// isList reports whether an incident may have many values of a field.
func isList(field graph.ValueField) bool { return field == graph.Region || field == graph.Tag }

// facetOf gives a facet as countedOf takes it.
func facetOf(n int, f graph.FacetRequest) map[string]any {
	row := map[string]any{"n": n, "cut": max(f.Size, 1) - 1}
	switch {
	case f.By.IsTerm():
		row["of"], row["list"] = "terms", lists[graph.EdgeTo(f.By.TermKind())]
	case f.By == graph.FacetYear:
		row["of"], row["digits"] = "date", len("2019")
	case f.By.IsDate():
		row["of"], row["digits"] = "date", len("2019-01")
	default:
		v := values[f.By.ValueField()]
		row["list"], row["folded"] = v.plain, v.folded
		if row["of"] = "value"; isList(f.By.ValueField()) {
			row["of"] = "values"
		}
	}
	return row
}

// countedOf counts what q.facets and q.durations ask for of the list found, whose elements
// have the incident as i. It gives facets and durations. Of a facet it gives, most first,
// the values down to the count of the last bucket that is asked for, so that ties can be
// put in order of code points.
const countedOf = `
  CALL (q, found) {
    UNWIND q.facets AS facet
    CALL (facet, found) {
      CALL (facet, found) {
        UNWIND CASE WHEN facet.of = 'terms' THEN found ELSE [] END AS f
        UNWIND f.i[facet.list] AS value
        RETURN value, value AS spelling
      UNION ALL
        UNWIND CASE WHEN facet.of = 'date' THEN found ELSE [] END AS f
        WITH left(f.i.date, facet.digits) AS value WHERE value IS NOT NULL
        RETURN value, value AS spelling
      UNION ALL
        UNWIND CASE WHEN facet.of = 'value' THEN found ELSE [] END AS f
        WITH f.i[facet.folded] AS value, f.i[facet.list] AS spelling WHERE value IS NOT NULL
        RETURN value, spelling
      UNION ALL
        UNWIND CASE WHEN facet.of = 'values' THEN found ELSE [] END AS f
        WITH f.i[facet.folded] AS values, f.i[facet.list] AS spellings
        UNWIND range(0, size(values) - 1) AS n
        RETURN values[n] AS value, spellings[n] AS spelling
      }
      WITH value, spelling, count(*) AS n
      WITH value, sum(n) AS total, collect([spelling, n]) AS spellings ORDER BY total DESC
      RETURN collect([value, total, spellings]) AS values
    }
    WITH facet, values, values[CASE WHEN facet.cut < size(values) THEN facet.cut ELSE -1 END][1] AS least
    RETURN collect([facet.n, [v IN values WHERE v[1] >= least | [v[0], v[2]]]]) AS facets
  }
  CALL (q, found) {
    UNWIND CASE WHEN q.durations THEN ['timeToDetect', 'timeToRecover'] ELSE [] END AS field
    CALL (field, found) {
      UNWIND found AS f
      WITH f.i[field] AS minutes WHERE minutes IS NOT NULL
      WITH minutes ORDER BY minutes
      WITH collect(minutes) AS times, sum(minutes) AS sum, count(*) AS known
      RETURN [field, known, sum, times[(known * 50 + 99) / 100 - 1], times[(known * 90 + 99) / 100 - 1], times[-1]] AS duration
    }
    RETURN collect(duration) AS durations
  }`

// counts is what one look at a list's incidents counts, for some of the facets of a
// request.
type counts struct {
	filter    graph.Filter
	paged     bool // the list itself is asked for
	facets    []any
	durations bool
}

// countsOf parts a request by the filters under which it counts; the first is its own.
func countsOf(filter graph.Filter, counting graph.Counting) []counts {
	out := []counts{{filter: filter, paged: true, facets: []any{}, durations: counting.Durations}}
	for n, f := range counting.Facets {
		at := 0
		if f.Filter != nil {
			for at < len(out) && !reflect.DeepEqual(out[at].filter, *f.Filter) {
				at++
			}
		}
		if at == len(out) {
			out = append(out, counts{filter: *f.Filter, facets: []any{}})
		}
		out[at].facets = append(out[at].facets, facetOf(n, f))
	}
	return out
}

// whole reports whether every incident of the list has to be looked at.
func (c counts) whole() bool { return len(c.facets) > 0 || c.durations }

// noCounts is what nothing counts, with places for what is asked for.
func noCounts(c graph.Counting) graph.Counted {
	var out graph.Counted
	if len(c.Facets) > 0 {
		out.Facets = make([][]graph.Bucket, len(c.Facets))
	}
	for n, f := range c.Facets {
		out.Facets[n] = graph.NewTally(f.By).Buckets(f.Size)
	}
	if c.Durations {
		out.Durations = &graph.Durations{}
	}
	return out
}

// readCounts reads what countedOf gave for a part of a request into the rest.
func readCounts(asked graph.Counting, facets, durations any, into *graph.Counted) error {
	for _, row := range readRows(facets) {
		if len(row) != 2 {
			return corrupt("a facet cannot be read")
		}
		n, _ := row[0].(int64)
		tally := graph.NewTally(asked.Facets[n].By)
		for _, value := range readRows(row[1]) {
			folded, _ := value[0].(string)
			for _, spelling := range readRows(value[1]) {
				text, _ := spelling[0].(string)
				count, _ := spelling[1].(int64)
				tally.Count(folded, text, int(count))
			}
		}
		into.Facets[n] = tally.Buckets(asked.Facets[n].Size)
	}
	for _, row := range readRows(durations) {
		var numbers [5]int
		for i := range numbers {
			n, _ := row[i+1].(int64)
			numbers[i] = int(n)
		}
		d := graph.Duration{Known: numbers[0], P50: numbers[2], P90: numbers[3], Max: numbers[4]}
		if d.Known > 0 {
			d.Mean = float64(numbers[1]) / float64(d.Known)
		}
		if row[0] == "timeToDetect" {
			into.Durations.TimeToDetect = d
		} else {
			into.Durations.TimeToRecover = d
		}
	}
	return nil
}

// readRows reads a list of lists.
func readRows(v any) [][]any {
	rows, _ := v.([]any)
	out := make([][]any, len(rows))
	for i, row := range rows {
		out[i], _ = row.([]any)
	}
	return out
}
