// Command with runs a command beside a Neo4j for tests and passes its exit code
// on:
//
//	go run ./internal/neo4jtest/with -- go test ./...
//
// The command finds the Neo4j through the environment variables of package
// neo4jtest: one that they name already, or one that is started for the command
// and stopped after it. Without a command it prints how to reach the Neo4j, as
// the variables that incidentgraph reads, and keeps it until it is interrupted.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

func main() {
	args := os.Args[1:]
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	code, err := run(args)
	if err != nil {
		fmt.Fprintln(os.Stderr, "with:", err)
	}
	os.Exit(code)
}

func run(args []string) (code int, err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	release, err := neo4jtest.Provide(ctx)
	if err != nil {
		return 1, err
	}
	defer func() {
		if failed := release(); failed != nil {
			code, err = max(code, 1), failed
		}
	}()
	if len(args) == 0 {
		return 0, keep(ctx)
	}
	return runCommand(ctx, args)
}

// keep prints how to reach the Neo4j and waits to be interrupted.
func keep(ctx context.Context) error {
	for _, name := range []string{"NEO4J_URI", "NEO4J_USER", "NEO4J_PASSWORD"} {
		value := strings.ReplaceAll(os.Getenv("INCIDENTGRAPH_TEST_"+name), "'", `'\''`)
		if _, err := fmt.Printf("export INCIDENTGRAPH_%s='%s'\n", name, value); err != nil {
			return err
		}
	}
	fmt.Fprintln(os.Stderr, "with: Neo4j runs until Ctrl-C")
	<-ctx.Done()
	return nil
}

// runCommand runs a command with this process's streams and environment, hands
// it an interrupt, and returns its exit code: 128 and the signal's number where
// a signal ended it, as shells do.
func runCommand(ctx context.Context, args []string) (int, error) {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return 1, err
	}
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal()), nil
	}
	return cmd.ProcessState.ExitCode(), nil
}
