package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/incidentgraph/incidentgraph/server"
)

func newQuery() *cobra.Command {
	var (
		stored    storeFlags
		file      string
		operation string
		variables []string
		timeout   time.Duration
	)
	cmd := &cobra.Command{
		Use:   "query [flags] [GRAPHQL]",
		Short: "Answer one GraphQL query; print the JSON response",
		Example: `  incidentgraph query '{ incident(id: "IL-0587") { title company { name } } }'
  incidentgraph query --var id=IL-0587 'query($id: String!) { incident(id: $id) { title } }'`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := queryText(cmd.Context(), args, file, cmd.InOrStdin())
			if err != nil {
				return err
			}
			vars, err := server.ParseVariables(text, operation, variables)
			if err != nil {
				return err
			}
			log := talk(cmd)
			store, err := stored.open(cmd.Context(), log)
			if err != nil {
				return err
			}
			defer closeStore(store, log)
			answer := newExecutor(store, log, server.ExecutorOptions{Timeout: timeout}).Execute(cmd.Context(), server.Request{
				Query: text, OperationName: operation, Variables: vars,
			})
			body, err := server.Encode(answer)
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintln(cmd.OutOrStdout(), string(indent(body))); err != nil {
				return err
			}
			if len(answer.Errors) > 0 {
				return exitError(exitFailed)
			}
			return nil
		},
	}
	stored.add(cmd)
	cmd.Flags().StringVarP(&file, "file", "f", "", "read the query from a `file`, - for standard input")
	cmd.Flags().StringVar(&operation, "operation", "", "`name` of the operation to run, where the document has several")
	cmd.Flags().DurationVar(&timeout, "timeout", time.Minute, "time that the query may take")
	cmd.Flags().StringArrayVar(&variables, "var", nil, "a variable as `name=value`, read by its declared type; lists and inputs as JSON")
	return cmd
}

func queryText(ctx context.Context, args []string, file string, stdin io.Reader) (string, error) {
	switch {
	case len(args) == 1 && file != "":
		return "", errors.New("give the query as an argument or with -f, not both")
	case len(args) == 1:
		return args[0], nil
	case file == "":
		return "", errors.New("no query: give it as an argument, or a file with -f")
	}
	read := func() ([]byte, error) { return os.ReadFile(file) }
	if file == "-" {
		read = func() ([]byte, error) { return io.ReadAll(untilDone(ctx, stdin)) }
	}
	b, err := read()
	if err != nil {
		return "", fmt.Errorf("the query cannot be read: %w", err)
	}
	return string(b), nil
}
