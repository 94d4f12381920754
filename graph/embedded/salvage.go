package embedded

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Salvage gives the cases of a damaged data file that can still be read, in order of key
// as Store.Scan does, as they were written down, and tells lost of each that cannot, by
// its key or, where that is gone as well, by its number. Nothing is written to the file.
// Where not even the list of cases can be read, that is the error.
func Salvage(ctx context.Context, path string, each func(*graph.Case) error, lost func(name string)) error {
	f := &file{path: path, wait: DefaultLockTimeout}
	h, err := f.open(ctx, reading)
	if err != nil {
		return err
	}
	// The file is let go of without closing what stands on it: a transaction over broken
	// pages may not end.
	defer h.file.Close()
	var tx *bbolt.Tx
	if err := guard(func() (err error) { tx, err = h.db.Begin(false); return err }); err != nil {
		return f.explain(reading, err)
	}
	s := salvage{tx: tx}
	if _, err := s.state(); errors.Is(err, errNewer) || errors.Is(err, errForeign) {
		return f.explain(reading, err)
	}
	end, err := s.numbers()
	if err != nil {
		return f.explain(reading, err)
	}
	found := s.keys(end, lost)
	for _, one := range found {
		if err := ctx.Err(); err != nil {
			return f.explain(reading, err)
		}
		c, err := s.read(one.number)
		if err != nil || c == nil {
			return f.explain(reading, fmt.Errorf("%w: it changes while it is read", errDamaged))
		}
		if err := each(c); err != nil {
			return err
		}
	}
	return nil
}

type salvage struct{ tx *bbolt.Tx }

func (s salvage) state() (found state, err error) {
	err = guard(func() (err error) { found, err = readState(s.tx); return err })
	return found, err
}

// numbers gives the bound of the numbers of cases: the largest that any list of them has.
func (s salvage) numbers() (end uint32, err error) {
	var last error
	for _, name := range [][]byte{bucketCases, bucketMentions, bucketFacts} {
		err := guard(func() error {
			bucket := s.tx.Bucket(name)
			if bucket == nil {
				return fmt.Errorf("%w: its part %q is missing", errDamaged, name)
			}
			if key, _ := bucket.Cursor().Last(); len(key) == 4 {
				end = max(end, binary.BigEndian.Uint32(key)+1)
			}
			return nil
		})
		if err != nil {
			last = err
		}
	}
	if end == 0 {
		return 0, last
	}
	return min(end, maxSalvaged), nil
}

// maxSalvaged bounds what is looked up where a damaged key names a number beyond all sense.
const maxSalvaged = 1 << 26

type keyed struct {
	key    string
	number uint32
}

// keys gives the cases that can be read, in order of key.
func (s salvage) keys(end uint32, lost func(name string)) []keyed {
	var out []keyed
	for number := range end {
		c, err := s.read(number)
		switch {
		case c != nil:
			out = append(out, keyed{c.ID, number})
		case err != nil || s.isMissed(number):
			lost(s.name(number))
		}
	}
	slices.SortFunc(out, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	return out
}

// read reads one case, nil where the number has none. Each is looked up for itself: a page
// that is broken takes only those down that lie on it.
func (s salvage) read(number uint32) (c *graph.Case, err error) {
	err = guard(func() (err error) {
		if sealed := s.tx.Bucket(bucketCases).Get(numberKey(number)); sealed != nil {
			c, err = unpackCase(number, sealed)
		}
		return err
	})
	return c, err
}

// isMissed reports whether a case that is not there was there, as far as the rest of the
// file knows: its own key on a page may be what is damaged.
func (s salvage) isMissed(number uint32) (missed bool) {
	_ = guard(func() error { // what cannot be read tells nothing
		missed = s.tx.Bucket(bucketMentions).Get(numberKey(number)) != nil
		return nil
	})
	_ = guard(func() error {
		if value, ok, err := get(s.tx, bucketFacts, number); ok && err == nil {
			_, hasCase, _ := caseOf(string(value))
			missed = missed || hasCase
		}
		return nil
	})
	return missed
}

// name gives the key of a case that cannot be read, from what else is known of it.
func (s salvage) name(number uint32) string {
	name := fmt.Sprintf("the case with the number %d", number)
	_ = guard(func() error { // without it the number has to do
		if value, ok, err := get(s.tx, bucketFacts, number); ok && err == nil {
			name = keyOf(string(value))
		}
		return nil
	})
	return name
}
