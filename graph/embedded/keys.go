package embedded

import (
	"hash/maphash"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// keyTable finds the number of a key, whatever its case of letters. It is an
// open-addressing table of numbers, each beside half of its key's hash, and reads the key
// itself where it stands already: a million of keys cost 16 MB and nothing for the
// garbage collector to follow.
type keyTable struct {
	seed  maphash.Seed
	cells []uint64 // hash in the upper half, number + 1 in the lower; 0: never used
	taken int      // cells that are not 0
	live  int      // cells that hold a number
}

const firstKeyCells = 16

// goneKey is a cell whose number was taken out: no number is so large.
const goneKey = uint64(1)<<32 - 1

func newKeyTable() keyTable {
	return keyTable{seed: maphash.MakeSeed(), cells: make([]uint64, firstKeyCells)}
}

// find gives the number of a folded key; keyOf gives the key of a number.
func (t *keyTable) find(folded string, keyOf func(uint32) string) (number uint32, ok bool) {
	at := t.probe(folded, func(n uint32) bool { return strings.EqualFold(keyOf(n), folded) })
	if at < 0 {
		return 0, false
	}
	return uint32(t.cells[at]) - 1, true
}

// add enters a number whose folded key is not in the table yet.
func (t *keyTable) add(folded string, number uint32) {
	if 4*(t.taken+1) > 3*len(t.cells) { // half full afterwards, at most
		old, size := t.cells, len(t.cells)
		for 2*(t.live+1) > size {
			size *= 2
		}
		t.cells, t.taken, t.live = make([]uint64, size), 0, 0
		for _, cell := range old {
			if cell != 0 && cell != goneKey {
				t.place(cell)
			}
		}
	}
	t.place(t.hash(folded) | uint64(number+1))
}

func (t *keyTable) place(cell uint64) {
	at := t.start(cell)
	for t.cells[at] != 0 {
		at = (at + 1) % len(t.cells)
	}
	t.cells[at] = cell
	t.taken++
	t.live++
}

// remove takes a number out.
func (t *keyTable) remove(folded string, number uint32) {
	if at := t.probe(folded, func(n uint32) bool { return n == number }); at >= 0 {
		t.cells[at] = goneKey
		t.live--
	}
}

// probe gives the cell of the number that is meant, -1 where there is none.
func (t *keyTable) probe(folded string, meant func(uint32) bool) int {
	hash := t.hash(folded)
	for at := t.start(hash); t.cells[at] != 0; at = (at + 1) % len(t.cells) {
		cell := t.cells[at]
		if cell>>32 == hash>>32 && cell != goneKey && meant(uint32(cell)-1) {
			return at
		}
	}
	return -1
}

// hash gives the upper half of a cell.
func (t *keyTable) hash(folded string) uint64 {
	return maphash.String(t.seed, folded) >> 32 << 32
}

// start gives the first place to look for a cell.
func (t *keyTable) start(cell uint64) int { return int((cell >> 32) % uint64(len(t.cells))) }

// foldKey is graph.FoldKey, faster for what is a key.
func foldKey(key string) string {
	for i := range len(key) {
		if c := key[i]; c != '-' && c != '.' && c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return graph.FoldKey(key)
		}
	}
	return strings.ToLower(key)
}
