package embedded_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/embedded"
)

// A file that this user may read and not write to is read; what writes says why it cannot.
func TestReadOnlyFile(t *testing.T) {
	s, path := newStore(t)
	apply(t, s, graph.Batch{Cases: loadCases(0)})
	s.Close()
	folder := filepath.Dir(path)
	for name, mode := range map[string]os.FileMode{path: 0o444, folder: 0o555, filepath.Dir(folder): 0o755} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked: the thread ends with its rights
		if os.Geteuid() == 0 { // root may write to anything
			if err := syscall.Setfsuid(65534); err != nil {
				t.Error(err)
				return
			}
		}
		s, err := embedded.Open(t.Context(), path, embedded.Options{})
		if err != nil {
			t.Error(err)
			return
		}
		defer s.Close()
		cases, err := s.Cases(t.Context(), []string{"L-000-00"})
		if err != nil || cases[0] == nil {
			t.Errorf("read %v, error %v", cases, err)
		}
		_, err = s.Apply(t.Context(), graph.Batch{Cases: loadCases(1)})
		wantError(t, err, graph.CodeUnavailable, path, "read-only")
		wantError(t, s.SetNote(t.Context(), "name", nil), graph.CodeUnavailable, path, "read-only")
		_, err = embedded.Open(t.Context(), filepath.Join(folder, "other.db"), embedded.Options{})
		wantError(t, err, graph.CodeUnavailable, "other.db", "read-only")
	}()
	<-done
}

// A disk that is full ends a load with an error, and the batches before are there.
func TestDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.db")
	p := start(t, "full", path, "sh", "-c", `ulimit -f 200; exec "$0" "$1"`) // in blocks of 512 bytes
	if says := p.line(t); !strings.Contains(says, path) || !strings.Contains(says, "cannot be read or written") {
		t.Errorf("it says %q", says)
	}
	version := p.line(t)
	p.end(t)
	checkWholeBatches(t, path)
	s := open(t, path)
	if v := versionOf(t, s); v == 0 || v == loadBatches || fmt.Sprint(v) != version {
		t.Errorf("version %d; it had %s", v, version)
	}
	for batch := range loadBatches {
		apply(t, s, graph.Batch{Cases: loadCases(batch)})
	}
	checkLoaded(t, s)
}
