package loader

import (
	"strings"
	"unicode"

	"github.com/incidentgraph/incidentgraph/graph"
)

// caseBuilder makes a case of the piece of a page that tells of it.
type caseBuilder struct {
	*reader
	piece *pagePiece
	list  bool
	file  string

	c     *graph.Case
	rec   Record
	lines map[string]int // of fields, dotted
}

func (b *caseBuilder) build() Record {
	b.c = new(graph.Case)
	b.lines = map[string]int{}
	b.rec = Record{Place: Place{b.file, b.piece.line}, Case: b.c}
	b.headers()
	b.preamble()
	for _, s := range b.piece.sections {
		b.lines[string(s.field)] = s.line
		b.section(s)
	}
	b.missing()
	if len(b.piece.components) > 0 {
		b.c.Components = append(b.c.Components, b.piece.components...)
	}
	if len(b.rec.Problems) == 0 {
		b.examine(&b.rec, func(field string) (int, bool) {
			line, known := b.lines[field]
			return line, known
		})
	}
	return b.rec
}

func (b *caseBuilder) problem(line int, field graph.Field, reason string) {
	b.rec.Problems = append(b.rec.Problems, Problem{Place{b.file, line}, b.c.ID, field, reason})
}

func (b *caseBuilder) remark(l pageLine, field graph.Field, reason string) {
	b.rec.Remarks = append(b.rec.Remarks, Problem{Place{b.file, l.number}, b.c.ID, field, reason})
}

func (b *caseBuilder) headers() {
	c, at := b.c, pageLine{number: b.piece.line}
	printedDate := ""
	if m := b.piece.header; m != nil {
		c.ID, c.Organisation, printedDate = m[1], m[2], m[3]
		c.DateKind = graph.Occurred
		if m[4] == published {
			c.DateKind = graph.Published
		}
		if tags, ok := cut(m[5], b.names.tags); ok {
			c.Tags = tags
		} else if m[5] != "" {
			c.Tags = []string{m[5]}
			b.remark(at, graph.FieldTags, "the tags cannot be told apart and are kept as one: "+m[5])
		}
	}
	if m := b.piece.listHeader; m != nil {
		title, company := b.names.splitTitle(m[2])
		c.ID, c.Title, c.Organisation, printedDate = m[1], graph.Text{KO: title}, company, m[3]
	}
	if printedDate != "" {
		date, err := graph.ParseDate(printedDate)
		if err != nil {
			b.problem(at.number, graph.FieldDate, err.Error())
		}
		c.Date = date
	}
	switch {
	case b.piece.address == "" || b.list:
	case c.ID == "":
		c.ID = b.piece.address
	case c.ID != b.piece.address:
		b.problem(b.piece.addressAt, graph.FieldID, "the page's own address names "+b.piece.address+" and its header "+c.ID+": it cannot be told which case this is")
	}
}

// preamble takes what stands before the first label: a title, which has no full stop,
// and the paragraphs of the summary, which have.
func (b *caseBuilder) preamble() {
	lines := b.piece.preamble
	if len(lines) > 0 && b.c.Title.IsZero() && !strings.HasSuffix(lines[0].text, ".") {
		b.c.Title = graph.Text{KO: lines[0].text}
		lines = lines[1:]
	}
	b.c.Summary = paragraphs(lines)
}

// paragraphs joins lines of text by empty lines.
func paragraphs(lines []pageLine) graph.Text {
	var texts []string
	for _, l := range lines {
		texts = append(texts, l.item())
	}
	return graph.Text{KO: strings.Join(texts, "\n\n")}
}

// value is a text in the language that it is written in: values are in English on
// Korean pages.
func value(l pageLine) graph.Text {
	if strings.ContainsFunc(l.item(), func(r rune) bool { return unicode.Is(unicode.Hangul, r) }) {
		return graph.Text{KO: l.item()}
	}
	return graph.Text{EN: l.item()}
}

func (b *caseBuilder) section(s pageSection) {
	c := b.c
	switch {
	case len(s.lines) == 0:
		c.Lost = append(c.Lost, s.field)
		return
	case s.lines[0].isNone():
		c.NoneGiven = append(c.NoneGiven, s.field)
		b.leftOver(s.field, s.lines[1:])
		return
	}
	switch s.field {
	case graph.FieldSymptoms:
		b.symptoms(s)
	case graph.FieldTrigger:
		c.Trigger.Text = paragraphs(s.lines)
	case graph.FieldDetection:
		c.Detection = paragraphs(s.lines)
	case graph.FieldLessons:
		c.Lessons = paragraphs(s.lines)
	case graph.FieldRemediation:
		c.Remediation = items(s.lines)
	case graph.FieldActionItems:
		c.ActionItems = items(s.lines)
	case graph.FieldSources:
		c.Sources = links(s.lines)
	case graph.FieldReferences:
		c.References = links(s.lines)
	case graph.FieldRelated:
		b.related(s)
	case graph.FieldRootCauses:
		c.RootCauses = b.termSection(s, graph.KindCause)
	case graph.FieldComponents:
		c.Components = b.termSection(s, graph.KindComponent)
	case graph.FieldFactors:
		c.Factors = b.termSection(s, graph.KindFactor)
	default:
		b.single(s.field, s.lines[0])
		b.leftOver(s.field, s.lines[1:])
	}
}

// single takes a field of the definition list, which has one line.
func (b *caseBuilder) single(field graph.Field, l pageLine) {
	switch field {
	case graph.FieldSeverity:
		b.c.Severity = l.item()
	case graph.FieldImpactScope:
		b.c.ImpactScope = value(l)
	case graph.FieldAffectedUsers:
		b.c.AffectedUsers = value(l)
	case graph.FieldRegions:
		b.c.Regions = []string{l.item()} // as printed: it is not cut
	case graph.FieldTimeToDetect:
		b.c.TimeToDetect = b.minutes(field, l)
	case graph.FieldTimeToRecover:
		b.c.TimeToRecover = b.minutes(field, l)
	}
}

// leftOver tells of lines that no field takes.
func (b *caseBuilder) leftOver(field graph.Field, lines []pageLine) {
	for _, l := range lines {
		b.remark(l, field, "the line was not understood and is left out")
	}
}

func (b *caseBuilder) minutes(field graph.Field, l pageLine) *int {
	n, err := graph.ParseMinutes(l.item())
	if err != nil {
		b.problem(l.number, field, err.Error())
		return nil
	}
	return &n
}

func items(lines []pageLine) (out []graph.Text) {
	for _, l := range lines {
		out = append(out, graph.Text{KO: l.item()})
	}
	return out
}

// links reads sources: a title, an address, or both in one line.
func links(lines []pageLine) (out []graph.Source) {
	for _, l := range lines {
		title, url := l.item(), ""
		if i := strings.Index(title, "http"); i >= 0 && strings.Contains(title[i:], "://") {
			address, rest, _ := strings.Cut(title[i:], " ")
			title, url = strings.TrimSpace(title[:i]+rest), address
		}
		out = append(out, graph.Source{Title: title, URL: url})
	}
	return out
}

func (b *caseBuilder) symptoms(s pageSection) {
	var text []pageLine
	for _, l := range s.lines {
		if terms, ok := b.termLine(s.field, l, graph.KindSymptom); ok {
			b.c.Symptoms.Terms = append(b.c.Symptoms.Terms, terms...)
			b.lines[string(graph.FieldSymptomTerms)] = l.number
			continue
		}
		text = append(text, l)
	}
	b.c.Symptoms.Text = paragraphs(text)
	if len(text) == 0 {
		b.c.Lost = append(b.c.Lost, graph.FieldSymptomText)
	}
}

// termLine reads a line that is the section's own label, a space and terms without a
// separator. A sentence that begins with the label is none; a run that cannot be cut is
// kept whole.
func (b *caseBuilder) termLine(field graph.Field, l pageLine, kind graph.NodeKind) ([]string, bool) {
	label, run, found := "", "", false
	for name, f := range pageLabels {
		if f == field {
			label = name
		}
	}
	if run, found = strings.CutPrefix(l.item(), label+" "); !found {
		return nil, false
	}
	if terms, ok := cut(run, b.names.terms[kind]); ok {
		return terms, true
	}
	if strings.HasSuffix(run, ".") {
		return nil, false
	}
	b.remark(l, field, "the terms cannot be told apart and are kept as one: "+run)
	return []string{run}, true
}

// termSection reads a section that holds nothing but terms.
func (b *caseBuilder) termSection(s pageSection, kind graph.NodeKind) (out []string) {
	for _, l := range s.lines {
		terms, ok := b.termLine(s.field, l, kind)
		if !ok {
			terms, ok = cut(l.item(), b.names.terms[kind])
		}
		if !ok {
			b.leftOver(s.field, []pageLine{l})
			continue
		}
		out = append(out, terms...)
	}
	if len(out) == 0 {
		b.c.Lost = append(b.c.Lost, s.field)
	}
	return out
}

func (b *caseBuilder) related(s pageSection) {
	for _, l := range s.lines {
		card, ok, err := b.names.parseCard(l.item())
		field := cardField(len(b.c.Related), "date")
		switch {
		case err != nil:
			b.problem(l.number, field, err.Error())
		case !ok:
			b.leftOver(s.field, []pageLine{l})
		default:
			b.lines[strings.TrimSuffix(string(field), ".date")] = l.number
			b.c.Related = append(b.c.Related, card)
		}
	}
	if len(b.c.Related) == 0 {
		b.c.Lost = append(b.c.Lost, s.field)
	}
}

// missing tells what the page must have had and has not: what every case has, and, on a
// case page, the lists of terms that such pages lose with or without their labels. The
// sentence beside the advertisement is no such list: it may name some components only.
func (b *caseBuilder) missing() {
	need := []graph.Field{graph.FieldID, graph.FieldTitle, graph.FieldOrganisation, graph.FieldDate}
	if !b.list {
		need = append(need, graph.FieldRootCauses, graph.FieldSymptomTerms, graph.FieldComponents, graph.FieldFactors)
	}
	for _, field := range need {
		if b.c.State(field) == graph.Unknown {
			b.c.Lost = append(b.c.Lost, field)
		}
	}
}
