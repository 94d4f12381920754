package embedded

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// errOlder tells of a file that has to be brought up to date before it is read.
var errOlder = errors.New("the file is of an older program")

// formerFormat is the number of the layout before this one. It has neither the fields that
// a case gives nor a text index, and holds the values of an incident at the end of its
// fact. Terms, cases and what these mention are stored as they are now.
const formerFormat = 1

// upgrade brings a file of the former format up to date, in one transaction.
func (f *file) upgrade(ctx context.Context) error {
	err := f.do(ctx, writing, func(tx *bbolt.Tx) error {
		return guard(func() error {
			if _, err := readState(tx); !errors.Is(err, errOlder) {
				return err // somebody else was faster
			}
			return upgrade(tx)
		})
	})
	if err != nil {
		return &graph.Error{Code: graph.CodeOf(err), Err: err, Message: "a data file of an older incidentgraph has to be brought up to date first: " + err.Error()}
	}
	return nil
}

func upgrade(tx *bbolt.Tx) error {
	facts := tx.Bucket(bucketFacts)
	var numbers []uint32
	err := facts.ForEach(func(key, _ []byte) error {
		if len(key) != 4 {
			return fmt.Errorf("%w: a key of %s", errDamaged, bucketFacts)
		}
		numbers = append(numbers, binary.BigEndian.Uint32(key))
		return nil
	})
	if err != nil {
		return err
	}
	for _, name := range [][]byte{bucketTexts, bucketWords, bucketPostings} {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	for chunk := range slices.Chunk(numbers, graph.MaxBatch) {
		var entries []textEntry
		for _, n := range chunk {
			i, c, err := upgradeFact(tx, n)
			if err != nil {
				return err
			}
			if i != nil {
				entries = append(entries, textEntry{n, i.Key, graph.Passages(i, c, nil)})
			}
		}
		if err := writeTexts(tx, entries); err != nil {
			return err
		}
	}
	return tx.Bucket(bucketMeta).Put(metaFormat, []byte(strconv.Itoa(format)))
}

// upgradeFact stores a fact of the former format as this one has it. It gives its incident,
// without edges, and the case of that; either is nil where there is none.
func upgradeFact(tx *bbolt.Tx, n uint32) (*graph.Incident, *graph.Case, error) {
	former, _, err := get(tx, bucketFacts, n)
	if err != nil {
		return nil, nil, err
	}
	var i *graph.Incident
	var c *graph.Case
	key, hasCase, _ := caseOf(string(former))
	if hasCase {
		if c, err = unpackCase(n, tx.Bucket(bucketCases).Get(numberKey(n))); err != nil {
			return nil, nil, err
		}
	}
	if len(former) > 0 && former[0]&flagIncident != 0 {
		i = &graph.Incident{Key: key}
		if c != nil {
			i.Known = c.KnownFields()
		}
	}
	packed, ok := repack(string(former), i)
	if !ok {
		return nil, nil, errBroken(bucketFacts, n)
	}
	return i, c, tx.Bucket(bucketFacts).Put(numberKey(n), seal(n, packed))
}

// repack gives a fact of the former format as this one has it. i is its incident, if it
// has one, with what the former format does not hold; the rest is read into it.
func repack(former string, i *graph.Incident) (packed string, ok bool) {
	c := cursor{rest: former}
	c.head()
	if i == nil {
		return former, c.done()
	}
	c.text() // date
	for range sections {
		c.edges(nil)
	}
	edges := former[:len(former)-len(c.rest)]
	c.pairs(nil)
	for range c.count(0) {
		c.unnamed()
	}
	pairs := former[len(edges) : len(former)-len(c.rest)]
	formText(&c, &i.Title)
	formWord(&c, &i.DateKind)
	c.string(&i.Domain)
	c.string(&i.Severity)
	formStrings(&c, &i.Regions)
	formStrings(&c, &i.Tags)
	formOptional(&c, &i.TimeToDetect)
	formOptional(&c, &i.TimeToRecover)
	formWords(&c, &i.Lost)
	formWords(&c, &i.NoneGiven)
	formWords(&c, &i.Inferred)
	if !c.done() {
		return "", false
	}

	p := packer{b: []byte(edges)}
	formIndexed(&p, i)
	p.b = append(p.b, pairs...)
	formShown(&p, i)
	return string(p.b), true
}
