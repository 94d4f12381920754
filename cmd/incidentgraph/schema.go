package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/incidentgraph/incidentgraph/schema"
)

func newSchema() *cobra.Command {
	var ofCase bool
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the GraphQL schema, or the JSON Schema of a case",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			text := schema.SDL()
			if ofCase {
				text = schema.Case()
			}
			_, err := io.WriteString(cmd.OutOrStdout(), text)
			return err
		},
	}
	cmd.Flags().BoolVar(&ofCase, "case", false, "print the JSON Schema of a case record, for editors")
	return cmd
}
