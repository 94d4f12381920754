package embedded

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// errOlder tells of a file that has to be brought up to date before it is read.
var errOlder = errors.New("the file is of an older program")

// formerFormat is the number of the layout before this one. It has the facts in a bucket of
// their own, by number, and in another the numbers that each version changed. A case, and
// what it mentions, is stored under the number of its fact, which does not tell its place.
// All else is as it is now.
const formerFormat = 2

var (
	formerFacts = []byte("facts")
	formerLog   = []byte("log")
)

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

// upgrade makes a journal of the facts, with the numbers of the cases as their places.
func upgrade(tx *bbolt.Tx) error {
	version, err := getMeta(tx, metaVersion)
	if err != nil {
		return err
	}
	d := delta{version: version}
	err = each(tx, formerFacts, func(number uint32, value []byte) error {
		packed, ok := withPlace(string(value), number)
		if !ok {
			return errBroken(formerFacts, number)
		}
		d.facts = append(d.facts, factChange{number, packed, version})
		return nil
	})
	if err != nil {
		return err
	}
	for _, name := range [][]byte{formerFacts, formerLog} {
		if err := tx.DeleteBucket(name); err != nil {
			return err
		}
	}
	if _, err := tx.CreateBucket(bucketJournal); err != nil {
		return err
	}
	size, err := putJournal(tx, 0, d)
	if err != nil {
		return err
	}
	if err := putMeta(tx, metaJournal, size); err != nil {
		return err
	}
	if err := putMeta(tx, metaStamp, rand.Int64()); err != nil {
		return err
	}
	return tx.Bucket(bucketMeta).Put(metaFormat, []byte(strconv.Itoa(format)))
}

// withPlace gives a fact of the former format as this one has it.
func withPlace(former string, place uint32) (packed string, ok bool) {
	if former == "" {
		return "", false
	}
	c := cursor{rest: former[1:]}
	c.text() // key
	if former[0]&flagCase == 0 {
		return former, !c.bad
	}
	p := packer{b: []byte(former[:len(former)-len(c.rest)])}
	p.uint(uint64(place))
	return string(p.b) + c.rest, !c.bad
}
