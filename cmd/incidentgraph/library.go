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
	for _, batch := range library {
		if _, err := store.Apply(ctx, graph.Batch{Terms: batch.Terms}); err != nil {
			return err
		}
	}
	return nil
}

// libraryNote is what a data file remembers of the shipped library: which of its cases
// were put into it, and as what. A case that a user has loaded anew or deleted since
// differs from its mark, and is left alone.
type libraryNote struct {
	Files string            `json:"files"` // mark of all files of the library
	Cases map[string]string `json:"cases"` // key → mark of the case
}

const libraryNoteName = "library"

// giveLibrary brings the user's own data file up to the library that this program ships.
func giveLibrary(ctx context.Context, store *embedded.Store, log *slog.Logger) error {
	had, err := readLibraryNote(ctx, store)
	if err != nil {
		return err
	}
	files, err := markFiles(seeds.FS())
	if err != nil || files == had.Files {
		return err
	}
	library, err := readLibrary(ctx)
	if err != nil {
		return err
	}
	now := libraryNote{Files: files, Cases: map[string]string{}}
	for _, batch := range library {
		if batch.Cases, err = freshCases(ctx, store, batch.Cases, had, now); err != nil {
			return err
		}
		if _, err := store.Apply(ctx, batch); err != nil {
			return fmt.Errorf("the shipped library cannot be loaded: %w", err)
		}
		log.Info("library loaded", "cases", len(batch.Cases))
	}
	body, err := json.Marshal(now)
	if err != nil {
		return err
	}
	return store.SetNote(ctx, libraryNoteName, body)
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
