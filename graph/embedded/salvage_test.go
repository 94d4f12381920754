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
	partly := 0
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
		case err == nil && len(keys)+len(lost) < all, n == 0 && (len(lost) > 0 || salvaged != embedded.Salvaged{Version: 10}):
			t.Errorf("%d damaged bytes: %d cases and %d lost of %+v, want %d in all", n, len(keys), len(lost), salvaged, all)
		case err == nil && len(lost) > 0 && len(keys) > 0:
			partly++
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
