package embedded

import (
	"encoding/binary"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"
)

// keptLog is how many versions the log goes back. Who is further behind reads all.
const keptLog = 1000

// packLog writes which facts and terms a version changed: two lists of numbers, sorted,
// each number as its distance from the one before.
func packLog(d delta) string {
	facts := make([]uint32, len(d.facts))
	for i, c := range d.facts {
		facts[i] = c.number
	}
	terms := make([]uint32, len(d.terms))
	for i, c := range d.terms {
		terms[i] = c.number
	}
	var b []byte
	for _, list := range [][]uint32{facts, terms} {
		slices.Sort(list)
		b = binary.AppendUvarint(b, uint64(len(list)))
		last := uint32(0)
		for _, n := range list {
			b = binary.AppendUvarint(b, uint64(n-last))
			last = n
		}
	}
	return string(b)
}

// unpackLog reads what packLog wrote.
func unpackLog(packed string) (facts, terms []uint32, ok bool) {
	c := cursor{rest: packed}
	for _, list := range []*[]uint32{&facts, &terms} {
		last := uint32(0)
		for range c.count(0) {
			last += uint32(c.uint())
			*list = append(*list, last)
		}
	}
	return facts, terms, c.done()
}

func versionKey(version int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(version)) }

// putLog writes the log of a version and forgets the one that is too old.
func putLog(tx *bbolt.Tx, d delta) error {
	log := tx.Bucket(bucketLog)
	if err := log.Put(versionKey(d.version), seal(uint32(d.version), packLog(d))); err != nil {
		return err
	}
	return log.Delete(versionKey(d.version - keptLog))
}

// changesSince reads what changed after a version. ok is false where the log does not go
// back so far.
func changesSince(tx *bbolt.Tx, since, version int64) (d delta, ok bool, err error) {
	d.version = version
	var facts, terms []uint32
	for v := since + 1; v <= version; v++ {
		sealed := tx.Bucket(bucketLog).Get(versionKey(v))
		if sealed == nil {
			return delta{}, false, nil
		}
		packed, whole := unseal(uint32(v), sealed)
		f, t, whole2 := unpackLog(string(packed))
		if !whole || !whole2 {
			return delta{}, false, fmt.Errorf("%w: log %d", errDamaged, v)
		}
		facts, terms = append(facts, f...), append(terms, t...)
	}
	for _, n := range sortedNumbers(facts) {
		packed, _, err := get(tx, bucketFacts, n)
		if err != nil {
			return delta{}, false, err
		}
		d.facts = append(d.facts, factChange{n, string(packed)})
	}
	for _, n := range sortedNumbers(terms) {
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
	err = each(tx, bucketFacts, func(number uint32, value []byte) error {
		d.facts = append(d.facts, factChange{number, string(value)})
		return nil
	})
	return d, err
}

func sortedNumbers(list []uint32) []uint32 {
	slices.Sort(list)
	return slices.Compact(list)
}
