package neo4jstore

import (
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// rewrites reports whether an incident's edges of a kind are written anew: they lead
// elsewhere, rest on other evidence, or their sort keys change. Edges that others assert
// than before stay (see assertEdges).
func (w *writer) rewrites(key string, kind graph.EdgeKind) bool {
	before, now := w.before[key], w.change.Incidents[key]
	return before == nil || now == nil || rankOf(before) != rankOf(now) ||
		!slices.EqualFunc(before.EdgesOf(kind), now.EdgesOf(kind), func(a, b graph.Edge) bool {
			return a.To == b.To && a.Evidence == b.Evidence
		})
}

// removeEdges takes away the edges of a kind that leave incidents.
var removeEdges = perKind(leaving, `
UNWIND $rows AS key
MATCH (:Incident {folded: key})-[r:<edge>]->()
DELETE r`)

// leaving are the kinds of edges that leave an incident.
var leaving = append(graph.TermEdgeKinds(), graph.Cites)

func (w *writer) removeEdges() error {
	for _, kind := range leaving {
		rows := w.rowsOf(func(key string) any {
			if before := w.before[key]; before == nil || len(before.EdgesOf(kind)) == 0 || !w.rewrites(key, kind) {
				return nil
			}
			return key
		})
		if err := w.exec(removeEdges[kind], rows); err != nil {
			return err
		}
	}
	return nil
}

// writeTermEdges writes the edges of one kind, each under its sort keys, and counts them.
var writeTermEdges = perKind(graph.TermEdgeKinds(), `
UNWIND $rows AS row
MATCH (i:Incident {folded: row.from})
UNWIND row.edges AS edge
MATCH (t:<label> {slug: edge.to})
CREATE (i)-[:<type> {slug: edge.to, newest: row.newest, evidence: edge.evidence, assertedBy: edge.assertedBy}]->(t)
RETURN count(*)`)

const writeCites = `
UNWIND $rows AS row
MATCH (i:Incident {folded: row.from})
UNWIND row.edges AS edge
MATCH (t:Incident {folded: edge.to})
CREATE (i)-[:CITES {evidence: edge.evidence, assertedBy: edge.assertedBy}]->(t)
RETURN count(*)`

func (w *writer) writeEdges() error {
	for _, kind := range leaving {
		text, wanted := writeCites, int64(0)
		if kind != graph.Cites {
			text = writeTermEdges[kind]
		}
		rows := w.rowsOf(func(key string) any {
			i := w.change.Incidents[key]
			if i == nil || len(i.EdgesOf(kind)) == 0 || !w.rewrites(key, kind) {
				return nil
			}
			var edges []any
			for _, e := range i.EdgesOf(kind) {
				edges = append(edges, map[string]any{"to": e.To, "evidence": e.Evidence.String(), "assertedBy": e.AssertedBy})
			}
			wanted += int64(len(edges))
			return map[string]any{"from": key, "newest": rankOf(i), "edges": edges}
		})
		if len(rows) == 0 {
			continue
		}
		records, err := w.run(text, map[string]any{"rows": rows})
		if err != nil {
			return err
		}
		if written, _ := records[0].Values[0].(int64); written != wanted {
			return w.wrongEdge(kind, edgeWithoutEnd[kind], rows)
		}
	}
	return nil
}

// assertEdges writes who asserts edges that stay.
var assertEdges = perKind(leaving, `
UNWIND $rows AS row
MATCH (:Incident {folded: row.from})-[r:<edge>]->(t)
WITH r, row.by[coalesce(r.slug, t.folded)] AS by
WHERE by IS NOT NULL
SET r.assertedBy = by
RETURN count(*)`)

func (w *writer) assertEdges() error {
	for _, kind := range leaving {
		wanted := int64(0)
		rows := w.rowsOf(func(key string) any {
			if w.rewrites(key, kind) {
				return nil
			}
			by := map[string]any{}
			before := w.before[key].EdgesOf(kind)
			for n, e := range w.change.Incidents[key].EdgesOf(kind) {
				if !slices.Equal(before[n].AssertedBy, e.AssertedBy) {
					by[e.To] = e.AssertedBy
				}
			}
			if len(by) == 0 {
				return nil
			}
			wanted += int64(len(by))
			return map[string]any{"from": key, "by": by}
		})
		if len(rows) == 0 {
			continue
		}
		records, err := w.run(assertEdges[kind], map[string]any{"rows": rows})
		if err != nil {
			return err
		}
		if written, _ := records[0].Values[0].(int64); written != wanted {
			return w.wrongEdge(kind, edgeNotOnce[kind], rows)
		}
	}
	return nil
}

// Which edge is not as it should be, the first by its incident's key and the name of its
// end, and how many there are of it.
var (
	edgeWithoutEnd = perKind(leaving, `
UNWIND $rows AS row
MATCH (i:Incident {folded: row.from})
UNWIND row.edges AS edge
WITH i.key AS from, edge.to AS to, 0 AS times
WHERE NOT EXISTS { (t:<label>) WHERE coalesce(t.slug, t.folded) = to }
RETURN from, to, times ORDER BY from, to LIMIT 1`)

	edgeNotOnce = perKind(leaving, `
UNWIND $rows AS row
MATCH (i:Incident {folded: row.from})
UNWIND keys(row.by) AS to
WITH i.key AS from, to, COUNT { (i)-[r:<edge>]->(t) WHERE coalesce(r.slug, t.folded) = to } AS times
WHERE times <> 1
RETURN from, to, times ORDER BY from, to LIMIT 1`)
)

// wrongEdge tells which edge of a kind somebody's hand has put wrong.
func (w *writer) wrongEdge(kind graph.EdgeKind, which string, rows []any) error {
	records, err := w.run(which, map[string]any{"rows": rows})
	if err != nil {
		return err
	}
	if len(records) == 0 {
		return corrupt("edges %s are not as they were written: %s", kind, anew)
	}
	from, _ := records[0].Values[0].(string)
	to, _ := records[0].Values[1].(string)
	if times, _ := records[0].Values[2].(int64); times > 1 {
		return corrupt("%d edges %s lead from %s to %s, and one is to: %s", times, kind, from, graph.NewID(kind.To(), to), anew)
	}
	return corrupt("the edge %s from %s to %s, or the node to which it leads, was removed: %s", kind, from, graph.NewID(kind.To(), to), anew)
}
