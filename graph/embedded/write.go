package embedded

import (
	"maps"
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
		delta: delta{version: m.version + 1},
	}
	w.packer.names = &w
	for _, step := range []func(*graph.Change) error{w.planTerms, w.putFacts, w.putCases, w.putTerms, w.putTexts} {
		if err := step(change); err != nil {
			return delta{}, err
		}
	}
	return w.delta, guard(func() error {
		if err := putLog(tx, w.delta); err != nil {
			return err
		}
		return putVersion(tx, w.delta.version)
	})
}

type writer struct {
	tx       *bbolt.Tx
	m        *memory
	next     func() uint32            // the next free number of a key
	newKeys  map[string]uint32        // by folded key
	numbers  map[string]uint32        // of keys already looked up, as they were written
	terms    map[uint32]termEntry     // those that change
	newTerms map[graph.TermRef]uint32 // numbers given now
	packer   factPacker
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

// putFacts writes the facts of every key that the change bears on: those in its
// Incidents, among which are those of all its cases.
func (w *writer) putFacts(change *graph.Change) error {
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
			f.key, f.hasCase, f.replaces = caseOf(w.m.facts[n])
		}
		if c, ok := puts[folded]; ok {
			f.hasCase, f.replaces = c != nil, nil
			if c != nil {
				f.key, f.replaces = c.ID, c.Replaces
			}
		}
		if f.incident != nil {
			f.key = f.incident.Key
		}
		if f.key == "" {
			continue // neither there before nor now
		}
		if err := w.putFact(f); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) putFact(f fact) error {
	number := w.keyNumber(f.key)
	before, now := "", ""
	if int(number) < len(w.m.facts) {
		before = w.m.facts[number]
	}
	if f.incident != nil || f.hasCase {
		now = w.packer.pack(f)
	}
	if now == before {
		return nil
	}
	w.delta.facts = append(w.delta.facts, factChange{number, now})
	return guard(func() error {
		if now == "" {
			return w.tx.Bucket(bucketFacts).Delete(numberKey(number))
		}
		return w.put(bucketFacts, number, seal(number, now))
	})
}

func (w *writer) put(bucket []byte, number uint32, sealed []byte) error {
	b := w.tx.Bucket(bucket)
	b.FillPercent = appended
	return b.Put(numberKey(number), sealed)
}

// putCases writes cases and what they mention.
func (w *writer) putCases(change *graph.Change) error {
	for _, folded := range change.DeleteCases {
		n := w.keyNumber(folded)
		for _, bucket := range [][]byte{bucketCases, bucketMentions} {
			if err := guard(func() error { return w.tx.Bucket(bucket).Delete(numberKey(n)) }); err != nil {
				return err
			}
		}
	}
	packed, err := w.packCases(change.PutCases)
	if err != nil {
		return err
	}
	for i, put := range change.PutCases {
		n := w.keyNumber(put.Case.ID)
		var mentions packer
		mentions.count(len(put.Mentions))
		for _, ref := range put.Mentions {
			mentions.uint(uint64(w.termNumber(ref)))
		}
		err := guard(func() error {
			if err := w.put(bucketMentions, n, seal(n, string(mentions.b))); err != nil {
				return err
			}
			return w.put(bucketCases, n, packed[i])
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// packCases packs cases on all processors.
func (w *writer) packCases(puts []graph.CasePut) ([][]byte, error) {
	out, numbers := make([][]byte, len(puts)), make([]uint32, len(puts))
	for i, put := range puts {
		numbers[i] = w.keyNumber(put.Case.ID)
	}
	return out, inParallel(puts, func() func(int, graph.CasePut) error {
		var p casePacker
		return func(i int, put graph.CasePut) error {
			out[i] = p.pack(numbers[i], put.Case)
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
