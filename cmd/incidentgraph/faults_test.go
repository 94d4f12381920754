package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A full disk ends a load with what was loaded told; what is there stays, and the load,
// run again with more room, is completed.
func TestDiskFull(t *testing.T) {
	p := newProgram(t)
	lines := killFile(0, 5000)
	p.write("many.ndjson", lines)
	p.newGraph("f.db")
	room := sizeOf(t, p, "f.db")/512 + 600 // in blocks of 512 bytes
	cmd := exec.CommandContext(t.Context(), "sh", "-c", fmt.Sprintf(`ulimit -f %d; exec "$0" "$@"`, room), binary, "load", "--db", "f.db", "many.ndjson")
	base := p.command()
	cmd.Dir, cmd.Env = base.Dir, append(base.Env, "TMPDIR="+p.home)
	said, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() == 0 || !strings.Contains(string(said), "f.db cannot be read or written") {
		t.Fatalf("ended with %v: %s", err, said)
	}
	kept := p.run("export", "--db", "f.db")
	if n := strings.Count(kept, "\n"); n%1000 != 0 || !strings.HasPrefix(lines, kept) {
		t.Errorf("%d cases are left", n)
	}
	p.run("load", "--db", "f.db", "many.ndjson")
	if p.run("export", "--db", "f.db") != lines {
		t.Error("run again, it is not completed")
	}
}

// A data file that may not be written to is read, and says so when it is loaded into.
func TestReadOnlyDataFile(t *testing.T) {
	p := newProgram(t)
	p.write("a.yaml", "id: A\n")
	p.write("b.yaml", "id: B\n")
	p.run("load", "--db", "place/r.db", "a.yaml")
	for path, mode := range map[string]os.FileMode{"place/r.db": 0o444, "place": 0o555} {
		if err := os.Chmod(filepath.Join(p.home, path), mode); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod(filepath.Join(p.home, "place"), 0o755) //nolint:errcheck // it goes with the test
	asNobody := func(args ...string) (string, int) {
		cmd := p.command(args...)
		if os.Geteuid() == 0 { // root may write to anything
			for _, dir := range []string{filepath.Dir(binary), filepath.Dir(p.home), p.home} { // for others to reach it
				if err := os.Chmod(dir, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return string(out), cmd.ProcessState.ExitCode()
	}
	if out, code := asNobody("export", "--db", "place/r.db"); code != 0 || out != "{\"id\":\"A\"}\n" {
		t.Errorf("export ended with %d: %s", code, out)
	}
	if out, code := asNobody("load", "--db", "place/r.db", "b.yaml"); code != 1 || !strings.Contains(out, "read-only") {
		t.Errorf("load ended with %d: %s", code, out)
	}
	if got := p.keysIn("place/r.db"); got != "A" {
		t.Errorf("the keys are %s", got)
	}
}

// A damaged data file is named and left as it is; what can be read of it is printed on
// request.
func TestDamagedDataFile(t *testing.T) {
	p := newProgram(t)
	p.write("many.ndjson", killFile(0, 500))
	p.write("a.yaml", "id: A\n")
	p.run("load", "--db", "d.db", "many.ndjson")
	path := filepath.Join(p.home, "d.db")
	whole := []byte(readFile(t, path))
	// Cases are compressed: a title's beginning stands in one of them as it is.
	at := bytes.Index(whole, []byte("case 250 of"))
	if at < 0 {
		t.Fatal("the case is not in the file as text")
	}
	damaged := bytes.Clone(whole)
	for i := at; i >= 0; i = next(damaged, i+1) {
		damaged[i] ^= 0x55
	}
	for name, content := range map[string][]byte{"some bytes": damaged, "cut short": whole[:len(whole)/2], "no data file": bytes.Repeat([]byte("x"), len(whole))} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		r := p.runWith("", "load", "--db", "d.db", "a.yaml")
		q := p.runWith("", "export", "--db", "d.db")
		if (r.code == 0 && q.code == 0) || !strings.Contains(r.err+q.err, "d.db") {
			t.Errorf("%s: load ended with %d, export with %d: %s%s", name, r.code, q.code, r.err, q.err)
		}
		if name != "some bytes" {
			if now := readFile(t, path); now != string(content) {
				t.Errorf("%s: it was written to", name)
			}
		}
	}
	if err := os.WriteFile(path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	r := p.runWith("", "export", "--db", "d.db", "--salvage")
	if r.code != 2 || !strings.Contains(r.err, "cannot be read\n1 cases cannot be read and are left out\nthe cases are those of the graph at version 2\n") || strings.Count(r.out, "\n") != 499 || strings.Contains(r.out, "case 250 of") {
		t.Errorf("salvaging ended with %d and %d cases: %s", r.code, strings.Count(r.out, "\n"), r.err)
	}
	for line := range strings.Lines(r.out) {
		if !strings.Contains(killFile(0, 500), line) {
			t.Errorf("not what it was: %s", line)
		}
	}
	if r := p.runWith(r.out, "load", "--db", "new.db", "-"); r.code != 0 {
		t.Errorf("what was salvaged does not load: %s", r.err)
	}
}

// A data file of a newer program is named, and left to that program.
func TestDataFileOfANewerProgram(t *testing.T) {
	p := newProgram(t)
	p.write("a.yaml", "id: A\n")
	p.run("load", "--db", "n.db", "a.yaml")
	// A key stands before its value; neither of them bears a checksum.
	newer := strings.ReplaceAll(readFile(t, filepath.Join(p.home, "n.db")), "format3", "format9")
	if newer == readFile(t, filepath.Join(p.home, "n.db")) {
		t.Fatal("the file does not tell its format as it did")
	}
	p.write("n.db", newer)
	for _, args := range [][]string{{"load", "a.yaml"}, {"delete", "A"}, {"export"}, {"export", "--salvage"}, {"query", "{ stats { version } }"}, {"vocab", "queue"}} {
		r := p.runWith("", append(args, "--db", "n.db")...)
		if r.code != 1 || r.out != "" || !strings.Contains(r.err, "n.db was made by a newer incidentgraph: use that one") {
			t.Errorf("%v ended with %d: %s%s", args, r.code, r.out, r.err)
		}
	}
	if readFile(t, filepath.Join(p.home, "n.db")) != newer {
		t.Error("it was written to")
	}
}

// Names are printed so that they do nothing to a terminal.
func TestNamesOnATerminal(t *testing.T) {
	p := newProgram(t)
	p.write("a.yaml", "id: A\n")
	p.write("odd\x1b]0;x\a.db", "no data file")
	for _, args := range [][]string{{"load", "a.yaml"}, {"export"}, {"query", "{ stats { version } }"}} {
		r := p.runWith("", append(args, "--db", "odd\x1b]0;x\a.db")...)
		if r.code != 1 || !strings.Contains(r.err, `odd\x1b]0;x\a.db`) || strings.ContainsAny(r.err, "\x1b\a") {
			t.Errorf("%v ended with %d: %q", args, r.code, r.err)
		}
	}
	p.run("load", "--db", "t.db", "a.yaml")
	if r := p.runWith("", "delete", "--db", "t.db", "no\x1b[2Jkey"); r.code != 1 || r.err != `no\x1b[2Jkey: there is no such case`+"\ndeleted 0 of 1\n" {
		t.Errorf("delete ended with %d: %q", r.code, r.err)
	}
}

// A data file whose last change cannot be found is refused, as nothing tells that change
// apart from one that never was; the graph before it is salvaged, and it is said so.
func TestDamagedHead(t *testing.T) {
	p := newProgram(t)
	p.write("a.yaml", "id: A\n")
	p.write("b.yaml", "id: B\n")
	p.run("load", "--db", "d.db", "a.yaml")
	path := filepath.Join(p.home, "d.db")
	before := readFile(t, path)
	p.run("load", "--db", "d.db", "b.yaml")
	text := []byte(readFile(t, path))
	// Of the two first pages, of 4096 bytes, that of the last change is the one that changed;
	// what it leads to is at its byte 32.
	last := 0
	if string(text[:4096]) == before[:4096] {
		last = 4096
	}
	text[last+32] ^= 0xff
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"load", "--db", "d.db", "a.yaml"}, {"export", "--db", "d.db"}} {
		if r := p.runWith("", args...); r.code != 1 || r.out != "" || !strings.Contains(r.err, "d.db is damaged: its last change may be missing") {
			t.Errorf("%v ended with %d: %s%s", args, r.code, r.out, r.err)
		}
	}
	// The vocabulary was the first version, A the second, B the third.
	r := p.runWith("", "export", "--db", "d.db", "--salvage")
	if r.code != 2 || !strings.Contains(r.err, "at version 2: the last change, which cannot be read, may be missing") || !strings.Contains(r.out, `"A"`) || strings.Contains(r.out, `"B"`) {
		t.Errorf("salvaging ended with %d: %s%s", r.code, r.out, r.err)
	}
	if readFile(t, path) != string(text) {
		t.Error("the file was written to")
	}
}

// next gives the next place of the title that is damaged.
func next(text []byte, from int) int {
	i := bytes.Index(text[from:], []byte("case 250 of"))
	if i < 0 {
		return -1
	}
	return from + i
}
