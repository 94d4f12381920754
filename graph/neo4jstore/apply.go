package neo4jstore

import (
	"context"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/incidentgraph/incidentgraph/graph"
)

const raiseVersion = `
MATCH (m:IncidentGraph {id: 'graph'})
SET m.version = m.version + 1, m.vocabulary = m.vocabulary + $vocabulary
RETURN m.version, m.vocabulary`

// Apply implements graph.Store. All of it is one transaction, which first takes the
// writers' lock: what Plan reads is what the change is written to. A store that is only
// read refuses it (INVALID_ARGUMENT), as does one whose graph another program has brought
// up to a later format.
func (s *Store) Apply(ctx context.Context, batch graph.Batch) (graph.Applied, error) {
	if s.config.ReadOnly {
		return graph.Applied{}, graph.Errorf(graph.CodeInvalid, "the graph was opened to be read only: nothing can be written to it")
	}
	ctx, cancel := bounded(ctx, applyLimit)
	defer cancel()
	var (
		change     *graph.Change
		vocabulary int64 // the version that it makes
		opening    int64 // of the gate; 0: it was not opened
	)
	err := s.write(ctx, func(tx neo4j.ManagedTransaction) (err error) {
		if change, vocabulary, err = s.applyIn(ctx, tx, batch); err != nil || change.IsEmpty() {
			return tooLarge(err)
		}
		opening, err = s.openGate(ctx)
		return tooLarge(err)
	})
	if opening > 0 {
		s.closeGate(ctx, opening, err == nil)
	}
	if err != nil {
		return graph.Applied{}, translate(ctx, lostCommit(err))
	}
	s.vocabulary.seen(vocabulary)
	return change.Applied, nil
}

// applyIn works out and writes a change. vocabulary is the version of the vocabulary
// afterwards.
func (s *Store) applyIn(ctx context.Context, tx neo4j.ManagedTransaction, batch graph.Batch) (change *graph.Change, vocabulary int64, err error) {
	version, vocabulary, err := lock(ctx, tx)
	if err != nil {
		return nil, 0, err
	}
	before, err := s.vocabularyIn(ctx, tx, vocabulary)
	if err != nil {
		return nil, 0, err
	}
	change, err = graph.Plan(ctx, &stored{tx, before, version}, batch)
	if err != nil {
		return nil, 0, err
	}
	if change.Applied.Version = version; change.IsEmpty() {
		return change, vocabulary, nil
	}
	w := writer{ctx: ctx, tx: tx, change: change}
	if err := w.write(); err != nil {
		return nil, 0, err
	}
	raise := min(len(change.Terms)+len(change.Retired), 1)
	change.Applied.Version, vocabulary, err = versions(run(ctx, tx, raiseVersion, map[string]any{"vocabulary": raise}))
	return change, vocabulary, err
}

// versions reads the versions of the graph and of its vocabulary.
func versions(records []*neo4j.Record, err error) (version, vocabulary int64, _ error) {
	if err != nil {
		return 0, 0, err
	}
	if len(records) != 1 {
		return 0, 0, errNoGraph
	}
	version, _ = records[0].Values[0].(int64)
	vocabulary, _ = records[0].Values[1].(int64)
	return version, vocabulary, nil
}

// vocabularyIn gives the vocabulary of a version, as a transaction under the writers'
// lock sees it.
func (s *Store) vocabularyIn(ctx context.Context, tx neo4j.ManagedTransaction, version int64) (*graph.Vocabulary, error) {
	if kept, of, _ := s.vocabulary.get(); kept != nil && of == version {
		return kept, nil
	}
	m := &moment{store: s, tx: tx, opening: -1, locked: true}
	rows, err := m.ask(ctx, controlledTerms, map[string]any{"known": -1})
	if err != nil {
		return nil, err
	}
	_, vocabulary, err := readVocabulary(rows)
	if err == nil {
		s.vocabulary.keep(vocabulary, version)
	}
	return vocabulary, err
}
