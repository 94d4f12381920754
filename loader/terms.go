package loader

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/incidentgraph/incidentgraph/graph"
)

// vocabularyFiles gives the kind of terms that a vocabulary file of each name holds.
var vocabularyFiles = map[string]graph.NodeKind{
	"components": graph.KindComponent,
	"causes":     graph.KindCause,
	"triggers":   graph.KindTrigger,
	"symptoms":   graph.KindSymptom,
	"factors":    graph.KindFactor,
	"companies":  graph.KindCompany,
}

var termShape = newShape([]member[graph.Term]{
	{"slug", func(d *decoder, tok token, t *graph.Term) { t.Slug = d.text(tok) }},
	{"en", func(d *decoder, tok token, t *graph.Term) { t.Name.EN = d.text(tok) }},
	{"ko", func(d *decoder, tok token, t *graph.Term) { t.Name.KO = d.text(tok) }},
	{"aliases", func(d *decoder, tok token, t *graph.Term) { t.Aliases = d.texts(tok) }},
	{"definition_en", func(d *decoder, tok token, t *graph.Term) { t.Definition.EN = d.text(tok) }},
	{"definition_ko", func(d *decoder, tok token, t *graph.Term) { t.Definition.KO = d.text(tok) }},
	{"broader", func(d *decoder, tok token, t *graph.Term) { t.Broader = d.text(tok) }},
})

// placedTerm is a term with the place where it stands.
type placedTerm struct {
	graph.Term
	Place
}

// DecodeTerms reads a vocabulary file, whose terms are all of one kind: a list of them
// in YAML or JSON, or one a line in NDJSON.
func DecodeTerms(file string, kind graph.NodeKind, format Format, text []byte) ([]graph.Term, []Problem) {
	placed, problems := readTerms(file, kind, format, bytes.NewReader(text))
	terms := make([]graph.Term, len(placed))
	for i, t := range placed {
		terms[i] = t.Term
	}
	return terms, problems
}

func readTerms(file string, kind graph.NodeKind, format Format, in io.Reader) (terms []placedTerm, problems []Problem) {
	take := func(more []placedTerm, bad []Problem) {
		terms, problems = append(terms, more...), append(problems, bad...)
	}
	for c := range chunks(file, format, in) {
		switch {
		case c.reason != "" || !utf8.Valid(c.data):
			problems = append(problems, broke(c, c.line, c.reason).Problems...)
		case c.format == NDJSON:
			for n, line := range c.lines() {
				s := &jsonStream{}
				s.reset(line, n)
				more, bad := termsOf(file, kind, s)
				if after, ok := s.end(); !ok && len(bad) == 0 {
					bad = []Problem{{Place: Place{file, s.line(after.at)}, Reason: string(after.text)}}
				}
				take(more, bad)
			}
		case c.format == JSON:
			s := &jsonStream{}
			s.reset(c.data, c.line)
			take(termsOf(file, kind, s))
		default:
			take(termsOf(file, kind, readYAML(toLF(c.data), c.line)))
		}
	}
	return terms, problems
}

// termsOf reads a list of terms, or one.
func termsOf(file string, kind graph.NodeKind, s stream) (terms []placedTerm, problems []Problem) {
	d := decoder{in: s}
	one := func(tok token) {
		before := len(d.problems)
		t := placedTerm{graph.Term{Kind: kind}, Place{file, s.line(tok.at)}}
		termShape.read(&d, tok, &t.Term)
		if name := cmp.Or(t.Slug, t.Name.EN, t.Name.KO); len(d.problems) == before && graph.Slug(name) == "" {
			d.report(tok.at, "the term has no slug and no name")
		}
		terms = append(terms, t)
	}
	if tok := d.next(); tok.kind == listStart {
		d.list(tok, one)
	} else if tok.kind != broken {
		one(tok)
	}
	for _, f := range d.problems {
		problems = append(problems, Problem{Place{file, s.line(f.at)}, "", graph.Field(f.field), f.reason})
	}
	return terms, problems
}

// vocabularyOf checks the terms of a load against one another and adds them to what is
// known.
func vocabularyOf(known *graph.Vocabulary, terms []placedTerm) (*graph.Vocabulary, []Problem) {
	at := map[graph.TermRef]Place{}
	var plain []graph.Term
	var problems []Problem
	for _, t := range terms {
		ref := graph.TermRef{Kind: t.Kind, Slug: graph.Slug(cmp.Or(t.Slug, t.Name.EN, t.Name.KO))}
		if first, twice := at[ref]; twice {
			problems = append(problems, Problem{Place: t.Place, Field: "slug", Reason: fmt.Sprintf("the %s %s stands at %s already", t.Kind.Prefix(), ref.Slug, first)})
		}
		at[ref] = t.Place
		plain = append(plain, t.Term)
	}
	voc, err := known.With(plain)
	if err != nil {
		problems = append(problems, Problem{Place: Place{File: "vocabulary"}, Reason: err.Error()})
	}
	return voc, problems
}
