package loader

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/seeds"
)

// texts are inputs by name, in order.
type texts [][2]string

func (files texts) found() Found {
	var f Found
	for _, file := range files {
		format, _ := formatOfName(file[0])
		in := Input{Name: file[0], Format: format, Open: func(context.Context) (Body, error) {
			return Body{ReadCloser: io.NopCloser(strings.NewReader(file[1]))}, nil
		}}
		if kind, ok := vocabularyFiles[strings.TrimSuffix(file[0], ".yaml")]; ok {
			in.Vocabulary, in.Kind = true, kind
		}
		f.Inputs = append(f.Inputs, in)
	}
	return f
}

// read runs the first pass and closes its load when the test ends.
func read(t *testing.T, files texts, opts Options) *Load {
	t.Helper()
	if opts.Vocabulary == nil {
		opts.Vocabulary = pageVocabulary(t)
	}
	l, err := Read(context.Background(), files.found(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// readOnly runs the first pass alone and gives what it reports.
func readOnly(found Found, opts Options) (Report, error) {
	l, err := Read(context.Background(), found, opts)
	if err != nil {
		return Report{}, err
	}
	return l.Report, l.Close()
}

// keys gives the keys that a load would apply, in order.
func keys(t *testing.T, l *Load) string {
	t.Helper()
	var out []string
	for batch, err := range l.Batches() {
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range batch.Cases {
			out = append(out, c.ID)
		}
	}
	return strings.Join(out, " ")
}

func lines(problems List[Problem]) []string {
	var out []string
	for _, p := range problems.Items {
		out = append(out, p.Error())
	}
	return out
}

func TestRecordsOfOneKey(t *testing.T) {
	differ := func(place string) string {
		return "id: another record with this key, at " + place + ", says something else: neither is loaded"
	}
	tests := []struct {
		name     string
		files    texts
		keys     string
		repeats  int
		problems []string
	}{
		{"an identical repeat, in another format and order of keys", texts{
			{"a.yaml", "id: A\ntitle: {en: x, ko: x}\n"},
			{"b.json", `{"title": "x ", "id": "A"}`},
			{"c.yaml", "id: C\n"},
		}, "A C", 1, nil},
		{"two that differ", texts{
			{"a.yaml", "\nid: A\ntitle: x\n"},
			{"b.yaml", "id: B\n---\nid: A\ntitle: y\n"},
		}, "B", 0, []string{"a.yaml:2: A: " + differ("b.yaml:3"), "b.yaml:3: A: " + differ("a.yaml:2")}},
		{"two that differ in updated_at alone", texts{
			{"a.yaml", "id: A\nupdated_at: 2024-01-01\n"},
			{"b.yaml", "id: A\nupdated_at: 2024-01-02\n"},
		}, "", 0, []string{"a.yaml:1: A: " + differ("b.yaml:1"), "b.yaml:1: A: " + differ("a.yaml:1")}},
		{"three, two of them identical", texts{
			{"a.yaml", "id: A\n---\nid: A\ntitle: y\n---\nid: A\n"},
		}, "", 0, []string{"a.yaml:1: A: " + differ("a.yaml:3"), "a.yaml:3: A: " + differ("a.yaml:1"), "a.yaml:6: A: " + differ("a.yaml:1")}},
		{"keys that differ in case only", texts{
			{"a.ndjson", "{\"id\": \"Ab\"}\n{\"id\": \"aB\"}\n{\"id\": \"C\"}\n"},
		}, "C", 0, []string{
			"a.ndjson:1: Ab: id: the keys Ab and aB (at a.ndjson:2) differ in the case of letters only, and one key names one case: neither is loaded",
			"a.ndjson:2: aB: id: the keys aB and Ab (at a.ndjson:1) differ in the case of letters only, and one key names one case: neither is loaded",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := read(t, tt.files, Options{})
			same(t, "keys", keys(t, l), tt.keys)
			same(t, "repeats", l.Report.Repeats, tt.repeats)
			same(t, "problems", lines(l.Report.Problems), tt.problems)
			same(t, "sum", l.Report.Accepted+l.Report.Repeats+l.Report.Rejected, l.Report.Read)
		})
	}
}

// TestRecordsWithoutKeys: two that say the same are one, however they spell their terms,
// and whichever comes first.
func TestRecordsWithoutKeys(t *testing.T) {
	one := "title: x\ncomponents: [세션 창고]\n"
	other := "title: x\ncomponents: [세션-창고]\n" // the slug of the same term
	var loaded []string
	for _, text := range []string{one + "---\n" + other, other + "---\n" + one} {
		l := read(t, texts{{"a.yaml", text}}, Options{})
		same(t, "report", l.Report.String(), "read: 2, good: 1, repeated: 1")
		for batch, err := range l.Batches() {
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range batch.Cases {
				if !graph.IsProvisionalKey(c.ID) {
					t.Errorf("the key is %q", c.ID)
				}
				loaded = append(loaded, c.ID+" "+c.Components[0])
			}
		}
	}
	if len(loaded) != 2 || loaded[0] != loaded[1] {
		t.Errorf("loaded %q", loaded)
	}

	key, _, _ := strings.Cut(loaded[0], " ")
	l := read(t, texts{{"a.yaml", one + "---\nid: " + key + "\n" + one}}, Options{})
	same(t, "with its key written down", l.Report.String(), "read: 2, good: 1, repeated: 1")
	l = read(t, texts{{"a.yaml", one + "---\nid: " + key + "\ntitle: y\n"}}, Options{})
	same(t, "with its key on something else", l.Report.String(), "read: 2, rejected: 2")
}

func TestFolderWithOneBadFile(t *testing.T) {
	files := map[string]string{"bad.yaml": "id: B\ndate: 2024-13-01\n", "empty.json": ""}
	for i := range 20 {
		files[fmt.Sprintf("good/%02d.yaml", i)] = fmt.Sprintf("id: G%02d\n", i)
	}
	dir := writeTree(t, files)
	report, err := readOnly(Find([]string{dir}, Sources{}), Options{Vocabulary: pageVocabulary(t)})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "report", report.String(), "read: 22, good: 20, rejected: 2")
	same(t, "exit code", report.ExitCode(), 2)
	same(t, "problems", lines(report.Problems), []string{
		filepath.Join(dir, "bad.yaml") + `:2: B: date: "2024-13-01" is not a date: write 2019-01-18, 2019-01 or 2019`,
		filepath.Join(dir, "empty.json") + ": is empty: there is no record in it",
	})
}

func TestStrict(t *testing.T) {
	files := texts{
		{"a.yaml", "id: A\norganisation: Nobody Knows\ncomponents: [세션 창고, 세션 창구]\n"},
		{"b.yaml", "id: B\ncomponents: [세션 창구]\nroot_causes: [zzz]\n"},
		{"c.yaml", "id: C\n"},
	}
	l := read(t, files, Options{})
	same(t, "loose", keys(t, l), "A B C")
	same(t, "unknown terms", l.Report.Unknown.Items, []UnknownTerm{
		{TermUse{Place{"a.yaml", 3}, graph.KindComponent, "세션 창구", graph.FieldComponents}, 2, []string{"세션-창고"}},
		{TermUse{Place{"b.yaml", 3}, graph.KindCause, "zzz", graph.FieldRootCauses}, 1, nil},
	})
	same(t, "exit code", l.Report.ExitCode(), 0)

	l = read(t, files, Options{Strict: true})
	same(t, "strict", keys(t, l), "C")
	same(t, "problems", lines(l.Report.Problems), []string{
		`a.yaml:3: A: components: the vocabulary has no component "세션 창구"; the nearest is 세션-창고`,
		`b.yaml:2: B: components: the vocabulary has no component "세션 창구"; the nearest is 세션-창고`,
		`b.yaml:3: B: root_causes: the vocabulary has no cause "zzz"`,
	})
	same(t, "exit code", l.Report.ExitCode(), 2)
}

func TestExitCodes(t *testing.T) {
	tests := []struct {
		name  string
		files texts
		want  int
	}{
		{"good", texts{{"a.yaml", "id: A\n"}}, 0},
		{"good, with warnings", texts{{"a.yaml", "id: A\ncomponents: [zzz]\n"}}, 0},
		{"some rejected", texts{{"a.yaml", "id: A\n"}, {"b.yaml", "id: [B]\n"}}, 2},
		{"all rejected", texts{{"b.yaml", "id: [B]\n"}}, 1},
		{"nothing", nil, 1},
		{"an empty list", texts{{"a.json", "[]"}}, 1},
		{"a vocabulary alone", texts{{"components.yaml", "- {slug: cache, en: Cache}\n"}}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			same(t, "exit code", read(t, tt.files, Options{}).Report.ExitCode(), tt.want)
		})
	}
}

func TestVocabularyOfTheLoad(t *testing.T) {
	l := read(t, texts{
		{"a.yaml", "id: A\ncomponents: [Tea Pot, 찻주전자]\n"},
		{"components.yaml", "- slug: tea-pot\n  en: Tea pot\n  ko: 찻주전자\n  definition_en: For tea.\n"},
	}, Options{})
	same(t, "unknown terms", len(l.Report.Unknown.Items), 0)
	for batch, err := range l.Batches() {
		if err != nil {
			t.Fatal(err)
		}
		same(t, "terms", batch.Terms, []graph.Term{{
			Kind: graph.KindComponent, Slug: "tea-pot", Name: graph.Text{EN: "Tea pot", KO: "찻주전자"}, Definition: graph.Text{EN: "For tea."},
		}})
	}
}

func TestVocabularyProblems(t *testing.T) {
	tests := []struct {
		name, file, text, want string
	}{
		{"unknown key", "components.yaml", "- slug: a\n  eng: A\n", "components.yaml:2: a: eng: unknown key: did you mean en?"},
		{"no name", "causes.yaml", "- slug: a\n- definition_en: x\n", "causes.yaml:2: the term has no slug and no name"},
		{"twice", "factors.yaml", "- slug: a\n- en: b\n- {slug: a, en: c}\n", "factors.yaml:3: slug: the factor a stands at factors.yaml:1 already, and says something else there"},
		{"broken", "symptoms.yaml", "- slug: [a\n", "symptoms.yaml:1: is not YAML: a [ is not closed: write ], or put the text in quotes"},
		{"a text", "triggers.yaml", "- a\n", `triggers.yaml:1: "a" stands where an object with the keys kind, slug, en, ko, aliases, definition_en, … belongs`},
		{"a slug in another form", "components.yaml", "- {slug: Tea Pot, en: Tea pot}\n- slug: 찻주전자\n", `components.yaml:1: Tea Pot: slug: "Tea Pot" is not a slug: write tea-pot`},
		{"no slug at all", "components.yaml", "en: Tea pot\nslug: '!'\n", `components.yaml:2: !: slug: "!" is not a slug: it has neither letter nor digit`},
		{"several in one", "components.yaml", "- {slug: a, aliases: x}\n- {slug: b, eng: x}\n", "components.yaml:1: a: aliases: \"x\" stands where a list belongs: write [x]\ncomponents.yaml:2: b: eng: unknown key: did you mean en?"},
		{"empty", "companies.yaml", "", "companies.yaml: is empty: there is no record in it"},
		{"a name of two", "components.yaml", "- {slug: a, en: x}\n- {slug: b, en: X}\n", `components.yaml:2: "X" means two terms of kind component: a and b; take it from one of them (a is in components.yaml:1, b in components.yaml:2)`},
		{"no broader term", "components.yaml", "- {slug: a, broader: b}\n", "components.yaml:1: component a has the broader term b, which is not there"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := texts{{"a.yaml", "id: A\n"}, {tt.file, tt.text}}
			_, err := Read(context.Background(), files.found(), Options{Vocabulary: pageVocabulary(t)})
			if err == nil {
				t.Fatal("no error")
			}
			same(t, "error", err.Error(), tt.want)
		})
	}
	lines := "{\"slug\": \"a\"}\n\n{\"slug\": 5}\n{\"slug\": \"b\"} x\n"
	terms, problems := decodeTerms("f", graph.KindCause, NDJSON, []byte(lines))
	same(t, "terms", len(terms), 3)
	same(t, "problems", Problems(problems).Error(), "f:3: slug: 5 stands where text belongs: put it in quotes\nf:4: more text follows the end of the record")
	terms, problems = decodeTerms("f", graph.KindCause, JSON, []byte(`[{"slug": "a", "aliases": ["b"]}, {"en": "C"}]`))
	same(t, "terms in JSON", terms, []graph.Term{{Kind: graph.KindCause, Slug: "a", Aliases: []string{"b"}}, {Kind: graph.KindCause, Name: graph.Text{EN: "C"}}})
	same(t, "problems in JSON", problems, nil)
}

// TestManyRecords: more than one batch, and more than a spool keeps in memory.
func TestManyRecords(t *testing.T) {
	const n = 2*graph.MaxBatch + 1
	var b strings.Builder
	filler := strings.Repeat("x", spoolInMemory/(2*graph.MaxBatch))
	for i := range n {
		fmt.Fprintf(&b, "{\"id\": \"K%d\", \"lessons\": %q}\n", i, filler)
	}
	fmt.Fprintf(&b, "{\"id\": \"K1500\"}\n") // differs from the one in the file by now
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	l := read(t, texts{{"many.ndjson", b.String()}}, Options{})
	same(t, "report", l.Report.String(), fmt.Sprintf("read: %d, good: %d, rejected: 2", n+1, n-1))
	var sizes []int
	next := 0
	for batch, err := range l.Batches() {
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, len(batch.Cases))
		for _, c := range batch.Cases {
			if next == 1500 {
				next++
			}
			if c.ID != fmt.Sprintf("K%d", next) || c.Lessons.EN != filler {
				t.Fatalf("case %d is %s", next, c.ID)
			}
			next++
		}
	}
	same(t, "batches", sizes, []int{graph.MaxBatch, graph.MaxBatch})
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(tmp)
	same(t, "files left behind", len(left), 0)
	same(t, "error", err, nil)
}

// TestNoRoomForTheSpool: where records cannot be kept, nothing is loaded.
func TestNoRoomForTheSpool(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	text := fmt.Sprintf("{\"id\": \"A\", \"lessons\": %q}\n", strings.Repeat("x", spoolInMemory+1))
	_, err := Read(context.Background(), texts{{"a.ndjson", text}}.found(), Options{Vocabulary: pageVocabulary(t)})
	if err == nil || !strings.HasPrefix(err.Error(), "records are kept in a temporary file while they are checked, and it cannot be used: ") {
		t.Errorf("error %v", err)
	}
}

// TestFilesThatGo: what was found and is gone when it is read is told of.
func TestFilesThatGo(t *testing.T) {
	dir := writeTree(t, map[string]string{"a.yaml": "id: A\n", "b.yaml": "id: B\n"})
	found := Find([]string{dir}, Sources{})
	if err := os.Remove(filepath.Join(dir, "a.yaml")); err != nil {
		t.Fatal(err)
	}
	report, err := readOnly(found, Options{Vocabulary: pageVocabulary(t)})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "problems", lines(report.Problems), []string{filepath.Join(dir, "a.yaml") + ": cannot be read: no such file or directory"})
	same(t, "exit code", report.ExitCode(), 2)
}

func TestReadIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, "{\"id\": \"K%d\", \"lessons\": \"%0100d\"}\n", i, i)
	}
	_, err := Read(ctx, texts{{"many.ndjson", b.String()}}.found(), Options{
		Vocabulary: pageVocabulary(t),
		Progress:   func(Progress) { cancel() },
	})
	same(t, "error", err.Error(), context.Canceled.Error())
}

// TestReadIsCancelledWhileItWaits: an input that never comes does not hold a load up.
func TestReadIsCancelledWhileItWaits(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	in, out := io.Pipe()
	defer out.Close()
	go func() {
		defer cancel()
		if _, err := out.Write([]byte("{\"id\": \"A\"}\n")); err != nil {
			t.Error(err)
		}
	}()
	_, err := Read(ctx, Find([]string{Stdin}, Sources{Format: NDJSON, Stdin: in}), Options{Vocabulary: pageVocabulary(t)})
	same(t, "error", err.Error(), context.Canceled.Error())
}

// TestShippedLibrary: the project's own cases are good, by the strictest rules.
func TestShippedLibrary(t *testing.T) {
	none, err := graph.NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	report, err := readOnly(FindIn(seeds.FS(), "library"), Options{Vocabulary: none, Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "problems", lines(report.Problems), nil)
	same(t, "remarks", lines(report.Remarks), nil)
	same(t, "exit code", report.ExitCode(), 0)
}

func TestReportText(t *testing.T) {
	l := read(t, texts{
		{"a.yaml", "id: A\ncomponents: [zzz]\ninferred: [regions]\n"},
		{"b.yaml", "id: [B]\n"},
	}, Options{})
	var b strings.Builder
	n, err := l.Report.WriteTo(&b)
	same(t, "error", err, nil)
	same(t, "length", int(n), b.Len())
	same(t, "text", b.String(), `rejected: b.yaml:1: id: a list stands where text belongs
warning: a.yaml:3: A: inferred: "regions" is called inferred and has no value
warning: a.yaml:2: components: the vocabulary has no component "zzz" (used once)
read: 2, good: 1, rejected: 1, unknown terms: 1
`)
}

func TestListsAreBounded(t *testing.T) {
	l := read(t, texts{{"a.ndjson", strings.Repeat("{\"id\": 1}\n", maxListed+7)}}, Options{})
	same(t, "listed", len(l.Report.Problems.Items), maxListed)
	same(t, "more", l.Report.Problems.More, 7)
	same(t, "counted", l.Report.Rejected, maxListed+7)
}
