package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

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
			keys, err := keysOf(cmd.Context(), args, cmd.InOrStdin())
			if err != nil {
				return err
			}
			log := talk(cmd)
			stored.purpose = toChange
			store, err := stored.open(cmd.Context(), log)
			if err != nil {
				return err
			}
			defer closeStore(store, log)
			deleted, missing, err := deleteCases(cmd.Context(), store, keys)
			for _, key := range missing {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: there is no such case\n", loader.Printable(key))
			}
			if err == nil || deleted > 0 {
				fmt.Fprintf(cmd.ErrOrStderr(), "deleted %d of %d\n", deleted, len(keys))
			}
			switch {
			case err != nil && deleted == 0:
				return fmt.Errorf("%w; nothing was deleted", err)
			case err != nil:
				fmt.Fprintf(cmd.ErrOrStderr(), "incidentgraph: %s; run it again to delete the rest\n", said(err))
				return exitError(exitPartial)
			case len(missing) == 0:
				return nil
			case deleted == 0:
				return exitError(exitFailed)
			}
			return exitError(exitPartial)
		},
	}
	stored.add(cmd)
	return cmd
}

// deleteCases deletes cases, as many at a time as the store takes. The end of ctx ends it
// between two batches.
func deleteCases(ctx context.Context, store graph.Store, keys []string) (deleted int, missing []string, err error) {
	size := graph.MaxBatch
	for len(keys) > 0 {
		if ctx.Err() != nil {
			return deleted, missing, errors.New("broken off")
		}
		part := keys[:min(size, len(keys))]
		applied, err := store.Apply(context.WithoutCancel(ctx), graph.Batch{Delete: part})
		if errors.Is(err, graph.ErrTooLarge) && len(part) > 1 {
			size = len(part) / 2
			continue
		}
		if err != nil {
			return deleted, missing, err
		}
		deleted, missing, keys = deleted+len(applied.Deleted), append(missing, applied.Missing...), keys[len(part):]
	}
	return deleted, missing, nil
}

// keysOf gives keys, each once, with those on standard input in the place of -. What is
// typed as an id is the key in it.
func keysOf(ctx context.Context, args []string, stdin io.Reader) ([]string, error) {
	var typed []string
	for _, arg := range args {
		if arg != loader.Stdin {
			typed = append(typed, arg)
			continue
		}
		lines := bufio.NewScanner(untilDone(ctx, stdin))
		for lines.Scan() {
			if key := graph.Clean(lines.Text()); key != "" {
				typed = append(typed, key)
			}
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("the keys on standard input cannot be read: %w", err)
		}
	}
	if len(typed) == 0 {
		return nil, errors.New("there is no key to delete on standard input")
	}
	var keys []string
	seen := map[string]struct{}{}
	for _, key := range typed {
		if kind, name, ok := graph.ID(key).Split(); ok && kind == graph.KindIncident {
			key = name
		}
		if _, again := seen[graph.FoldKey(key)]; !again {
			seen[graph.FoldKey(key)] = struct{}{}
			keys = append(keys, key)
		}
	}
	return keys, nil
}
