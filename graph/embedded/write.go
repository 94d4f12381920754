package embedded

import (
	"encoding/binary"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// write writes a change to the file and gives what the memory has to follow, once the
// transaction is committed.
func write(tx *bbolt.Tx, m *memory, change *graph.Change) (delta, error) {
	w := writer{
		tx: tx, m: m, next: m.nextNumbers(), newKeys: map[string]uint32{}, numbers: map[string]uint32{},
		terms: map[uint32]termEntry{}, newTerms: map[graph.TermRef]uint32{},
		delta: delta{version: m.version + 1, stamp: rand.Int64()},
	}
	w.packer.names = &w
	for _, step := range []func(*graph.Change) error{w.planTerms, w.packFacts, w.putCases, w.putTerms, w.putTexts} {
		if err := step(change); err != nil {
			return delta{}, err
		}
	}
	return w.delta, guard(w.putJournal)
}

type writer struct {
	tx       *bbolt.Tx
	m        *memory
	next     func() uint32            // the next free number of a key
	newKeys  map[string]uint32        // by folded key
	numbers  map[string]uint32        // of keys already looked up, as they were written
	terms    map[uint32]termEntry     // those that change
	newTerms map[graph.TermRef]uint32 // numbers given now
	places   map[string]uint32        // of the cases that are put, by folded key
	packer   factPacker
	journal  int64 // bytes of the journal
	delta    delta
}

// keyNumber gives the number of a key, a new one where it has none.
func (w *writer) keyNumber(key string) uint32 {
	if n, ok := w.numbers[key]; ok {
		return n
	}
	folded := foldKey(key)
	n, ok := w.m.number(folded)
	if !ok {
		if n, ok = w.newKeys[folded]; !ok {
			n = w.next()
			w.newKeys[folded] = n
		}
	}
	w.numbers[key] = n
	return n
}

// termNumber gives the number of a term, a new one where it has none.
func (w *writer) termNumber(ref graph.TermRef) uint32 {
	if n, ok := w.m.byRef[ref]; ok {
		return n
	}
	if n, ok := w.newTerms[ref]; ok {
		return n
	}
	n := uint32(len(w.m.terms) + len(w.newTerms))
	w.newTerms[ref] = n
	w.terms[n] = termEntry{ID: ref.ID()}
	return n
}

// planTerms works out the terms that change, so that facts may name them.
func (w *writer) planTerms(change *graph.Change) error {
	entry := func(ref graph.TermRef, alter func(*termEntry)) error {
		n := w.termNumber(ref)
		e, ok := w.terms[n]
		if !ok {
			var err error
			if e, err = getTerm(w.tx, n); err != nil {
				return err
			}
		}
		alter(&e)
		w.terms[n] = e
		return nil
	}
	for _, t := range change.Terms {
		if err := entry(t.Ref(), func(e *termEntry) { e.control(t) }); err != nil {
			return err
		}
	}
	for _, ref := range change.Retired {
		if err := entry(ref, (*termEntry).release); err != nil {
			return err
		}
	}
	refs := slices.SortedFunc(maps.Keys(change.Spellings), func(a, b graph.TermRef) int {
		return strings.Compare(string(a.ID()), string(b.ID()))
	})
	for _, ref := range refs {
		if err := entry(ref, func(e *termEntry) { e.Spellings = change.Spellings[ref] }); err != nil {
			return err
		}
	}
	return nil
}

// putJournal writes the facts and what there is to know of the version.
func (w *writer) putJournal() (err error) {
	if w.journal, err = getMeta(w.tx, metaJournal); err != nil {
		return err
	}
	if err := w.sweep(); err != nil {
		return err
	}
	added, err := putJournal(w.tx, w.m.stamp, w.delta)
	if err != nil {
		return err
	}
	for _, meta := range []struct {
		key   []byte
		value int64
	}{{metaJournal, w.journal + added}, {metaStamp, w.delta.stamp}, {metaVersion, w.delta.version}} {
		if err := putMeta(w.tx, meta.key, meta.value); err != nil {
			return err
		}
	}
	return nil
}

// findPlaces gives every case that is put a place behind all others.
func (w *writer) findPlaces(change *graph.Change) error {
	next := uint64(w.m.places) // which damage to the list of cases does not hide
	err := guard(func() error {
		if last, _ := w.tx.Bucket(bucketCases).Cursor().Last(); last != nil {
			next = max(next, uint64(binary.BigEndian.Uint32(last))+1)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if next+uint64(len(change.PutCases)) > math.MaxUint32 {
		return graph.Errorf(graph.CodeInvalid, "the data file has taken all the cases that it can take: export it, and load that into a new one")
	}
	w.places = make(map[string]uint32, len(change.PutCases))
	for i, put := range change.PutCases {
		w.places[foldKey(put.Case.ID)] = uint32(next) + uint32(i)
	}
	return nil
}

// packFacts packs the facts of every key that the change bears on: those in its
// Incidents, among which are those of all its cases.
func (w *writer) packFacts(change *graph.Change) error {
	if err := w.findPlaces(change); err != nil {
		return err
	}
	puts := map[string]*graph.Case{} // by folded key; nil: it goes
	for _, folded := range change.DeleteCases {
		puts[folded] = nil
	}
	for _, put := range change.PutCases {
		puts[foldKey(put.Case.ID)] = put.Case
	}
	for _, folded := range slices.Sorted(maps.Keys(change.Incidents)) {
		f := fact{incident: change.Incidents[folded]}
		n, known := w.m.number(folded)
		if known {
			h := headOf(w.m.facts[n])
			f.key, f.hasCase, f.place, f.replaces = h.key, h.hasCase(), h.place, h.replaces
		}
		if c, ok := puts[folded]; ok {
			f.hasCase, f.replaces = c != nil, nil
			if c != nil {
				f.key, f.place, f.replaces = c.ID, w.places[folded], c.Replaces
			}
		}
		if f.incident != nil {
			f.key = f.incident.Key
		}
		if f.key == "" {
			continue // neither there before nor now
		}
		w.packFact(f)
	}
	return nil
}

func (w *writer) packFact(f fact) {
	number := w.keyNumber(f.key)
	before, now := "", ""
	if int(number) < len(w.m.facts) {
		before = w.m.facts[number]
	}
	if f.incident != nil || f.hasCase {
		now = w.packer.pack(f)
	}
	if now != before {
		w.delta.facts = append(w.delta.facts, factChange{number, now, w.delta.version})
	}
}

func (w *writer) put(bucket []byte, number uint32, sealed []byte) error {
	b := w.tx.Bucket(bucket)
	b.FillPercent = appended
	return b.Put(numberKey(number), sealed)
}

// putCases writes cases and what they mention, and takes away what they replace.
func (w *writer) putCases(change *graph.Change) error {
	gone := slices.Clone(change.DeleteCases)
	for _, put := range change.PutCases {
		gone = append(gone, foldKey(put.Case.ID))
	}
	for _, folded := range gone {
		n, stored := w.m.storedCase(folded)
		if !stored {
			continue
		}
		place := numberKey(w.m.placeOf(n))
		for _, bucket := range [][]byte{bucketCases, bucketMentions} {
			if err := guard(func() error { return w.tx.Bucket(bucket).Delete(place) }); err != nil {
				return err
			}
		}
	}
	packed, err := w.packCases(change.PutCases)
	if err != nil {
		return err
	}
	for i, put := range change.PutCases {
		place := w.places[foldKey(put.Case.ID)]
		var mentions packer
		mentions.count(len(put.Mentions))
		for _, ref := range put.Mentions {
			mentions.uint(uint64(w.termNumber(ref)))
		}
		err := guard(func() error {
			if err := w.put(bucketMentions, place, seal(place, string(mentions.b))); err != nil {
				return err
			}
			return w.put(bucketCases, place, packed[i])
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// packCases packs cases on all processors.
func (w *writer) packCases(puts []graph.CasePut) ([][]byte, error) {
	out := make([][]byte, len(puts))
	return out, inParallel(puts, func() func(int, graph.CasePut) error {
		var p casePacker
		return func(i int, put graph.CasePut) error {
			out[i] = p.pack(w.places[foldKey(put.Case.ID)], put.Case)
			return nil
		}
	})
}

// putTerms writes the terms that change, those included that facts and mentions named
// first.
func (w *writer) putTerms(*graph.Change) error {
	for _, n := range slices.Sorted(maps.Keys(w.terms)) {
		entry := w.terms[n]
		value, err := entry.encode()
		if err != nil {
			return err
		}
		if err := guard(func() error { return w.put(bucketTerms, n, seal(n, value)) }); err != nil {
			return err
		}
		w.delta.terms = append(w.delta.terms, termChange{n, entry})
	}
	return nil
}
