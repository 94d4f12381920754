package neo4jstore

import (
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// demands is what every incident that a filter matches is known to have.
type demands struct {
	lists []demand
	texts []*graph.TextQuery
}

// demand is a list of terms of which an incident has at least one.
type demand struct {
	kind  graph.EdgeKind
	slugs []string // sorted, no repeats
}

// of adds what a filter demands.
func (d *demands) of(f *graph.Filter) {
	for _, kind := range graph.TermEdgeKinds() {
		t := f.Terms[kind]
		if t.Any != nil {
			d.oneOf(kind, *t.Any)
		}
		for _, of := range t.All {
			d.oneOf(kind, of)
		}
	}
	if f.Text != nil {
		d.texts = append(d.texts, f.Text)
	}
	for i := range f.And {
		d.of(&f.And[i])
	}
}

func (d *demands) oneOf(kind graph.EdgeKind, slugs []string) {
	slugs = append([]string{}, slugs...)
	slices.Sort(slugs)
	d.lists = append(d.lists, demand{kind, slices.Compact(slugs)})
}

// mostDemanded is how many terms the full-text index is asked for beside a search; gates
// ask for all.
const mostDemanded = 16

// query gives lists of terms as the full-text index takes them.
func (d *demands) query() string {
	query, left := "", mostDemanded
	for _, list := range d.lists {
		if len(list.slugs) == 0 || len(list.slugs) > left {
			continue
		}
		left -= len(list.slugs)
		query += " +("
		for _, slug := range list.slugs {
			query += " " + quoteToken(string(graph.NewID(list.kind.To(), slug)))
		}
		query += ")"
	}
	return query
}
