package neo4jstore

import (
	"context"

	"github.com/incidentgraph/incidentgraph/graph"
)

// casesByKey gives the keys and records of cases.
func casesByKey(heirs bool) string {
	return watched(`
  UNWIND $incidents AS q
  ` + standsFor(heirs) + `
  MATCH (c:Case {folded: folded})
  RETURN collect([q.n, c.key, c.record]) AS rows`)
}

// Cases implements graph.Store.
func (s *Store) Cases(ctx context.Context, keys []string) ([]*graph.Case, error) {
	out := make([]*graph.Case, len(keys))
	if len(keys) == 0 {
		return out, nil
	}
	var w wanted
	for n, key := range keys {
		w.incident(n, graph.FoldKey(key))
	}
	rows, err := s.ask(ctx, casesByKey(w.heirs), w.parameters())
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		n, _ := row[0].(int64)
		key, _ := row[1].(string)
		record, _ := row[2].(string)
		if out[n], err = caseOf(key, record); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// casesAfter gives the cases that follow a key, in order of key.
var casesAfter = watched(`
  CALL () {
    MATCH (c:Case) USING INDEX SEEK c:Case(key) WHERE c.key > $after
    RETURN c ORDER BY c.key LIMIT $limit
  }
  RETURN collect([c.key, c.record]) AS rows`)

// scanSize is how many cases Scan holds at a time.
const scanSize = 500

// Scan implements graph.Store. It reads some hundred cases at a time, each such part of
// one moment.
func (s *Store) Scan(ctx context.Context, each func(*graph.Case) error) error {
	after := ""
	for {
		rows, err := s.ask(ctx, casesAfter, map[string]any{"after": after, "limit": scanSize})
		if err != nil {
			return err
		}
		for _, row := range rows {
			after, _ = row[0].(string)
			record, _ := row[1].(string)
			c, err := caseOf(after, record)
			if err != nil {
				return err
			}
			if err := each(c); err != nil {
				return err
			}
		}
		if len(rows) < scanSize {
			return nil
		}
	}
}
