package neo4jstore

import (
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Labels beside those of the kinds of node, which are their names.
const (
	labelTerm        = "Term"           // every term, beside the label of its kind
	labelCase        = "Case"           // a case as written down
	labelProvisional = "ProvisionalKey" // a key that cases replace
	labelGraph       = "IncidentGraph"  // bookkeeping: the node "graph" (format, versions; its lock is the writers' line) and the node "gate" (see gate.go)
)

// format is the version of the model. A store refuses a graph of a later one and brings
// an earlier one up to it (see upgrade.go).
const format = 2

// lists names the property of an Incident that lists the slugs of its terms, by kind of
// edge.
var lists = map[graph.EdgeKind]string{
	graph.At:          "companies",
	graph.Involves:    "components",
	graph.CausedBy:    "causes",
	graph.TriggeredBy: "triggers",
	graph.Showed:      "symptoms",
	graph.WorsenedBy:  "factors",
}

// pairKinds are the kinds of relationship between incidents that share something.
var pairKinds = []graph.EdgeKind{graph.SameCause, graph.SharesComponent}

// paired names the property of an Incident that lists the folded keys of those that a
// card pairs it with.
var paired = map[graph.EdgeKind]string{
	graph.SameCause:       "pairedByCause",
	graph.SharesComponent: "pairedByComponent",
}

// writeCypher fills in a text for one kind of edge: <type> is its relationship type,
// <label> the label of the terms that it leads to, <list> the incident's property that
// lists them; of a pair kind, <pair> is its type, <paired> the incident's property that
// lists stated pairs, and the others are those of the terms that it shares.
func writeCypher(kind graph.EdgeKind, text string) string {
	terms := kind
	if kind.IsPair() {
		terms = graph.PairTerms(kind)
	}
	return strings.NewReplacer(
		"<type>", terms.String(),
		"<label>", terms.To().String(),
		"<list>", lists[terms],
		"<pair>", kind.String(),
		"<edge>", kind.String(),
		"<paired>", paired[kind],
	).Replace(text)
}

// perKind fills in a text for each kind.
func perKind(kinds []graph.EdgeKind, text string) map[graph.EdgeKind]string {
	out := map[graph.EdgeKind]string{}
	for _, kind := range kinds {
		out[kind] = writeCypher(kind, text)
	}
	return out
}

// unionOf joins what a text gives for each kind of edge to terms.
func unionOf(text string) string {
	var parts []string
	for _, kind := range graph.TermEdgeKinds() {
		parts = append(parts, writeCypher(kind, text))
	}
	return strings.Join(parts, "\nUNION ALL\n")
}

// anyTermEdge is the relationship types of all edges to terms, for a pattern.
var anyTermEdge = func() string {
	var types []string
	for _, kind := range graph.TermEdgeKinds() {
		types = append(types, kind.String())
	}
	return strings.Join(types, "|")
}()

// incidentsOf gives the Cypher for how many incidents a term has. The database keeps the
// number; no edge is looked at.
func incidentsOf(term string) string { return "COUNT { (" + term + ")<-[:" + anyTermEdge + "]-() }" }
