package embedded_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/embedded"
)

// A head of a bbolt file is 64 bytes behind the 16 of its page's header: among them from
// 16 the page of the root, from 48 the number of the commit, from 56 the checksum.
const (
	headerSize = 16
	headSize   = 64
	headBatch  = 3 // batches in the files of these tests
)

// smallFile gives the bytes of a data file of three batches with pages of a size, and its
// version. The one before has a batch less.
func smallFile(t *testing.T, pageSize int) (text []byte, version int64) {
	t.Helper()
	s, path := newStore(t)
	for batch := range headBatch {
		apply(t, s, graph.Batch{Cases: loadCases(batch)})
	}
	s.Close()
	if pageSize != 4096 {
		from, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		defer from.Close()
		path = filepath.Join(t.TempDir(), "other.db")
		to, err := bbolt.Open(path, 0o600, &bbolt.Options{PageSize: pageSize})
		if err != nil {
			t.Fatal(err)
		}
		if err := bbolt.Compact(to, from, 0); err != nil {
			t.Fatal(err)
		}
		to.Close()
		// Compacting is one commit: one more batch gives the file a version before the last.
		last := headBatch - 1
		apply(t, open(t, path), graph.Batch{Delete: keysOf(loadCases(last))})
		apply(t, open(t, path), graph.Batch{Cases: loadCases(last)})
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text, versionOf(t, open(t, path))
}

func keysOf(cases []*graph.Case) (keys []string) {
	for _, c := range cases {
		keys = append(keys, c.ID)
	}
	return keys
}

// newerHead gives where the newer head of a file stands, 0 or 1.
func newerHead(text []byte, pageSize int) int {
	commit := func(page int) uint64 { return binary.NativeEndian.Uint64(text[page*pageSize+headerSize+48:]) }
	if commit(1) > commit(0) {
		return 1
	}
	return 0
}

// Any byte of a head that is wrong makes that head useless to bbolt, which would take the
// other, the graph of one batch fewer. The file is refused. The header of the page is read
// by nobody: there the graph is whole. Either way what can be read is salvaged: all of it,
// as only the root matters for that, and without the newer root the version before.
func TestDamagedHead(t *testing.T) {
	for _, pageSize := range []int{4096, 16384} {
		t.Run(fmt.Sprint(pageSize), func(t *testing.T) {
			whole, version := smallFile(t, pageSize)
			newer := newerHead(whole, pageSize)
			path := filepath.Join(t.TempDir(), "graph.db")
			for page := range 2 {
				for at := range headerSize + headSize {
					text := bytes.Clone(whole)
					text[page*pageSize+at] ^= 0xff
					if err := os.WriteFile(path, text, 0o600); err != nil {
						t.Fatal(err)
					}
					where := fmt.Sprintf("byte %d of page %d", at, page)
					checkDamagedHead(t, where, path, at < headerSize)
					want, cases := embedded.Salvaged{Version: version}, headBatch*loadBatch
					if at >= headerSize+16 && at < headerSize+24 { // the root
						want.Behind = true // the older one as well might be the newer
						if page == newer {
							want.Version--
							cases -= loadBatch
						}
					}
					checkSalvaged(t, where, path, want, cases)
					if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, text) {
						t.Fatalf("%s: the file was changed, %v", where, err)
					}
				}
			}
		})
	}
}

func checkDamagedHead(t *testing.T, where, path string, harmless bool) {
	t.Helper()
	s, err := embedded.Open(t.Context(), path, embedded.Options{})
	if !harmless {
		wantError(t, err, graph.CodeCorrupt, path, "its last change may be missing", "export --salvage")
		return
	}
	if err != nil {
		t.Errorf("%s: %v", where, err)
		return
	}
	defer s.Close()
	cases := 0
	if err := s.Scan(t.Context(), func(*graph.Case) error { cases++; return nil }); err != nil || cases != headBatch*loadBatch {
		t.Errorf("%s: %d cases, error %v", where, cases, err)
	}
}

func checkSalvaged(t *testing.T, where, path string, want embedded.Salvaged, wantCases int) {
	t.Helper()
	cases, lost := 0, 0
	salvaged, err := embedded.Salvage(t.Context(), path,
		func(*graph.Case) error { cases++; return nil }, func(string) { lost++ })
	if err != nil || cases != wantCases || lost != 0 || salvaged != want {
		t.Errorf("%s: %d cases, %d lost, %+v, error %v; want %d cases, %+v", where, cases, lost, salvaged, err, wantCases, want)
	}
}

// Where both heads are whole, but the root of the newer is overwritten, the file is
// refused, and the version before is salvaged.
func TestDamagedRoot(t *testing.T) {
	const pageSize = 4096
	whole, version := smallFile(t, pageSize)
	head := whole[newerHead(whole, pageSize)*pageSize+headerSize:]
	root := binary.NativeEndian.Uint64(head[16:])
	clear(whole[root*pageSize:][:pageSize])
	path := filepath.Join(t.TempDir(), "graph.db")
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := embedded.Open(t.Context(), path, embedded.Options{})
	wantError(t, err, graph.CodeCorrupt, path, "export --salvage")
	checkSalvaged(t, "root", path, embedded.Salvaged{Version: version - 1, Behind: true}, (headBatch-1)*loadBatch)
}

// Of a file whose heads are both damaged nothing is read, and nothing else is promised.
func TestBothHeadsDamaged(t *testing.T) {
	const pageSize = 4096
	whole, _ := smallFile(t, pageSize)
	for page := range 2 {
		whole[page*pageSize+headerSize+56] ^= 0xff
	}
	path := filepath.Join(t.TempDir(), "graph.db")
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := embedded.Open(t.Context(), path, embedded.Options{})
	wantError(t, err, graph.CodeCorrupt, path, "its beginning is damaged", "from a copy")
	none := func(*graph.Case) error { t.Error("a case came of it"); return nil }
	_, err = embedded.Salvage(t.Context(), path, none, func(string) {})
	wantError(t, err, graph.CodeCorrupt, path, "from a copy")
}

// A head that is damaged while a store is open stops the next batch, which would make the
// loss of the one before final.
func TestHeadDamagedMeanwhile(t *testing.T) {
	const pageSize = 4096
	s, path := newStore(t)
	apply(t, s, graph.Batch{Cases: loadCases(0)})
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text[newerHead(text, pageSize)*pageSize+headerSize+48] ^= 0xff
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = s.Apply(t.Context(), graph.Batch{Cases: loadCases(1)})
	wantError(t, err, graph.CodeCorrupt, path, "its last change may be missing")
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, text) {
		t.Errorf("the file was changed, %v", err)
	}
}

// A file that is emptied while a store is open is not begun anew by the next batch.
func TestEmptiedMeanwhile(t *testing.T) {
	s, path := newStore(t)
	apply(t, s, graph.Batch{Cases: loadCases(0)})
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	_, err := s.Apply(t.Context(), graph.Batch{Cases: loadCases(1)})
	wantError(t, err, graph.CodeCorrupt, path, "it is empty")
	if info, err := os.Stat(path); err != nil || info.Size() != 0 {
		t.Errorf("the file was written to: %v", err)
	}
}
