package neo4jstore

import (
	"context"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Paths implements graph.Store.
func (s *Store) Paths(ctx context.Context, requests []graph.PathRequest) (out []graph.PathResult, err error) {
	err = s.atOneMoment(ctx, func(ctx context.Context, m *moment) error {
		out, err = graph.FindPaths(ctx, surroundings{m}, requests)
		return err
	})
	return out, err
}

// Subgraph implements graph.Store.
func (s *Store) Subgraph(ctx context.Context, requests []graph.SubgraphRequest) (out []graph.SubgraphResult, err error) {
	err = s.atOneMoment(ctx, func(ctx context.Context, m *moment) error {
		out, err = graph.FindSubgraph(ctx, surroundings{m}, requests)
		return err
	})
	return out, err
}

// surroundings is the graph as a walk reads it, at one moment.
type surroundings struct{ moment *moment }

// Nodes implements graph.Surroundings.
func (s surroundings) Nodes(ctx context.Context, ids []graph.ID) ([]*graph.Node, error) {
	return nodesBy(ctx, s.moment.ask, ids)
}

// adjacent gives the nodes that are one step away from incidents and from terms, in order
// of evidence, then id. The ids of terms sort by hex digits here, those of one kind among
// themselves.
var adjacent = watched(`
  CALL () {
    UNWIND $incidents AS q
    MATCH (a:Incident {folded: q.key})
    CALL (q, a) {
      CALL (q, a) {
        MATCH (a)-[r:` + anyTermEdge + `|CITES]-(to) WHERE type(r) IN q.via
        RETURN to, $kinds[type(r)] AS kind, ` + grade("r") + ` AS grade
      UNION ALL
        UNWIND q.paired AS pair
        UNWIND coalesce(a[pair.list], []) AS other
        MATCH (to:Incident {folded: other})
        RETURN to, pair.kind AS kind, 0 AS grade
      }
      WITH q, to, min(kind) AS kind, min(grade) AS grade
      WITH to, kind, CASE WHEN grade < q.best THEN q.best ELSE grade END AS grade
      ORDER BY grade, CASE WHEN to:Term THEN split(to.id, ':')[0] + ':' + substring(to.order, 1) ELSE to.id END
      RETURN collect([to.id, kind, grade, ` + incidentsOf("to") + `]) AS steps
    }
    RETURN q.n AS n, size(steps) AS total, steps[0..q.size] AS found
  UNION ALL
    UNWIND $terms AS q
    MATCH (t:Term {id: q.id})
    CALL (q, t) {
      UNWIND CASE WHEN q.size > 0 THEN [t] ELSE [] END AS of
      MATCH (of)<-[r:` + anyTermEdge + `]-(to)
      WITH q, to, ` + grade("r") + ` AS grade
      WITH q, to, CASE WHEN grade < q.best THEN q.best ELSE grade END AS grade
      ORDER BY grade, to.key LIMIT $limit
      RETURN collect([to.id, q.kind, grade, 0]) AS steps
    }
    RETURN q.n AS n, ` + incidentsOf("t") + ` AS total, steps[0..q.size] AS found
  }
  RETURN collect([n, total, found]) AS rows`)

// grade gives the Cypher for the evidence of a relationship as graph counts it.
func grade(r string) string {
	return `CASE ` + r + `.evidence WHEN 'STATED' THEN 0 WHEN 'DERIVED' THEN 1 ELSE 2 END`
}

// Adjacent implements graph.Surroundings.
func (s surroundings) Adjacent(ctx context.Context, requests []graph.AdjacentRequest) ([]graph.AdjacentResult, error) {
	kinds := map[string]any{}
	for _, kind := range graph.EdgeKinds() {
		kinds[kind.String()] = int(kind)
	}
	incidents, terms, limit := []any{}, []any{}, 1
	for n, r := range requests {
		limit = max(limit, r.Size)
		kind, name, ok := r.ID.Split()
		row := map[string]any{"n": n, "size": r.Size, "best": int(r.AtBest)}
		switch {
		case !ok:
		case !kind.IsTerm():
			row["key"] = graph.FoldKey(name)
			row["via"], row["paired"] = viaOf(r.Via)
			incidents = append(incidents, row)
		default:
			row["id"], row["kind"] = string(r.ID), int(graph.EdgeTo(kind))
			if slices.Contains(r.Via, graph.EdgeTo(kind)) {
				terms = append(terms, row)
			}
		}
	}
	rows, err := s.moment.ask(ctx, adjacent, map[string]any{"incidents": incidents, "terms": terms, "kinds": kinds, "limit": limit})
	if err != nil {
		return nil, err
	}
	out := make([]graph.AdjacentResult, len(requests))
	for _, row := range rows {
		n, _ := row[0].(int64)
		total, _ := row[1].(int64)
		out[n].Total = int(total)
		for _, columns := range readRows(row[2]) {
			out[n].Steps = append(out[n].Steps, readStep(columns))
		}
	}
	return out, nil
}

// viaOf parts kinds of links into types of relationships and lists of stated pairs.
func viaOf(via []graph.EdgeKind) (types []string, pairs []any) {
	types, pairs = []string{}, []any{}
	for _, kind := range via {
		if kind.IsPair() {
			pairs = append(pairs, map[string]any{"list": paired[kind], "kind": int(kind)})
		} else {
			types = append(types, kind.String())
		}
	}
	return types, pairs
}

func readStep(columns []any) graph.Step {
	id, _ := columns[0].(string)
	kind, _ := columns[1].(int64)
	evidence, _ := columns[2].(int64)
	incidents, _ := columns[3].(int64)
	return graph.Step{To: graph.ID(id), Kind: graph.EdgeKind(kind), Evidence: graph.Evidence(evidence), Incidents: int(incidents)}
}
