package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/incidentgraph/incidentgraph/graph"
)

// The exit codes, beside 0 for success with or without warnings.
const (
	exitFailed  = 1 // nothing was done, or the answer has errors
	exitPartial = 2 // some records were rejected; the rest was loaded
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// exitError ends the program with a code and without another word.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// run is main without the process around it.
func run(ctx context.Context, args []string, in io.Reader, out, talk io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(talk)
	err := root.ExecuteContext(ctx)
	var exit exitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return int(exit)
	case ctx.Err() != nil && graph.CodeOf(err) == graph.CodeTimeout:
		err = errors.New("broken off") // by whoever runs it, not by a clock
	}
	fmt.Fprintln(talk, "incidentgraph:", said(err))
	return exitFailed
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "incidentgraph",
		Short: "Incident post-mortems as a graph, asked in GraphQL",
		Long: `Incident post-mortems as a graph, asked in GraphQL.

Without --db and --neo4j, a data file of the user's own is used. It is made and filled
with the shipped library at first use. Every flag that names a store can be given as an
environment variable: INCIDENTGRAPH_DB, INCIDENTGRAPH_NEO4J_URI, and so on. Neo4j's
password is read from INCIDENTGRAPH_NEO4J_PASSWORD or from the file that
INCIDENTGRAPH_NEO4J_PASSWORD_FILE names.`,
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.AddCommand(newLoad(), newDelete(), newServe(), newQuery(), newExport(), newVocab(), newSchema(), newVersion())
	return root
}
