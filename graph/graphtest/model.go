package graphtest

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Model is the naive store: a map of cases as they are written. It answers every
// question from the graph that graph.Build makes of them there and then, so nothing
// that it gives is shared with anybody. It is a graph.Store for comparing with and for
// trying things out on a few hundred cases; for more it is far too slow.
type Model struct {
	answering
	writing sync.Mutex        // held by Apply
	mu      sync.Mutex        // guards what follows
	cases   map[string][]byte // as EncodeCase writes them, by folded key
	voc     *graph.Vocabulary
	version int64
}

// NewModel gives a model that holds nothing.
func NewModel() *Model {
	voc, err := graph.NewVocabulary(nil)
	if err != nil {
		panic(err) // no terms cannot contradict one another
	}
	m := &Model{cases: map[string][]byte{}, voc: voc}
	m.answering = m.read
	return m
}

// read reads the model at one moment.
func (m *Model) read() (*answers, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	cases := map[string]*graph.Case{}
	for key, body := range m.cases {
		c, err := graph.DecodeCase(body)
		if err != nil {
			return nil, err
		}
		cases[key] = c
	}
	return newAnswers(cases, m.voc, m.version), nil
}

// Apply changes the cases one after the other on a copy, which then takes the place of
// what was there.
func (m *Model) Apply(ctx context.Context, batch graph.Batch) (graph.Applied, error) {
	m.writing.Lock()
	defer m.writing.Unlock()
	before, err := m.at(ctx)
	if err != nil {
		return graph.Applied{}, err
	}
	if len(batch.Cases)+len(batch.Delete) > graph.MaxBatch {
		return graph.Applied{}, graph.Errorf(graph.CodeInvalid, "a batch may hold %d cases at most", graph.MaxBatch)
	}
	if batch.OnlyNew && m.version > 0 {
		return graph.Applied{Version: m.version}, nil
	}
	voc, err := before.graph.Vocabulary.With(batch.Terms)
	if err != nil {
		return graph.Applied{}, err
	}
	cases := maps.Clone(m.cases)
	var applied graph.Applied
	put := map[string][]byte{}
	for _, c := range batch.Cases {
		if c.ID == "" {
			keyed := *c
			if keyed.ID, err = graph.ProvisionalKey(c, voc); err != nil {
				return graph.Applied{}, err
			}
			c = &keyed
		}
		body, err := graph.EncodeCase(c)
		if err != nil {
			return graph.Applied{}, err
		}
		key := graph.FoldKey(c.ID)
		if twin, twice := put[key]; twice {
			if !bytes.Equal(twin, body) {
				return graph.Applied{}, graph.Errorf(graph.CodeConflict, "two different cases have the key %s", c.ID)
			}
			continue
		}
		put[key] = body
		stored := before.cases[key]
		switch {
		case stored == nil:
			applied.Added = append(applied.Added, c.ID)
		case stored.ID != c.ID:
			applied.Rejected = append(applied.Rejected, graph.Rejection{Key: c.ID, Reason: "the graph holds " + stored.ID})
			continue
		case bytes.Equal(m.cases[key], body):
			applied.Unchanged = append(applied.Unchanged, c.ID)
			continue
		case older(c, stored):
			applied.Older = append(applied.Older, c.ID)
			continue
		default:
			applied.Replaced = append(applied.Replaced, c.ID)
		}
		cases[key] = body
	}
	gone := map[string]bool{}
	for _, id := range batch.Delete {
		key := graph.FoldKey(id)
		if put[key] != nil {
			return graph.Applied{}, graph.Errorf(graph.CodeConflict, "%s is put and deleted at once", id)
		}
		if gone[key] {
			continue
		}
		gone[key] = true
		if stored := before.cases[key]; stored != nil {
			applied.Deleted = append(applied.Deleted, stored.ID)
			delete(cases, key)
		} else {
			applied.Missing = append(applied.Missing, id)
		}
	}

	changed := len(applied.Added)+len(applied.Replaced)+len(applied.Deleted) > 0 || !voc.Equal(before.graph.Vocabulary)
	m.mu.Lock()
	m.cases, m.voc = cases, voc
	if changed {
		m.version++
	}
	applied.Version = m.version
	m.mu.Unlock()
	after, err := m.at(ctx)
	if err != nil {
		return graph.Applied{}, err
	}
	applied.Warnings = newWarnings(before.graph, after.graph)
	return applied, nil
}

// older reports whether a case is an older version than the stored one: both tell when
// they were updated, and it is earlier.
func older(c, stored *graph.Case) bool {
	mine, errMine := graph.Instant(c.UpdatedAt)
	yours, errYours := graph.Instant(stored.UpdatedAt)
	return errMine == nil && errYours == nil && mine.Before(yours)
}

// newWarnings gives the contradictions that were not there before.
func newWarnings(before, after *graph.Graph) []graph.Warning {
	var out []graph.Warning
	for _, w := range after.Warnings {
		if !slices.Contains(before.Warnings, w) {
			out = append(out, w)
		}
	}
	return out
}

// Close is as graph.Store has it: nothing is held.
func (m *Model) Close() error { return nil }

var _ graph.Store = (*Model)(nil)
