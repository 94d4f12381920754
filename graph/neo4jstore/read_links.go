package neo4jstore

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// linksOfIncidents gives the records of incidents, the keys of those that they cite, and
// the citations that reach them.
func linksOfIncidents(heirs bool) string {
	return watched(`
  UNWIND $incidents AS q
  ` + standsFor(heirs) + `
  MATCH (i:Incident {folded: folded})
  RETURN collect([q.n, i.record,
    [(i)-[:CITES]->(cited) | {folded: cited.folded, key: cited.key}],
    [(citing)-[c:CITES]->(i) | {key: citing.key, evidence: c.evidence, assertedBy: c.assertedBy}]]) AS rows`)
}

// Neighbors implements graph.Store.
func (s *Store) Neighbors(ctx context.Context, ids []graph.ID) ([][]graph.Link, error) {
	out := make([][]graph.Link, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	var w wanted
	for n, id := range ids {
		if kind, name, ok := id.Split(); ok && !kind.IsTerm() {
			w.incident(n, graph.FoldKey(name))
		}
	}
	rows, err := s.ask(ctx, linksOfIncidents(w.heirs), w.parameters())
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		n, _ := row[0].(int64)
		if out[n], err = readLinks(ids[n], row); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// readLinks reads a row of linksOfIncidents, of an incident that was asked for by an id.
func readLinks(id graph.ID, row []any) ([]graph.Link, error) {
	_, key, _ := id.Split()
	record, _ := row[1].(string)
	i, err := incidentOf(key, record)
	if err != nil {
		return nil, err
	}
	cited := map[string]graph.ID{} // by folded key
	for _, c := range readMaps(row[2]) {
		folded, _ := c["folded"].(string)
		key, _ := c["key"].(string)
		cited[folded] = graph.NewID(graph.KindIncident, key)
	}
	var links []graph.Link
	for _, e := range i.Edges {
		to := graph.NewID(e.Kind.To(), e.To)
		if e.Kind == graph.Cites {
			to = cited[e.To]
		}
		links = append(links, graph.Link{Kind: e.Kind, From: i.ID(), To: to, Evidence: e.Evidence, AssertedBy: e.AssertedBy})
	}
	for _, c := range readMaps(row[3]) {
		key, _ := c["key"].(string)
		evidence, _ := c["evidence"].(string)
		links = append(links, graph.Link{
			Kind: graph.Cites, From: graph.NewID(graph.KindIncident, key), To: i.ID(),
			Evidence: readEvidence(evidence), AssertedBy: texts(c["assertedBy"]),
		})
	}
	slices.SortFunc(links, func(a, b graph.Link) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), strings.Compare(string(a.From), string(b.From)), strings.Compare(string(a.To), string(b.To)))
	})
	return links, nil
}

// readMaps reads a list of maps.
func readMaps(v any) []map[string]any {
	values, _ := v.([]any)
	out := make([]map[string]any, 0, len(values))
	for _, value := range values {
		m, _ := value.(map[string]any)
		out = append(out, m)
	}
	return out
}
