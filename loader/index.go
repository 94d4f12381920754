package loader

import (
	"crypto/sha256"

	"github.com/incidentgraph/incidentgraph/graph"
)

// digest is the beginning of a SHA-256: enough to tell records and keys apart.
type digest [16]byte

func digestOf(b []byte) digest {
	sum := sha256.Sum256(b)
	return digest(sum[:16])
}

// index remembers every record of a load by its key, in about a hundred bytes each.
type index struct {
	byKey   map[digest]uint32 // of the folded key → the record that holds it
	entries []entry           // in the order of the spool
}

// entry is one record in the spool.
type entry struct {
	content digest
	at      span
	file    uint32 // index of its input
	line    int32
	day     int32 // first of its date, as graph.Date.First
	fate    fate
}

type fate uint8

const (
	kept     fate = iota
	replaced      // another spelling of the same record stands for it
	rejected      // another record claims its key
)

func keyDigest(key string) digest { return digestOf([]byte(graph.FoldKey(key))) }

// holder gives the record that holds a key.
func (x *index) holder(key digest) (number uint32, held bool) {
	number, held = x.byKey[key]
	return number, held
}

// hold gives a key to a new record, and the record a number.
func (x *index) hold(key digest, e entry) (number uint32) {
	number = uint32(len(x.entries))
	x.byKey[key] = number
	x.entries = append(x.entries, e)
	return number
}
