package embedded

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// newIndex opens a file with an empty text index.
func newIndex(t *testing.T) *bbolt.DB {
	db, err := bbolt.Open(filepath.Join(t.TempDir(), "graph.db"), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if err := db.Update(initialise); err != nil {
		t.Fatal(err)
	}
	return db
}

// said is an incident with a title; without one it is to go.
func said(number uint32, title string) textEntry {
	e := textEntry{number: number, key: fmt.Sprintf("IL-%d", number)}
	if title != "" {
		e.passages = []graph.Passage{{Field: graph.FieldTitle, Tier: graph.TierTitle, Text: title}}
	}
	return e
}

func index(t *testing.T, db *bbolt.DB, entries ...textEntry) {
	t.Helper()
	if err := db.Update(func(tx *bbolt.Tx) error { return writeTexts(tx, entries) }); err != nil {
		t.Fatal(err)
	}
}

// finds gives the numbers of the incidents that have what is typed.
func finds(t *testing.T, db *bbolt.DB, typed string) (numbers []uint32, err error) {
	t.Helper()
	q, err := graph.ParseTextQuery(typed)
	if err != nil {
		t.Fatal(err)
	}
	err = db.View(func(tx *bbolt.Tx) error {
		m := &moment{memory: newMemory("")}
		hits, err := m.search(t.Context(), tx, q)
		if err == nil {
			numbers = hits.all.ToArray()
		}
		return err
	})
	return numbers, err
}

// shape tells of each segment how many of its incidents are live, of how many.
func shape(t *testing.T, db *bbolt.DB) string {
	t.Helper()
	var out []string
	err := db.View(func(tx *bbolt.Tx) error {
		segments, err := readSegments(tx)
		for _, s := range segments {
			out = append(out, fmt.Sprintf("%d/%d", s.live.GetCardinality(), s.total))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(out, " ")
}

func TestSegments(t *testing.T) {
	db := newIndex(t)
	var batch []textEntry
	for _, step := range []struct {
		entries []textEntry
		want    string
	}{
		{[]textEntry{said(1, "one")}, "1/1"},
		{[]textEntry{said(2, "two"), said(3, "three")}, "1/1 2/2"},
		{[]textEntry{said(2, "second")}, "1/1 1/2 1/1"}, // half of it is live yet
		{[]textEntry{said(3, "")}, "1/1 1/1"},           // nothing of it is
		{[]textEntry{said(9, "")}, "1/1 1/1"},           // was not there
		{[]textEntry{said(4, "a"), said(5, "b"), said(6, "c")}, "1/1 1/1 3/3"},
		{[]textEntry{said(4, "d"), said(5, "e")}, "1/1 1/1 2/2 1/1"}, // of the three one is left, written anew
		{[]textEntry{said(7, "seven")}, "1/1 1/1 2/2 1/1 1/1"},
		{[]textEntry{said(8, "eight")}, "1/1 1/1 2/2 1/1 1/1 1/1"},
		{[]textEntry{said(9, "nine")}, "1/1 1/1 2/2 1/1 1/1 1/1 1/1"},
		{[]textEntry{said(10, "ten")}, "9/9"}, // eight of less than eight each
		{[]textEntry{said(1, "first")}, "8/9 1/1"},
	} {
		index(t, db, step.entries...)
		if got := shape(t, db); got != step.want {
			t.Errorf("after %v: segments %s, want %s", step.entries, got, step.want)
		}
		batch = append(batch, step.entries...)
	}
	last := map[uint32]string{}
	for _, e := range batch {
		last[e.number] = ""
		if len(e.passages) > 0 {
			last[e.number] = e.passages[0].Text
		}
	}
	for _, e := range batch {
		if len(e.passages) == 0 {
			continue
		}
		title := e.passages[0].Text
		var want []uint32
		if last[e.number] == title {
			want = []uint32{e.number}
		}
		if got, err := finds(t, db, title); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q finds %v, %v; want %v", title, got, err, want)
		}
	}
}

// A dictionary of many blocks is searched at their borders, too.
func TestBlocks(t *testing.T) {
	db := newIndex(t)
	const size = 4000 // words of 9 bytes and more: over two blocks
	var entries []textEntry
	word := func(i int) string { return fmt.Sprintf("w%08d", i*7) }
	for i := range size {
		entries = append(entries, said(uint32(i), word(i)+" "+strings.Repeat(string(rune('가'+i)), 2)))
	}
	index(t, db, entries...)
	blocks := 0
	err := db.View(func(tx *bbolt.Tx) error {
		return tx.Bucket(bucketWords).ForEach(func([]byte, []byte) error { blocks++; return nil })
	})
	if err != nil || blocks < 3 {
		t.Fatalf("%d blocks, error %v", blocks, err)
	}
	for i := range size {
		if i%37 != 0 && i > 3 && i < size-3 {
			continue
		}
		for _, typed := range []string{word(i), strings.Repeat(string(rune('가'+i)), 2), fmt.Sprintf("il-%d", i)} {
			got, err := finds(t, db, typed)
			if err != nil || !slices.Contains(got, uint32(i)) || typed[0] != 'i' && len(got) != 1 {
				t.Fatalf("%q finds %v, %v; want %d", typed, got, err, i)
			}
		}
	}
	if got, err := finds(t, db, "w000"); err != nil || len(got) != size {
		t.Errorf("what all begin with: %d, %v; want %d", len(got), err, size)
	}
}

func TestDamagedBlocks(t *testing.T) {
	for _, bucket := range [][]byte{bucketTexts, bucketWords, bucketPostings} {
		db := newIndex(t)
		index(t, db, said(1, "장애"), said(2, "certificates"))
		err := db.Update(func(tx *bbolt.Tx) error {
			b := tx.Bucket(bucket)
			key, value := b.Cursor().First()
			value = bytes.Clone(value)
			value[len(value)-1] ^= 1
			return b.Put(bytes.Clone(key), value)
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, typed := range []string{"장애", "certificates"} {
			if got, err := finds(t, db, typed); !errors.Is(err, errDamaged) {
				t.Errorf("%s: %q finds %v, %v; want the damage to be told", bucket, typed, got, err)
			}
		}
	}
}

func TestPostingsRoundTrip(t *testing.T) {
	want := []posting{{0, inTitle}, {1, inText}, {32, inSummary}, {1 << 20, inText}, {1<<32 - 1, inTitle}}
	got, ok := unpackPostings(nil, pack(nil, want))
	if !ok || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, ok, want)
	}
}

func FuzzUnpackPostings(f *testing.F) {
	f.Add([]byte{0, 5, 0x80, 1, 2})
	f.Add([]byte{0x80})
	f.Fuzz(func(t *testing.T, packed []byte) {
		if list, ok := unpackPostings(nil, packed); ok && len(list) > len(packed) {
			t.Errorf("%d postings of %d bytes", len(list), len(packed))
		}
	})
}

func TestIndexOf(t *testing.T) {
	text := []byte("\n가게\n각\n서비스장애가\n장\n장애\n")
	for _, wanted := range []string{"장애", "가", "각", "게\n각", "뷁", "애가", "\n가게", "장애가나"} {
		if got, want := indexOf(text, []byte(wanted)), bytes.Index(text, []byte(wanted)); got != want {
			t.Errorf("%q: %d, want %d", wanted, got, want)
		}
	}
}

func TestFirstFrom(t *testing.T) {
	b := &block{words: []byte("\nb\nbb\nd\n")}
	for wanted, want := range map[string]int{"a": 1, "b": 1, "ba": 3, "bb": 3, "bc": 6, "d": 6, "da": 8, "e": 8} {
		if got := b.firstFrom([]byte(wanted)); got != want {
			t.Errorf("%q: %d, want %d", wanted, got, want)
		}
	}
}

// Runs of postings, each in order, become one list in order.
func TestPostingsInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		var list, want, spare []posting
		var runs []int
		for n := range r.IntN(9) {
			run := map[uint32]struct{}{}
			for range r.IntN(6) {
				run[uint32(r.IntN(1000)*10+n)] = struct{}{} // in no other run
			}
			for _, number := range slices.Sorted(maps.Keys(run)) {
				list = append(list, posting{number, textTier(n % 3)})
			}
			runs = append(runs, len(list))
		}
		want = slices.SortedFunc(slices.Values(list), func(a, b posting) int { return cmp.Compare(a.number, b.number) })
		got, _ := inOrder(list, spare, runs)
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}
