package seeds_test

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"golang.org/x/text/unicode/norm"

	"github.com/incidentgraph/incidentgraph/seeds"
)

// term is an entry of a vocabulary file.
type term struct {
	Slug         string   `yaml:"slug"`
	EN           string   `yaml:"en"`
	KO           string   `yaml:"ko"`
	Aliases      []string `yaml:"aliases"`
	DefinitionEN string   `yaml:"definition_en"`
	DefinitionKO string   `yaml:"definition_ko"`
	Broader      string   `yaml:"broader"`
}

// record is a case file as far as these tests look into it.
type record struct {
	ID           string `yaml:"id"`
	Title        text   `yaml:"title"`
	Summary      text   `yaml:"summary"`
	Organisation string `yaml:"organisation"`
	Date         string `yaml:"date"`
	Symptoms     struct {
		Terms []string `yaml:"terms"`
	} `yaml:"symptoms"`
	Trigger struct {
		Kind string `yaml:"kind"`
	} `yaml:"trigger"`
	RootCauses []string `yaml:"root_causes"`
	Components []string `yaml:"components"`
	Factors    []string `yaml:"contributing_factors"`
	Related    []struct {
		Organisation     string   `yaml:"organisation"`
		SharedComponents []string `yaml:"shared_components"`
	} `yaml:"related"`
}

type text struct {
	EN string `yaml:"en"`
	KO string `yaml:"ko"`
}

// terms lists what the case names of each kind of term, by the vocabulary file's name.
func (r record) terms() map[string][]string {
	named := map[string][]string{
		"companies":  {r.Organisation},
		"components": slices.Clone(r.Components),
		"causes":     r.RootCauses,
		"symptoms":   r.Symptoms.Terms,
		"factors":    r.Factors,
	}
	if r.Trigger.Kind != "" {
		named["triggers"] = []string{r.Trigger.Kind}
	}
	for _, card := range r.Related {
		named["components"] = append(named["components"], card.SharedComponents...)
		if card.Organisation != "" {
			named["companies"] = append(named["companies"], card.Organisation)
		}
	}
	return named
}

var kinds = []string{"causes", "companies", "components", "factors", "symptoms", "triggers"}

func read(t *testing.T, name string, v any, opts ...yaml.DecodeOption) {
	t.Helper()
	b, err := fs.ReadFile(seeds.FS(), name)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.UnmarshalWithOptions(b, v, opts...); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func vocabulary(t *testing.T, kind string) []term {
	t.Helper()
	var terms []term
	read(t, "vocab/"+kind+".yaml", &terms, yaml.Strict())
	return terms
}

func caseFiles(t *testing.T) []string {
	t.Helper()
	files, err := fs.Glob(seeds.FS(), "cases/*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no case files")
	}
	return files
}

// fold gives the form in which two spellings are one name.
func fold(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= '\u2010' && r <= '\u2015' || r == '\u2212':
			return '-'
		case r >= '\u200b' && r <= '\u200d' || r == '\u2060' || r == '\ufeff':
			return -1
		}
		return r
	}, strings.ToLower(norm.NFKC.String(name)))
	return strings.Join(strings.Fields(name), " ")
}

// names maps every folded slug, name and alias of a kind to its term's slug.
func names(t *testing.T, kind string) map[string]string {
	t.Helper()
	slugs := map[string]string{}
	for _, tm := range vocabulary(t, kind) {
		for _, name := range append([]string{tm.Slug, tm.EN, tm.KO}, tm.Aliases...) {
			if name == "" {
				continue
			}
			if other, ok := slugs[fold(name)]; ok && other != tm.Slug {
				t.Errorf("%s: %q means both %s and %s", kind, name, other, tm.Slug)
			}
			slugs[fold(name)] = tm.Slug
		}
	}
	return slugs
}

func TestFilesAreWhereTheyBelong(t *testing.T) {
	want := regexp.MustCompile(`^(vocab/(` + strings.Join(kinds, "|") + `)|cases/[0-9]{4}/[A-Za-z0-9][A-Za-z0-9._-]{0,63})\.yaml$`)
	found := map[string]bool{}
	err := fs.WalkDir(seeds.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			found[name] = true
			if !want.MatchString(name) {
				t.Errorf("%s is neither vocab/<kind>.yaml nor cases/<year>/<key>.yaml", name)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range kinds {
		if !found["vocab/"+kind+".yaml"] {
			t.Errorf("vocab/%s.yaml is missing", kind)
		}
	}
}

func TestVocabularySizes(t *testing.T) {
	want := map[string]int{"causes": 22, "components": 93, "symptoms": 45, "factors": 41, "triggers": 25}
	for kind, n := range want {
		if got := len(vocabulary(t, kind)); got != n {
			t.Errorf("%s: %d terms, want %d", kind, got, n)
		}
	}
}

func TestTerms(t *testing.T) {
	slug := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	for _, kind := range kinds {
		terms := vocabulary(t, kind)
		known := map[string]term{}
		for _, tm := range terms {
			if _, twice := known[tm.Slug]; twice {
				t.Errorf("%s: %s is there twice", kind, tm.Slug)
			}
			known[tm.Slug] = tm
		}
		for _, tm := range terms {
			if !slug.MatchString(tm.Slug) || len(tm.Slug) > 64 {
				t.Errorf("%s: %q is not a well-formed slug", kind, tm.Slug)
			}
			if tm.EN == "" {
				t.Errorf("%s: %s has no English name", kind, tm.Slug)
			}
			if kind != "companies" && (tm.KO == "" || tm.DefinitionEN == "" || tm.DefinitionKO == "") {
				t.Errorf("%s: %s lacks its Korean name or a definition", kind, tm.Slug)
			}
			up := tm
			for range terms {
				if up.Broader == "" {
					break
				}
				next, ok := known[up.Broader]
				if !ok {
					t.Errorf("%s: %s is narrower than %q, which does not exist", kind, up.Slug, up.Broader)
				}
				up = next
			}
			if up.Broader != "" {
				t.Errorf("%s: the broader terms of %s go round in a circle", kind, tm.Slug)
			}
		}
	}
}

func TestNamesMeanOneTerm(t *testing.T) {
	for _, kind := range kinds {
		names(t, kind)
	}
}

func TestCases(t *testing.T) {
	places := map[string]string{} // folded key → file
	for _, file := range caseFiles(t) {
		var r record
		read(t, file, &r)
		key := strings.TrimSuffix(path.Base(file), ".yaml")
		if r.ID != key {
			t.Errorf("%s: its id is %q", file, r.ID)
		}
		if other, twice := places[strings.ToLower(key)]; twice {
			t.Errorf("%s: its key is that of %s", file, other)
		}
		places[strings.ToLower(key)] = file
		if year, _, _ := strings.Cut(r.Date, "-"); year != path.Base(path.Dir(file)) {
			t.Errorf("%s: its date is %q", file, r.Date)
		}
		for what, s := range map[string]string{
			"English title": r.Title.EN, "Korean title": r.Title.KO,
			"English summary": r.Summary.EN, "Korean summary": r.Summary.KO,
		} {
			if s == "" {
				t.Errorf("%s: no %s", file, what)
			}
		}
		if r.Organisation == "" {
			t.Errorf("%s: no organisation", file)
		}
	}
}

func TestCasesNameTermsOfTheVocabulary(t *testing.T) {
	known := map[string]map[string]string{}
	for _, kind := range kinds {
		known[kind] = names(t, kind)
	}
	for _, file := range caseFiles(t) {
		var r record
		read(t, file, &r)
		for kind, named := range r.terms() {
			for _, name := range named {
				if known[kind][fold(name)] == "" {
					t.Errorf("%s: %q is not in vocab/%s.yaml", file, name, kind)
				}
			}
		}
	}
}

func TestTextIsClean(t *testing.T) {
	files := caseFiles(t)
	for _, kind := range kinds {
		files = append(files, "vocab/"+kind+".yaml")
	}
	for _, file := range files {
		var content any
		read(t, file, &content)
		for _, s := range texts(content) {
			if !norm.NFC.IsNormalString(s) {
				t.Errorf("%s: not NFC: %q", file, s)
			}
			if s != strings.TrimSpace(s) || strings.Contains(s, "  ") {
				t.Errorf("%s: doubled or outer spaces: %q", file, s)
			}
		}
	}
}

// texts gives every string within a decoded YAML value, keys aside.
func texts(v any) []string {
	var all []string
	switch v := v.(type) {
	case string:
		all = append(all, v)
	case []any:
		for _, e := range v {
			all = append(all, texts(e)...)
		}
	case map[string]any:
		for _, e := range v {
			all = append(all, texts(e)...)
		}
	}
	return all
}
