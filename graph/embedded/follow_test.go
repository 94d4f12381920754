package embedded_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/embedded"
	"github.com/incidentgraph/incidentgraph/graph/graphtest"
)

// eventually waits for a condition.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

func versionOf(t *testing.T, s graph.Store) int64 {
	t.Helper()
	v, err := s.Version(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func dump(t *testing.T, s graph.Store) string {
	t.Helper()
	text, err := graphtest.Dump(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// One store loads, another on the same file follows: it sees whole batches only, in
// order, and in the end the same graph.
func TestFollow(t *testing.T) {
	writer, path := newStore(t)
	reader := open(t, path)
	done := make(chan error, 1)
	go func() {
		for batch := range loadBatches {
			if _, err := writer.Apply(context.Background(), graph.Batch{Cases: loadCases(batch)}); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	text, err := graph.ParseTextQuery("batch") // is in every title
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for seen < loadBatches*loadBatch {
		got, err := reader.Find(t.Context(), []graph.FindRequest{
			{}, {Term: &graph.TermRef{Kind: graph.KindComponent, Slug: "everything"}}, {Text: text}, {Filter: graph.Filter{Not: &graph.Filter{Text: text}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		n := got[0].Total
		if n%loadBatch != 0 || n < seen || got[1].Total != n || got[2].Total != n || got[3].Total != 0 {
			t.Fatalf("saw %d incidents, %d of the hub, %d by their text and %d not so, after %d: half a batch", n, got[1].Total, got[2].Total, got[3].Total, seen)
		}
		seen = n
		runtime.Gosched()
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	checkLoaded(t, reader)
}

// A load by another process is seen by a running one, which reads all the while, texts
// included.
func TestFollowProcess(t *testing.T) {
	s, path := newStore(t)
	p := start(t, "load", path)
	for done := false; !done; {
		done = p.line(t) == "done"
		// The cases of the newest batch that is known of are there, with their texts.
		v := versionOf(t, s)
		if v == 0 {
			continue
		}
		keys := make([]string, loadBatch)
		for i, c := range loadCases(int(v) - 1) {
			keys[i] = c.ID
		}
		cases, err := s.Cases(t.Context(), keys)
		if err != nil {
			t.Fatal(err)
		}
		if at := slices.Index(cases, nil); at >= 0 {
			t.Fatalf("at version %d the case %s is not there", v, keys[at])
		}
	}
	p.end(t)
	eventually(t, "all batches", func() bool { return versionOf(t, s) == loadBatches })
	checkLoaded(t, s)
}

// checkLoaded checks that a store holds the cases of all batches and what Build makes of
// them.
func checkLoaded(t *testing.T, s graph.Store) {
	t.Helper()
	var cases []*graph.Case
	for batch := range loadBatches {
		cases = append(cases, loadCases(batch)...)
	}
	voc, err := graph.NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	checkIncidents(t, s, graph.Build(cases, voc))
}

// Who is further behind than the journal goes back reads everything anew.
func TestFollowWithoutJournal(t *testing.T) {
	writer, path := newStore(t)
	reader := open(t, path)
	tamper(t, path, func(tx *bbolt.Tx) error { // as if the writer were at its thousandth batch
		if err := tx.Bucket([]byte("meta")).Put([]byte("version"), []byte("5000")); err != nil {
			return err
		}
		return nil
	})
	if got := apply(t, writer, graph.Batch{Cases: loadCases(0)}); got.Version != 5001 {
		t.Errorf("the writer is at version %d", got.Version)
	}
	eventually(t, "the version", func() bool { return versionOf(t, reader) == 5001 })
	if dump(t, reader) != dump(t, writer) {
		t.Error("the follower has another graph")
	}
}

// A file that another takes the place of is another graph.
func TestFollowReplacedFile(t *testing.T) {
	s, path := newStore(t)
	apply(t, s, graph.Batch{Cases: loadCases(0)})
	other, otherPath := newStore(t)
	apply(t, other, graph.Batch{Cases: loadCases(1)})
	if err := os.Rename(otherPath, path); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the other graph", func() bool {
		got, err := s.Lookup(t.Context(), []graph.Name{{Kind: graph.KindIncident, Text: "L-001-00"}})
		return err == nil && got[0] != ""
	})
}

// A copy that went on by itself takes the file's place. Its version has the number of the
// one in memory, and the next its successor's: neither is taken for what is known already.
func TestFollowDivergedCopy(t *testing.T) {
	for _, more := range []bool{false, true} {
		s, path := newStore(t)
		apply(t, s, graph.Batch{Cases: loadCases(0)})
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		copied := filepath.Join(t.TempDir(), "graph.db")
		if err := os.WriteFile(copied, content, 0o600); err != nil {
			t.Fatal(err)
		}
		other := open(t, copied)
		apply(t, other, graph.Batch{Cases: loadCases(2)})
		if more {
			apply(t, other, graph.Batch{Cases: loadCases(3)})
		}
		apply(t, s, graph.Batch{Cases: loadCases(1)})
		if err := os.Rename(copied, path); err != nil {
			t.Fatal(err)
		}
		want := dump(t, open(t, path))
		eventually(t, "the graph of the copy", func() bool { return dump(t, s) == want })
	}
}

// A file that is gone is told of and not made anew; when it is back, all is well.
func TestFileGone(t *testing.T) {
	s, path := newStore(t)
	apply(t, s, graph.Batch{Cases: loadCases(0)})
	away := filepath.Join(filepath.Dir(path), "away")
	if err := os.Rename(path, away); err != nil {
		t.Fatal(err)
	}
	_, err := s.Apply(t.Context(), graph.Batch{Cases: loadCases(1)})
	wantError(t, err, graph.CodeUnavailable, path, "not there")
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is there again: %v", err)
	}
	eventually(t, "an error", func() bool { _, err := s.Version(t.Context()); return err != nil })
	_, err = s.Version(t.Context())
	wantError(t, err, graph.CodeUnavailable, filepath.Base(path), "not there")
	if err := os.Rename(away, path); err != nil {
		t.Fatal(err)
	}
	eventually(t, "recovery", func() bool { v, err := s.Version(t.Context()); return err == nil && v == 1 })
}

// wantError checks the code of an error and that its message says what it has to.
func wantError(t *testing.T, err error, code graph.Code, says ...string) {
	t.Helper()
	if err == nil || graph.CodeOf(err) != code {
		t.Errorf("error %v, want one of code %s", err, code)
		return
	}
	for _, part := range says {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("the error %q does not say %q", err, part)
		}
	}
}

// A lock that is not to be had within bounds, or before the context ends, is an error
// that names the file; reads from memory go on.
func TestLockTimeout(t *testing.T) {
	_, path := newStore(t)
	s, err := embedded.Open(t.Context(), path, embedded.Options{LockTimeout: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	apply(t, s, graph.Batch{Cases: loadCases(0)})
	p := start(t, "hold", path)
	p.line(t)
	_, err = s.Apply(t.Context(), graph.Batch{Cases: loadCases(1)})
	wantError(t, err, graph.CodeUnavailable, path, "in use")
	_, err = s.Cases(t.Context(), []string{"L-000-00"})
	wantError(t, err, graph.CodeUnavailable, "in use")
	_, err = embedded.Open(t.Context(), path, embedded.Options{LockTimeout: 50 * time.Millisecond})
	wantError(t, err, graph.CodeUnavailable, path, "in use")
	if v := versionOf(t, s); v != 1 {
		t.Errorf("version %d", v)
	}
	brief, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	_, err = s.Apply(brief, graph.Batch{Cases: loadCases(1)})
	wantError(t, err, graph.CodeTimeout)
	p.end(t)
	apply(t, s, graph.Batch{Cases: loadCases(1)})
}

// Processes that read without a pause keep no writer out for long, and writers without a
// pause keep nobody out.
func TestFairness(t *testing.T) {
	s, path := newStore(t)
	apply(t, s, graph.Batch{Cases: loadCases(0)})
	var others []*process
	for _, role := range []string{"read", "read", "write", "read"} {
		p := start(t, role, path)
		p.line(t)
		others = append(others, p)
	}
	for n := range 10 {
		c := loadCases(1)[0]
		c.Title = graph.PlainText(fmt.Sprint(n))
		apply(t, s, graph.Batch{Cases: []*graph.Case{c}})
		got, err := s.Cases(t.Context(), []string{c.ID})
		if err != nil || got[0].Title != c.Title {
			t.Fatalf("round %d: read %+v, error %v", n, got, err)
		}
	}
	for _, p := range others {
		p.end(t)
	}
}

// A store that was closed leaves nothing running.
func TestCloseLeavesNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 5 {
		s, _ := newStore(t)
		apply(t, s, graph.Batch{Cases: loadCases(0)})
		s.Close()
	}
	eventually(t, "goroutines to end", func() bool { return runtime.NumGoroutine() <= before })
}
