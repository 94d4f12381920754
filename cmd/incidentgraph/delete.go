package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/loader"
)

func newDelete() *cobra.Command {
	var stored storeFlags
	cmd := &cobra.Command{
		Use:   "delete KEY...",
		Short: "Take cases out of the graph, with everything that only they say",
		Long: `Take cases out of the graph, with everything that only they say. Where cards of other
cases still name one, a stub of it comes back. A key - stands for keys on standard input, one
a line.

Exit codes: 0 all were deleted; 2 some of the keys are of no case; 1 nothing was deleted.`,
		Example: `  incidentgraph delete --db my.db EX-2024-07
  incidentgraph delete --db my.db - < keys.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("nothing to delete: name the keys of cases, or - for those on standard input")
			}
			keys, err := keysOf(args, cmd.InOrStdin())
			if err != nil {
				return err
			}
			for i, key := range keys {
				if kind, name, ok := graph.ID(key).Split(); ok && kind == graph.KindIncident {
					keys[i] = name
				}
			}
			log := talk(cmd)
			store, err := stored.open(cmd.Context(), log)
			if err != nil {
				return err
			}
			defer closeStore(store, log)
			var deleted, missing []string
			for part := range slices.Chunk(keys, graph.MaxBatch) {
				applied, err := store.Apply(cmd.Context(), graph.Batch{Delete: part})
				if err != nil {
					return err
				}
				deleted, missing = append(deleted, applied.Deleted...), append(missing, applied.Missing...)
			}
			for _, key := range missing {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: there is no such case\n", loader.Printable(key))
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "deleted %d of %d\n", len(deleted), len(keys))
			switch {
			case len(missing) == 0:
				return nil
			case len(deleted) == 0:
				return exitError(exitFailed)
			}
			return exitError(exitPartial)
		},
	}
	stored.add(cmd)
	return cmd
}

// keysOf gives keys in the place of -, which stands for those on standard input.
func keysOf(args []string, stdin io.Reader) ([]string, error) {
	var keys []string
	for _, arg := range args {
		if arg != loader.Stdin {
			keys = append(keys, arg)
			continue
		}
		lines := bufio.NewScanner(stdin)
		for lines.Scan() {
			if key := graph.Clean(lines.Text()); key != "" {
				keys = append(keys, key)
			}
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("the keys on standard input cannot be read: %w", err)
		}
	}
	if len(keys) == 0 {
		return nil, errors.New("there is no key to delete on standard input")
	}
	return keys, nil
}
