//go:build corpora

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCorpora holds the program against files of other people, in the folder that
// INCIDENTGRAPH_CORPORA names: each is loaded, or refused with a reason that names it, and
// no run crashes. Nothing is converted.
func TestCorpora(t *testing.T) {
	top := os.Getenv("INCIDENTGRAPH_CORPORA")
	p := newProgram(t)
	p.newGraph("c.db")
	loaded, refused := 0, 0
	err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		r := p.runWith("", "load", "--db", "c.db", "--dry-run", path)
		switch {
		case strings.Contains(r.err, "panic") || strings.Contains(r.err, "goroutine "):
			t.Errorf("%s: it crashed: %.2000s", path, r.err)
		case r.code == 0 || r.code == 2:
			loaded++
		case r.code != 1:
			t.Errorf("%s: ended with %d: %.2000s", path, r.code, r.err)
		case !strings.Contains(r.err, "rejected: "+path):
			t.Errorf("%s: it is refused without a reason: %.2000s", path, r.err)
		default:
			refused++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files taken, %d refused", loaded, refused)
	if loaded+refused == 0 {
		t.Fatalf("INCIDENTGRAPH_CORPORA has to name a folder with files: there is none in %q", top)
	}
	entries, err := os.ReadDir(top)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		rejects := entry.Name() + ".rejects.ndjson"
		r := p.runWith("", "load", "--db", "c.db", "--rejects", rejects, filepath.Join(top, entry.Name()))
		if r.code < 0 || r.code > 2 || strings.Contains(r.err, "panic") || !strings.Contains(r.err, "read: ") {
			t.Errorf("%s as a whole: ended with %d: %.2000s", entry.Name(), r.code, r.err)
		}
		if text := readFile(t, filepath.Join(p.home, rejects)); text != "" {
			if r := p.runWith("", "load", "--db", "c.db", "--dry-run", rejects); r.code < 0 || r.code > 2 {
				t.Errorf("the rejects of %s: ended with %d: %.2000s", entry.Name(), r.code, r.err)
			}
		}
	}
	p.run("export", "--db", "c.db")
}
