package main

import (
	"strings"
	"testing"
)

// The file of rejected records is never written over anything else.
func TestRejectsOverwriteNothingElse(t *testing.T) {
	p := newProgram(t)
	p.write("a.yaml", "id: A\n")
	p.write("bad.yaml", "id: B\nx: 1\n")
	p.write("notes.txt", "by hand\n")
	p.write("empty", "")
	p.write("cases/c.yaml", "id: C\ny: 1\n")
	p.run("load", "--db", "r.db", "a.yaml")
	for name, tt := range map[string]struct{ rejects, path, says string }{
		"the data file":            {"r.db", "bad.yaml", "--rejects r.db is the data file"},
		"the data file, otherwise": {"./cases/../r.db", "bad.yaml", "is the data file"},
		"an input":                 {"bad.yaml", "bad.yaml", "--rejects bad.yaml is to be loaded, too"},
		"a folder's file":          {"cases/c.yaml", "cases", "holds something else than rejected records"},
		"something else":           {"notes.txt", "bad.yaml", "holds something else than rejected records"},
		"a name with an escape":    {"no\x1b/r", "bad.yaml", `no\x1b/r`},
	} {
		t.Run(name, func(t *testing.T) {
			r := p.runWith("", "load", "--db", "r.db", "--rejects", tt.rejects, tt.path)
			if r.code != 1 || !strings.Contains(r.err, tt.says) || strings.Contains(r.err, "\x1b") {
				t.Errorf("ended with %d: %q", r.code, r.err)
			}
		})
	}
	// A data file that is not there yet is told by its name.
	if r := p.runWith("", "load", "--db", "new.db", "--rejects", "new.db", "bad.yaml"); r.code != 1 || !strings.Contains(r.err, "is the data file") {
		t.Errorf("ended with %d: %s", r.code, r.err)
	}
	if got := p.run("export", "--db", "r.db"); got != "{\"id\":\"A\"}\n" {
		t.Errorf("the data file holds %s", got)
	}
	if got := readFile(t, p.home+"/notes.txt"); got != "by hand\n" {
		t.Errorf("the notes are %q", got)
	}
	if r := p.runWith("", "load", "--db", "r.db", "--rejects", "empty", "a.yaml", "bad.yaml"); r.code != 2 {
		t.Errorf("over an empty file it ended with %d: %s", r.code, r.err)
	}
}

// Within a loaded folder it holds the same after each run; standard output takes it, too.
func TestRejectsBesideTheInputs(t *testing.T) {
	p := newProgram(t)
	p.write("cases/a.yaml", "id: A\n")
	p.write("cases/bad.yaml", "id: B\nx: 1\n")
	const want = `{"_problems":["cases/bad.yaml:2: B: x: unknown key: the keys are id, title, summary, organisation, date, date_kind, …"],"id":"B","x":"1"}` + "\n"
	for range 2 {
		if r := p.runWith("", "load", "--db", "r.db", "--rejects", "cases/r.ndjson", "cases"); r.code != 2 {
			t.Fatalf("ended with %d: %s", r.code, r.err)
		}
		if got := readFile(t, p.home+"/cases/r.ndjson"); got != want {
			t.Errorf("the rejects are %s", got)
		}
	}
	if r := p.runWith("", "load", "--db", "r.db", "--rejects", "-", "cases/bad.yaml"); r.code != 1 || r.out != want {
		t.Errorf("ended with %d: %s%s", r.code, r.out, r.err)
	}
	if r := p.runWith("", "load", "--db", "r.db", "--dry-run", "--list", "--rejects", "-", "cases"); r.code != 1 || !strings.Contains(r.err, "--list") {
		t.Errorf("ended with %d: %s", r.code, r.err)
	}
}
