package embedded

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// A bbolt file has two heads, its first two pages: each names the root of everything at
// one commit. A commit writes its head over the older one. Where one is damaged, bbolt
// takes the other without a word, which may be the graph before the last batch; and the
// next commit makes that final. Both are there from the beginning, so neither may be
// missing.
type head struct {
	root   uint64 // number of a page
	commit uint64 // the later one is greater
	whole  bool
}

// A head follows the header of its page: magic number, version, page size and flags of
// four bytes each; root, its sequence, free list, number of pages, commit and checksum of
// eight each, in the machine's order of bytes.
const (
	headAt      = 16
	headSize    = 64
	headMagic   = 0xED0CDAED
	headVersion = 2

	headRoot, headCommit, headSum = 16, 48, 56
)

func parseHead(b *[headSize]byte) head {
	order := binary.NativeEndian
	sum := fnv.New64a()
	_, _ = sum.Write(b[:headSum])
	return head{
		root: order.Uint64(b[headRoot:]), commit: order.Uint64(b[headCommit:]),
		whole: order.Uint32(b[:]) == headMagic && order.Uint32(b[4:]) == headVersion && order.Uint64(b[headSum:]) == sum.Sum64(),
	}
}

// heads reads both heads. The file is locked, so they stand still.
func (h *handle) heads() (out [2]head, err error) {
	for i := range out {
		var b [headSize]byte
		at := int64(i)*int64(h.db.Info().PageSize) + headAt
		if _, err := h.file.ReadAt(b[:], at); err != nil && err != io.EOF {
			return out, err
		}
		out[i] = parseHead(&b)
	}
	return out, nil
}

// checkHeads finds a head that is damaged.
func (h *handle) checkHeads() error {
	heads, err := h.heads()
	if err != nil {
		return err
	}
	if !heads[0].whole || !heads[1].whole {
		return errHead
	}
	return nil
}

// errHead tells of a head that is damaged while the other is whole.
var errHead = fmt.Errorf("%w in one of its two heads", errDamaged)

// head gives the places of the file that every commit changes, its heads. Reading them
// takes no lock.
func (f *file) head() (string, error) {
	f.mu.Lock()
	size := f.pageSize
	f.mu.Unlock()
	opened, err := os.Open(f.path)
	if err != nil {
		return "", f.explain(reading, err)
	}
	defer opened.Close()
	const length = headAt + headSize
	buf := make([]byte, 2*length)
	for i := range 2 {
		if _, err := opened.ReadAt(buf[i*length:][:length], int64(i*size)); err != nil && err != io.EOF {
			return "", f.explain(reading, err)
		}
	}
	return string(buf), nil
}
