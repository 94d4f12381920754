package main

import (
	"bufio"

	"github.com/spf13/cobra"

	"github.com/incidentgraph/incidentgraph/graph"
)

func newExport() *cobra.Command {
	var stored storeFlags
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Print every case as one line of JSON, in order of key",
		Long: `Print every case as one line of JSON, in order of key. Controlled terms are written as
their slugs. Loading what was printed into a new graph gives the same graph.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			log := talk(cmd)
			store, err := stored.open(cmd.Context(), log)
			if err != nil {
				return err
			}
			defer closeStore(store, log)
			voc, err := store.Vocabulary(cmd.Context())
			if err != nil {
				return err
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			err = store.Scan(cmd.Context(), func(c *graph.Case) error {
				line, err := graph.EncodeCase(c.WithSlugs(voc))
				if err != nil {
					return err
				}
				_, err = out.Write(append(line, '\n'))
				return err
			})
			if err != nil {
				return err
			}
			return out.Flush()
		},
	}
	stored.add(cmd)
	return cmd
}
