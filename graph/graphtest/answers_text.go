package graphtest

import "github.com/incidentgraph/incidentgraph/graph"

// hit is how well a query finds an incident, if it does.
type hit struct {
	tier  graph.Tier
	found bool
}

// hits keeps what queries find, so that one that is asked again and again is not
// answered anew each time.
type hits map[*graph.TextQuery]map[string]hit

// hit tells whether and how well a query finds an incident, by looking through all its
// texts. No query finds nothing.
func (a *answers) hit(i *graph.Incident, q *graph.TextQuery) hit {
	if q == nil {
		return hit{}
	}
	if a.hits == nil {
		a.hits = hits{}
	}
	if a.hits[q] == nil {
		a.hits[q] = map[string]hit{}
	}
	h, known := a.hits[q][i.Key]
	if !known {
		h.tier, h.found = q.Finds(i.Key, a.passages(i))
		a.hits[q][i.Key] = h
	}
	return h
}

// passages gives the texts of an incident.
func (a *answers) passages(i *graph.Incident) []graph.Passage {
	nameOf := func(t graph.TermRef) graph.Text { return a.graph.Terms[t].Name }
	return graph.Passages(i, a.cases[graph.FoldKey(i.Key)], nameOf)
}
