package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/incidentgraph/incidentgraph/schema"
)

func newSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the GraphQL schema",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), schema.SDL())
			return err
		},
	}
}
