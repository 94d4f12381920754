package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A fence is one fenced block of a document.
type fence struct {
	lang, text string
	line       int
}

func fencesOf(t *testing.T, path string) []fence {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []fence
	var open *fence
	for i, line := range strings.Split(string(b), "\n") {
		switch mark, isFence := strings.CutPrefix(line, "```"); {
		case isFence && open == nil:
			open = &fence{lang: mark, line: i + 1}
		case isFence:
			out = append(out, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	return out
}

// Every query of the documents is answered from the shipped library, and where an answer
// stands below it, it is that one. No query has errors but those that are shown.
func TestQueriesOfTheDocuments(t *testing.T) {
	docs := documents(t)
	p := newProgram(t)
	for _, doc := range docs {
		fences := fencesOf(t, doc)
		for i, f := range fences {
			if f.lang != "graphql" {
				continue
			}
			t.Run(fmt.Sprintf("%s:%d", filepath.Base(doc), f.line), func(t *testing.T) {
				wanted := ""
				if i+1 < len(fences) && fences[i+1].lang == "json" {
					wanted = fences[i+1].text
				}
				got := p.runWith("", "query", f.text)
				if failed := got.code != 0; failed != strings.Contains(wanted, `"errors"`) {
					t.Fatalf("ended with %d:\n%s%s", got.code, got.err, got.out)
				}
				if wanted != "" {
					sameJSON(t, "the answer", got.out, wanted)
				}
			})
		}
	}
	for _, path := range glob(t, "docs/queries/*.graphql") {
		p.run("query", "-f", path)
	}
}

// documents gives the documents whose blocks are run.
func documents(t *testing.T) []string {
	t.Helper()
	return append([]string{root(t, "README.md"), root(t, "README.ko.md")}, glob(t, "docs/*.md")...)
}

func root(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(root(t, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

var makeTarget = regexp.MustCompile(`(?m)^([a-z0-9-]+):`)

// Every command of the READMEs works as it stands there: those of the program are run in
// order, in a folder of their own that looks like the repository; make targets exist.
func TestCommandsOfTheReadme(t *testing.T) {
	makefile, err := os.ReadFile(root(t, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	targets := map[string]bool{}
	for _, m := range makeTarget.FindAllStringSubmatch(string(makefile), -1) {
		targets[m[1]] = true
	}
	for _, name := range []string{"README.md", "README.ko.md"} {
		t.Run(name, func(t *testing.T) {
			p := newProgram(t)
			for _, folder := range []string{"seeds", "docs"} {
				if err := os.Symlink(root(t, folder), filepath.Join(p.home, folder)); err != nil {
					t.Fatal(err)
				}
			}
			ran := 0
			for _, f := range fencesOf(t, root(t, name)) {
				if f.lang != "sh" || strings.Contains(f.text, "NEO4J_URI") { // those are run with a real Neo4j
					continue
				}
				for _, line := range strings.Split(strings.TrimSpace(f.text), "\n") {
					ran += p.readmeLine(t, line, targets)
				}
			}
			if ran < 9 {
				t.Errorf("only %d commands were run", ran)
			}
		})
	}
}

// readmeLine runs one line of a README and gives how many commands it was.
func (p *program) readmeLine(t *testing.T, line string, targets map[string]bool) int {
	t.Helper()
	if target, ok := strings.CutPrefix(line, "make "); ok {
		if !targets[target] {
			t.Errorf("%s: the Makefile has no such target", line)
		}
		return 1
	}
	for _, prefix := range []string{"go run ./cmd/incidentgraph ", "bin/incidentgraph "} {
		args, ok := strings.CutPrefix(line, prefix)
		if !ok {
			continue
		}
		words := shellWords(args)
		if words[0] == "serve" {
			s := p.serve(words[1:]...)
			defer func() {
				if err := s.stop(); err != nil {
					t.Errorf("%s: %v", line, err)
				}
			}()
			status, answer, err := s.ask(t.Context(), "{ stats { incidents } }")
			if err != nil || status != 200 || !strings.HasPrefix(answer, `{"data":{"stats"`) {
				t.Errorf("%s: %d %s %v", line, status, answer, err)
			}
			return 1
		}
		p.run(words...)
		return 1
	}
	switch {
	case strings.HasPrefix(line, "go build -o bin/ ./cmd/incidentgraph"): // what buildBinary did
		return 1
	case strings.HasPrefix(line, "curl "): // what ask does
		if !strings.Contains(line, `{"query":"{ stats { incidents } }"}`) {
			t.Errorf("%s: not the question that is asked of serve", line)
		}
		return 1
	}
	t.Errorf("%s: nobody knows how to run this", line)
	return 0
}

// shellWords cuts a line as a shell does, as far as the documents go: words, and text in
// single quotes.
func shellWords(line string) []string {
	var words []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		words = append(words, strings.Fields(part)...)
	}
	return words
}
