package neo4jstore

import (
	"context"
	"encoding/json"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/incidentgraph/incidentgraph/graph"
)

// stored is the stored graph as graph.Plan reads it, within the transaction that will
// write the change. Its errors are the driver's, so that the transaction is tried again
// where that may help.
type stored struct {
	tx         neo4j.ManagedTransaction
	vocabulary *graph.Vocabulary
	version    int64
}

const (
	storedCases = `
UNWIND range(0, size($keys) - 1) AS n
MATCH (c:Case {folded: $keys[n]})
RETURN n, c.record`

	storedHeirs = `
UNWIND range(0, size($keys) - 1) AS n
MATCH (:ProvisionalKey {key: $keys[n]})<-[:REPLACES]-(c:Case)
RETURN n, c.key`

	storedCiting = `
UNWIND range(0, size($keys) - 1) AS n
MATCH (:Incident {folded: $keys[n]})<-[:CITES]-(i:Incident)
RETURN n, i.key`

	storedMentioning = `
MATCH (c:Case) WHERE any(term IN c.mentions WHERE term IN $terms)
RETURN c.key`

	storedSpellings = `
UNWIND range(0, size($terms) - 1) AS n
MATCH (t:Term {id: $terms[n]}) WHERE t.spellings IS NOT NULL
RETURN n, t.spellings`
)

// Version implements graph.Stored.
func (s *stored) Version(context.Context) (int64, error) { return s.version, nil }

// Vocabulary implements graph.Stored.
func (s *stored) Vocabulary(context.Context) (*graph.Vocabulary, error) { return s.vocabulary, nil }

// StoredCases implements graph.Stored.
func (s *stored) StoredCases(ctx context.Context, keys []string) ([]*graph.Case, error) {
	out := make([]*graph.Case, len(keys))
	err := s.each(ctx, storedCases, "keys", keys, func(n int, record string) error {
		c, err := caseOf(keys[n], record)
		out[n] = c
		return err
	})
	return out, err
}

// Heirs implements graph.Stored.
func (s *stored) Heirs(ctx context.Context, keys []string) ([][]string, error) {
	return s.lists(ctx, storedHeirs, keys)
}

// Citing implements graph.Stored.
func (s *stored) Citing(ctx context.Context, keys []string) ([][]string, error) {
	return s.lists(ctx, storedCiting, keys)
}

// Mentioning implements graph.Stored. It reads every case: terms change their names
// seldom, and an edge for each mention would burden every load.
func (s *stored) Mentioning(ctx context.Context, terms []graph.TermRef) ([]string, error) {
	records, err := run(ctx, s.tx, storedMentioning, map[string]any{"terms": termIDs(terms)})
	var keys []string
	for _, record := range records {
		key, _ := record.Values[0].(string)
		keys = append(keys, key)
	}
	return keys, err
}

// Spellings implements graph.Stored.
func (s *stored) Spellings(ctx context.Context, terms []graph.TermRef) ([]graph.Spellings, error) {
	out := make([]graph.Spellings, len(terms))
	err := s.each(ctx, storedSpellings, "terms", termIDs(terms), func(n int, spellings string) error {
		if err := json.Unmarshal([]byte(spellings), &out[n]); err != nil {
			return corrupt("the spellings of %s cannot be read: %s", terms[n].ID(), anew)
		}
		return nil
	})
	return out, err
}

func (s *stored) lists(ctx context.Context, text string, keys []string) ([][]string, error) {
	out := make([][]string, len(keys))
	err := s.each(ctx, text, "keys", keys, func(n int, key string) error {
		out[n] = append(out[n], key)
		return nil
	})
	return out, err
}

// each runs a query whose rows are a place in the list asked about and a text.
func (s *stored) each(ctx context.Context, text, parameter string, asked []string, take func(n int, value string) error) error {
	records, err := run(ctx, s.tx, keepPlan+text, map[string]any{parameter: asked})
	if err != nil {
		return err
	}
	for _, record := range records {
		n, _ := record.Values[0].(int64)
		value, _ := record.Values[1].(string)
		if err := take(int(n), value); err != nil {
			return err
		}
	}
	return nil
}

func termIDs(terms []graph.TermRef) []string {
	ids := make([]string, len(terms))
	for i, ref := range terms {
		ids[i] = string(ref.ID())
	}
	return ids
}
