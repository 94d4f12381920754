package neo4jstore

import (
	"context"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/incidentgraph/incidentgraph/graph"
)

// A graph of format 1 has none of the properties that incidents are searched, counted and
// sorted by. They follow from the records that it keeps, so that it is brought up to date
// where it is: first its format is raised, which keeps older programs from opening it,
// then its nodes are written anew, some hundred at a time. If that is broken off, it is
// begun again at the next start.

const (
	beginUpgrade = `
MATCH (m:IncidentGraph {id: 'graph'}) WHERE m.format < $format
SET m.format = $format, m.upgrading = true`

	endUpgrade = `
MATCH (m:IncidentGraph {id: 'graph'})
REMOVE m.upgrading`

	incidentsAfter = `
MATCH (i:Incident) USING INDEX SEEK i:Incident(folded) WHERE i.folded > $after
WITH i ORDER BY i.folded LIMIT $limit
OPTIONAL MATCH (c:Case {folded: i.folded})
RETURN i.folded, i.record, c.record`

	termsAfter = `
MATCH (t:Term) USING INDEX SEEK t:Term(order) WHERE t.order > $after
RETURN t.order, t.id, t {.nameEn, .nameKo} ORDER BY t.order LIMIT $limit`

	writeNameWords = `
UNWIND $rows AS row
MATCH (t:Term {id: row.id})
SET t.` + nameWords + ` = row.words`
)

// upgradeSize is how many nodes are written anew in one transaction.
const upgradeSize = 500

// upgrade brings the graph up to the format of this program, unless it is.
func (s *Store) upgrade(ctx context.Context) error {
	found, upgrading, err := s.storedFormat(ctx)
	if err != nil || found == format && !upgrading {
		return err
	}
	s.config.Logger.InfoContext(ctx, "the graph in Neo4j is being brought up to date")
	if _, err := s.look(ctx, beginUpgrade, map[string]any{"format": format}); err != nil {
		return err
	}
	if err := s.rewrite(ctx, incidentsAfter, writeIncidents, upgradedIncident); err != nil {
		return err
	}
	if err := s.rewrite(ctx, termsAfter, writeNameWords, upgradedTerm); err != nil {
		return err
	}
	_, err = s.look(ctx, endUpgrade, nil)
	return err
}

// rewrite reads nodes in an order of which the first column tells the place, and writes
// what of makes of them.
func (s *Store) rewrite(ctx context.Context, read, write string, of func(columns []any) (map[string]any, error)) error {
	for after, more := "", true; more; {
		var last string
		err := s.inLine(ctx, func(ctx context.Context, tx neo4j.ManagedTransaction) error {
			records, err := run(ctx, tx, read, map[string]any{"after": after, "limit": upgradeSize})
			if err != nil {
				return err
			}
			rows := make([]any, len(records))
			for i, record := range records {
				last, _ = record.Values[0].(string)
				if rows[i], err = of(record.Values); err != nil {
					return err
				}
			}
			more = len(rows) == upgradeSize
			_, err = run(ctx, tx, write, map[string]any{"rows": rows})
			return err
		})
		if err != nil {
			return err
		}
		after = last
	}
	return nil
}

// inLine runs work in a transaction that holds the writers' lock.
func (s *Store) inLine(ctx context.Context, work func(context.Context, neo4j.ManagedTransaction) error) error {
	ctx, cancel := bounded(ctx, applyLimit)
	defer cancel()
	return translate(ctx, s.write(ctx, func(tx neo4j.ManagedTransaction) error {
		if _, _, err := lock(ctx, tx); err != nil {
			return err
		}
		return work(ctx, tx)
	}))
}

// upgradedIncident gives the properties of an incident, from its record and its case's.
func upgradedIncident(columns []any) (map[string]any, error) {
	folded, _ := columns[0].(string)
	record, _ := columns[1].(string)
	i, err := incidentOf(folded, record)
	if err != nil {
		return nil, err
	}
	var c *graph.Case
	if written, isThere := columns[2].(string); isThere && !i.Stub {
		if c, err = caseOf(folded, written); err != nil {
			return nil, err
		}
		i.Known = c.KnownFields()
		if record, err = encodeIncident(i); err != nil {
			return nil, err
		}
	}
	return incidentProperties(folded, record, i, c), nil
}

// upgradedTerm gives the words of a term's names.
func upgradedTerm(columns []any) (map[string]any, error) {
	names, _ := columns[2].(map[string]any)
	t := termOf(graph.TermRef{}, names)
	return map[string]any{"id": columns[1], "words": wordsOfTerm(t.Term)}, nil
}
