package embedded

import (
	"context"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// moment is the graph at one version, with what was looked up in the file for the
// requests at hand.
type moment struct {
	*memory
	texts map[*graph.TextQuery]*textHits // of every query that the requests hold
}

// read gives the memory to read, until done is called.
func (s *Store) read(ctx context.Context) (m *memory, done func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, s.file.explain(reading, err)
	}
	if err := s.broken.Load(); err != nil {
		return nil, nil, *err
	}
	s.mu.RLock()
	return s.mem, s.mu.RUnlock, nil
}

// readBoth runs work on memory and file at one version: while the file is locked for
// reading, nobody changes it. The memory does not change until done is called, which is so
// even where there is an error.
func (s *Store) readBoth(ctx context.Context, work func(*bbolt.Tx, *memory) error) (done func(), err error) {
	done = func() {}
	same := false
	try := func(tx *bbolt.Tx) error {
		now, err := readState(tx)
		if err != nil {
			return err
		}
		m, unlock, err := s.read(ctx)
		if err != nil {
			return err
		}
		if same = now == m.state; !same {
			unlock()
			return nil
		}
		done = unlock
		return work(tx, m)
	}
	if err := s.file.do(ctx, reading, try); err != nil || same {
		return done, err
	}
	// The file went on. It is followed and read in one transaction: another process may
	// write batch after batch.
	if err := s.take(ctx); err != nil {
		return done, err
	}
	defer s.release()
	return done, s.file.do(ctx, reading, func(tx *bbolt.Tx) error {
		next, err := s.behind(tx)
		if err != nil {
			return err
		}
		if err := s.catchUp(next); err != nil {
			return err
		}
		return try(tx) // nobody else changes the memory now
	})
}

// readTexts is read, with what text queries find at the same moment. The text index is in
// the file. Once it was read, the memory alone is kept from changing.
func (s *Store) readTexts(ctx context.Context, texts []*graph.TextQuery) (m *moment, done func(), err error) {
	m = &moment{texts: make(map[*graph.TextQuery]*textHits, len(texts))}
	done, err = s.readBoth(ctx, func(tx *bbolt.Tx, now *memory) (err error) {
		m.memory = now
		for _, q := range texts {
			if m.texts[q], err = m.search(ctx, tx, q); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		done()
		return nil, nil, err
	}
	return m, done, nil
}

// answer answers requests one by one, all at one moment.
func answer[Q, R any](ctx context.Context, s *Store, requests []Q, one func(*moment, Q) (R, error)) ([]R, error) {
	return answerTexts(ctx, s, requests, nil, one)
}

// answerTexts is answer for requests that hold text queries.
func answerTexts[Q, R any](ctx context.Context, s *Store, requests []Q, texts []*graph.TextQuery, one func(*moment, Q) (R, error)) ([]R, error) {
	m := new(moment)
	var done func()
	var err error
	if len(texts) == 0 {
		m.memory, done, err = s.read(ctx)
	} else {
		m, done, err = s.readTexts(ctx, texts)
	}
	if err != nil {
		return nil, err
	}
	defer done()
	results := make([]R, len(requests))
	for i, q := range requests {
		if results[i], err = one(m, q); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, s.file.explain(reading, err)
		}
	}
	return results, nil
}

// textsOf appends the text queries of a list's filter and of the filters that its facets
// have of their own.
func textsOf(texts []*graph.TextQuery, f *graph.Filter, c graph.Counting) []*graph.TextQuery {
	texts = textsIn(texts, f)
	for i := range c.Facets {
		if own := c.Facets[i].Filter; own != nil {
			texts = textsIn(texts, own)
		}
	}
	return texts
}

func textsIn(texts []*graph.TextQuery, f *graph.Filter) []*graph.TextQuery {
	if f.Text != nil {
		texts = append(texts, f.Text)
	}
	for i := range f.And {
		texts = textsIn(texts, &f.And[i])
	}
	if f.Or != nil {
		for i := range *f.Or {
			texts = textsIn(texts, &(*f.Or)[i])
		}
	}
	if f.Not != nil {
		texts = textsIn(texts, f.Not)
	}
	return texts
}
