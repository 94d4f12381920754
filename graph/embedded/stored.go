package embedded

import (
	"context"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// stored is the graph as graph.Plan reads it: the memory, which is at the version of the
// transaction, and the file for what is not in memory.
type stored struct {
	tx *bbolt.Tx
	m  *memory
}

var _ graph.Stored = (*stored)(nil)

func (s *stored) Version(context.Context) (int64, error) { return s.m.version, nil }

func (s *stored) Vocabulary(context.Context) (*graph.Vocabulary, error) { return s.m.vocabulary, nil }

func (s *stored) StoredCases(ctx context.Context, keys []string) ([]*graph.Case, error) {
	type sealedCase struct {
		at     int // in keys
		place  uint32
		sealed []byte
	}
	var found []sealedCase
	err := guard(func() error {
		cases := s.tx.Bucket(bucketCases)
		for i, key := range keys {
			if n, ok := s.m.storedCase(key); ok {
				place := s.m.placeOf(n)
				found = append(found, sealedCase{i, place, cases.Get(numberKey(place))})
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	out := make([]*graph.Case, len(keys))
	return out, inParallel(found, func() func(int, sealedCase) error {
		return func(_ int, c sealedCase) (err error) {
			out[c.at], err = unpackCase(c.place, c.sealed)
			return err
		}
	})
}

func (s *stored) Heirs(_ context.Context, keys []string) ([][]string, error) {
	out := make([][]string, len(keys))
	for i, key := range keys {
		out[i] = s.keysOf(s.m.heirs[key])
	}
	return out, nil
}

func (s *stored) Citing(_ context.Context, keys []string) ([][]string, error) {
	out := make([][]string, len(keys))
	for i, key := range keys {
		if n, ok := s.m.number(key); ok {
			out[i] = s.keysOf(s.m.citations.of(n))
		}
	}
	return out, nil
}

func (s *stored) keysOf(numbers []uint32) []string {
	out := make([]string, len(numbers))
	for i, n := range numbers {
		out[i] = s.m.key(n)
	}
	return out
}

// Mentioning looks through what all cases mention. It is asked for only when a name
// changes its meaning.
func (s *stored) Mentioning(_ context.Context, terms []graph.TermRef) ([]string, error) {
	wanted := map[uint32]bool{}
	for _, ref := range terms {
		if n, ok := s.m.byRef[ref]; ok {
			wanted[n] = true
		}
	}
	mentioned := map[uint32]bool{} // by place
	err := guard(func() error {
		return each(s.tx, bucketMentions, func(place uint32, value []byte) error {
			packedNumbers(value).each(func(n uint32) {
				if wanted[n] {
					mentioned[place] = true
				}
			})
			return nil
		})
	})
	var out []string
	for _, packed := range s.m.facts {
		if packed == "" {
			continue
		}
		if h := headOf(packed); h.hasCase() && mentioned[h.place] {
			out = append(out, h.key)
		}
	}
	return out, err
}

func (s *stored) Spellings(_ context.Context, terms []graph.TermRef) ([]graph.Spellings, error) {
	out := make([]graph.Spellings, len(terms))
	for i, ref := range terms {
		n, ok := s.m.byRef[ref]
		if !ok {
			continue
		}
		entry, err := getTerm(s.tx, n)
		if err != nil {
			return nil, err
		}
		out[i] = entry.Spellings
	}
	return out, nil
}

// getTerm reads a term that has a number.
func getTerm(tx *bbolt.Tx, number uint32) (entry termEntry, err error) {
	err = guard(func() error {
		value, ok, err := get(tx, bucketTerms, number)
		if err != nil {
			return err
		}
		if !ok {
			return errBroken(bucketTerms, number)
		}
		entry, err = decodeTerm(number, value)
		return err
	})
	return entry, err
}
