package embedded

import (
	"fmt"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Cases that are written again and again leave the file as large as it has to be: what no
// longer counts of the journal is swept out, nothing that counts goes with it, and who is
// behind reads on from where he was, or is told to read all.
func TestSweep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.db")
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	stamps := []int64{0} // by version
	put := func(round, from, n int) {
		t.Helper()
		var batch graph.Batch
		for i := from; i < from+n; i++ {
			batch.Cases = append(batch.Cases, &graph.Case{
				ID: fmt.Sprintf("K-%d", i), Title: graph.PlainText(fmt.Sprintf("case %d in round %d, with a title that takes some room in its fact", i, round)),
				Components: []string{"kv", fmt.Sprintf("c%d", i%7)}, Related: []graph.Card{{ID: fmt.Sprintf("K-%d", (i*37)%3000), SharedComponents: []string{"kv"}}},
			})
		}
		if _, err := s.Apply(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
		stamps = append(stamps, s.mem.stamp)
	}
	put(0, 1000, 1000) // of which nothing but what cards bring changes later
	for round := range 60 {
		put(round, 0, 1000)
	}
	if _, err := s.Apply(t.Context(), graph.Batch{Delete: []string{"K-7", "K-1007"}}); err != nil {
		t.Fatal(err)
	}

	err = s.file.do(t.Context(), reading, func(tx *bbolt.Tx) error {
		size, oldest := int64(0), int64(0)
		for key, sealed := range journalOf(tx) {
			if version, part, _ := parseJournalKey(key); oldest == 0 && part == 0 { // whole, so that one may read on from it
				oldest = version
			}
			size += int64(len(sealed))
		}
		if told, err := getMeta(tx, metaJournal); err != nil || told != size {
			t.Errorf("the journal has %d bytes, and is said to have %d, %v", size, told, err)
		}
		if bound := 3*s.mem.live + spareJournal; size > bound {
			t.Errorf("the journal has %d bytes for facts of %d, want at most %d", size, s.mem.live, bound)
		}
		if oldest < 2 {
			t.Error("nothing was swept out")
		}
		for _, bucket := range [][]byte{bucketCases, bucketMentions} {
			if n := tx.Bucket(bucket).Stats().KeyN; n != 1998 {
				t.Errorf("%s holds %d, want 1998", bucket, n)
			}
		}
		for since := range s.mem.version {
			checkChanges(t, tx, s.mem, state{s.mem.id, since, stamps[since]}, oldest)
			if _, ok, err := changesSince(tx, state{s.mem.id, since, stamps[since] + 1}, s.mem.state); ok || err != nil {
				t.Fatalf("since another version %d: %v, %v", since, ok, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	again, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	for n, packed := range s.mem.facts {
		if again.mem.facts[n] != packed || packed != "" && again.mem.written[n] != s.mem.written[n] {
			t.Fatalf("fact %d is %q of version %d, want %q of %d", n, again.mem.facts[n], again.mem.written[n], packed, s.mem.written[n])
		}
	}
	if again.mem.live != s.mem.live {
		t.Errorf("%d bytes of facts, want %d", again.mem.live, s.mem.live)
	}
}

// journalOf gives the parts of the journal in order.
func journalOf(tx *bbolt.Tx) func(yield func(key, sealed []byte) bool) {
	return func(yield func(key, sealed []byte) bool) {
		at := tx.Bucket(bucketJournal).Cursor()
		for key, sealed := at.First(); key != nil && yield(key, sealed); key, sealed = at.Next() {
		}
	}
}

// checkChanges holds what changed since a version against when each fact was written.
func checkChanges(t *testing.T, tx *bbolt.Tx, m *memory, since state, oldest int64) {
	t.Helper()
	d, ok, err := changesSince(tx, since, m.state)
	if err != nil || ok != (since.version+1 >= oldest) {
		t.Fatalf("since %v: %v, %v, and the oldest version is %d", since, ok, err, oldest)
	}
	if !ok {
		return
	}
	told := map[uint32]bool{}
	for _, c := range d.facts {
		told[c.number] = true
		if c.packed != m.facts[c.number] {
			t.Fatalf("since %v: fact %d is not that which counts", since, c.number)
		}
	}
	for n := range m.facts {
		if m.facts[n] != "" && told[uint32(n)] != (m.written[n] > since.version) {
			t.Fatalf("since %v: fact %d, of version %d, is told: %v", since, n, m.written[n], told[uint32(n)])
		}
	}
}
