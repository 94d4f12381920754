package embedded

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strconv"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// format is the number of the layout that doc.go describes. A file of a later one is
// refused, one of the former one brought up to date (see upgrade).
const format = 3

// The buckets of the file.
var (
	bucketMeta     = []byte("meta")
	bucketJournal  = []byte("journal")
	bucketCases    = []byte("cases")
	bucketMentions = []byte("mentions")
	bucketTerms    = []byte("terms")
	bucketNotes    = []byte("notes")
)

// The keys of the bucket meta. Their values are text, for people who look.
var (
	metaFormat  = []byte("format")
	metaID      = []byte("id")
	metaVersion = []byte("version")
	metaStamp   = []byte("stamp")   // a number that no other change made; see state
	metaJournal = []byte("journal") // how many bytes the values of the journal have
)

// appended is how full pages are made in buckets whose keys mostly grow.
const appended = 0.95

// initialise writes an empty graph to a new file. A file that holds something already is
// left alone.
func initialise(tx *bbolt.Tx) error {
	if tx.Bucket(bucketMeta) != nil {
		return nil
	}
	for _, name := range [][]byte{bucketMeta, bucketJournal, bucketCases, bucketMentions, bucketTerms, bucketNotes, bucketTexts, bucketWords, bucketPostings} {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	meta := tx.Bucket(bucketMeta)
	if err := meta.Put(metaFormat, []byte(strconv.Itoa(format))); err != nil {
		return err
	}
	if err := meta.Put(metaID, []byte(rand.Text())); err != nil {
		return err
	}
	for _, key := range [][]byte{metaJournal, metaStamp, metaVersion} {
		if err := putMeta(tx, key, 0); err != nil {
			return err
		}
	}
	return nil
}

// state is what the file says of itself. Copies of a file have one id, and may each come to
// a version of its own under the same number: the stamps of these differ.
type state struct {
	id      string
	version int64
	stamp   int64
}

// readState checks that this program can read the file.
func readState(tx *bbolt.Tx) (state, error) {
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		return state{}, errForeign
	}
	number, err := strconv.Atoi(string(meta.Get(metaFormat)))
	if err != nil {
		return state{}, fmt.Errorf("%w: its format cannot be read", errDamaged)
	}
	switch {
	case number > format:
		return state{}, fmt.Errorf("%w: it has format %d, this program reads up to %d", errNewer, number, format)
	case number == formerFormat:
		return state{}, errOlder
	case number < formerFormat:
		return state{}, fmt.Errorf("%w: its format cannot be read", errDamaged)
	}
	version, err := getMeta(tx, metaVersion)
	if err != nil {
		return state{}, err
	}
	stamp, err := getMeta(tx, metaStamp)
	if err != nil {
		return state{}, err
	}
	if _, err := getMeta(tx, metaJournal); err != nil {
		return state{}, err
	}
	for _, name := range [][]byte{bucketJournal, bucketCases, bucketMentions, bucketTerms, bucketNotes, bucketTexts, bucketWords, bucketPostings} {
		if tx.Bucket(name) == nil {
			return state{}, fmt.Errorf("%w: its part %q is missing", errDamaged, name)
		}
	}
	return state{string(meta.Get(metaID)), version, stamp}, nil
}

func putMeta(tx *bbolt.Tx, key []byte, n int64) error {
	return tx.Bucket(bucketMeta).Put(key, strconv.AppendInt(nil, n, 10))
}

func getMeta(tx *bbolt.Tx, key []byte) (int64, error) {
	n, err := strconv.ParseInt(string(tx.Bucket(bucketMeta).Get(key)), 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%w: its %s cannot be read", errDamaged, key)
	}
	return n, nil
}

// numberKey gives the key under which a number is stored.
func numberKey(n uint32) []byte { return binary.BigEndian.AppendUint32(nil, n) }

// errBroken tells of a value whose checksum is wrong.
func errBroken(bucket []byte, number uint32) error {
	return fmt.Errorf("%w: %s %d", errDamaged, bucket, number)
}

// get reads a sealed value; ok is false where there is none.
func get(tx *bbolt.Tx, bucket []byte, number uint32) (value []byte, ok bool, err error) {
	sealed := tx.Bucket(bucket).Get(numberKey(number))
	if sealed == nil {
		return nil, false, nil
	}
	if value, ok = unseal(number, sealed); !ok {
		return nil, false, errBroken(bucket, number)
	}
	return value, true, nil
}

// each visits the sealed values of a bucket in order of number.
func each(tx *bbolt.Tx, bucket []byte, visit func(number uint32, value []byte) error) error {
	return tx.Bucket(bucket).ForEach(func(key, sealed []byte) error {
		if len(key) != 4 {
			return fmt.Errorf("%w: a key of %s", errDamaged, bucket)
		}
		number := binary.BigEndian.Uint32(key)
		value, ok := unseal(number, sealed)
		if !ok {
			return errBroken(bucket, number)
		}
		return visit(number, value)
	})
}

// termEntry is a term as it is stored, as JSON.
type termEntry struct {
	ID         graph.ID        `json:"id"`
	Controlled bool            `json:"controlled,omitempty"`
	Name       graph.Text      `json:"name,omitzero"`
	Aliases    []string        `json:"aliases,omitempty"`
	Definition graph.Text      `json:"definition,omitzero"`
	Broader    string          `json:"broader,omitempty"`
	Formerly   []string        `json:"formerly,omitempty"`
	Spellings  graph.Spellings `json:"spellings,omitempty"`
}

// node gives the term as the graph shows it.
func (e *termEntry) node() graph.TermNode {
	kind, slug, _ := e.ID.Split()
	ref := graph.TermRef{Kind: kind, Slug: slug}
	if !e.Controlled {
		return e.Spellings.Term(ref)
	}
	return graph.TermNode{Controlled: true, Term: graph.Term{
		Kind: kind, Slug: slug, Name: e.Name, Aliases: e.Aliases, Definition: e.Definition, Broader: e.Broader, Formerly: e.Formerly,
	}}
}

// exists reports whether the graph has the term.
func (e *termEntry) exists() bool { return e.Controlled || len(e.Spellings) > 0 }

// control makes the entry that of a controlled term.
func (e *termEntry) control(t graph.Term) {
	e.Controlled, e.Name, e.Aliases, e.Definition, e.Broader, e.Formerly = true, t.Name, t.Aliases, t.Definition, t.Broader, t.Formerly
}

// release makes the entry that of a term which no vocabulary holds.
func (e *termEntry) release() { *e = termEntry{ID: e.ID, Spellings: e.Spellings} }

func (e *termEntry) encode() (string, error) {
	b, err := json.Marshal(e)
	return string(b), err
}

func decodeTerm(number uint32, value []byte) (termEntry, error) {
	var e termEntry
	if err := json.Unmarshal(value, &e); err != nil {
		return termEntry{}, errBroken(bucketTerms, number)
	}
	if kind, _, ok := e.ID.Split(); !ok || !kind.IsTerm() {
		return termEntry{}, errBroken(bucketTerms, number)
	}
	return e, nil
}
