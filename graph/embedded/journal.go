package embedded

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strings"
	"unsafe"

	"go.etcd.io/bbolt"
)

// The journal holds facts in the order in which they were written: what each version
// changed, one after the other. Of a number the last fact counts. So a batch writes to one
// end of the file, whatever its cards lead to, and whoever is behind reads on from where he
// was. What no longer counts is swept out from the other end.

// journalPart is how many bytes of facts, about, a value of the journal holds. bbolt writes
// the last few values of a bucket again with those that are appended to them.
const journalPart = 64 << 10

// journalKey gives the key of a part of a version, from 0: parts are in the order in which
// they were written.
func journalKey(version int64, part uint32) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint64(nil, uint64(version)), part)
}

func parseJournalKey(key []byte) (version int64, part uint32, ok bool) {
	if len(key) != 12 {
		return 0, 0, false
	}
	return int64(binary.BigEndian.Uint64(key)), binary.BigEndian.Uint32(key[8:]), true
}

// sealNumber gives the number by which a part is sealed.
func sealNumber(key []byte) uint32 { return crc32.Checksum(key, castagnoli) }

// putJournal appends what a version changed, and gives how many bytes that took. A part is
// a list of numbers of terms, which only the first part has, and then facts: the number,
// and the fact as a string.
func putJournal(tx *bbolt.Tx, d delta) (size int64, err error) {
	journal := tx.Bucket(bucketJournal)
	journal.FillPercent = appended
	var p packer
	p.count(len(d.terms))
	for _, c := range d.terms {
		p.uint(uint64(c.number))
	}
	part := uint32(0)
	put := func() error {
		key := journalKey(d.version, part)
		sealed := seal(sealNumber(key), string(p.b))
		size, part, p.b = size+int64(len(sealed)), part+1, []byte{0}
		return journal.Put(key, sealed)
	}
	for _, c := range d.facts {
		p.uint(uint64(c.number))
		p.string(&c.packed)
		if len(p.b) >= journalPart {
			if err := put(); err != nil {
				return 0, err
			}
		}
	}
	if part == 0 || len(p.b) > 1 {
		err = put()
	}
	return size, err
}

// readPart reads a part of the journal. The facts share the memory of sealed, which is that
// of the transaction.
func readPart(key, sealed []byte, term func(number uint32), fact func(factChange)) error {
	version, part, ok := parseJournalKey(key)
	value, whole := unseal(sealNumber(key), sealed)
	if !ok || !whole {
		return fmt.Errorf("%w: part %d of version %d", errDamaged, part, version)
	}
	c := cursor{rest: unsafe.String(unsafe.SliceData(value), len(value))}
	for range c.count(0) {
		term(uint32(c.uint()))
	}
	for c.rest != "" {
		fact(factChange{number: uint32(c.uint()), packed: c.text(), version: version})
	}
	if c.bad {
		return fmt.Errorf("%w: part %d of version %d", errDamaged, part, version)
	}
	return nil
}

// changesSince reads what changed after a version. ok is false where the journal does not
// go back so far.
func changesSince(tx *bbolt.Tx, since, version int64) (d delta, ok bool, err error) {
	d.version = version
	facts, terms := map[uint32]factChange{}, map[uint32]struct{}{}
	next := tx.Bucket(bucketJournal).Cursor()
	key, sealed := next.Seek(journalKey(since+1, 0))
	if v, part, ok := parseJournalKey(key); !ok || v != since+1 || part != 0 {
		return delta{}, false, nil
	}
	for ; key != nil; key, sealed = next.Next() {
		err := readPart(key, sealed, func(n uint32) { terms[n] = struct{}{} }, func(c factChange) { facts[c.number] = c })
		if err != nil {
			return delta{}, false, err
		}
	}
	for _, n := range slices.Sorted(maps.Keys(facts)) {
		c := facts[n]
		c.packed = strings.Clone(c.packed)
		d.facts = append(d.facts, c)
	}
	for _, n := range slices.Sorted(maps.Keys(terms)) {
		value, found, err := get(tx, bucketTerms, n)
		if err != nil {
			return delta{}, false, err
		}
		if !found {
			return delta{}, false, errBroken(bucketTerms, n)
		}
		entry, err := decodeTerm(n, value)
		if err != nil {
			return delta{}, false, err
		}
		d.terms = append(d.terms, termChange{n, entry})
	}
	return d, true, nil
}

// everything reads the whole graph, as a change from an empty one.
func everything(tx *bbolt.Tx, version int64) (delta, error) {
	d := delta{version: version}
	err := each(tx, bucketTerms, func(number uint32, value []byte) error {
		entry, err := decodeTerm(number, value)
		d.terms = append(d.terms, termChange{number, entry})
		return err
	})
	if err != nil {
		return delta{}, err
	}
	d.facts, err = allFacts(tx)
	return d, err
}

// allFacts gives the facts that count, in order of number.
func allFacts(tx *bbolt.Tx) ([]factChange, error) {
	var last []factChange // by number
	err := tx.Bucket(bucketJournal).ForEach(func(key, sealed []byte) error {
		return readPart(key, sealed, func(uint32) {}, func(c factChange) {
			if more := int(c.number) + 1 - len(last); more > 0 {
				last = append(last, make([]factChange, more)...)
			}
			last[c.number] = c
		})
	})
	if err != nil {
		return nil, err
	}
	facts := slices.DeleteFunc(last, func(c factChange) bool { return c.packed == "" })
	for i := range facts {
		facts[i].packed = strings.Clone(facts[i].packed)
	}
	return facts, nil
}

// spareJournal is how many bytes of the journal may be such that no longer count, however
// small the graph is. They tell those who are behind what changed.
const spareJournal = 4 << 20

// sweep drops the oldest parts of the journal while most of it no longer counts; what still
// counts in them is written again, with the change at hand. It does no more than a few
// times the work of the change itself.
func (w *writer) sweep() error {
	added, live := int64(0), w.m.live
	changed := make(map[uint32]struct{}, len(w.delta.facts))
	for _, c := range w.delta.facts {
		added += int64(len(c.packed))
		live += int64(len(c.packed))
		if int(c.number) < len(w.m.facts) {
			live -= int64(len(w.m.facts[c.number]))
		}
		changed[c.number] = struct{}{}
	}
	total, bound := w.journal+added, 4*added+journalPart
	next := w.tx.Bucket(bucketJournal).Cursor()
	for key, sealed := next.First(); key != nil && total > 2*live+spareJournal && bound > 0; key, sealed = next.First() {
		err := readPart(key, sealed, func(uint32) {}, func(c factChange) {
			if _, again := changed[c.number]; again || c.packed == "" || w.m.written[c.number] != c.version {
				return
			}
			w.delta.facts = append(w.delta.facts, factChange{c.number, w.m.facts[c.number], w.delta.version})
			total += int64(len(c.packed))
		})
		if err != nil {
			return err
		}
		w.journal -= int64(len(sealed))
		total -= int64(len(sealed))
		bound -= int64(len(sealed))
		if err := next.Delete(); err != nil {
			return err
		}
	}
	return nil
}
