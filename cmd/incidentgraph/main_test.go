package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// binary is the program under test, built once: tests start it as people do.
var binary string

// buildBinary builds the program and gives how to take it away.
func buildBinary() (func(), error) {
	dir, err := os.MkdirTemp("", "incidentgraph-test-")
	if err != nil {
		return nil, err
	}
	binary = filepath.Join(dir, "incidentgraph")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s", out), err, os.RemoveAll(dir))
	}
	return func() { _ = os.RemoveAll(dir) }, nil
}

// program is the binary with a home of its own.
type program struct {
	t    *testing.T
	home string
	env  []string
}

func newProgram(t *testing.T) *program {
	t.Helper()
	return &program{t: t, home: t.TempDir()}
}

// command makes a run of the program that has not begun.
func (p *program) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(p.t.Context(), binary, args...)
	cmd.Dir = p.home
	cmd.Env = append([]string{"HOME=" + p.home, "XDG_DATA_HOME=" + filepath.Join(p.home, "data"), "PATH=" + os.Getenv("PATH")}, p.env...)
	return cmd
}

// result is what became of a run.
type result struct {
	code     int
	out, err string
}

func (p *program) runWith(input string, args ...string) result {
	p.t.Helper()
	cmd := p.command(args...)
	var out, talk bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &talk
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		p.t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), out.String(), talk.String()}
}

// run runs the program and fails the test where it does not end with 0.
func (p *program) run(args ...string) string {
	p.t.Helper()
	r := p.runWith("", args...)
	if r.code != 0 {
		p.t.Fatalf("incidentgraph %s ended with %d:\n%s%s", strings.Join(args, " "), r.code, r.err, r.out)
	}
	return r.out
}

// newGraph makes a data file that holds the vocabulary alone.
func (p *program) newGraph(name string) {
	p.t.Helper()
	stored := storeFlags{db: filepath.Join(p.home, name), purpose: toFill}
	store, err := stored.open(p.t.Context(), slog.New(slog.DiscardHandler))
	if err != nil {
		p.t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		p.t.Fatal(err)
	}
}

// write writes a file under the program's home and gives its path from there.
func (p *program) write(name, text string) string {
	p.t.Helper()
	path := filepath.Join(p.home, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
	return name
}

// sameJSON fails the test where two texts are not the same JSON value.
func sameJSON(t *testing.T, what, got, want string) {
	t.Helper()
	var g, w any
	if err := json.Unmarshal([]byte(got), &g); err != nil {
		t.Fatalf("%s: not JSON: %v\n%s", what, err, got)
	}
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatalf("%s: the expected value is not JSON: %v", what, err)
	}
	a, _ := json.MarshalIndent(g, "", " ")
	b, _ := json.MarshalIndent(w, "", " ")
	if !bytes.Equal(a, b) {
		t.Errorf("%s:\n got %s\nwant %s", what, a, b)
	}
}
