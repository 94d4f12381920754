package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A question is a saved query of docs/questions with its answer.
type question struct {
	name, path, query, answer string
}

// savedQuestions gives all of them, in order of name.
func savedQuestions(t *testing.T) []question {
	t.Helper()
	var out []question
	for _, path := range glob(t, "docs/questions/*.graphql") {
		base := strings.TrimSuffix(path, ".graphql")
		out = append(out, question{filepath.Base(base), path, readFile(t, path), readFile(t, base+".json")})
	}
	if answers := glob(t, "docs/questions/*.json"); len(out) == 0 || len(answers) != len(out) {
		t.Fatalf("%d questions with %d answers", len(out), len(answers))
	}
	return out
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The answers were worked out from the case files and not taken from the program.
func TestQuestions(t *testing.T) {
	p := newProgram(t)
	for _, q := range savedQuestions(t) {
		sameJSON(t, q.name, p.run("query", "-f", q.path), q.answer)
	}
}

// Both documents show every question, in order, as it is saved, with a link to its answer.
func TestQuestionsStandInTheDocuments(t *testing.T) {
	questions := savedQuestions(t)
	for _, name := range []string{"docs/questions.md", "docs/questions.ko.md"} {
		t.Run(name, func(t *testing.T) {
			text := readFile(t, root(t, name))
			var shown []string
			for _, f := range fencesOf(t, root(t, name)) {
				if f.lang == "graphql" {
					shown = append(shown, f.text)
				}
			}
			if len(shown) != len(questions) {
				t.Fatalf("%d queries are shown, %d are saved", len(shown), len(questions))
			}
			for i, q := range questions {
				if shown[i] != q.query {
					t.Errorf("%s is shown as\n%s", q.name, shown[i])
				}
				if !strings.Contains(text, "(questions/"+q.name+".json)") {
					t.Errorf("no link to the answer of %s", q.name)
				}
			}
		})
	}
}
