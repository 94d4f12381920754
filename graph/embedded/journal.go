package embedded

import (
	"bytes"
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

// putJournal appends what a version changed, and gives how many bytes that took. after is
// the stamp of the version before. A part is that stamp, a list of numbers of terms, both
// in the first part alone, and then facts: the number, and the fact as a string.
func putJournal(tx *bbolt.Tx, after int64, d delta) (size int64, err error) {
	journal := tx.Bucket(bucketJournal)
	journal.FillPercent = appended
	var p packer
	p.uint(uint64(after))
	p.count(len(d.terms))
	for _, c := range d.terms {
		p.uint(uint64(c.number))
	}
	number, none := uint32(0), []byte{0, 0}
	put := func() error {
		key := journalKey(d.version, number)
		sealed := seal(sealNumber(key), string(p.b))
		size, number, p.b = size+int64(len(sealed)), number+1, slices.Clone(none)
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
	if number == 0 || len(p.b) > len(none) {
		err = put()
	}
	return size, err
}

// part is a part of the journal as it is read.
type part struct {
	version int64
	after   int64 // stamp of the version before; of a first part
	terms   []uint32
	facts   string
}

// openPart reads the beginning of a part. The facts share the memory of sealed, which is
// that of the transaction.
func openPart(key, sealed []byte) (p part, err error) {
	version, number, ok := parseJournalKey(key)
	value, whole := unseal(sealNumber(key), sealed)
	if !ok || !whole {
		return part{}, errBrokenPart(version, number)
	}
	c := cursor{rest: unsafe.String(unsafe.SliceData(value), len(value))}
	p = part{version: version, after: int64(c.uint())}
	for range c.count(0) {
		p.terms = append(p.terms, uint32(c.uint()))
	}
	p.facts = c.rest
	// All is read once, so that nothing is taken of a part that is broken.
	for c.rest != "" {
		c.uint()
		c.text()
	}
	if c.bad {
		return part{}, errBrokenPart(version, number)
	}
	return p, nil
}

func errBrokenPart(version int64, number uint32) error {
	return fmt.Errorf("%w: part %d of version %d", errDamaged, number, version)
}

// each visits the facts.
func (p part) each(visit func(factChange)) {
	for c := (cursor{rest: p.facts}); c.rest != ""; {
		visit(factChange{number: uint32(c.uint()), packed: c.text(), version: p.version})
	}
}

// changesSince reads what changed after a state. ok is false where the journal does not go
// back so far, or tells of changes to something else.
func changesSince(tx *bbolt.Tx, since, now state) (d delta, ok bool, err error) {
	d.version, d.stamp = now.version, now.stamp
	facts, terms := map[uint32]factChange{}, map[uint32]struct{}{}
	first := journalKey(since.version+1, 0)
	next := tx.Bucket(bucketJournal).Cursor()
	for key, sealed := next.Seek(first); key != nil; key, sealed = next.Next() {
		p, err := openPart(key, sealed)
		if err != nil {
			return delta{}, false, err
		}
		if !ok && (!bytes.Equal(key, first) || p.after != since.stamp) {
			return delta{}, false, nil
		}
		ok = true
		for _, n := range p.terms {
			terms[n] = struct{}{}
		}
		p.each(func(c factChange) { facts[c.number] = c })
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
	return d, ok, nil
}

// everything reads the whole graph, as a change from an empty one. Damage may have left out
// values whole: the numbers of terms have no gaps, and the journal is as long as it says.
func everything(tx *bbolt.Tx, now state) (delta, error) {
	d := delta{version: now.version, stamp: now.stamp}
	err := each(tx, bucketTerms, func(number uint32, value []byte) error {
		if int(number) != len(d.terms) {
			return errBroken(bucketTerms, uint32(len(d.terms)))
		}
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
	told, err := getMeta(tx, metaJournal)
	if err != nil {
		return nil, err
	}
	var last []factChange // by number
	size := int64(0)
	err = tx.Bucket(bucketJournal).ForEach(func(key, sealed []byte) error {
		size += int64(len(sealed))
		p, err := openPart(key, sealed)
		if err != nil {
			return err
		}
		p.each(func(c factChange) {
			if more := int(c.number) + 1 - len(last); more > 0 {
				last = append(last, make([]factChange, more)...)
			}
			last[c.number] = c
		})
		return nil
	})
	if err != nil {
		return nil, err
	}
	if size != told {
		return nil, fmt.Errorf("%w: its journal has %d bytes of %d", errDamaged, size, told)
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
		p, err := openPart(key, sealed)
		if err != nil {
			return err
		}
		p.each(func(c factChange) {
			if _, again := changed[c.number]; again || c.packed == "" || w.m.written[c.number] != c.version {
				return
			}
			w.delta.facts = append(w.delta.facts, factChange{c.number, w.m.facts[c.number], w.delta.version})
			total += int64(len(c.packed))
		})
		w.journal -= int64(len(sealed))
		total -= int64(len(sealed))
		bound -= int64(len(sealed))
		if err := next.Delete(); err != nil {
			return err
		}
	}
	return nil
}
