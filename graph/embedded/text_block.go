package embedded

import (
	"bytes"
	"encoding/binary"

	"go.etcd.io/bbolt"
)

// The sizes from which a block is full, in bytes. Short ones make words quick to be
// found, large ones make few of them.
const (
	fullWords    = 16 << 10
	fullPostings = 64 << 10
)

// blockWriter writes the dictionary of a segment; words come in order.
type blockWriter struct {
	tx       *bbolt.Tx
	segment  uint32
	words    []byte // each behind a line end
	ends     []byte // of the postings of each word, four bytes each
	postings []byte
}

// add adds a word with its packed postings.
func (w *blockWriter) add(word string, postings []byte) error {
	w.words = append(append(w.words, '\n'), word...)
	w.postings = append(w.postings, postings...)
	w.ends = binary.LittleEndian.AppendUint32(w.ends, uint32(len(w.postings)))
	if len(w.words) < fullWords && len(w.postings) < fullPostings {
		return nil
	}
	return w.flush()
}

// flush writes the block at hand.
func (w *blockWriter) flush() error {
	if len(w.words) == 0 {
		return nil
	}
	first, _, _ := bytes.Cut(w.words[1:], []byte("\n"))
	key := blockKey(w.segment, first)
	for _, part := range []struct{ bucket, value []byte }{
		{bucketWords, append(w.words, '\n')},
		{bucketPostings, append(w.ends, w.postings...)},
	} {
		b := w.tx.Bucket(part.bucket)
		b.FillPercent = appended
		if err := b.Put(key, sealBlock(key, part.value)); err != nil {
			return err
		}
	}
	w.words, w.ends, w.postings = w.words[:0], w.ends[:0], w.postings[:0]
	return nil
}

// block is a block that is read.
type block struct {
	tx       *bbolt.Tx
	key      []byte
	words    []byte
	count    int // of words before the place up to which they were counted
	counted  int
	postings []byte // "" until they are asked for
	ends     []byte
}

// openBlock reads the words of a block, whose checksum is looked at unless it was before.
func openBlock(tx *bbolt.Tx, key, sealed []byte, checked bool) (*block, error) {
	var words []byte
	if checked && len(sealed) > sealSize {
		words = sealed[sealSize:]
	} else {
		var err error
		if words, err = getBlock(bucketWords, key, sealed); err != nil {
			return nil, err
		}
	}
	if len(words) == 0 || words[len(words)-1] != '\n' {
		return nil, errBlock(bucketWords)
	}
	return &block{tx: tx, key: key, words: words}, nil
}

// within visits the packed postings of every word that holds a string.
func (b *block) within(wanted []byte, visit func(postings []byte) error) error {
	b.count, b.counted = 0, 0
	for from := 0; ; {
		at := indexOf(b.words[from:], wanted)
		if at < 0 {
			return nil
		}
		postings, err := b.postingsAt(from + at)
		if err != nil {
			return err
		}
		if err := visit(postings); err != nil {
			return err
		}
		from += at + bytes.IndexByte(b.words[from+at:], '\n')
	}
}

// indexOf is bytes.Index, going by the last byte of what is wanted. In the scripts whose
// words are looked into most letters begin with the same few bytes.
func indexOf(text, wanted []byte) int {
	last := len(wanted) - 1
	for from := last; from < len(text); from++ {
		at := bytes.IndexByte(text[from:], wanted[last])
		if at < 0 {
			return -1
		}
		from += at
		if bytes.Equal(text[from-last:from+1], wanted) {
			return from - last
		}
	}
	return -1
}

// start visits the packed postings of every word that begins with a string; of the one
// that is the string where whole is set. more reports whether the next block may have some.
func (b *block) start(wanted []byte, whole bool, visit func(postings []byte) error) (more bool, err error) {
	b.count, b.counted = 0, 0
	for at := b.firstFrom(wanted); at < len(b.words); {
		length := bytes.IndexByte(b.words[at:], '\n')
		word := b.words[at : at+length]
		if !bytes.HasPrefix(word, wanted) || whole && len(word) > len(wanted) {
			return false, nil
		}
		postings, err := b.postingsAt(at)
		if err != nil {
			return false, err
		}
		if err := visit(postings); err != nil {
			return false, err
		}
		at += length + 1
	}
	return true, nil
}

// firstFrom gives the place of the first word that is not before a string; the end of the
// words where all are.
func (b *block) firstFrom(wanted []byte) int {
	low, high := 0, len(b.words)-1 // line ends: words before low are before it, words behind high are not
	for low < high {
		start := low + bytes.LastIndexByte(b.words[low:(low+high)/2+1], '\n') + 1
		end := start + bytes.IndexByte(b.words[start:], '\n')
		if bytes.Compare(b.words[start:end], wanted) < 0 {
			low = end
		} else {
			high = start - 1
		}
	}
	return low + 1
}

// postingsAt gives the packed postings of the word at a place, which is behind that of the
// call before.
func (b *block) postingsAt(at int) ([]byte, error) {
	if b.postings == nil {
		if err := b.openPostings(); err != nil {
			return nil, err
		}
	}
	b.count += bytes.Count(b.words[b.counted:at], []byte("\n"))
	b.counted = at
	return b.postingsOf(b.count - 1), nil
}

// openPostings reads the postings of the block.
func (b *block) openPostings() error {
	value, err := getBlock(bucketPostings, b.key, b.tx.Bucket(bucketPostings).Get(b.key))
	if err != nil {
		return err
	}
	size := 4 * (bytes.Count(b.words, []byte("\n")) - 1)
	if len(value) < size || size == 0 || int(binary.LittleEndian.Uint32(value[size-4:])) != len(value)-size {
		return errBlock(bucketPostings)
	}
	b.ends, b.postings = value[:size:size], value[size:]
	return nil
}

// postingsOf gives the packed postings of a word by its place in the block.
func (b *block) postingsOf(i int) []byte {
	start := uint32(0)
	if i > 0 {
		start = binary.LittleEndian.Uint32(b.ends[4*(i-1):])
	}
	return b.postings[start:binary.LittleEndian.Uint32(b.ends[4*i:])]
}
