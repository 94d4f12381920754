package neo4jstore

import (
	"context"

	"github.com/incidentgraph/incidentgraph/graph"
)

const graphVersion = `
  MATCH (m:IncidentGraph {id: 'graph'})
  RETURN collect([m.version]) AS rows`

var readVersion = watched(graphVersion)

// Version implements graph.Store.
func (s *Store) Version(ctx context.Context) (int64, error) {
	rows, err := s.ask(ctx, readVersion, nil)
	if err != nil {
		return 0, err
	}
	if len(rows) != 1 {
		return 0, errNoGraph
	}
	version, _ := rows[0][0].(int64)
	return version, nil
}

// graphStats counts the graph: what is counted, of which kind and grade of evidence, how
// many. Of fields it counts the incidents that tell the same of all of them.
var graphStats = watched(`
  CALL () {
    MATCH (m:IncidentGraph {id: 'graph'}) RETURN 'version' AS what, '' AS kind, '' AS evidence, m.version AS n
  UNION ALL
    MATCH (i:Incident) RETURN 'incidents' AS what, '' AS kind, '' AS evidence, count(i) AS n
  UNION ALL
    MATCH (i:Incident) WHERE i.isStub RETURN 'stubs' AS what, '' AS kind, '' AS evidence, count(i) AS n
  UNION ALL
    MATCH (i:Incident) WHERE i.isProvisional RETURN 'provisional' AS what, '' AS kind, '' AS evidence, count(i) AS n
  UNION ALL
    ` + unionOf(`MATCH (t:<label>) RETURN 'terms' AS what, '<label>' AS kind, '' AS evidence, count(t) AS n
  UNION ALL
    MATCH ()-[r:<type>]->() RETURN 'edges' AS what, '<type>' AS kind, r.evidence AS evidence, count(r) AS n`) + `
  UNION ALL
    MATCH ()-[r:CITES]->() RETURN 'edges' AS what, 'CITES' AS kind, r.evidence AS evidence, count(r) AS n
  UNION ALL
    MATCH (i:Incident) WHERE NOT i.isStub
    RETURN 'fields' AS what, [i.known, i.lost, i.noneGiven] AS kind, '' AS evidence, count(*) AS n
  }
  RETURN collect([what, kind, evidence, n]) AS rows`)

// Stats implements graph.Store. It reads every edge once, for its evidence, and every
// incident, for its fields.
func (s *Store) Stats(ctx context.Context) (graph.Stats, error) {
	rows, err := s.ask(ctx, graphStats, nil)
	if err != nil {
		return graph.Stats{}, err
	}
	stats := graph.Stats{Terms: map[graph.NodeKind]int{}, Edges: map[graph.EdgeEvidence]int{}, Fields: map[graph.Field]graph.FieldCount{}}
	for _, field := range graph.Fields() {
		stats.Fields[field] = graph.FieldCount{}
	}
	for _, row := range rows {
		what, _ := row[0].(string)
		name, _ := row[1].(string)
		evidence, _ := row[2].(string)
		n, _ := row[3].(int64)
		switch what {
		case "version":
			stats.Version = n
		case "incidents":
			stats.Incidents = int(n)
		case "stubs":
			stats.Stubs = int(n)
		case "provisional":
			stats.Provisional = int(n)
		case "terms":
			for _, kind := range graph.TermKinds() {
				if kind.String() == name && n > 0 {
					stats.Terms[kind] = int(n)
				}
			}
		case "edges":
			for _, kind := range graph.EdgeKinds() {
				if kind.String() == name {
					stats.Edges[graph.EdgeEvidence{Kind: kind, Evidence: readEvidence(evidence)}] = int(n)
				}
			}
		case "fields":
			lists, _ := row[1].([]any)
			countFields(stats.Fields, lists, int(n))
		}
	}
	return stats, nil
}

// countFields counts n incidents that know the same fields, lost the same and have none of
// the same.
func countFields(counts map[graph.Field]graph.FieldCount, lists []any, n int) {
	i := graph.Incident{Known: setOfFields(fieldNames(lists[0])), Lost: fieldNames(lists[1]), NoneGiven: fieldNames(lists[2])}
	for field, c := range counts {
		switch i.State(field) {
		case graph.Known, graph.PartlyKnown:
			c.Known += n
		case graph.Lost:
			c.Lost += n
		case graph.None:
			c.NoneGiven += n
		default:
			c.Unknown += n
		}
		counts[field] = c
	}
}

func fieldNames(v any) []graph.Field {
	var out []graph.Field
	for _, name := range texts(v) {
		out = append(out, graph.Field(name))
	}
	return out
}
