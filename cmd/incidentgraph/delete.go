package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/incidentgraph/incidentgraph/graph"
)

func newDelete() *cobra.Command {
	var stored storeFlags
	cmd := &cobra.Command{
		Use:   "delete KEY...",
		Short: "Take cases out of the graph, with everything that only they say",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, keys []string) error {
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
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: there is no such case\n", key)
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
