package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/embedded"
	"github.com/incidentgraph/incidentgraph/loader"
)

func newExport() *cobra.Command {
	var (
		stored      storeFlags
		format, dir string
		vocabulary  bool
		salvage     bool
		as          loader.Format
	)
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Print every case, in order of key, to be loaded again",
		Long: `Print every case, in order of key: as one line of JSON each, as a JSON array or as YAML
documents. Controlled terms are written as their slugs. The same graph gives the same bytes,
and loading what was printed into a new graph gives the same graph, as long as it has the
same vocabulary: --vocab prints that one, and --dir writes both.`,
		Example: `  incidentgraph export --db my.db > cases.ndjson
  incidentgraph export --db my.db --dir backup --format yaml
  incidentgraph export --db old.db | incidentgraph load --db new.db -`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if as, err = loader.ParseFormat(format); err != nil {
				return err
			}
			if _, err := loader.NewWriter(nil, as); err != nil {
				return err
			}
			if dir != "" && vocabulary {
				return errors.New("--dir writes the vocabulary, too: give it without --vocab")
			}
			if salvage {
				if dir != "" {
					return errors.New("--salvage prints to standard output: give it without --dir")
				}
				return exportReadable(cmd, &stored, as, vocabulary)
			}
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
			if dir != "" {
				return exportToFolder(cmd.Context(), store, voc, dir, as)
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			records, err := loader.NewWriter(out, as)
			if err != nil {
				return err
			}
			if vocabulary {
				err = writeVocabulary(records, voc)
			} else {
				err = store.Scan(cmd.Context(), func(c *graph.Case) error { return records.Case(c.WithSlugs(voc)) })
			}
			if err != nil {
				return err
			}
			return errors.Join(records.Close(), out.Flush())
		},
	}
	stored.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&format, "format", "ndjson", "`format` to write: ndjson, json or yaml")
	flags.StringVar(&dir, "dir", "", "write one file a case into the new or empty `folder`, and the vocabulary beside them")
	flags.BoolVar(&vocabulary, "vocab", false, "print the terms of the vocabulary instead")
	flags.BoolVar(&salvage, "salvage", false, "print what can still be read of a damaged data file: the cases, with terms as they were written down, or with --vocab the vocabulary")
	return cmd
}

// exportReadable prints the cases, or the terms, of a data file that can be read, and says of
// which version they are and which cannot be read; it ends with exitPartial where any may be
// missing.
func exportReadable(cmd *cobra.Command, stored *storeFlags, format loader.Format, vocabulary bool) error {
	path, err := stored.dataFile()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	records, err := loader.NewWriter(out, format)
	if err != nil {
		return err
	}
	lost := 0
	note := func(name string) {
		lost++
		fmt.Fprintf(cmd.ErrOrStderr(), "%s cannot be read\n", name)
	}
	what := "cases"
	var salvaged embedded.Salvaged
	if vocabulary {
		what = "terms"
		salvaged, err = embedded.SalvageTerms(cmd.Context(), path, records.Term, note)
	} else {
		salvaged, err = embedded.Salvage(cmd.Context(), path, records.Case, note)
	}
	if err = errors.Join(err, records.Close(), out.Flush()); err != nil {
		return err
	}
	if lost > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%d %s cannot be read and are left out\n", lost, what)
	}
	version := "of a version that cannot be told"
	if salvaged.Version >= 0 {
		version = fmt.Sprintf("at version %d", salvaged.Version)
	}
	if salvaged.Behind {
		version += ": the last change, which cannot be read, may be missing"
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "the %s are those of the graph %s\n", what, version)
	if lost > 0 || salvaged.Behind {
		return exitError(exitPartial)
	}
	return nil
}

func writeVocabulary(to *loader.Writer, voc *graph.Vocabulary) error {
	for _, t := range voc.Terms() {
		if err := to.Term(t); err != nil {
			return err
		}
	}
	return nil
}

// exportToFolder writes a folder that can be loaded: cases, one a file, and vocab.
func exportToFolder(ctx context.Context, store graph.Store, voc *graph.Vocabulary, dir string, format loader.Format) error {
	entries, err := os.ReadDir(dir)
	switch {
	case err == nil && len(entries) > 0:
		return fmt.Errorf("the folder %s holds something already: a case that is gone would stay in it; name a new or empty one", dir)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the folder %s cannot be read: %w", dir, err)
	}
	for _, part := range []string{"cases", "vocab"} {
		if err := os.MkdirAll(filepath.Join(dir, part), 0o777); err != nil {
			return fmt.Errorf("the folder cannot be made: %w", err)
		}
	}
	write := func(name string, fill func(*loader.Writer) error) error {
		file, err := os.OpenFile(filepath.Join(dir, name+"."+string(format)), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return fmt.Errorf("the export cannot be written: %w", err)
		}
		out := bufio.NewWriter(file)
		records, err := loader.NewWriter(out, format)
		if err == nil {
			err = errors.Join(fill(records), records.Close(), out.Flush())
		}
		return errors.Join(err, file.Close())
	}
	if err := write("vocab/terms", func(to *loader.Writer) error { return writeVocabulary(to, voc) }); err != nil {
		return err
	}
	return store.Scan(ctx, func(c *graph.Case) error {
		return write("cases/"+c.ID, func(to *loader.Writer) error { return to.Case(c.WithSlugs(voc)) })
	})
}
