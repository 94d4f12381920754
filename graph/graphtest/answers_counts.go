package graphtest

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// count counts what is asked for of a list: of the incidents that it is about, under its
// filter or, for a facet, another one.
func (a *answers) count(q graph.Counting, scope []*graph.Incident, own *graph.Filter) graph.Counted {
	var counted graph.Counted
	for _, f := range q.Facets {
		filter := own
		if f.Filter != nil {
			filter = f.Filter
		}
		counted.Facets = append(counted.Facets, buckets(a.filtered(scope, filter), f))
	}
	if q.Durations {
		var detect, recover []*int
		for _, i := range a.filtered(scope, own) {
			detect, recover = append(detect, i.TimeToDetect), append(recover, i.TimeToRecover)
		}
		counted.Durations = &graph.Durations{TimeToDetect: duration(detect), TimeToRecover: duration(recover)}
	}
	return counted
}

// buckets sorts incidents by the values that they have, and counts.
func buckets(all []*graph.Incident, q graph.FacetRequest) []graph.Bucket {
	written := map[string][]string{} // by what tells values apart: each as often as it is written
	for _, i := range all {
		for _, v := range facetValues(i, q.By) {
			written[graph.Fold(v)] = append(written[graph.Fold(v)], v)
		}
	}
	var list []graph.Bucket
	for _, values := range written {
		list = append(list, graph.Bucket{Key: commonest(values), Count: len(values)})
	}
	slices.SortFunc(list, func(x, y graph.Bucket) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.Key, y.Key))
	})
	return list[:min(len(list), q.Size)]
}

// commonest gives the value that comes most often, of equals the first.
func commonest(values []string) string {
	slices.Sort(values)
	best, most := "", 0
	for _, v := range values {
		n := 0
		for _, w := range values {
			if v == w {
				n++
			}
		}
		if n > most {
			best, most = v, n
		}
	}
	return best
}

// termFacets are the facets that count what edges of a kind lead to.
var termFacets = map[graph.FacetField]graph.EdgeKind{
	graph.FacetCompany: graph.At, graph.FacetComponent: graph.Involves, graph.FacetCause: graph.CausedBy,
	graph.FacetTrigger: graph.TriggeredBy, graph.FacetSymptom: graph.Showed, graph.FacetFactor: graph.WorsenedBy,
}

// facetValues gives what an incident counts for.
func facetValues(i *graph.Incident, by graph.FacetField) []string {
	date := i.Date.String()
	switch by {
	case graph.FacetDomain:
		return given(i.Domain)
	case graph.FacetSeverity:
		return given(i.Severity)
	case graph.FacetRegion:
		return i.Regions
	case graph.FacetTag:
		return i.Tags
	case graph.FacetYear:
		return given(date[:min(4, len(date))])
	case graph.FacetMonth:
		return given(date[:min(7, len(date))])
	}
	return i.Terms(termFacets[by])
}

func given(v string) []string {
	if v == "" {
		return nil
	}
	return []string{v}
}

// duration sums up times, of which some may be unknown. A percentile is the smallest
// time that so many of a hundred do not exceed.
func duration(times []*int) graph.Duration {
	var d graph.Duration
	var all []int
	sum := 0
	for _, t := range times {
		if t != nil {
			all = append(all, *t)
			sum += *t
		}
	}
	if len(all) == 0 {
		return d
	}
	slices.Sort(all)
	percentile := func(p int) int {
		for at, t := range all {
			if (at+1)*100 >= p*len(all) {
				return t
			}
		}
		panic("no place for a percentile")
	}
	return graph.Duration{Known: len(all), Mean: float64(sum) / float64(len(all)),
		P50: percentile(50), P90: percentile(90), Max: percentile(100)}
}

func (a *answers) stats() graph.Stats {
	s := graph.Stats{
		Version: a.version, Incidents: len(a.graph.Incidents),
		Terms: map[graph.NodeKind]int{}, Edges: map[graph.EdgeEvidence]int{}, Fields: map[graph.Field]graph.FieldCount{},
	}
	for _, field := range graph.Fields() {
		s.Fields[field] = graph.FieldCount{}
	}
	for _, i := range a.graph.Incidents {
		if i.Stub {
			s.Stubs++
		} else {
			countFields(s.Fields, a.cases[graph.FoldKey(i.Key)])
		}
		if i.Provisional {
			s.Provisional++
		}
		for _, e := range i.Edges {
			s.Edges[graph.EdgeEvidence{Kind: e.Kind, Evidence: e.Evidence}]++
		}
	}
	for ref := range a.graph.Terms {
		s.Terms[ref.Kind]++
	}
	return s
}

// countFields adds a case to the counts of its fields. A field has a value where the
// record as written shows one.
func countFields(counts map[graph.Field]graph.FieldCount, c *graph.Case) {
	var written map[string]any
	if err := json.Unmarshal([]byte(caseText(c)), &written); err != nil {
		panic(err) // it was written a moment ago
	}
	for field := range maps.Keys(counts) {
		parent, part, hasPart := strings.Cut(string(field), ".")
		value, has := written[parent]
		if parts, ok := value.(map[string]any); ok && hasPart {
			_, has = parts[part]
		}
		if field == graph.FieldID && graph.IsProvisionalKey(c.ID) {
			has = false
		}
		said := func(list []graph.Field) bool {
			return slices.Contains(list, field) || slices.Contains(list, graph.Field(parent))
		}
		n := counts[field]
		switch {
		case has:
			n.Known++
		case said(c.Lost):
			n.Lost++
		case said(c.NoneGiven):
			n.NoneGiven++
		default:
			n.Unknown++
		}
		counts[field] = n
	}
}
