package loader

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/incidentgraph/incidentgraph/graph"
)

// vocabFolder is the name of the folder that holds vocabulary files.
const vocabFolder = "vocab"

// vocabularyFiles gives the kind of terms that a vocabulary file of each name holds.
var vocabularyFiles = map[string]graph.NodeKind{
	"components": graph.KindComponent,
	"causes":     graph.KindCause,
	"triggers":   graph.KindTrigger,
	"symptoms":   graph.KindSymptom,
	"factors":    graph.KindFactor,
	"companies":  graph.KindCompany,
}

// kindOfName gives the kind of terms that a vocabulary file's name tells of.
func kindOfName(file string) (graph.NodeKind, bool) {
	name, _, _ := strings.Cut(file, ".")
	kind, ok := vocabularyFiles[name]
	return kind, ok
}

var termShape = newShape([]member[graph.Term]{
	{"kind", func(d *decoder, tok token, t *graph.Term) { t.Kind = d.termKind(tok) }},
	{"slug", func(d *decoder, tok token, t *graph.Term) { t.Slug = d.slug(tok) }},
	{"en", func(d *decoder, tok token, t *graph.Term) { t.Name.EN = d.text(tok) }},
	{"ko", func(d *decoder, tok token, t *graph.Term) { t.Name.KO = d.text(tok) }},
	{"aliases", func(d *decoder, tok token, t *graph.Term) { t.Aliases = d.texts(tok) }},
	{"definition_en", func(d *decoder, tok token, t *graph.Term) { t.Definition.EN = d.text(tok) }},
	{"definition_ko", func(d *decoder, tok token, t *graph.Term) { t.Definition.KO = d.text(tok) }},
	{"broader", func(d *decoder, tok token, t *graph.Term) { t.Broader = d.text(tok) }},
	{"formerly", func(d *decoder, tok token, t *graph.Term) { t.Formerly = d.texts(tok) }},
})

const kindsOfTerms = "company, component, cause, trigger, symptom and factor"

// termKind reads the name of a kind of terms.
func (d *decoder) termKind(tok token) graph.NodeKind {
	name := d.text(tok)
	kind, known := kindNamed(name)
	if !known {
		d.report(tok.at, "%q is no kind of terms: the kinds are %s", clip([]byte(graph.Fold(name))), kindsOfTerms)
	}
	return kind
}

// slug reads the slug that a term gives itself.
func (d *decoder) slug(tok token) string {
	s := graph.Clean(d.text(tok))
	switch form := graph.Slug(s); {
	case s != "" && form == "":
		d.report(tok.at, "%q is not a slug: it has neither letter nor digit", clip([]byte(s)))
	case s != form:
		d.report(tok.at, "%q is not a slug: write %s", clip([]byte(s)), clip([]byte(form)))
	}
	return s
}

func kindNamed(name string) (kind graph.NodeKind, known bool) {
	name = graph.Fold(name)
	for _, kind := range graph.TermKinds() {
		if kind.Prefix() == name {
			return kind, true
		}
	}
	return graph.KindIncident, false
}

// placedTerm is a term with the place where it stands.
type placedTerm struct {
	graph.Term
	Place
}

// readTerms reads a vocabulary file: a list of terms in YAML or JSON, or one a line in
// NDJSON. The input's kind is that of all of them; with graph.KindIncident each says its own.
func readTerms(in Input, text io.Reader, encoding string) (terms []placedTerm, problems []Problem) {
	for c := range chunks(in.Name, in.Format, encoding, text) {
		if c.reason != "" || !utf8.Valid(c.data) {
			problems = append(problems, broke(c, c.line, c.reason).Problems...)
			continue
		}
		for s, ended := range c.documents() {
			more, bad := termsOf(in, s)
			if after, ok := ended(); !ok && len(bad) == 0 {
				bad = []Problem{{Place: Place{in.Name, s.line(after.at)}, Reason: string(after.text)}}
			}
			terms, problems = append(terms, more...), append(problems, bad...)
		}
	}
	return terms, problems
}

// documents gives the documents of a chunk: lines, or the one that it is; with each what
// tells whether anything follows it that does not belong there.
func (c chunk) documents() iter.Seq2[stream, func() (token, bool)] {
	return func(yield func(stream, func() (token, bool)) bool) {
		switch c.format {
		case NDJSON:
			for n, line := range c.lines() {
				s := &jsonStream{}
				s.reset(line, n)
				if !yield(s, s.end) {
					return
				}
			}
		case JSON:
			s := &jsonStream{}
			s.reset(c.data, c.line)
			yield(s, s.end)
		default:
			yield(readYAML(toLF(c.data), c.line), func() (token, bool) { return token{}, true })
		}
	}
}

// termsOf reads a list of terms, or one.
func termsOf(in Input, s stream) (terms []placedTerm, problems []Problem) {
	d := decoder{in: s}
	tell := func(name string) {
		for _, f := range d.problems[len(problems):] {
			problems = append(problems, Problem{Place{in.Name, s.line(f.at)}, name, fieldOfTerm(f.field), f.reason})
		}
	}
	one := func(tok token) {
		t := placedTerm{graph.Term{Kind: in.Kind}, Place{in.Name, s.line(tok.at)}}
		termShape.read(&d, tok, &t.Term)
		if len(d.problems) == len(problems) {
			d.checkTerm(tok, in.Kind, t.Term)
		}
		tell(graph.Clean(cmp.Or(t.Slug, t.Name.EN, t.Name.KO)))
		terms = append(terms, t)
	}
	if tok := d.next(); tok.kind == listStart {
		d.list(tok, one)
	} else if tok.kind != broken {
		one(tok)
	}
	tell("")
	return terms, problems
}

// fieldOfTerm gives the field of a term by its path: the place of the term in its list is
// told by the line.
func fieldOfTerm(path string) graph.Field {
	if rest, listed := strings.CutPrefix(path, "["); listed {
		_, path, _ = strings.Cut(rest, "]")
	}
	return graph.Field(strings.TrimPrefix(path, "."))
}

// checkTerm tells what keeps a term that was read from being one.
func (d *decoder) checkTerm(tok token, ofFile graph.NodeKind, t graph.Term) {
	switch {
	case graph.Slug(cmp.Or(t.Slug, t.Name.EN, t.Name.KO)) == "":
		d.report(tok.at, "the term has no slug and no name")
	case !t.Kind.IsTerm():
		d.report(tok.at, "the term does not say its kind: write kind: and one of %s", kindsOfTerms)
	case ofFile.IsTerm() && t.Kind != ofFile:
		d.report(tok.at, "the term is a %s, in a file of another kind of terms", t.Kind.Prefix())
	}
}

// isVocabulary is what a record is told that is a term.
const isVocabulary = "looks like a vocabulary, not like cases: name the file itself, put it in a folder vocab, or say --format vocab"

// beginsWithTerm reports whether the first record of a file is a term.
func beginsWithTerm(in Input) bool {
	body, err := in.Open(context.Background())
	if err != nil {
		return false
	}
	defer body.Close()
	for c := range chunks(in.Name, in.Format, in.Encoding, body) {
		if c.reason != "" || c.format == Page || !bytes.Contains(c.data, []byte("kind")) || !utf8.Valid(c.data) {
			return false
		}
		for s := range c.documents() {
			tok := s.next()
			if tok.kind == listStart {
				tok = s.next()
			}
			return looksLikeTerm(s, tok)
		}
	}
	return false
}

// looksLikeTerm reports whether the object that begins with tok is a term: it says its
// kind, and has no key that only a case has. A kind that there is not is a mistake where
// another key of a term stands beside it.
func looksLikeTerm(s stream, tok token) bool {
	if tok.kind != objectStart {
		return false
	}
	d := decoder{in: s}
	says, known, others := false, false, false
	for {
		key := d.next()
		if key.kind != keyToken {
			return says && (known || others) && key.kind == objectEnd
		}
		name := string(key.text)
		_, ofTerm := termShape.index[name]
		_, ofCase := caseShape.index[name]
		value := d.next()
		switch {
		case name == "kind":
			says = true
			_, known = kindNamed(string(value.text))
		case ofTerm:
			others = true
		case ofCase && name != problemsKey:
			return false
		}
		d.skip(value)
	}
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
	if len(problems) > 0 {
		return known, problems
	}
	voc, err := known.With(plain)
	if err != nil {
		problems = append(problems, contradiction(err, at))
	}
	return voc, problems
}

// contradiction tells of an error of a vocabulary, and where the terms stand that it is
// about.
func contradiction(err error, at map[graph.TermRef]Place) Problem {
	p := Problem{Place: Place{File: "vocabulary"}, Reason: err.Error()}
	about := (*graph.Conflict)(nil)
	if !errors.As(err, &about) {
		return p
	}
	where := func(ref graph.TermRef) string {
		if place, given := at[ref]; given {
			p.Place = place
			return place.String()
		}
		return "the graph"
	}
	first := where(about.One)
	if about.One == about.Other {
		return p
	}
	second := where(about.Other)
	p.Reason += fmt.Sprintf(" (%s is in %s, %s in %s)", about.One.Slug, first, about.Other.Slug, second)
	return p
}
