package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"github.com/incidentgraph/incidentgraph/loader"
	"github.com/incidentgraph/incidentgraph/seeds"
)

func newLoad() *cobra.Command {
	var (
		stored      storeFlags
		format      string
		strict, dry bool
		library     bool
	)
	cmd := &cobra.Command{
		Use:   "load [flags] PATH...",
		Short: "Load cases from files, folders or standard input (-)",
		Long: `Load cases from files, folders or standard input (-).

Files hold cases in YAML, JSON or NDJSON, or pages of the Incident Library as plain text.
A folder may have a folder vocab beside its cases, with vocabulary files. Everything is
read and checked before the first record is written. What is wrong with a record is said
with file, line and field, and the others are loaded. Loading the same again changes
nothing.

Exit codes: 0 all went well, warnings included; 2 some records were rejected; 1 nothing
was loaded.`,
		Example: `  incidentgraph load --db my.db cases/
  incidentgraph load --db my.db --dry-run --strict mine.yaml
  incidentgraph export --db old.db | incidentgraph load --db new.db -`,
		RunE: func(cmd *cobra.Command, paths []string) error {
			if len(paths) == 0 && !library {
				return errors.New("nothing to load: name files or folders, - for standard input, or --library for the shipped cases")
			}
			of, err := loader.ParseFormat(format)
			if err != nil {
				return err
			}
			found := loader.Find(paths, of, cmd.InOrStdin())
			if library {
				shipped := loader.FindIn(seeds.FS(), "library")
				found.Inputs = append(shipped.Inputs, found.Inputs...)
			}
			if os.Getenv("GOGC") == "" {
				debug.SetGCPercent(50) // a load makes much garbage: memory matters more than the last of the speed
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
			options := loader.Options{Vocabulary: voc, Strict: strict, Progress: progress(cmd.ErrOrStderr())}
			var into loader.Applier
			if !dry {
				into = store
			}
			report, err := loader.Run(cmd.Context(), into, found, options)
			if _, err := report.WriteTo(cmd.ErrOrStderr()); err != nil {
				return err
			}
			if err != nil {
				return err
			}
			if code := report.ExitCode(); code != 0 {
				return exitError(code)
			}
			return nil
		},
	}
	stored.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&format, "format", "auto", "`format` of every file: yaml, json, ndjson, page, or auto to tell by name and content")
	flags.BoolVar(&strict, "strict", false, "reject records that name terms which no vocabulary holds")
	flags.BoolVar(&dry, "dry-run", false, "read and check everything, write nothing")
	flags.BoolVar(&library, "library", false, "load the shipped library, too")
	return cmd
}

// progress tells how far a load is: on a terminal in a line that is written over, else
// in a plain line every ten seconds.
func progress(w io.Writer) func(read, applied int) {
	f, ok := w.(*os.File)
	terminal := false
	if ok {
		info, err := f.Stat()
		terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	every, end := 10*time.Second, "\n"
	if terminal {
		every, end = 200*time.Millisecond, "\r"
	}
	last := time.Now()
	return func(read, applied int) {
		if time.Since(last) < every {
			return
		}
		last = time.Now()
		fmt.Fprintf(w, "%d read, %d loaded%s", read, applied, end)
	}
}
