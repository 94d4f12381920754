package loader

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// A file of cases that is called a vocabulary is given up after the first thousand problems.
func TestProblemsOfVocabulariesAreBounded(t *testing.T) {
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, "{\"id\": \"K%d\", \"title\": \"x\"}\n", i)
	}
	var opened []string
	input := func(name, text string) Input {
		return Input{Name: name, Vocabulary: true, Format: NDJSON, Open: func(context.Context) (Body, error) {
			opened = append(opened, name)
			return Body{ReadCloser: io.NopCloser(strings.NewReader(text))}, nil
		}}
	}
	_, err := Read(t.Context(), Found{Inputs: []Input{input("a", b.String()), input("b", b.String())}}, Options{Vocabulary: pageVocabulary(t)})
	problems := Problems(nil)
	if !errors.As(err, &problems) {
		t.Fatalf("error %v", err)
	}
	same(t, "told", len(problems), 1001)
	same(t, "the first", problems[0].Error(), "a:1: id: unknown key: the keys are kind, slug, en, ko, aliases, definition_en, …")
	// Two of each line: the last line looked at is the first after the 500 that fill the list.
	same(t, "the last", problems[1000].Error(), "a: … and 2 more problems, as far as was read")
	same(t, "opened", opened, []string{"a"})

	ctx, cancel := context.WithCancel(t.Context())
	text := strings.NewReader(strings.Repeat("{\"kind\": \"cause\", \"slug\": \"a\"}\n", 40_000))
	long := Input{Name: "c", Vocabulary: true, Format: NDJSON, Open: func(context.Context) (Body, error) {
		cancel()
		return Body{ReadCloser: io.NopCloser(text)}, nil
	}}
	_, err = Read(ctx, Found{Inputs: []Input{long}}, Options{Vocabulary: pageVocabulary(t)})
	same(t, "cancelled", errors.Is(err, context.Canceled), true)
	if text.Len() == 0 {
		t.Error("all of the file was read after the load was cancelled")
	}
}

// loadedTerms gives the terms that a load brings, or what is wrong with them.
func loadedTerms(t *testing.T, inputs ...Input) string {
	t.Helper()
	l, err := Read(t.Context(), Found{Inputs: inputs}, Options{Vocabulary: pageVocabulary(t)})
	if err != nil {
		return err.Error()
	}
	defer l.Close()
	var out []string
	for batch, err := range l.Batches() {
		if err != nil {
			t.Fatal(err)
		}
		for _, term := range batch.Terms {
			out = append(out, string(encodeTerm(term)))
		}
	}
	same(t, "counted", l.Report.Terms, len(out))
	return strings.Join(out, "\n")
}

// A term that is said twice counts once; two that differ are an error, unless one of them
// is shipped: then the other stands.
func TestTermsThatAreSaidTwice(t *testing.T) {
	find := func(shipped bool, text string) Input {
		if shipped {
			return FindIn(fstest.MapFS{"vocab/causes.yaml": {Data: []byte(text)}}, "library").Inputs[0]
		}
		dir := writeTree(t, map[string]string{"vocab/causes.yaml": text})
		return Find([]string{dir}, Sources{}).Inputs[0]
	}
	library := find(true, "- {slug: typo, en: Typo}\n- {slug: slip, en: Slip}\n")
	again := find(false, "- {kind: cause, en: Typo, aliases: []}\n")
	mine := find(false, "- {slug: typo, en: Typing error}\n")
	mine.Name = "mine"
	const typo, slip = `{"kind":"cause","slug":"typo","en":"Typo"}`, `{"kind":"cause","slug":"slip","en":"Slip"}`
	const redefined = `{"kind":"cause","slug":"typo","en":"Typing error"}`
	for name, tt := range map[string]struct {
		inputs []Input
		want   string
	}{
		"one file twice":               {[]Input{library, library}, typo + "\n" + slip},
		"in another form":              {[]Input{library, again, again}, `{"kind":"cause","en":"Typo"}` + "\n" + slip},
		"mine after what is shipped":   {[]Input{library, mine, mine}, redefined + "\n" + slip},
		"mine before it":               {[]Input{mine, library}, redefined + "\n" + slip},
		"two of mine":                  {[]Input{again, mine}, "mine:1: slug: the cause typo stands at " + again.Name + ":1 already, and says something else there"},
		"two of mine, and the shipped": {[]Input{library, again, mine}, "mine:1: slug: the cause typo stands at " + again.Name + ":1 already, and says something else there"},
	} {
		same(t, name, loadedTerms(t, tt.inputs...), tt.want)
	}
}

// What lies in a folder vocab is a vocabulary, however one comes there, and its name tells
// of its kind.
func TestFoldersOfVocabularies(t *testing.T) {
	dir := writeTree(t, map[string]string{"mine/vocab/components.yaml": "- slug: pot\n", "mine/vocab/more/terms.yaml": "- {kind: cause, slug: typo}\n", "a.yaml": "id: A\n", "factors.yaml": "- slug: haste\n"})
	in := func(names ...string) string { return filepath.Join(append([]string{dir}, names...)...) }
	components, more := "read mine/vocab/components.yaml yaml vocabulary component", "read mine/vocab/more/terms.yaml yaml vocabulary"
	for name, tt := range map[string]struct {
		path   string
		format Format
		want   []string
	}{
		"above it":           {dir, Auto, []string{components, more, "read a.yaml yaml", "read factors.yaml yaml"}},
		"beside it":          {in("mine"), Auto, []string{components, more}},
		"itself":             {in("mine", "vocab"), Auto, []string{components, more}},
		"with a slash":       {in("mine", "vocab") + "/", Auto, []string{components, more}},
		"with its format":    {in("mine", "vocab"), Terms, []string{components, more}},
		"with another's":     {in("mine", "vocab"), NDJSON, []string{components, more}},
		"in it":              {in("mine", "vocab", "more"), Terms, []string{more}},
		"a pattern":          {in("mine", "*"), Auto, []string{components, more}},
		"a file":             {in("factors.yaml"), Terms, []string{"read factors.yaml yaml vocabulary factor"}},
		"a file of a folder": {in("mine", "vocab", "components.yaml"), Auto, []string{components}},
	} {
		t.Run(name, func(t *testing.T) {
			same(t, "found", shown(Find([]string{tt.path}, Sources{Format: tt.format}), dir), tt.want)
		})
	}
	t.Chdir(in("mine", "vocab"))
	same(t, "from within", shown(Find([]string{"."}, Sources{}), ""), []string{"read components.yaml yaml vocabulary component", "read more/terms.yaml yaml vocabulary"})
}
