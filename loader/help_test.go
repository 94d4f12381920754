package loader

import (
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
		more, problems := DecodeTerms(file, kind, YAML, text)
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
