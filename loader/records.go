package loader

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Record is one case as an input holds it.
type Record struct {
	Place                // where it begins
	Case     *graph.Case // normalised; nil where it cannot be read at all
	Problems []Problem   // what keeps it from being loaded
	Remarks  []Problem   // what is odd about it
	Unknown  []TermUse   // terms that the vocabulary does not know; companies are never among them

	isTerm bool                   // it looks like a term of a vocabulary
	untold int                    // problems besides those that are told
	again  func() (stream, token) // gives it once more, as it is written; nil where that takes all of text
	text   chunk                  // what it stands in
}

// TermUse is a term as a case names it.
type TermUse struct {
	Place
	Kind  graph.NodeKind
	Name  string // as printed
	Field graph.Field
}

// Decode reads every record of a text. The vocabulary cuts the terms on pages apart and
// tells which terms are unknown. What cannot be read comes out as a record that has
// problems; the file's name is used in places, and for nothing else.
func Decode(file string, format Format, text []byte, voc *graph.Vocabulary) []Record {
	r := newReader(voc)
	var out []Record
	for c := range chunks(file, format, "", bytes.NewReader(text)) {
		out = append(out, r.records(c)...)
	}
	return out
}

// reader reads chunks. It serves one goroutine.
type reader struct {
	voc   *graph.Vocabulary
	names *pageNames
	json  jsonStream
	dec   decoder
}

func newReader(voc *graph.Vocabulary) *reader {
	return &reader{voc: voc, names: newPageNames(voc)}
}

// records reads the records of a chunk.
func (r *reader) records(c chunk) []Record {
	if c.reason != "" {
		return []Record{broke(c, c.line, c.reason)}
	}
	if c.format == NDJSON {
		return r.lines(c)
	}
	if !utf8.Valid(c.data) {
		return []Record{broke(c, c.line, "")}
	}
	switch c.format {
	case JSON:
		return []Record{r.jsonRecord(c.file, c.line, c.data)}
	case YAML:
		return r.yamlRecords(c)
	}
	return r.page(c)
}

// broke is what stands for a piece of an input that cannot be read.
func broke(c chunk, line int, reason string) Record {
	if !utf8.Valid(c.data) {
		at, why := notUTF8(c.data)
		line, reason = c.line+at, why
	}
	place := Place{c.file, line}
	return Record{Place: place, Problems: []Problem{{Place: place, Reason: reason}}, text: c}
}

func (r *reader) lines(c chunk) (out []Record) {
	for n, line := range c.lines() {
		if !utf8.Valid(line) {
			out = append(out, broke(chunk{file: c.file, line: n, data: line}, n, ""))
		} else if format, text, ok := keptText(line); ok {
			out = append(out, r.keptRecords(c.file, n, format, text)...)
		} else {
			out = append(out, r.jsonRecord(c.file, n, line))
		}
	}
	return out
}

func (r *reader) jsonRecord(file string, line int, data []byte) Record {
	r.json.reset(data, line)
	rec := r.read(file, &r.json, r.json.next(), func() (stream, token) {
		s := &jsonStream{}
		s.reset(data, line)
		return s, s.next()
	})
	if after, ok := r.json.end(); !ok && !r.dec.dead {
		rec.Problems = append(rec.Problems, Problem{Place{file, r.json.line(after.at)}, rec.Case.ID, "", string(after.text)})
		rec.Case, rec.Unknown, rec.again = nil, nil, nil // what follows belongs to it, or not
	}
	rec.text = chunk{format: JSON, data: data}
	return rec
}

// yamlRecords reads a document that is one case or a list of cases. Where one of a list
// cannot be read to its end, the others are read all the same; what is rejected of such a
// list is kept whole.
func (r *reader) yamlRecords(c chunk) (out []Record) {
	text := toLF(c.data)
	s := readYAML(text, c.line)
	if n := elements(text); n > 1 && !s.empty() && s.tokens[0].kind == broken {
		s.tokens[0].text = fmt.Appendf(s.tokens[0].text, "; none of the %d cases of this list is read", n)
	}
	whole := false
	for first := true; !s.empty(); first = false {
		begin := s.position
		tok := s.next()
		if tok.kind == listStart && first || tok.kind == listEnd {
			continue
		}
		here := *s
		out = append(out, r.read(c.file, s, tok, func() (stream, token) {
			again := here
			return &again, tok
		}))
		if r.dec.dead {
			whole = true
			s.position = behindValue(s.tokens, begin)
		}
	}
	for i := range out {
		out[i].text = c
		if whole {
			out[i].again = nil
		}
	}
	return out
}

// behindValue gives the place behind the value that begins at another. A broken token
// stands for a value, or for a member, and what encloses it goes on behind it.
func behindValue(tokens []token, at int) int {
	for depth := 0; at < len(tokens); at++ {
		switch tokens[at].kind {
		case objectStart, listStart:
			depth++
		case objectEnd, listEnd:
			depth--
		}
		if depth == 0 {
			return at + 1
		}
	}
	return at
}

// elements counts the elements of a YAML document that is a list with one dash below the
// other; it gives 0 for other documents.
func elements(doc string) (n int) {
	indent := -1
	for line := range strings.SplitSeq(doc, "\n") {
		text := strings.TrimLeft(line, " ")
		dash := text == "-" || strings.HasPrefix(text, "- ")
		switch {
		case indent < 0 && !hasContent([]byte(line)):
		case indent < 0 && !dash:
			return 0
		case indent < 0:
			indent, n = len(line)-len(text), 1
		case dash && indent == len(line)-len(text):
			n++
		}
	}
	return n
}

// toLF gives a text with every line end as \n, so that lines are counted alike.
func toLF(text []byte) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(text))
}

// read reads the record that begins with tok. again gives a stream that stands where s
// stood, for a second look.
func (r *reader) read(file string, s stream, tok token, again func() (stream, token)) Record {
	c := new(graph.Case)
	r.dec.reset(s)
	if tok.kind == broken {
		r.dec.dead = true
		r.dec.report(tok.at, "%s", tok.text)
	} else {
		caseShape.read(&r.dec, tok, c)
	}
	rec := Record{Place: Place{file, s.line(tok.at)}, Case: c, again: again, untold: r.dec.more}
	for _, f := range r.dec.problems {
		rec.Problems = append(rec.Problems, Problem{Place{file, s.line(f.at)}, graph.Clean(c.ID), graph.Field(f.field), f.reason})
	}
	if len(rec.Problems) > 0 && looksLikeTerm(again()) {
		rec.isTerm, rec.Problems = true, []Problem{{Place: rec.Place, Reason: isVocabulary}}
		return rec
	}
	// Lines are looked for only where there is something to tell of.
	var seen map[string]int
	r.examine(&rec, func(field string) (line int, known bool) {
		if seen == nil {
			seen = traceOf(again())
		}
		line, known = seen[field]
		return line, known
	})
	return rec
}

// traceOf reads a record again and gives the line of each of its fields.
func traceOf(s stream, tok token) map[string]int {
	d := decoder{in: s, trace: map[string]int{}}
	caseShape.read(&d, tok, new(graph.Case))
	for field, at := range d.trace {
		d.trace[field] = s.line(at)
	}
	return d.trace
}

// examine normalises the case of a record, as far as it could be read, and says what is
// wrong and odd about it, but for fields of which something was said already.
func (r *reader) examine(rec *Record, lineOf func(field string) (line int, known bool)) {
	c := rec.Case
	place := func(field graph.Field) Place {
		for name := string(field); name != ""; {
			if line, known := lineOf(name); known {
				return Place{rec.File, line}
			}
			name = name[:max(0, strings.LastIndexAny(name, ".["))]
		}
		return rec.Place
	}
	var written map[string][]graph.Field
	if len(c.Lost)+len(c.NoneGiven)+len(c.Inferred) > 0 {
		written = listsOfFields(&graph.Case{Lost: slices.Clone(c.Lost), NoneGiven: slices.Clone(c.NoneGiven), Inferred: slices.Clone(c.Inferred)})
	}
	c.Normalise()
	unread, found := rec.Problems, c.Check()
	told := found[:min(len(found), max(0, maxProblems-len(unread)))]
	for _, p := range told {
		field := asWritten(p.Field, written, listsOfFields(c))
		if !slices.ContainsFunc(unread, func(u Problem) bool { return within(u.Field, field) || within(field, u.Field) }) {
			rec.Problems = append(rec.Problems, Problem{place(field), c.ID, field, p.Reason})
		}
	}
	if rec.untold += len(found) - len(told); rec.untold > 0 {
		last := slices.MaxFunc(rec.Problems, byLine).Place
		rec.Problems = append(rec.Problems, Problem{last, c.ID, "", fmt.Sprintf("… and %d more problems", rec.untold)})
	}
	if len(unread) == 0 { // else what it looks odd beside may be what was not read
		for _, p := range c.Remarks() {
			rec.Remarks = append(rec.Remarks, Problem{place(p.Field), c.ID, p.Field, p.Reason})
		}
	}
	eachTerm(c, func(kind graph.NodeKind, field graph.Field, name string) {
		if _, controlled := r.voc.Term(graph.TermRef{Kind: kind, Slug: r.voc.Resolve(kind, name)}); !controlled {
			rec.Unknown = append(rec.Unknown, TermUse{place(field), kind, name, field})
		}
	})
}

// within reports whether a field is another or a part of it.
func within(part, whole graph.Field) bool {
	rest, ok := strings.CutPrefix(string(part), string(whole))
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// listsOfFields gives the lists of names of fields that a case has.
func listsOfFields(c *graph.Case) map[string][]graph.Field {
	return map[string][]graph.Field{"lost": c.Lost, "none_given": c.NoneGiven, "inferred": c.Inferred}
}

// asWritten gives the field of a problem as it is in the record that was read: lists of
// names of fields have been sorted since.
func asWritten(f graph.Field, before, now map[string][]graph.Field) graph.Field {
	list, index, indexed := strings.Cut(strings.TrimSuffix(string(f), "]"), "[")
	i, err := strconv.Atoi(index)
	if !indexed || err != nil || i >= len(now[list]) {
		return f
	}
	if at := slices.Index(before[list], now[list][i]); at >= 0 {
		i = at
	}
	return graph.Field(fmt.Sprintf("%s[%d]", list, i))
}

// eachTerm gives every term that a case names, except companies, which are an open
// vocabulary.
func eachTerm(c *graph.Case, yield func(kind graph.NodeKind, field graph.Field, name string)) {
	list := func(kind graph.NodeKind, field graph.Field, names []string) {
		for _, name := range names {
			yield(kind, field, name)
		}
	}
	list(graph.KindSymptom, graph.FieldSymptomTerms, c.Symptoms.Terms)
	if c.Trigger.Kind != "" {
		yield(graph.KindTrigger, graph.FieldTriggerKind, c.Trigger.Kind)
	}
	list(graph.KindCause, graph.FieldRootCauses, c.RootCauses)
	list(graph.KindComponent, graph.FieldComponents, c.Components)
	list(graph.KindFactor, graph.FieldFactors, c.Factors)
	for i, card := range c.Related {
		list(graph.KindComponent, cardField(i, "shared_components"), card.SharedComponents)
	}
}
