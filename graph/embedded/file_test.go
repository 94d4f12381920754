package embedded_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/embedded"
)

// tamper writes to a data file past the store.
func tamper(t *testing.T, path string, change func(*bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Update(change); err != nil {
		t.Fatal(err)
	}
}

func TestOpenMakesFoldersAndFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "new folder", "graph.db")
	s := open(t, path)
	if v := versionOf(t, s); v != 0 {
		t.Errorf("a new graph has version %d", v)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, error %v", info.Mode(), err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("beside the file there is %v, error %v", entries, err)
	}
}

// Processes that start at one moment on a new file end up with the same one.
func TestOpenTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.db")
	const openers = 8
	var wait sync.WaitGroup
	for i := range openers {
		wait.Go(func() {
			s, err := embedded.Open(t.Context(), path, embedded.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if _, err := s.Apply(t.Context(), graph.Batch{Cases: loadCases(i)}); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if v := versionOf(t, open(t, path)); v != openers {
		t.Errorf("version %d after %d batches", v, openers)
	}
}

// What is not a data file, or not one for this program, is refused, and left as it is.
func TestOpenRefuses(t *testing.T) {
	write := func(content string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	meta := func(key, value string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			open(t, path).Close()
			tamper(t, path, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte(key), []byte(value)) })
		}
	}
	for name, c := range map[string]struct {
		make func(t *testing.T, path string)
		code graph.Code
		says string
	}{
		"text":      {write("id: IL-0001\n"), graph.CodeCorrupt, "not a data file"},
		"empty":     {write(""), graph.CodeCorrupt, "it is empty"},
		"long text": {write(string(bytes.Repeat([]byte("incident "), 10_000))), graph.CodeCorrupt, "not a data file"},
		"folder": {func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, graph.CodeInvalid, "not a file"},
		"a link to nothing": {func(t *testing.T, path string) {
			if err := os.Symlink(filepath.Join(filepath.Dir(path), "gone.db"), path); err != nil {
				t.Fatal(err)
			}
		}, graph.CodeInvalid, "a symbolic link to "},
		"newer":      {meta("format", "4"), graph.CodeInvalid, "format 4"},
		"no format":  {meta("format", "one"), graph.CodeCorrupt, "damaged"},
		"no version": {meta("version", ""), graph.CodeCorrupt, "damaged"},
		"another's bbolt file": {func(t *testing.T, path string) {
			tamper(t, path, func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("things")); return err })
		}, graph.CodeInvalid, "another program"},
		"no size": {meta("journal", "-1"), graph.CodeCorrupt, "damaged"},
		"without facts": {func(t *testing.T, path string) {
			open(t, path).Close()
			tamper(t, path, func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte("journal")) })
		}, graph.CodeCorrupt, "damaged"},
		"under a file": {func(t *testing.T, path string) {
			os.RemoveAll(filepath.Dir(path))
			write("")(t, filepath.Dir(path))
		}, graph.CodeUnavailable, "cannot be read"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "folder", "graph.db")
			if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			c.make(t, path)
			before, _ := os.ReadFile(path)
			_, err := embedded.Open(t.Context(), path, embedded.Options{})
			wantError(t, err, c.code, path, c.says)
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
		})
	}
}

// A file that was cut short is found out before a page past its end is read.
func TestTruncated(t *testing.T) {
	path := loadedFile(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var used int // what lies beyond is room to grow
	tamper(t, path, func(tx *bbolt.Tx) error { used = int(tx.Size()); return nil })
	for _, part := range []int{1, 3, 10, 50, 90, 99} {
		short := filepath.Join(t.TempDir(), "graph.db")
		size := used * part / 100
		if err := os.WriteFile(short, whole[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := embedded.Open(t.Context(), short, embedded.Options{})
		wantError(t, err, graph.CodeCorrupt, short)
		if info, err := os.Stat(short); err != nil || info.Size() != int64(size) {
			t.Errorf("the file was changed: %v, error %v", info, err)
		}
	}
}

func loadedFile(t *testing.T) string {
	t.Helper()
	s, path := newStore(t)
	for batch := range loadBatches {
		apply(t, s, graph.Batch{Cases: loadCases(batch)})
	}
	s.Close()
	return path
}

// loadedContent gives the bytes of a loaded file, and the titles of its cases by key.
func loadedContent(t *testing.T) (whole []byte, titles map[string]string) {
	t.Helper()
	whole, err := os.ReadFile(loadedFile(t))
	if err != nil {
		t.Fatal(err)
	}
	titles = map[string]string{}
	for batch := range loadBatches {
		for _, c := range loadCases(batch) {
			titles[c.ID] = c.Title.EN
		}
	}
	return whole, titles
}

// Bytes that rot anywhere in a file give an error, or do not matter: what is read is
// never wrong, and nothing falls over.
func TestRot(t *testing.T) {
	whole, want := loadedContent(t)
	r := rand.New(rand.NewPCG(1, 1))
	rotten := filepath.Join(t.TempDir(), "graph.db")
	errors := 0
	for range 100 {
		copied := bytes.Clone(whole)
		at := r.IntN(len(copied) / 4096)
		for i := range 64 { // a stretch at the beginning of a page, and some beyond
			copied[at*4096+i] = byte(r.Uint32())
			copied[r.IntN(len(copied))] ^= 1
		}
		if err := os.WriteFile(rotten, copied, 0o600); err != nil {
			t.Fatal(err)
		}
		if !readRotten(t, rotten, want) {
			errors++
		}
	}
	if errors == 0 {
		t.Error("no damage was found in a hundred damaged files")
	}
}

// A page that says it holds one element less hides it from bbolt; nothing is read, and
// nothing written, as if it had never been there.
func TestHiddenElements(t *testing.T) {
	whole, want := loadedContent(t)
	const flags, count = 8, 10 // where the header of a page has them, two bytes each
	rotten := filepath.Join(t.TempDir(), "graph.db")
	tried := 0
	for page := 2; page < len(whole)/4096; page++ {
		header := whole[page*4096:][:16]
		n := binary.NativeEndian.Uint16(header[count:])
		if kind := binary.NativeEndian.Uint16(header[flags:]); kind > 2 || n < 2 { // neither branch nor leaf, or nothing to hide
			continue
		}
		copied := bytes.Clone(whole)
		binary.NativeEndian.PutUint16(copied[page*4096+count:], n-1)
		if err := os.WriteFile(rotten, copied, 0o600); err != nil {
			t.Fatal(err)
		}
		readRotten(t, rotten, want)
		tried++
	}
	if tried < 20 {
		t.Errorf("only %d pages hold anything", tried)
	}
}

// readRotten reports whether a file could be read through and written to.
func readRotten(t *testing.T, path string, want map[string]string) bool {
	t.Helper()
	damage := func(err error) {
		t.Helper()
		if code := graph.CodeOf(err); code != graph.CodeCorrupt && code != graph.CodeInvalid {
			t.Errorf("error %v of code %s", err, code)
		}
	}
	s, err := embedded.Open(t.Context(), path, embedded.Options{LockTimeout: time.Second})
	if err != nil {
		damage(err)
		return false
	}
	defer s.Close()
	found := 0
	err = s.Scan(t.Context(), func(c *graph.Case) error {
		if want[c.ID] != c.Title.EN {
			t.Errorf("the case %s has the title %q", c.ID, c.Title.EN)
		}
		found++
		return nil
	})
	if err != nil {
		damage(err)
		return false
	}
	if found != len(want) {
		t.Errorf("%d cases were given without an error, want %d", found, len(want))
	}
	if _, err = s.Apply(t.Context(), graph.Batch{Cases: loadCases(loadBatches)}); err != nil {
		damage(err)
		return false
	}
	return true
}

func TestNotes(t *testing.T) {
	s, path := newStore(t)
	if value, ok, err := s.Note(t.Context(), "library"); value != nil || ok || err != nil {
		t.Errorf("a new file has the note %q, %v, error %v", value, ok, err)
	}
	for _, value := range []string{"one", "two", ""} {
		if err := s.SetNote(t.Context(), "library", []byte(value)); err != nil {
			t.Fatal(err)
		}
		if got, ok, err := open(t, path).Note(t.Context(), "library"); string(got) != value || !ok || err != nil {
			t.Errorf("got %q, %v, error %v; want %q", got, ok, err, value)
		}
	}
	if v := versionOf(t, s); v != 0 {
		t.Errorf("notes made the version %d", v)
	}
	if err := s.SetNote(t.Context(), "", nil); err == nil {
		t.Error("a note without a name was taken")
	}
}
