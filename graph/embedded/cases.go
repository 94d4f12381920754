package embedded

import (
	"context"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// storedCase finds the case of exactly this key.
func (m *memory) storedCase(key string) (n uint32, ok bool) {
	n, ok = m.number(foldKey(key))
	return n, ok && m.facts[n][0]&flagCase != 0
}

// heirCase finds the case that speaks for a key.
func (m *memory) heirCase(key string) (n uint32, ok bool) { return m.storedCase(m.standsFor(key)) }

// Cases gives cases by key, as graph.Store has it. They are read from the file.
func (s *Store) Cases(ctx context.Context, keys []string) ([]*graph.Case, error) {
	return s.cases(ctx, keys, (*memory).heirCase)
}

// cases reads the cases that find finds for keys, all at one moment; nil where it finds
// none.
func (s *Store) cases(ctx context.Context, keys []string, find func(*memory, string) (uint32, bool)) ([]*graph.Case, error) {
	places := make(map[int]uint32, len(keys)) // in the file, by index of keys
	sealed := make(map[int][]byte, len(keys))
	done, err := s.readBoth(ctx, func(tx *bbolt.Tx, m *memory) error {
		stored := tx.Bucket(bucketCases)
		for i, key := range keys {
			if n, ok := find(m, key); ok {
				places[i] = m.placeOf(n)
				sealed[i] = slices.Clone(stored.Get(numberKey(places[i])))
			}
		}
		return nil
	})
	done()
	if err != nil {
		return nil, err
	}
	return s.unpackCases(keys, places, sealed)
}

func (s *Store) unpackCases(keys []string, places map[int]uint32, sealed map[int][]byte) ([]*graph.Case, error) {
	out := make([]*graph.Case, len(keys))
	for i, place := range places {
		c, err := unpackCase(place, sealed[i])
		if err != nil {
			return nil, &graph.Error{Code: graph.CodeCorrupt, Err: err, Message: fmt.Sprintf(
				"the case %s is damaged in the data file %s; "+whatToDo, keys[i], s.file.name(reading))}
		}
		out[i] = c
	}
	return out, nil
}

// scanChunk is how many cases Scan reads at a time.
const scanChunk = 256

// Scan gives every stored case in order of key, as graph.Store has it. The file is let go
// of between chunks, so that a long export keeps no load out: a case that changes
// meanwhile is given as it was or as it is, one that goes may be left out, and one that
// comes is not given.
func (s *Store) Scan(ctx context.Context, each func(*graph.Case) error) error {
	m, done, err := s.read(ctx)
	if err != nil {
		return err
	}
	var keys []string
	for _, packed := range m.facts {
		if packed != "" && packed[0]&flagCase != 0 {
			keys = append(keys, keyOf(packed))
		}
	}
	done()
	slices.Sort(keys)
	for chunk := range slices.Chunk(keys, scanChunk) {
		cases, err := s.cases(ctx, chunk, (*memory).storedCase)
		if err != nil {
			return err
		}
		for _, c := range cases {
			if c == nil {
				continue
			}
			if err := each(c); err != nil {
				return err
			}
		}
	}
	return nil
}
