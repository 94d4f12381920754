package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/loader"
)

func newVocab() *cobra.Command {
	var (
		stored storeFlags
		kind   string
		limit  int
	)
	cmd := &cobra.Command{
		Use:   "vocab [flags] [NAME]",
		Short: "Look up terms by name in either language, nearest first, with counts",
		Long: `Look up terms by slug, Korean or English name or alias, nearest first; without a name,
list all of them. A line holds, parted by tabs: kind, slug, English name, Korean name and
how many incidents have the term. A name that is not known in one language is empty.`,
		Example: `  incidentgraph vocab 캐시
  incidentgraph vocab --kind cause bug`,
		RunE: func(cmd *cobra.Command, words []string) error {
			request := graph.TermsRequest{Query: strings.Join(words, " ")}
			if kind != "" {
				of, err := termKind(kind)
				if err != nil {
					return err
				}
				request.Kind = &of
			}
			log := talk(cmd)
			store, err := stored.open(cmd.Context(), log)
			if err != nil {
				return err
			}
			defer closeStore(store, log)
			out := bufio.NewWriter(cmd.OutOrStdout())
			found, err := writeTerms(cmd.Context(), out, store, request, limit)
			if err != nil {
				return err
			}
			if err := out.Flush(); err != nil {
				return err
			}
			if found == 0 {
				fmt.Fprintf(cmd.ErrOrStderr(), "no term is like %q\n", request.Query)
				return exitError(exitFailed)
			}
			return nil
		},
	}
	stored.add(cmd)
	cmd.Flags().StringVar(&kind, "kind", "", "only terms of this `kind`: company, component, cause, trigger, symptom or factor")
	cmd.Flags().IntVar(&limit, "limit", 20, "at most this many terms; 0 for all")
	return cmd
}

func termKind(name string) (graph.NodeKind, error) {
	for _, kind := range graph.TermKinds() {
		if strings.EqualFold(kind.Prefix(), name) {
			return kind, nil
		}
	}
	return 0, fmt.Errorf("there are no terms of kind %q: the kinds are company, component, cause, trigger, symptom and factor", name)
}

// writeTerms writes terms page by page and gives how many there were.
func writeTerms(ctx context.Context, w io.Writer, store graph.Store, request graph.TermsRequest, limit int) (int, error) {
	written := 0
	for {
		request.Page.Size = graph.MaxPageSize
		if limit > 0 {
			request.Page.Size = min(request.Page.Size, limit-written)
		}
		pages, err := store.Terms(ctx, []graph.TermsRequest{request})
		if err != nil {
			return written, err
		}
		page := pages[0]
		ids := make([]graph.ID, len(page.Terms))
		for i, ref := range page.Terms {
			ids[i] = ref.ID()
		}
		nodes, err := store.Nodes(ctx, ids)
		if err != nil {
			return written, err
		}
		for _, n := range nodes {
			if n == nil {
				continue // it went while we looked
			}
			t := n.Term
			if _, err := fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\n", t.Kind.Prefix(), t.Slug, loader.Printable(t.Name.EN), loader.Printable(t.Name.KO), t.Incidents); err != nil {
				return written, err
			}
			written++
		}
		if !page.Info.HasNext || limit > 0 && written >= limit || len(page.Positions) == 0 {
			return written, nil
		}
		request.Page.After = &page.Positions[len(page.Positions)-1]
	}
}
