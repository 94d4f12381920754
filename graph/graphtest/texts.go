package graphtest

import (
	"fmt"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// findText writes one page of incidents; an empty list and none at all are the same.
func findText(r graph.FindResult) string {
	return fmt.Sprintf("%q of %d, %+v, at %+v%s", r.Keys, r.Total, r.Info, r.Positions, countedText(r.Counted))
}

// relatedText writes one page of related incidents.
func relatedText(r graph.RelatedResult) string {
	return fmt.Sprintf("%+v of %d, %+v, unnamed %d%s", r.Rows, r.Total, r.Info, r.Unnamed, countedText(r.Counted))
}

func countedText(c graph.Counted) string {
	var b strings.Builder
	for _, f := range c.Facets {
		b.WriteString(", facet")
		for _, bucket := range f {
			fmt.Fprintf(&b, " %q=%d", bucket.Key, bucket.Count)
		}
	}
	if c.Durations != nil {
		fmt.Fprintf(&b, ", durations %+v", *c.Durations)
	}
	return b.String()
}

// statsText writes counts; one that is zero may be there or not.
func statsText(s graph.Stats) string {
	lines := []string{fmt.Sprintf("version=%d incidents=%d stubs=%d provisional=%d", s.Version, s.Incidents, s.Stubs, s.Provisional)}
	for _, kind := range graph.TermKinds() {
		if n := s.Terms[kind]; n != 0 {
			lines = append(lines, fmt.Sprintf("%s=%d", kind.Prefix(), n))
		}
	}
	for _, kind := range graph.EdgeKinds() {
		for _, evidence := range []graph.Evidence{graph.Stated, graph.Derived, graph.Inferred} {
			if n := s.Edges[graph.EdgeEvidence{Kind: kind, Evidence: evidence}]; n != 0 {
				lines = append(lines, fmt.Sprintf("%s:%s=%d", kind, evidence, n))
			}
		}
	}
	return strings.Join(lines, " ")
}

// fieldsText writes how many cases tell what of each field; one that is not counted shows.
func fieldsText(s graph.Stats) string {
	lines := []string{fmt.Sprintf("%d fields", len(s.Fields))}
	for _, field := range graph.Fields() {
		n, counted := s.Fields[field]
		if !counted {
			lines = append(lines, fmt.Sprintf("%s not counted", field))
			continue
		}
		lines = append(lines, fmt.Sprintf("%s known=%d lost=%d none=%d unknown=%d", field, n.Known, n.Lost, n.NoneGiven, n.Unknown))
	}
	return strings.Join(lines, "\n")
}
