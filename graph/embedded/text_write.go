package embedded

import (
	"cmp"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// textEntry is an incident whose texts changed.
type textEntry struct {
	number   uint32
	key      string
	passages []graph.Passage // without the names of terms, best tier first; none: it is no incident any more
}

// putTexts brings the text index to what a change makes of its incidents.
func (w *writer) putTexts(change *graph.Change) error {
	puts := make(map[string]*graph.Case, len(change.PutCases))
	for _, put := range change.PutCases {
		puts[foldKey(put.Case.ID)] = put.Case
	}
	var entries []textEntry
	for _, folded := range slices.Sorted(maps.Keys(change.Incidents)) {
		i := change.Incidents[folded]
		n, known := w.m.number(folded)
		var before byte
		if known {
			before = w.m.facts[n][0]
		}
		c, put := puts[folded]
		switch {
		case i == nil:
			if before&flagIncident != 0 {
				entries = append(entries, textEntry{number: n})
			}
			continue
		case put, i.Stub:
		case before&flagIncident != 0 && before&flagStub == 0:
			continue // its case is as it was
		default:
			err := guard(func() (err error) {
				place := w.m.placeOf(n)
				c, err = unpackCase(place, w.tx.Bucket(bucketCases).Get(numberKey(place)))
				return err
			})
			if err != nil {
				return err
			}
		}
		entries = append(entries, textEntry{w.keyNumber(i.Key), i.Key, graph.Passages(i, c, nil)})
	}
	if len(entries) == 0 {
		return nil
	}
	return guard(func() error { return writeTexts(w.tx, entries) })
}

// writeTexts brings the text index to the texts of some incidents, each given once.
func writeTexts(tx *bbolt.Tx, entries []textEntry) error {
	slices.SortFunc(entries, func(a, b textEntry) int { return cmp.Compare(a.number, b.number) })
	changed, live := roaring.New(), roaring.New()
	for _, e := range entries {
		changed.Add(e.number)
		if len(e.passages) > 0 {
			live.Add(e.number)
		}
	}
	segments, err := readSegments(tx)
	if err != nil {
		return err
	}
	for _, s := range segments {
		if !s.live.Intersects(changed) {
			continue
		}
		s.live.AndNot(changed)
		if err := s.put(tx); err != nil {
			return err
		}
	}
	if !live.IsEmpty() {
		s, err := newSegment(tx)
		if err != nil {
			return err
		}
		s.total, s.live = live.GetCardinality(), live
		if err := s.write(tx, gather(entries)); err != nil {
			return err
		}
		segments = append(segments, s)
	}
	return mergeSegments(tx, segments)
}

// keyWord gives the word of the index under which an incident is found by its key alone.
// No text has such a word.
func keyWord(key string) string { return "\x01" + key }
