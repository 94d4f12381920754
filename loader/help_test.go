package loader

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// same fails the test where got is not what is wanted.
func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

// libraryVocabulary is the vocabulary that the project ships.
func libraryVocabulary(t testing.TB) *graph.Vocabulary {
	t.Helper()
	var terms []graph.Term
	for name, kind := range vocabularyFiles {
		file := filepath.Join("..", "seeds", "vocab", name+".yaml")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		more, problems := decodeTerms(file, kind, YAML, text)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		terms = append(terms, more...)
	}
	voc, err := graph.NewVocabulary(terms)
	if err != nil {
		t.Fatal(err)
	}
	return voc
}

// decodeTerms reads a vocabulary file, without the places of its terms.
func decodeTerms(file string, kind graph.NodeKind, format Format, text []byte) (terms []graph.Term, problems []Problem) {
	var r termReader
	r.input(context.Background(), Input{Name: file, Kind: kind, Format: format, Open: func(context.Context) (Body, error) {
		return Body{ReadCloser: io.NopCloser(bytes.NewReader(text))}, nil
	}})
	for _, t := range r.terms {
		terms = append(terms, t.Term)
	}
	return terms, r.told()
}

// loadAll runs both passes.
func loadAll(ctx context.Context, store Applier, found Found, opts Options) (Report, error) {
	l, err := Read(ctx, found, opts)
	if err != nil {
		return Report{}, err
	}
	err = l.Apply(ctx, store)
	return l.Report, errors.Join(err, l.Close())
}
