package embedded

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Salvaged tells which graph Salvage read.
type Salvaged struct {
	Version int64 // -1 where the file does not tell it
	Behind  bool  // there may have been a later version, of which nothing can be read
}

// Salvage gives the cases of a damaged data file that can still be read, in order of key
// as Store.Scan does, as they were written down, and tells lost of each that cannot, as far
// as the rest of the file knows of it, by its key or, where that is gone as well, by its
// number. All are of one version: the last one, or the one before it where nothing can be
// read of the last. Nothing is written to the file. Where not even the list of cases can be
// read, that is the error.
func Salvage(ctx context.Context, path string, each func(*graph.Case) error, lost func(name string)) (Salvaged, error) {
	return salvage(ctx, path, func(f *file, best *view) error {
		for _, name := range best.lost {
			lost(name)
		}
		for _, one := range best.found {
			if err := ctx.Err(); err != nil {
				return f.explain(reading, err)
			}
			c, err := best.read(one.place)
			if err != nil || c == nil { // a damaged page may lead out of the file, to what happens to be there
				lost(one.key)
				continue
			}
			if err := each(c); err != nil {
				return err
			}
		}
		return nil
	})
}

// SalvageTerms gives the controlled terms of a damaged data file that can still be read,
// in order of kind and slug, and tells lost of each term that cannot, by its number.
// Otherwise it is as Salvage.
func SalvageTerms(ctx context.Context, path string, each func(graph.Term) error, lost func(name string)) (Salvaged, error) {
	return salvage(ctx, path, func(_ *file, best *view) error {
		terms, missed := best.terms()
		for _, number := range missed {
			lost(fmt.Sprintf("the term with the number %d", number))
		}
		for _, t := range terms {
			if err := each(t); err != nil {
				return err
			}
		}
		return nil
	})
}

// salvage opens a damaged data file, and has take read the graph in it that is best.
func salvage(ctx context.Context, path string, take func(*file, *view) error) (Salvaged, error) {
	f := &file{path: path, wait: DefaultLockTimeout}
	h, err := f.open(ctx, reading)
	if err != nil {
		return Salvaged{}, err
	}
	views, err := h.views()
	defer func() {
		for _, v := range views {
			h.broken = v.tx != nil && guard(v.tx.Rollback) != nil || h.broken
		}
		f.close(h, reading)
	}()
	if err != nil {
		return Salvaged{}, f.explain(reading, err)
	}
	best, salvaged, err := choose(views)
	if err != nil {
		if errors.Is(err, errDamaged) {
			err = &graph.Error{Code: graph.CodeCorrupt, Err: err, Message: fmt.Sprintf("nothing can be read of the damaged data file %s: restore it from a copy", path)}
		}
		return Salvaged{}, f.explain(reading, err)
	}
	return salvaged, take(f, best)
}

// view is the file as one of its heads has it.
type view struct {
	tx      *bbolt.Tx
	head    head
	version int64             // -1 where it cannot be read
	err     error             // why nothing can be read
	known   map[uint32]string // keys of cases, by place, as far as the journal tells them
	found   []keyed
	lost    []string
}

// views gives what both heads tell of, the newest first. A damaged head may tell the truth
// still, where it is not its root that is wrong: that it leads to a version shows it, and
// this version alone says whether it is the newer one.
func (h *handle) views() ([]*view, error) {
	heads, err := h.heads()
	if err != nil {
		return nil, err
	}
	var out []*view
	for _, head := range heads {
		v := &view{head: head, version: -1}
		err := guard(func() (err error) {
			if v.tx, err = h.db.Begin(false); err != nil {
				return err
			}
			standOn(v.tx, head.root)
			now, err := readState(v.tx)
			if err == nil {
				v.version = now.version
			}
			return err
		})
		out = append(out, v)
		if errors.Is(err, errNewer) && head.whole {
			return out, err
		}
		if errors.Is(err, errForeign) || !head.whole {
			v.err = err
		}
	}
	slices.SortStableFunc(out, func(a, b *view) int {
		if a.head.whole && b.head.whole {
			return cmp.Compare(b.head.commit, a.head.commit)
		}
		return cmp.Compare(b.version, a.version)
	})
	return out, nil
}

// standOn makes a transaction read the tree below another root.
func standOn(tx *bbolt.Tx, root uint64) {
	bucket := tx.Cursor().Bucket()
	bucket.SetRootPage(pageNumber(bucket.RootPage(), root))
}

// pageNumber gives a number the type, which bbolt does not export, of another.
func pageNumber[T ~uint64](_ T, number uint64) T { return T(number) }

// choose gives the first view of which anything can be read, all looked through.
func choose(views []*view) (*view, Salvaged, error) {
	var first error
	for i, v := range views {
		err := v.look()
		if err == nil {
			hidden := func(other *view) bool { return other.version < 0 && !(v.head.whole && other.head.whole) }
			return v, Salvaged{v.version, i > 0 || slices.ContainsFunc(views, hidden)}, nil
		}
		first = cmp.Or(first, err)
	}
	return nil, Salvaged{}, first
}

// look finds the cases. It is an error if none of those that there are can be read.
func (v *view) look() error {
	if v.err != nil {
		return v.err
	}
	v.readJournal()
	end, err := v.places()
	if err != nil {
		return err
	}
	v.keys(end)
	if len(v.found) == 0 && len(v.lost) > 0 {
		return fmt.Errorf("%w: none of its %d cases can be read", errDamaged, len(v.lost))
	}
	return nil
}

// readJournal notes which cases there are by the facts that can be read, from either end of
// the journal as far as it goes.
func (v *view) readJournal() {
	facts := map[uint32]factChange{} // by number: the last that can be read
	note := func(c factChange) {
		if c.version >= facts[c.number].version {
			c.packed = strings.Clone(c.packed)
			facts[c.number] = c
		}
	}
	read := func(first, next func(*bbolt.Cursor) (key, value []byte)) (whole bool) {
		return guard(func() error { // what cannot be read tells nothing
			at := v.tx.Bucket(bucketJournal).Cursor()
			for key, sealed := first(at); key != nil; key, sealed = next(at) {
				p, err := openPart(key, sealed)
				if err != nil {
					p = roughPart(key, sealed)
				}
				p.each(note)
			}
			return nil
		}) == nil
	}
	if !read((*bbolt.Cursor).First, (*bbolt.Cursor).Next) {
		read((*bbolt.Cursor).Last, (*bbolt.Cursor).Prev)
	}
	v.known = map[uint32]string{}
	for _, c := range facts {
		if c.packed == "" {
			continue
		}
		if h := headOf(c.packed); h.hasCase() {
			v.known[h.place] = h.key
		}
	}
}

// roughPart gives what can be made out of a part of the journal that is broken: it names
// cases, of which nothing else is taken.
func roughPart(key, sealed []byte) part {
	version, _, _ := parseJournalKey(key)
	c := cursor{rest: string(sealed[min(sealSize, len(sealed)):])}
	c.uint() // stamp
	for range c.count(0) {
		c.uint() // of a term
	}
	whole := c.rest
	for c.rest != "" {
		before := c.rest
		c.uint()
		if packed := c.text(); packed != "" {
			if h := headOf(packed); h.hasCase() && !graph.ValidKey(h.key) {
				c.fail()
			}
		}
		if c.bad {
			whole = whole[:len(whole)-len(before)]
		}
	}
	return part{version: version, facts: whole}
}

// places gives a bound of the places of cases. Three lists have them. The last key of two
// may be damaged: one that is too small is passed over for a larger one, and one beyond all
// sense, unless both have it, for what else is known.
func (v *view) places() (end uint32, err error) {
	for place := range v.known {
		end = max(end, min(place, maxSalvaged)+1)
	}
	var ends []uint32
	for _, name := range [][]byte{bucketCases, bucketMentions} {
		failed := guard(func() error {
			bucket := v.tx.Bucket(name)
			if bucket == nil {
				return fmt.Errorf("%w: its part %q is missing", errDamaged, name)
			}
			switch key, _ := bucket.Cursor().Last(); len(key) {
			case 0:
				ends = append(ends, 0)
			case 4:
				ends = append(ends, min(binary.BigEndian.Uint32(key), maxSalvaged)+1)
			default:
				return fmt.Errorf("%w: a key of %s", errDamaged, name)
			}
			return nil
		})
		err = cmp.Or(failed, err)
	}
	slices.Sort(ends)
	both := len(ends) == 2 && ends[0] == ends[1]
	for _, e := range ends {
		if both || e <= 2*end+manyPlaces {
			end = max(end, e)
		}
	}
	if end == 0 {
		return 0, err
	}
	return end + fewPlaces, nil // the last ones may be hidden from every list
}

const (
	maxSalvaged = 1 << 26 // bounds what is looked up where no list tells better
	manyPlaces  = 1 << 20 // are looked up in a moment
	fewPlaces   = 1 << 12
)

type keyed struct {
	key   string
	place uint32
}

// keys looks for the cases: those that can be read in order of key, and the others.
func (v *view) keys(end uint32) {
	found := map[string]struct{}{}
	var missed []uint32
	for place := range end {
		c, err := v.read(place)
		switch {
		case c != nil:
			v.found = append(v.found, keyed{c.ID, place})
			found[c.ID] = struct{}{}
		case err != nil || v.isMissed(place):
			missed = append(missed, place)
		}
	}
	for _, place := range missed {
		key, known := v.known[place]
		if _, elsewhere := found[key]; known && elsewhere {
			continue // it took this place before, and the fact that tells so is gone
		}
		v.lost = append(v.lost, cmp.Or(key, fmt.Sprintf("the case with the number %d", place)))
	}
	slices.SortFunc(v.found, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
}

// read reads one case, nil where the place has none. Each is looked up for itself: a page
// that is broken takes only those down that lie on it.
func (v *view) read(place uint32) (c *graph.Case, err error) {
	err = guard(func() (err error) {
		if sealed := v.tx.Bucket(bucketCases).Get(numberKey(place)); sealed != nil {
			c, err = unpackCase(place, sealed)
		}
		return err
	})
	return c, err
}

// isMissed reports whether a case that is not there was there, as far as the rest of the
// file knows: its own key on a page may be what is damaged.
func (v *view) isMissed(place uint32) bool {
	_, missed := v.known[place]
	_ = guard(func() error { // what cannot be read tells nothing
		missed = missed || v.tx.Bucket(bucketMentions).Get(numberKey(place)) != nil
		return nil
	})
	return missed
}

// terms reads the controlled terms, each for itself, and gives the numbers of those that
// cannot be read. Numbers have no gaps.
func (v *view) terms() (terms []graph.Term, missed []uint32) {
	end := uint32(0)
	_ = guard(func() error { // what cannot be read tells nothing
		if key, _ := v.tx.Bucket(bucketTerms).Cursor().Last(); len(key) == 4 {
			end = min(binary.BigEndian.Uint32(key), manyPlaces) + 1
		}
		return nil
	})
	for number := range end {
		err := guard(func() error {
			value, found, err := get(v.tx, bucketTerms, number)
			if err != nil || !found {
				return cmp.Or(err, errBroken(bucketTerms, number))
			}
			entry, err := decodeTerm(number, value)
			if err == nil && entry.Controlled {
				terms = append(terms, entry.node().Term)
			}
			return err
		})
		if err != nil {
			missed = append(missed, number)
		}
	}
	slices.SortFunc(terms, func(a, b graph.Term) int { return compareRefs(a.Ref(), b.Ref()) })
	return terms, missed
}
