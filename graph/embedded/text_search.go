package embedded

import (
	"bytes"
	"context"

	"github.com/RoaringBitmap/roaring/v2"
	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// textHits are the incidents that a text query finds.
type textHits struct {
	byTier [graph.TierText + 1]*roaring.Bitmap
	all    *roaring.Bitmap
}

// foundIn holds, by tier, the incidents that something is found in, in that tier or a
// better one. In this form the worse of two is the intersection of both in every tier, the
// better one the union.
type foundIn [graph.TierText + 1]*roaring.Bitmap

func newFoundIn() foundIn {
	var f foundIn
	for t := range f {
		f[t] = roaring.New()
	}
	return f
}

func (f foundIn) and(other foundIn) {
	for t := range f {
		f[t].And(other[t])
	}
}

func (f foundIn) or(other foundIn) {
	for t := range f {
		f[t].Or(other[t])
	}
}

func (f foundIn) clone() foundIn {
	for t := range f {
		f[t] = f[t].Clone()
	}
	return f
}

// search gives what graph.TextQuery.Finds gives of each incident. The memory is at the
// version of the transaction.
func (m *moment) search(ctx context.Context, tx *bbolt.Tx, q *graph.TextQuery) (*textHits, error) {
	segments, err := readSegments(tx)
	if err != nil {
		return nil, err
	}
	s := newTextSearch(q, &m.checked)
	for _, segment := range segments {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := s.look(tx, segment); err != nil {
			return nil, err
		}
	}
	for p, found := range s.found {
		m.lookThroughTerms(p, found)
	}
	return s.hits(q), nil
}

// textSearch looks for all patterns of a query at once.
type textSearch struct {
	within, others []graph.Pattern // each once
	found          map[graph.Pattern]foundIn
	key            graph.Pattern
	checked        *checkedSegments
	numbers        [3][]uint32 // by textTier; used again and again
	list           []posting
}

func newTextSearch(q *graph.TextQuery, checked *checkedSegments) *textSearch {
	s := &textSearch{
		found: map[graph.Pattern]foundIn{}, checked: checked,
		key: graph.Pattern{Text: keyWord(q.KeyWord()), How: graph.Whole},
	}
	add := func(p graph.Pattern) {
		if _, there := s.found[p]; there {
			return
		}
		s.found[p] = newFoundIn()
		if p.How == graph.Within {
			s.within = append(s.within, p)
		} else {
			s.others = append(s.others, p)
		}
	}
	for _, word := range q.Words() {
		for _, patterns := range word {
			for _, p := range patterns {
				add(p)
			}
		}
	}
	add(s.key)
	return s
}

// look looks into a segment.
func (s *textSearch) look(tx *bbolt.Tx, segment *segment) error {
	found := map[graph.Pattern]foundIn{}
	for p := range s.found {
		found[p] = newFoundIn()
	}
	if err := s.lookWithin(tx, segment, found); err != nil {
		return err
	}
	for _, p := range s.others {
		if err := s.lookUp(tx, segment, p, found[p]); err != nil {
			return err
		}
	}
	all := segment.live.GetCardinality() == segment.total
	for p, in := range found {
		for t := range in {
			if !all {
				in[t].And(segment.live)
			}
			s.found[p][t].Or(in[t])
		}
	}
	return nil
}

// firstUnspaced is the first character of those scripts whose words are looked into (see
// graph.Within): no word that begins with one before it has any of them.
const firstUnspaced = "\u0e00"

// lookWithin looks for what may be anywhere in a word.
func (s *textSearch) lookWithin(tx *bbolt.Tx, segment *segment, found map[graph.Pattern]foundIn) error {
	if len(s.within) == 0 {
		return nil
	}
	err := segment.blocksFrom(tx, []byte(firstUnspaced), s.checked.has(segment.id), func(b *block) (more bool, err error) {
		for _, p := range s.within {
			if err := b.within([]byte(p.Text), s.collect(found[p])); err != nil {
				return false, err
			}
		}
		return true, nil
	})
	if err == nil {
		s.checked.add(segment.id)
	}
	return err
}

// lookUp looks for whole words and for beginnings.
func (s *textSearch) lookUp(tx *bbolt.Tx, segment *segment, p graph.Pattern, found foundIn) error {
	wanted := []byte(p.Text)
	return segment.blocksFrom(tx, wanted, false, func(b *block) (more bool, err error) {
		return b.start(wanted, p.How == graph.Whole, s.collect(found))
	})
}

// collect gives a function that adds packed postings to what is found.
func (s *textSearch) collect(found foundIn) func([]byte) error {
	return func(packed []byte) error {
		var ok bool
		if s.list, ok = unpackPostings(s.list[:0], packed); !ok {
			return errBlock(bucketPostings)
		}
		for t := range s.numbers {
			s.numbers[t] = s.numbers[t][:0]
		}
		for _, p := range s.list {
			s.numbers[p.tier] = append(s.numbers[p.tier], p.number)
		}
		for t, numbers := range s.numbers {
			found[textTiers[t]].AddMany(numbers)
		}
		return nil
	}
}

// textTiers are the tiers that the index knows.
var textTiers = [...]graph.Tier{inTitle: graph.TierTitle, inSummary: graph.TierSummary, inText: graph.TierText}

// blocksFrom visits the blocks of a segment from that on which may have a word, until
// visit says that it wants no more.
func (s *segment) blocksFrom(tx *bbolt.Tx, word []byte, checked bool, visit func(*block) (more bool, err error)) error {
	c := tx.Bucket(bucketWords).Cursor()
	prefix, from := numberKey(s.id), blockKey(s.id, word)
	key, sealed := c.Seek(from)
	if !bytes.Equal(key, from) { // the word is in the block before, if anywhere
		if key == nil {
			key, sealed = c.Last()
		} else {
			key, sealed = c.Prev()
		}
		if !bytes.HasPrefix(key, prefix) {
			key, sealed = c.Seek(prefix)
		}
	}
	for more := true; more && bytes.HasPrefix(key, prefix); key, sealed = c.Next() {
		b, err := openBlock(tx, key, sealed, checked)
		if err != nil {
			return err
		}
		if more, err = visit(b); err != nil {
			return err
		}
	}
	return nil
}

// hits puts together what was found of each pattern.
func (s *textSearch) hits(q *graph.TextQuery) *textHits {
	for _, f := range s.found {
		for t := 1; t < len(f); t++ {
			f[t].Or(f[t-1])
		}
	}
	all := newFoundIn()
	for i, word := range q.Words() {
		ways := newFoundIn()
		for _, patterns := range word {
			way := s.found[patterns[0]].clone()
			for _, p := range patterns[1:] {
				way.and(s.found[p])
			}
			ways.or(way)
		}
		if i == 0 {
			all = ways
		} else {
			all.and(ways)
		}
	}
	key := roaring.New()
	if len(q.Words()) > 0 {
		key = s.found[s.key][graph.TierTitle]
	}
	h := &textHits{all: roaring.Or(all[graph.TierText], key)}
	h.byTier[graph.TierKey] = key
	better := key
	for t := graph.TierTitle; t <= graph.TierText; t++ {
		h.byTier[t] = roaring.AndNot(all[t], better)
		better = roaring.Or(better, all[t])
	}
	return h
}
