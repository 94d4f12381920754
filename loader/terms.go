package loader

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
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
	shipped bool
}

// termReader reads vocabulary files: lists of terms in YAML or JSON, or one a line in
// NDJSON. It reads no further where more is wrong with them than is told.
type termReader struct {
	terms    []placedTerm
	problems List[Problem]
}

func (r *termReader) full() bool { return r.problems.More > 0 }

// told gives what is wrong.
func (r *termReader) told() Problems {
	problems := Problems(r.problems.Items)
	if r.full() {
		file := problems[len(problems)-1].File
		problems = append(problems, Problem{Place: Place{File: file}, Reason: fmt.Sprintf("… and %d more problems, as far as was read", r.problems.More)})
	}
	return problems
}

// input reads an input as far as ctx and what is wrong with it let it.
func (r *termReader) input(ctx context.Context, in Input) {
	file, format, encoding, err := in.open(ctx, func(int) {})
	if err != nil {
		r.problems.add(Problem{Place: Place{File: in.Name}, Reason: "cannot be read: " + bare(err)})
		return
	}
	defer file.Close()
	in.Format = format
	for c := range chunks(in.Name, format, encoding, file) {
		if ctx.Err() != nil || r.full() {
			return
		}
		r.chunk(in, c)
	}
}

// chunk reads a piece of an input.
func (r *termReader) chunk(in Input, c chunk) {
	if c.reason != "" || !utf8.Valid(c.data) {
		r.problems.add(broke(c, c.line, c.reason).Problems[0])
		return
	}
	for s, ended := range c.documents() {
		terms, bad := termsOf(in, s)
		if after, ok := ended(); !ok && len(bad.Items) == 0 {
			bad.add(Problem{Place: Place{in.Name, s.line(after.at)}, Reason: string(after.text)})
		}
		r.terms = append(r.terms, terms...)
		for _, p := range bad.Items {
			r.problems.add(p)
		}
		if r.problems.More += bad.More; r.full() {
			return
		}
	}
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

// termsOf reads a list of terms, or one. The input's kind is that of all of them; with
// graph.KindIncident each says its own.
func termsOf(in Input, s stream) (terms []placedTerm, problems List[Problem]) {
	d := decoder{in: s}
	tell := func(name string) {
		for _, f := range d.problems[len(problems.Items):] {
			problems.add(Problem{Place{in.Name, s.line(f.at)}, name, fieldOfTerm(f.field), f.reason})
		}
		problems.More = d.more
	}
	one := func(tok token) {
		t := placedTerm{graph.Term{Kind: in.Kind}, Place{in.Name, s.line(tok.at)}, in.Shipped}
		termShape.read(&d, tok, &t.Term)
		if len(d.problems) == len(problems.Items) {
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
const isVocabulary = "looks like a vocabulary, not like cases: put it in a folder vocab, or load it with --format vocab"

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

// settle checks the terms that were read against one another and adds them to what is known.
// One that is said again is passed over; one that is shipped gives way to another.
func (r *termReader) settle(known *graph.Vocabulary) (*graph.Vocabulary, []graph.Term) {
	at := map[graph.TermRef]int{} // its place among those that stand
	var stand []placedTerm
	for _, t := range r.terms {
		ref := graph.TermRef{Kind: t.Kind, Slug: graph.Slug(cmp.Or(t.Slug, t.Name.EN, t.Name.KO))}
		i, twice := at[ref]
		if !twice {
			at[ref] = len(stand)
			stand = append(stand, t)
			continue
		}
		switch first := &stand[i]; {
		case first.shipped && !t.shipped:
			*first = t
		case t.shipped && !first.shipped, saysTheSame(first.Term, t.Term, ref.Slug):
		default:
			r.problems.add(Problem{Place: t.Place, Field: "slug", Reason: fmt.Sprintf("the %s %s stands at %s already, and says something else there", t.Kind.Prefix(), ref.Slug, first.Place)})
		}
	}
	terms := make([]graph.Term, len(stand))
	for i, t := range stand {
		terms[i] = t.Term
	}
	voc, err := known.With(terms)
	if err != nil && len(r.problems.Items) == 0 {
		r.problems.add(contradiction(err, func(ref graph.TermRef) (Place, bool) {
			i, given := at[ref]
			if !given {
				return Place{}, false
			}
			return stand[i].Place, true
		}))
	}
	return voc, terms
}

// saysTheSame reports whether two terms of one kind and slug are equal.
func saysTheSame(a, b graph.Term, slug string) bool {
	a.Slug, b.Slug = slug, slug
	return bytes.Equal(encodeTerm(a), encodeTerm(b))
}

// contradiction tells of an error of a vocabulary, and where the terms stand that it is
// about.
func contradiction(err error, placeOf func(graph.TermRef) (place Place, given bool)) Problem {
	p := Problem{Place: Place{File: "vocabulary"}, Reason: err.Error()}
	about := (*graph.Conflict)(nil)
	if !errors.As(err, &about) {
		return p
	}
	where := func(ref graph.TermRef) string {
		if place, given := placeOf(ref); given {
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
