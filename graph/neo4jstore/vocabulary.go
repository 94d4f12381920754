package neo4jstore

import (
	"context"
	"sync"
	"time"

	"github.com/incidentgraph/incidentgraph/graph"
)

// vocabularyCache keeps the vocabulary and the version of it that the database named
// last. Every read names it, so that the cache costs no questions of its own while the
// store is in use.
type vocabularyCache struct {
	mu         sync.Mutex
	vocabulary *graph.Vocabulary // nil: none yet
	version    int64             // of vocabulary
	checked    time.Time         // when the database last named this version
}

// seen notes the version that the database names.
func (c *vocabularyCache) seen(version int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if version == c.version {
		c.checked = time.Now()
	} else {
		c.checked = time.Time{}
	}
}

// keep keeps a vocabulary.
func (c *vocabularyCache) keep(v *graph.Vocabulary, version int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.vocabulary, c.version, c.checked = v, version, time.Now()
}

// get gives what is kept, and when it was last known to be current.
func (c *vocabularyCache) get() (v *graph.Vocabulary, version int64, checked time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.vocabulary, c.version, c.checked
}

// holds reports whether a vocabulary is, as far as is known, the current one.
func (c *vocabularyCache) holds(v *graph.Vocabulary) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.vocabulary == v && !c.checked.IsZero()
}

const controlledTermsBody = `
MATCH (m:IncidentGraph {id: 'graph'})
CALL (m) {
  WITH m WHERE m.vocabulary <> $known
  MATCH (t:Term) WHERE t.controlled
  RETURN collect([t.id, t {.nameEn, .nameKo, .aliases, .definitionEn, .definitionKo, .broader, .formerly, .controlled}]) AS terms
}
RETURN collect([m.vocabulary, terms]) AS rows`

// controlledTerms gives the vocabulary, if it is of another version than the one known.
var controlledTerms = watched(controlledTermsBody)

// Vocabulary implements graph.Store. Where another process changed it, the answer may be
// as old as Config.VocabularyAge.
func (s *Store) Vocabulary(ctx context.Context) (*graph.Vocabulary, error) {
	if ctx.Err() != nil {
		return nil, translate(ctx, ctx.Err())
	}
	kept, version, checked := s.vocabulary.get()
	if kept != nil && time.Since(checked) < s.config.VocabularyAge {
		return kept, nil
	}
	if kept == nil {
		version = -1
	}
	rows, err := s.ask(ctx, controlledTerms, map[string]any{"known": version})
	if err != nil {
		return nil, err
	}
	current, vocabulary, err := readVocabulary(rows)
	if err != nil {
		return nil, err
	}
	if kept != nil && current == version {
		return kept, nil
	}
	s.vocabulary.keep(vocabulary, current)
	return vocabulary, nil
}

// readVocabulary reads the answer to controlledTerms. Where the version is the one known,
// the vocabulary is empty.
func readVocabulary(answer [][]any) (version int64, vocabulary *graph.Vocabulary, err error) {
	if len(answer) != 1 || len(answer[0]) != 2 {
		return 0, nil, corrupt("the stored vocabulary cannot be read")
	}
	version, _ = answer[0][0].(int64)
	rows, _ := answer[0][1].([]any)
	terms := make([]graph.Term, len(rows))
	for i, r := range rows {
		t, err := readTerm(r)
		if err != nil {
			return 0, nil, err
		}
		terms[i] = t.Term
	}
	if vocabulary, err = graph.NewVocabulary(terms); err != nil {
		return 0, nil, corrupt("the stored vocabulary contradicts itself: %w; put those Term nodes right, or restore the database", err)
	}
	return version, vocabulary, nil
}

// readTerm reads a term, given as its id and its properties.
func readTerm(v any) (graph.TermNode, error) {
	row, _ := v.([]any)
	if len(row) < 2 {
		return graph.TermNode{}, corrupt("a stored term cannot be read")
	}
	ref, err := readTermID(row[0])
	properties, _ := row[1].(map[string]any)
	return termOf(ref, properties), err
}

// readTermID reads the id of a term's node.
func readTermID(v any) (graph.TermRef, error) {
	id, _ := v.(string)
	kind, slug, ok := graph.ID(id).Split()
	if !ok || !kind.IsTerm() {
		return graph.TermRef{}, corrupt("a Term node has the id %q, which is not that of a term: remove it", id)
	}
	return graph.TermRef{Kind: kind, Slug: slug}, nil
}
