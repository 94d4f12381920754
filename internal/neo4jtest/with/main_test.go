package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// build returns the command, built, with an environment that names a Neo4j, so
// that none is started.
func build(t *testing.T) (newCommand func(args ...string) *exec.Cmd) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "with")
	if printed, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	return func(args ...string) *exec.Cmd {
		cmd := exec.Command(program, args...)
		cmd.Env = append(os.Environ(), "INCIDENTGRAPH_TEST_NEO4J_URI=neo4j://unused.example",
			"INCIDENTGRAPH_TEST_NEO4J_USER=", "INCIDENTGRAPH_TEST_NEO4J_PASSWORD=it's")
		return cmd
	}
}

func TestCommand(t *testing.T) {
	newCommand := build(t)
	for _, c := range []struct {
		name           string
		args           []string
		code           int
		stdout, stderr string
	}{
		{"success", []string{"--", "sh", "-c", "echo out; echo err >&2"}, 0, "out\n", "err\n"},
		{"without dashes", []string{"echo", "--", "x"}, 0, "-- x\n", ""},
		{"exit code", []string{"--", "sh", "-c", "exit 7"}, 7, "", ""},
		{"ended by a signal", []string{"--", "sh", "-c", "kill -TERM $$"}, 143, "", ""},
		{"environment", []string{"--", "sh", "-c", "echo $INCIDENTGRAPH_TEST_NEO4J_URI $INCIDENTGRAPH_TEST_NEO4J_USER"}, 0,
			"neo4j://unused.example neo4j\n", ""},
		{"unknown command", []string{"--", "no-such-command"}, 1, "",
			"with: exec: \"no-such-command\": executable file not found in $PATH\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := newCommand(c.args...)
			var stdout, stderr strings.Builder
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			err := cmd.Run()
			if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			if got := cmd.ProcessState.ExitCode(); got != c.code {
				t.Errorf("exit code %d, want %d", got, c.code)
			}
			if stdout.String() != c.stdout || stderr.String() != c.stderr {
				t.Errorf("printed %q and %q, want %q and %q", stdout.String(), stderr.String(), c.stdout, c.stderr)
			}
		})
	}
}

func TestInterrupt(t *testing.T) {
	newCommand := build(t)
	for _, c := range []struct {
		name, waitFor string
		args          []string
		code          int
	}{
		{"the command gets it", "ready\n",
			[]string{"--", "sh", "-c", "trap 'exit 9' INT; echo ready; while :; do read -r line; done"}, 9},
		{"without a command it ends the wait",
			"export INCIDENTGRAPH_NEO4J_URI='neo4j://unused.example'\n" +
				"export INCIDENTGRAPH_NEO4J_USER='neo4j'\n" +
				`export INCIDENTGRAPH_NEO4J_PASSWORD='it'\''s'` + "\n", nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := newCommand(c.args...)
			stdin, err := cmd.StdinPipe() // held open: the command reads and waits
			if err != nil {
				t.Fatal(err)
			}
			defer stdin.Close()
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			printed := make([]byte, len(c.waitFor))
			if _, err := io.ReadFull(stdout, printed); err != nil || string(printed) != c.waitFor {
				t.Fatalf("printed %q (%v), want %q", printed, err, c.waitFor)
			}
			if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait() // a code that is not 0 is an error
			if got := cmd.ProcessState.ExitCode(); got != c.code {
				t.Errorf("exit code %d, want %d", got, c.code)
			}
		})
	}
}
