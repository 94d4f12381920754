package main

import (
	"os"
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
		"a folder's file":          {"cases/c.yaml", "cases", "holds something already"},
		"something else":           {"notes.txt", "bad.yaml", "holds something already"},
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

// What was rejected before, and mended since perhaps, is not written over; an input that
// comes on standard input is not, either. In a loaded folder the file is left out.
func TestRejectsBesideTheInputs(t *testing.T) {
	p := newProgram(t)
	p.write("cases/a.yaml", "id: A\n")
	p.write("cases/bad.yaml", "id: B\nx: 1\n")
	p.write("cases/r.ndjson", "")
	const want = `{"_problems":["cases/bad.yaml:2: B: x: unknown key: the keys are id, title, summary, organisation, date, date_kind, …"],"id":"B","x":"1"}` + "\n"
	if r := p.runWith("", "load", "--db", "r.db", "--rejects", "cases/r.ndjson", "cases"); r.code != 2 {
		t.Fatalf("ended with %d: %s", r.code, r.err)
	}
	again := func(input *os.File, args ...string) {
		t.Helper()
		cmd := p.command(append([]string{"load", "--db", "r.db", "--rejects", "cases/r.ndjson"}, args...)...)
		cmd.Stdin = input
		said, err := cmd.CombinedOutput()
		if err == nil || cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(said), "--rejects cases/r.ndjson ") {
			t.Errorf("%v ended with %d: %s", args, cmd.ProcessState.ExitCode(), said)
		}
		if got := readFile(t, p.home+"/cases/r.ndjson"); got != want {
			t.Errorf("after %v the rejects are %s", args, got)
		}
	}
	again(nil, "cases")
	rejects, err := os.Open(p.home + "/cases/r.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	defer rejects.Close()
	again(rejects, "--dry-run", "-")
	if r := p.runWith("", "load", "--db", "r.db", "--rejects", "-", "cases/bad.yaml"); r.code != 1 || r.out != want {
		t.Errorf("ended with %d: %s%s", r.code, r.out, r.err)
	}
	if r := p.runWith("", "load", "--db", "r.db", "--dry-run", "--list", "--rejects", "-", "cases"); r.code != 1 || !strings.Contains(r.err, "--list") {
		t.Errorf("ended with %d: %s", r.code, r.err)
	}
}

// Rejected records that cannot be written down are told of, whatever else went well; a data
// file that the load made under another name of the same place is not written over.
func TestRejectsThatCannotBeWritten(t *testing.T) {
	p := newProgram(t)
	p.write("cases.yaml", "id: A\n---\nid: B\nx: 1\n")
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	cmd := p.command("load", "--db", "r.db", "--rejects", "-", "cases.yaml")
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = full, &said
	if err := cmd.Run(); err == nil || cmd.ProcessState.ExitCode() != exitPartial || !strings.Contains(said.String(), "the rejected records cannot be written: ") {
		t.Errorf("ended with %d: %s", cmd.ProcessState.ExitCode(), said.String())
	}

	if err := os.Mkdir(p.home+"/real", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", p.home+"/link"); err != nil {
		t.Fatal(err)
	}
	r := p.runWith("", "load", "--db", "real/n.db", "--rejects", "link/n.db", "cases.yaml")
	if r.code != 1 || !strings.Contains(r.err, "--rejects link/n.db is the data file") {
		t.Errorf("ended with %d: %s", r.code, r.err)
	}
}
