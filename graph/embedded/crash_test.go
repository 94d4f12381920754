package embedded_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// A load is killed at some moment, and killed again while it catches up; after each kill
// the file holds whole batches, and the graph is what Build makes of their cases. A load
// that is let alone then ends as an undisturbed one. INCIDENTGRAPH_TEST_KILLS says how
// many files this is done to.
func TestKill(t *testing.T) {
	files := 3
	if n, err := strconv.Atoi(os.Getenv("INCIDENTGRAPH_TEST_KILLS")); err == nil {
		files = n
	}
	r := rand.New(rand.NewPCG(uint64(os.Getpid()), 1))
	for range files {
		path := filepath.Join(t.TempDir(), "graph.db")
		for range 3 {
			p := start(t, "load", path)
			for range r.IntN(loadBatches) {
				p.line(t)
			}
			p.kill()
			checkWholeBatches(t, path)
		}
		p := start(t, "load", path)
		for p.line(t) != "done" {
		}
		p.end(t)
		checkLoaded(t, open(t, path))
	}
}

// A process that is killed while it makes its file leaves none, or one that is whole: the
// next one finds nothing in its way.
func TestKillAtTheBeginning(t *testing.T) {
	for range 5 {
		path := filepath.Join(t.TempDir(), "graph.db")
		p := start(t, "load", path)
		for { // till there is something
			entries, err := os.ReadDir(filepath.Dir(path))
			if err != nil {
				t.Fatal(err)
			}
			if len(entries) > 0 {
				break
			}
		}
		p.kill()
		checkWholeBatches(t, path)
	}
}

func checkWholeBatches(t *testing.T, path string) {
	t.Helper()
	s := open(t, path)
	defer s.Close()
	var cases []*graph.Case
	err := s.Scan(t.Context(), func(c *graph.Case) error {
		cases = append(cases, c)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(cases)%loadBatch != 0 || int64(len(cases)/loadBatch) != versionOf(t, s) {
		t.Fatalf("%d cases at version %d: half a batch", len(cases), versionOf(t, s))
	}
	voc, err := graph.NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	checkIncidents(t, s, graph.Build(cases, voc))
}
