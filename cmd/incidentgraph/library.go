package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/embedded"
	"github.com/incidentgraph/incidentgraph/loader"
	"github.com/incidentgraph/incidentgraph/seeds"
)

// readLibrary reads the shipped library as batches.
func readLibrary(ctx context.Context) ([]graph.Batch, error) {
	none, err := graph.NewVocabulary(nil)
	if err != nil {
		return nil, err
	}
	load, err := loader.Read(ctx, loader.FindIn(seeds.FS(), "library"), loader.Options{Vocabulary: none, Strict: true})
	if err != nil {
		return nil, err
	}
	defer load.Close()
	if problems := load.Report.Problems.Items; len(problems) > 0 {
		return nil, fmt.Errorf("the shipped library cannot be read: %w", problems[0])
	}
	var batches []graph.Batch
	for batch, err := range load.Batches() {
		if err != nil {
			return nil, err
		}
		batches = append(batches, batch)
	}
	return batches, nil
}

// giveVocabulary puts the shipped vocabulary into a graph that nothing was put into yet.
func giveVocabulary(ctx context.Context, store graph.Store) error {
	version, err := store.Version(ctx)
	if err != nil || version > 0 {
		return err
	}
	library, err := readLibrary(ctx)
	if err != nil {
		return err
	}
	_, err = store.Apply(ctx, graph.Batch{Terms: shippedTerms(library), OnlyNew: true})
	return err
}

func shippedTerms(library []graph.Batch) (terms []graph.Term) {
	for _, batch := range library {
		terms = append(terms, batch.Terms...)
	}
	return terms
}

// libraryNote is what a data file remembers of the shipped library: which of its cases and
// terms were put into it, and as what. What a user has loaded anew, deleted or renamed since
// differs from its mark, and is left alone.
type libraryNote struct {
	Files string              `json:"files"` // mark of all files of the library
	Cases map[string]string   `json:"cases"` // key → mark of the case
	Terms map[graph.ID]string `json:"terms"` // id → mark of the term
}

const libraryNoteName = "library"

// giveLibrary brings the user's own data file up to the library that this program ships. A
// file that held something before is used as it is where that cannot be done.
func giveLibrary(ctx context.Context, store *embedded.Store, log *slog.Logger) error {
	had, err := readLibraryNote(ctx, store)
	if err != nil {
		return err
	}
	files, err := markFiles(seeds.FS())
	if err != nil || files == had.Files {
		return err
	}
	version, err := store.Version(ctx)
	if err != nil {
		return err
	}
	err = putLibrary(ctx, store, had, files)
	if err != nil && version > 0 && ctx.Err() == nil {
		log.Warn("the library of this version cannot be put into your data file, which is used as it is", "error", said(err))
		return nil
	}
	return err
}

func putLibrary(ctx context.Context, store *embedded.Store, had libraryNote, files string) error {
	library, err := readLibrary(ctx)
	if err != nil {
		return err
	}
	now := libraryNote{Files: files, Cases: map[string]string{}, Terms: map[graph.ID]string{}}
	terms, err := freshTerms(ctx, store, shippedTerms(library), had, now)
	if err != nil {
		return err
	}
	batches := []graph.Batch{{Terms: terms}}
	for _, batch := range library {
		cases, err := freshCases(ctx, store, batch.Cases, had, now)
		if err != nil {
			return err
		}
		batches = append(batches, graph.Batch{Cases: cases})
	}
	for _, batch := range batches {
		if _, err := store.Apply(ctx, batch); err != nil {
			return fmt.Errorf("the shipped library cannot be loaded: %w", err)
		}
	}
	body, err := json.Marshal(now)
	if err != nil {
		return err
	}
	return store.SetNote(ctx, libraryNoteName, body)
}

// freshTerms gives those terms of the library that are new or newer than what it gave before
// and that the user has not touched; it marks all of them in now.
func freshTerms(ctx context.Context, store graph.Store, terms []graph.Term, had, now libraryNote) ([]graph.Term, error) {
	shipped, err := graph.NewVocabulary(terms)
	if err != nil {
		return nil, err
	}
	stored, err := store.Vocabulary(ctx)
	if err != nil {
		return nil, err
	}
	var fresh []graph.Term
	for _, t := range shipped.Terms() {
		held := ""
		if term, known := stored.Term(t.Ref()); known {
			if held, err = markTerm(term); err != nil {
				return nil, err
			}
		}
		id := t.Ref().ID()
		if now.Terms[id], err = markTerm(t); err != nil {
			return nil, err
		}
		if held == had.Terms[id] && held != now.Terms[id] {
			fresh = append(fresh, t)
		}
	}
	return fresh, nil
}

func markTerm(t graph.Term) (string, error) {
	body, err := json.Marshal(t)
	return mark(body), err
}

// freshCases gives those cases of the library that are new or newer than what it gave
// before and that the user has not touched; it marks all of them in now.
func freshCases(ctx context.Context, store graph.Store, cases []*graph.Case, had, now libraryNote) ([]*graph.Case, error) {
	keys := make([]string, len(cases))
	for i, c := range cases {
		keys[i] = c.ID
	}
	stored, err := store.Cases(ctx, keys)
	if err != nil {
		return nil, err
	}
	var fresh []*graph.Case
	for i, c := range cases {
		held := ""
		if stored[i] != nil {
			if held, err = markCase(stored[i]); err != nil {
				return nil, err
			}
		}
		if now.Cases[c.ID], err = markCase(c); err != nil {
			return nil, err
		}
		if held == had.Cases[c.ID] && held != now.Cases[c.ID] {
			fresh = append(fresh, c)
		}
	}
	return fresh, nil
}

func readLibraryNote(ctx context.Context, store *embedded.Store) (libraryNote, error) {
	body, ok, err := store.Note(ctx, libraryNoteName)
	if err != nil || !ok {
		return libraryNote{}, err
	}
	var note libraryNote
	if err := json.Unmarshal(body, &note); err != nil {
		return libraryNote{}, errors.Join(errors.New("the data file's note of the shipped library cannot be read"), err)
	}
	return note, nil
}

func markCase(c *graph.Case) (string, error) {
	body, err := graph.EncodeCase(c)
	return mark(body), err
}

// markFiles gives a short mark of the names and contents of all files.
func markFiles(fsys fs.FS) (string, error) {
	var all []byte
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := fs.ReadFile(fsys, name)
		all = fmt.Appendf(all, "%s %d\n", name, len(body))
		all = append(all, body...)
		return err
	})
	return mark(all), err
}

// mark gives a short mark of some content.
func mark(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:8])
}
