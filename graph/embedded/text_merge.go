package embedded

import (
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"go.etcd.io/bbolt"
)

// mergeSegments merges segments where there are eight alike, and writes anew those that
// are worn; they are in order of number.
func mergeSegments(tx *bbolt.Tx, segments []*segment) error {
	for {
		some := toMerge(segments)
		if len(some) == 0 {
			return nil
		}
		segments = slices.DeleteFunc(segments, func(s *segment) bool { return slices.Contains(some, s) })
		if live := slices.DeleteFunc(slices.Clone(some), func(s *segment) bool { return s.live.IsEmpty() }); len(live) > 0 {
			merged, err := merge(tx, live)
			if err != nil {
				return err
			}
			segments = append(segments, merged)
		}
		for _, s := range some {
			if err := s.drop(tx); err != nil {
				return err
			}
		}
	}
}

// toMerge gives segments to be merged into one, none where all is well.
func toMerge(segments []*segment) []*segment {
	bySize := map[int][]*segment{}
	for _, s := range segments {
		if s.isWorn() {
			return []*segment{s}
		}
		size := s.size()
		if bySize[size] = append(bySize[size], s); size != mergeNever && len(bySize[size]) == mergeMost {
			return bySize[size]
		}
	}
	return nil
}

// merge writes a segment of the live incidents of others.
func merge(tx *bbolt.Tx, some []*segment) (*segment, error) {
	s, err := newSegment(tx)
	if err != nil {
		return nil, err
	}
	sources := make([]wordSource, len(some))
	for i, from := range some {
		s.live.Or(from.live)
		if sources[i], err = from.source(tx); err != nil {
			return nil, err
		}
	}
	s.total = s.live.GetCardinality()
	return s, s.write(tx, sources)
}

// wordSource gives words, in order, with their postings.
type wordSource interface {
	// word gives the word at hand; ok is false at the end.
	word() (word string, ok bool)
	// take appends the postings of the word at hand, in order, to a list and goes on.
	take(list []posting) ([]posting, error)
}

// write writes the words of a segment, of which every source has some.
func (s *segment) write(tx *bbolt.Tx, sources []wordSource) error {
	to := blockWriter{tx: tx, segment: s.id}
	var list, spare []posting
	var packed []byte
	for {
		word, ok := firstOf(sources)
		if !ok {
			break
		}
		list = list[:0]
		var runs []int // where what a source gave ends
		for _, from := range sources {
			if w, ok := from.word(); !ok || w != word {
				continue
			}
			var err error
			if list, err = from.take(list); err != nil {
				return err
			}
			runs = append(runs, len(list))
		}
		if len(list) == 0 {
			continue // none of its incidents is live
		}
		list, spare = inOrder(list, spare, runs)
		packed = pack(packed[:0], list)
		if err := to.add(word, packed); err != nil {
			return err
		}
	}
	if err := to.flush(); err != nil {
		return err
	}
	return s.put(tx)
}

// firstOf gives the first of the words that sources have at hand.
func firstOf(sources []wordSource) (first string, ok bool) {
	for _, from := range sources {
		if word, more := from.word(); more && (!ok || word < first) {
			first, ok = word, true
		}
	}
	return first, ok
}

// inOrder merges the runs of a list, each of which is in order of number and ends where
// runs says, two by two. It gives the merged list and the other of the two slices, of which
// what was in spare is lost.
func inOrder(list, spare []posting, runs []int) (merged, other []posting) {
	for len(runs) > 1 {
		spare = spare[:0]
		from, longer := 0, runs[:0]
		for i := 0; i < len(runs); i += 2 {
			a, b := list[from:runs[i]], list[runs[i]:runs[min(i+1, len(runs)-1)]]
			from += len(a) + len(b)
			for len(a) > 0 && len(b) > 0 {
				if b[0].number < a[0].number {
					a, b = b, a
				}
				spare, a = append(spare, a[0]), a[1:]
			}
			spare = append(append(spare, a...), b...)
			longer = append(longer, from)
		}
		list, spare, runs = spare, list, longer
	}
	return list, spare
}

// pack packs postings, which are in order.
func pack(packed []byte, list []posting) []byte {
	last := uint32(0)
	for _, p := range list {
		packed = appendPosting(packed, last, p)
		last = p.number
	}
	return packed
}

// source reads a segment word by word. It is a wordSource.
type source struct {
	tx   *bbolt.Tx
	live *roaring.Bitmap
	all  bool     // all incidents of the segment are live
	keys [][]byte // of the blocks to come
	at   *block
	next int    // in at, the place of the word behind the one at hand
	rest string // of the words of at
	text string // the word at hand; "" at the end
}

func (s *segment) source(tx *bbolt.Tx) (*source, error) {
	from := &source{tx: tx, live: s.live, all: s.live.GetCardinality() == s.total, keys: s.keys(tx)}
	return from, from.advance()
}

// advance goes on to the next word.
func (s *source) advance() error {
	if len(s.rest) == 0 {
		s.text = ""
		if len(s.keys) == 0 {
			return nil
		}
		key := s.keys[0]
		var err error
		if s.at, err = openBlock(s.tx, key, s.tx.Bucket(bucketWords).Get(key), false); err != nil {
			return err
		}
		if err := s.at.openPostings(); err != nil {
			return err
		}
		s.keys, s.next, s.rest = s.keys[1:], 0, string(s.at.words[1:])
	}
	s.text, s.rest, _ = strings.Cut(s.rest, "\n")
	s.next++
	return nil
}

func (s *source) word() (string, bool) { return s.text, s.text != "" }

func (s *source) take(list []posting) ([]posting, error) {
	before := len(list)
	list, ok := unpackPostings(list, s.at.postingsOf(s.next-1))
	if !ok {
		return nil, errBlock(bucketPostings)
	}
	if !s.all {
		kept := list[:before]
		for _, p := range list[before:] {
			if s.live.Contains(p.number) {
				kept = append(kept, p)
			}
		}
		list = kept
	}
	return list, s.advance()
}
