package neo4jstore

import (
	"context"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// similarTo gives the incidents that are most like others. The weight of a term counts the
// powers of two that graph.Weight counts.
func similarTo(heirs bool) string {
	var met, own, shared []string
	for _, kind := range graph.SimilarKinds() {
		own = append(own, writeCypher(kind, `
      MATCH (a)-[:<type>]->(t) RETURN t, COUNT { (t)<-[:<type>]-() } AS having`))
		met = append(met, writeCypher(kind, `
      UNWIND own AS term
      WITH a, term.t AS t, term.weight AS weight
      MATCH (t)<-[:<type>]-(i) WHERE i <> a
      RETURN i, weight`))
		shared = append(shared, writeCypher(kind, `[slug IN a.<list> WHERE slug IN i.<list>]`))
	}
	union := func(parts []string) string {
		return strings.Join(parts, `
    UNION ALL`)
	}
	return watched(`
  WITH COUNT { (:Incident) } AS incidents
  UNWIND $incidents AS q
  ` + standsFor(heirs, "incidents") + `
  MATCH (a:Incident {folded: folded})
  CALL (incidents, a) {
    CALL (a) {` + union(own) + `
    }
    RETURN collect({t: t, weight: size([power IN $powers WHERE power * having <= incidents])}) AS own
  }
  CALL (a, own) {
    CALL (a, own) {` + union(met) + `
    }
    WITH i, sum(weight) AS shared, reduce(sum = 0, term IN own | sum + term.weight) AS all
    WITH i, 1000 * shared / all AS score
    ORDER BY score DESC, i.newest LIMIT $limit
    RETURN collect([i.key, score, [` + strings.Join(shared, ", ") + `]]) AS rows
  }
  RETURN collect([q.n, rows]) AS rows`)
}

// powersOfTwo are more than there can be incidents.
var powersOfTwo = func() []int64 {
	var powers []int64
	for p := int64(1); p < 1<<40; p *= 2 {
		powers = append(powers, p)
	}
	return powers
}()

// Similar implements graph.Store. It looks at every incident of every term that the one
// asked about has.
func (s *Store) Similar(ctx context.Context, requests []graph.SimilarRequest) ([][]graph.SimilarRow, error) {
	out := make([][]graph.SimilarRow, len(requests))
	if len(requests) == 0 {
		return out, nil
	}
	var w wanted
	limit := 0
	for n, r := range requests {
		w.incident(n, graph.FoldKey(r.Key))
		limit = max(limit, r.Size)
	}
	parameters := w.parameters()
	parameters["powers"], parameters["limit"] = powersOfTwo, limit
	rows, err := s.ask(ctx, similarTo(w.heirs), parameters)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		n, _ := row[0].(int64)
		found := readRows(row[1])
		for _, columns := range found[:min(len(found), requests[n].Size)] {
			out[n] = append(out[n], readSimilar(columns))
		}
	}
	return out, nil
}

func readSimilar(columns []any) graph.SimilarRow {
	var row graph.SimilarRow
	row.Key, _ = columns[0].(string)
	score, _ := columns[1].(int64)
	row.Score = int(score)
	shared, _ := columns[2].([]any)
	for i, kind := range graph.SimilarKinds() {
		for _, slug := range texts(shared[i]) {
			row.Shared = append(row.Shared, graph.TermRef{Kind: kind.To(), Slug: slug})
		}
	}
	return row
}
