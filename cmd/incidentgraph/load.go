package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/loader"
	"github.com/incidentgraph/incidentgraph/seeds"
)

// loadFlags are those of load.
type loadFlags struct {
	stored           storeFlags
	format, encoding string
	rejects          string
	strict, dry      bool
	list, library    bool
	allowPrivate     bool
	maxDownload      int64 // MiB
}

func newLoad() *cobra.Command {
	var f loadFlags
	cmd := &cobra.Command{
		Use:   "load [flags] PATH...",
		Short: "Load cases and vocabularies from files, folders, addresses or standard input",
		Long: `Load cases and vocabularies from files, folders, patterns such as 'cases/*.yaml', http and
https addresses, or standard input (-). What is packed with gzip is unpacked.

Files hold cases in YAML, JSON or NDJSON, or pages of the Incident Library as plain text.
Vocabulary files are those in a folder vocab beside the cases, and a file named itself whose
first record is a term with its kind; --format vocab says so of any. Everything is read and
checked before the first record is written. What is wrong with a record is said with file,
line and field, and the others are loaded; --rejects writes them down to be mended and loaded again, in a new or empty file, or to standard
output (-). Loading the same again changes nothing, and a load that was broken off is
completed by running it again.

Ctrl-C ends a load at the border of a batch of at most 1000 records; once more, at once.

Exit codes: 0 all went well, warnings included; 2 some records were rejected, or the load
was broken off when some were loaded; 1 nothing was loaded.`,
		Example: `  incidentgraph load --db my.db cases/
  incidentgraph load --db my.db --dry-run --list mine.yaml
  incidentgraph load --db my.db --rejects rejects.ndjson https://example.com/cases.ndjson.gz
  incidentgraph export --db old.db | incidentgraph load --db new.db -`,
		RunE: func(cmd *cobra.Command, paths []string) error {
			if len(paths) == 0 && !f.library {
				return errors.New("nothing to load: name files or folders, - for standard input, or --library for the shipped cases")
			}
			found, err := f.find(cmd, paths)
			if err != nil {
				return err
			}
			return f.run(cmd, found)
		},
	}
	f.stored.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", "auto", "`format` of every file: yaml, json, ndjson, page, vocab (terms), or auto to tell by name and content")
	flags.StringVar(&f.encoding, "encoding", "", "`name` of the encoding of files that are not UTF-8, such as cp949, euc-kr, utf-16le, shift_jis")
	flags.StringVar(&f.rejects, "rejects", "", "write rejected records to `file` (-: standard output), one a line, to be mended and loaded again")
	flags.BoolVar(&f.strict, "strict", false, "reject records that name terms which no vocabulary holds")
	flags.BoolVar(&f.dry, "dry-run", false, "read and check everything, say what would change, write nothing")
	flags.BoolVar(&f.list, "list", false, "with --dry-run: list every change on standard output")
	flags.BoolVar(&f.library, "library", false, "load the shipped library, too")
	flags.BoolVar(&f.allowPrivate, "allow-private", false, "read addresses of this machine and of private networks, too")
	flags.Int64Var(&f.maxDownload, "max-download", 1024, "at most so many `MiB` from one address")
	return cmd
}

// find lists what there is to read.
func (f *loadFlags) find(cmd *cobra.Command, paths []string) (loader.Found, error) {
	format, err := loader.ParseFormat(f.format)
	if err != nil {
		return loader.Found{}, err
	}
	if err := loader.ParseEncoding(f.encoding); err != nil {
		return loader.Found{}, err
	}
	if f.list && !f.dry {
		return loader.Found{}, errors.New("--list lists what a load would change: it goes with --dry-run")
	}
	if f.maxDownload < 1 || f.maxDownload > 1<<40 {
		return loader.Found{}, fmt.Errorf("--max-download %d: give a number of MiB from 1", f.maxDownload)
	}
	if err := f.checkRejects(paths, cmd.InOrStdin()); err != nil {
		return loader.Found{}, err
	}
	found := loader.Find(paths, loader.Sources{
		Rejects: f.rejects, Format: format, Encoding: f.encoding, Stdin: cmd.InOrStdin(),
		Web: loader.Web{AllowPrivate: f.allowPrivate, MaxBytes: f.maxDownload << 20},
	})
	if f.library {
		shipped := loader.FindIn(seeds.FS(), "library")
		found.Inputs = append(shipped.Inputs, found.Inputs...)
	}
	return found, nil
}

// run loads what was found and says what came of it.
func (f *loadFlags) run(cmd *cobra.Command, found loader.Found) (err error) {
	options := loader.Options{Strict: f.strict}
	talkTo := cmd.ErrOrStderr()
	read := false
	if f.rejects != "" {
		rejects, err2 := f.openRejects(cmd)
		if err2 != nil {
			return err2
		}
		options.Rejects = rejects
		defer func() {
			if kept := rejects.end(read); kept != nil {
				fmt.Fprintln(talkTo, "incidentgraph:", said(kept))
				err = exitError(exitPartial)
			}
		}()
	}
	log := talk(cmd)
	f.stored.purpose = toFill
	if f.dry {
		f.stored.purpose = toPreview
	}
	store, err := f.stored.open(cmd.Context(), log)
	if err != nil {
		return err
	}
	defer closeStore(store, log)
	if options.Vocabulary, err = store.Vocabulary(cmd.Context()); err != nil {
		return err
	}
	show := newProgress(talkTo)
	show.dry = f.dry
	options.Progress = show.at
	if os.Getenv("GOGC") == "" {
		var g garbage
		options.Progress = func(p loader.Progress) {
			g.tune()
			show.at(p)
		}
	}
	report, err := f.load(cmd, store, found, options)
	show.end()
	if read = report.Read > 0 || err == nil; !read {
		if cmd.Context().Err() != nil {
			return errors.New("broken off while it was reading: nothing was loaded")
		}
		return err
	}
	if !f.dry && err == nil {
		report.Stubs = countStubs(cmd.Context(), store)
	}
	if _, err := report.WriteTo(talkTo); err != nil {
		return err
	}
	if report.Unwritten > 0 {
		fmt.Fprintf(talkTo, "%d of the rejected not written down: no records, or not in UTF-8\n", report.Unwritten)
	}
	if err != nil && cmd.Context().Err() != nil {
		err = errors.New("broken off")
	}
	switch {
	case err == nil:
	case f.dry:
		return err
	case errors.Is(err, graph.ErrUncertain):
		fmt.Fprintf(talkTo, "incidentgraph: %s; what is counted above was loaded before: run the load again to complete it\n", said(err))
		return exitError(exitPartial)
	case report.Version == 0:
		return fmt.Errorf("%w; nothing was loaded", err)
	default:
		fmt.Fprintf(talkTo, "incidentgraph: %s; what is counted above was loaded, the rest of the good records (%d in all) was not: run the load again to complete it\n", said(err), report.Accepted)
		return exitError(exitPartial)
	}
	if code := report.ExitCode(); code != 0 {
		return exitError(code)
	}
	return nil
}

// load runs both passes, the second as a preview where nothing is to be written.
func (f *loadFlags) load(cmd *cobra.Command, store graph.Store, found loader.Found, options loader.Options) (loader.Report, error) {
	ctx := cmd.Context()
	load, err := loader.Read(ctx, found, options)
	if err != nil {
		return loader.Report{}, err
	}
	if f.dry {
		out := bufio.NewWriter(cmd.OutOrStdout())
		err = load.Preview(ctx, store, func(c loader.Change) error {
			if !f.list {
				return nil
			}
			_, err := fmt.Fprintln(out, c)
			return err
		})
		return load.Report, errors.Join(err, out.Flush(), load.Close())
	}
	err = load.Apply(ctx, store)
	return load.Report, errors.Join(err, load.Close())
}

// countStubs counts the stubs of the graph; 0, which is not told, where that cannot be done
// just now: it makes a load no less complete.
func countStubs(ctx context.Context, store graph.Store) int {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stubsLimit)
	defer cancel()
	stats, err := store.Stats(ctx)
	if err != nil {
		return 0
	}
	return stats.Stubs
}

// stubsLimit is how long the stubs may take to be counted.
const stubsLimit = 10 * time.Second
