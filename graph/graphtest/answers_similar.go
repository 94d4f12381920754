package graphtest

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// likening gives the terms that make an incident like others, in order of kind, then
// slug: all but its company.
func likening(i *graph.Incident) []graph.TermRef {
	var refs []graph.TermRef
	for _, e := range i.Edges {
		if e.Kind != graph.At && e.Kind.To().IsTerm() {
			refs = append(refs, graph.TermRef{Kind: e.Kind.To(), Slug: e.To})
		}
	}
	slices.SortFunc(refs, func(x, y graph.TermRef) int {
		return cmp.Or(cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Slug, y.Slug))
	})
	return refs
}

// weigh adds up what terms say of an incident: for each, how many times the number of
// those that have it can be doubled within the number of all, and one.
func (a *answers) weigh(refs []graph.TermRef) int {
	sum := 0
	for _, ref := range refs {
		with := 0
		for _, i := range a.graph.Incidents {
			if slices.Contains(likening(i), ref) {
				with++
			}
		}
		sum += bits.Len(uint(len(a.graph.Incidents) / with))
	}
	return sum
}

// similar lists the incidents that are most like one.
func (a *answers) similar(q graph.SimilarRequest) []graph.SimilarRow {
	me := a.incident(q.Key)
	if me == nil {
		return nil
	}
	type row struct {
		graph.SimilarRow
		day int32
	}
	mine := likening(me)
	var all []row
	for _, other := range a.graph.Incidents {
		var shared []graph.TermRef
		for _, ref := range likening(other) {
			if slices.Contains(mine, ref) {
				shared = append(shared, ref)
			}
		}
		if other != me && len(shared) > 0 {
			score := 1000 * a.weigh(shared) / a.weigh(mine)
			all = append(all, row{graph.SimilarRow{Key: other.Key, Score: score, Shared: shared}, other.Date.First()})
		}
	}
	slices.SortFunc(all, func(x, y row) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(y.day, x.day), cmp.Compare(x.Key, y.Key))
	})
	var rows []graph.SimilarRow
	for _, r := range all[:min(len(all), q.Size)] {
		rows = append(rows, r.SimilarRow)
	}
	return rows
}
