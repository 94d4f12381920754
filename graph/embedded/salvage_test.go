package embedded_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/embedded"
)

// Of a file with some bytes overwritten, what can be read is given as it was, in order;
// the rest is named, or nothing can be read and that is the error. The file stays as it is.
func TestSalvage(t *testing.T) {
	s, path := newStore(t)
	want := map[string]*graph.Case{}
	for batch := range 10 {
		apply(t, s, graph.Batch{Cases: loadCases(batch)})
		for _, c := range loadCases(batch) {
			c.Normalise()
			want[c.ID] = c
		}
	}
	s.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 7))
	partly, unknown := 0, 0
	for n := range 60 {
		text := bytes.Clone(whole)
		for range n { // the first file is whole
			text[r.IntN(len(text))] ^= byte(1 + r.IntN(255))
		}
		damaged := filepath.Join(t.TempDir(), "graph.db")
		if err := os.WriteFile(damaged, text, 0o600); err != nil {
			t.Fatal(err)
		}
		var keys, lost []string
		salvaged, err := embedded.Salvage(t.Context(), damaged, func(c *graph.Case) error {
			keys = append(keys, c.ID)
			if !reflect.DeepEqual(encoded(t, c), encoded(t, want[c.ID])) {
				t.Errorf("%s is not what it was: %s", c.ID, encoded(t, c))
			}
			return nil
		}, func(name string) { lost = append(lost, name) })
		all := len(want)
		if salvaged.Behind { // the version before is a batch behind
			all -= loadBatch
		}
		switch {
		case err != nil && len(keys) > 0:
			t.Errorf("after %d cases: %v", len(keys), err)
		case err != nil && n == 0:
			t.Error(err)
		case n == 0 && (len(keys) < all || len(lost) > 0 || salvaged != embedded.Salvaged{Version: 10}):
			t.Errorf("of a whole file: %d cases and %d lost of %+v, want %d in all", len(keys), len(lost), salvaged, all)
		case err == nil && len(lost) > 0 && len(keys) > 0:
			partly++
		}
		if err == nil {
			unknown += max(0, all-len(keys)-len(lost))
		}
		if !slices.IsSorted(keys) {
			t.Errorf("not in order: %v", keys)
		}
		if now, err := os.ReadFile(damaged); err != nil || !bytes.Equal(now, text) {
			t.Errorf("the file was written to, %v", err)
		}
	}
	if partly == 0 {
		t.Error("of no file a part could be read")
	}
	if unknown > 20 { // of 12,000: that a case was there stands in three places, and all may be hit
		t.Errorf("%d cases were neither given nor told of", unknown)
	}
}

func encoded(t *testing.T, c *graph.Case) string {
	t.Helper()
	if c == nil {
		return "none"
	}
	b, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The vocabulary of a damaged file is given as far as it can be read; what is lost is counted.
func TestSalvageTerms(t *testing.T) {
	s, path := newStore(t)
	apply(t, s, graph.Batch{Terms: corpus{}.vocabulary(), Cases: loadCases(0)})
	voc, err := s.Vocabulary(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	salvage := func() (terms []graph.Term, lost int) {
		t.Helper()
		_, err := embedded.SalvageTerms(t.Context(), path, func(t graph.Term) error { terms = append(terms, t); return nil }, func(string) { lost++ })
		if err != nil {
			t.Fatal(err)
		}
		return terms, lost
	}
	if terms, lost := salvage(); lost > 0 || !reflect.DeepEqual(terms, voc.Terms()) {
		t.Errorf("of a whole file: %d terms and %d lost, want %d", len(terms), lost, len(voc.Terms()))
	}
	tamper(t, path, func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte("terms"))
		key, value := b.Cursor().First()
		value = bytes.Clone(value)
		value[len(value)-1] ^= 1
		return b.Put(bytes.Clone(key), value)
	})
	if terms, lost := salvage(); lost != 1 || len(terms) < len(voc.Terms())-1 {
		t.Errorf("with one damaged: %d terms and %d lost of %d", len(terms), lost, len(voc.Terms()))
	}
}

func TestSalvageOfWhatIsNoDataFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.db")
	if err := os.WriteFile(path, bytes.Repeat([]byte("no data file\n"), 2000), 0o600); err != nil {
		t.Fatal(err)
	}
	none := func(*graph.Case) error { t.Error("a case came of it"); return nil }
	_, err := embedded.Salvage(t.Context(), path, none, func(string) {})
	wantError(t, err, graph.CodeCorrupt, path)
	_, err = embedded.Salvage(t.Context(), filepath.Join(t.TempDir(), "none.db"), none, func(string) {})
	wantError(t, err, graph.CodeUnavailable, "none.db")
}
