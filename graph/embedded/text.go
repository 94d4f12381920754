package embedded

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"math/bits"

	"github.com/RoaringBitmap/roaring/v2"
	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// The text index tells in which incidents a word is, and how well it finds them there (see
// graph.Words, graph.Passages); the names of terms, which change without the incidents
// that have them, are looked through in memory. It is a list of segments, one for each
// batch, of which like ones are merged, so that there are few. A segment is written once.
// Only which of its incidents are live changes: those whose texts no later segment
// has. An incident is live in one segment, so segments are searched in any order.
//
// A segment is a dictionary, cut into blocks in order of word. A block is two values: the
// words, each between line ends, so that to look for a part of a word is to look for a
// string in all of them; and for each word its incidents.
var (
	bucketTexts    = []byte("texts")    // by segment: how many incidents it has, which are live
	bucketWords    = []byte("words")    // by segment and first word of the block: words
	bucketPostings = []byte("postings") // by the same: their incidents
)

// segment is what the file says of a segment.
type segment struct {
	id    uint32
	total uint64 // how many incidents it was written with
	live  *roaring.Bitmap
}

// Segments with at least 8ⁿ live incidents and less than 8ⁿ⁺¹ are alike. Eight of them are
// merged, up to a size beyond which merging would hold a batch up for long.
const (
	mergeBits  = 3 // of 8
	mergeMost  = 1 << mergeBits
	mergeUpTo  = 1 << 15 // live incidents
	mergeNever = -1
)

// newSegment gives an empty segment with a number that none had before.
func newSegment(tx *bbolt.Tx) (*segment, error) {
	id, err := tx.Bucket(bucketTexts).NextSequence()
	if err == nil && id > math.MaxUint32 {
		err = fmt.Errorf("the text index had %d segments, and can have no more: load the cases into a new file", id)
	}
	return &segment{id: uint32(id), live: roaring.New()}, err
}

// size gives the size by which segments are alike; mergeNever of a large one.
func (s *segment) size() int {
	n := s.live.GetCardinality()
	if n >= mergeUpTo {
		return mergeNever
	}
	return (bits.Len64(n) - 1) / mergeBits
}

// isWorn reports whether most of a segment is of no use any more.
func (s *segment) isWorn() bool { return 2*s.live.GetCardinality() < s.total }

// readSegments gives all segments, in order of number.
func readSegments(tx *bbolt.Tx) ([]*segment, error) {
	var out []*segment
	err := each(tx, bucketTexts, func(id uint32, value []byte) error {
		total, n := binary.Uvarint(value)
		s := &segment{id: id, total: total, live: roaring.New()}
		if n <= 0 || s.live.UnmarshalBinary(value[n:]) != nil {
			return errBroken(bucketTexts, id)
		}
		out = append(out, s)
		return nil
	})
	return out, err
}

func (s *segment) put(tx *bbolt.Tx) error {
	s.live.RunOptimize()
	live, err := s.live.MarshalBinary()
	if err != nil {
		return err
	}
	value := binary.AppendUvarint(nil, s.total)
	return tx.Bucket(bucketTexts).Put(numberKey(s.id), seal(s.id, string(append(value, live...))))
}

// drop deletes a segment.
func (s *segment) drop(tx *bbolt.Tx) error {
	for _, name := range [][]byte{bucketWords, bucketPostings} {
		b := tx.Bucket(name)
		for _, key := range s.keys(tx) {
			if err := b.Delete(key); err != nil {
				return err
			}
		}
	}
	return tx.Bucket(bucketTexts).Delete(numberKey(s.id))
}

// blockKey gives the key of the block that begins with a word.
func blockKey(segment uint32, first []byte) []byte { return append(numberKey(segment), first...) }

// sealBlock seals a value of a block. Its key stands in for a number.
func sealBlock(key, value []byte) []byte {
	sealed := append(make([]byte, sealSize, sealSize+len(value)), value...)
	return putSeal(crc32.Checksum(key, castagnoli), sealed)
}

// getBlock reads a value of a block.
func getBlock(bucket, key, sealed []byte) ([]byte, error) {
	value, ok := unseal(crc32.Checksum(key, castagnoli), sealed)
	if !ok {
		return nil, errBlock(bucket)
	}
	return value, nil
}

// errBlock tells of a block that cannot be read.
func errBlock(bucket []byte) error { return fmt.Errorf("%w: a block of %s", errDamaged, bucket) }

// keys gives the keys of the blocks of a segment, in order of word.
func (s *segment) keys(tx *bbolt.Tx) [][]byte {
	var out [][]byte
	c := tx.Bucket(bucketWords).Cursor()
	prefix := numberKey(s.id)
	for key, _ := c.Seek(prefix); bytes.HasPrefix(key, prefix); key, _ = c.Next() {
		out = append(out, key)
	}
	return out
}

// posting is an incident in which a word is, and how well it finds it there.
type posting struct {
	number uint32
	tier   textTier
}

// textTier is a tier of those that the index knows.
type textTier uint8

const (
	inTitle textTier = iota
	inSummary
	inText
)

// textTierOf gives the index's name of a tier.
func textTierOf(t graph.Tier) textTier {
	switch t {
	case graph.TierTitle:
		return inTitle
	case graph.TierSummary:
		return inSummary
	}
	return inText
}

// Postings are packed in order of number: each as its distance from the one before, four
// times, plus the tier. A word has one posting for an incident: that of its best tier.
func appendPosting(packed []byte, last uint32, p posting) []byte {
	return binary.AppendUvarint(packed, uint64(p.number-last)<<2|uint64(p.tier))
}

// unpackPostings appends postings to a list; ok is false where they cannot be read.
func unpackPostings(list []posting, packed []byte) (_ []posting, ok bool) {
	last := uint32(0)
	for at := 0; at < len(packed); {
		v := uint64(packed[at])
		size := 1
		if v >= 0x80 {
			if v, size = binary.Uvarint(packed[at:]); size <= 0 {
				return list, false
			}
		}
		at += size
		last += uint32(v >> 2)
		list = append(list, posting{last, textTier(v & 3)})
	}
	return list, true
}
