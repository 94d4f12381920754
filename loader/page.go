package loader

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// PageInfo is what a list page says of its list.
type PageInfo struct {
	Count       int      // how many cases the list has, 0 where not printed
	First, Last int      // which of them the page shows, from 1; 0 where not printed
	Components  []string // the most frequent ones, as printed; they belong to no single case
}

// ParsePage reads a page of the Incident Library as plain text: a case page or a list of
// cases, with or without dashes and blank lines, with its joints glued. A dash alone
// says that there is none; a label without text says that the text was lost.
func ParsePage(file, text string, voc *graph.Vocabulary) ([]Record, PageInfo) {
	return newReader(voc).parsePage(file, 1, text)
}

func (r *reader) page(c chunk) []Record {
	records, _ := r.parsePage(c.file, c.line, toLF(c.data))
	for i := range records {
		records[i].text = c
	}
	return records
}

func (r *reader) parsePage(file string, line int, text string) ([]Record, PageInfo) {
	p := pageCutter{names: r.names}
	p.cut(pageLines(text, line))
	var out []Record
	for _, piece := range p.cases {
		if piece.header == nil && piece.listHeader == nil && len(piece.sections) == 0 {
			continue // text of some other kind
		}
		b := caseBuilder{reader: r, piece: piece, list: p.list, file: file}
		out = append(out, b.build())
	}
	if len(out) == 0 {
		place := Place{file, line}
		return []Record{{Place: place, Problems: []Problem{{Place: place, Reason: "is no page of the Incident Library: it has no case"}}}}, p.info
	}
	shown := p.info.Count
	if p.info.Last > 0 {
		shown = p.info.Last - p.info.First + 1
	}
	if shown > 0 && shown != len(out) {
		out[0].Remarks = append(out[0].Remarks, Problem{Place: Place{file, line}, Reason: fmt.Sprintf("by its own count the page shows %d of the cases; %d can be found", shown, len(out))})
	}
	return out, p.info
}

// pagePiece is the part of a page that tells of one case.
type pagePiece struct {
	line       int
	header     []string // what a case page's header line was matched to
	listHeader []string // the same, of a list page
	preamble   []pageLine
	sections   []pageSection
	components []string // from the sentence beside the advertisement
	address    string   // the key in the page's own JSON address
	addressAt  int
}

type pageSection struct {
	field graph.Field
	line  int
	lines []pageLine
}

// pageCutter cuts a page into cases, and those into sections.
type pageCutter struct {
	names *pageNames
	list  bool
	cases []*pagePiece
	info  PageInfo
	tail  bool // past the last section of a case
}

func (p *pageCutter) cut(lines []pageLine) {
	p.list = isListPage(lines)
	for _, l := range lines {
		if !p.furniture(l) && !p.border(l) && !p.tail {
			p.content(l)
		}
	}
}

// current gives the case that a line belongs to, beginning one without a header where
// there is none.
func (p *pageCutter) current(line int) *pagePiece {
	if len(p.cases) == 0 {
		p.cases = append(p.cases, &pagePiece{line: line})
	}
	return p.cases[len(p.cases)-1]
}

// furniture takes what a page prints around its cases.
func (p *pageCutter) furniture(l pageLine) bool {
	if m := listCount.FindStringSubmatch(l.text); m != nil {
		p.info.Count, _ = strconv.Atoi(m[1])
		return true
	}
	if m := listRange.FindStringSubmatch(l.text); m != nil {
		p.info.Count, _ = strconv.Atoi(m[1])
		p.info.First, _ = strconv.Atoi(m[2])
		p.info.Last, _ = strconv.Atoi(m[3])
		return true
	}
	begun := len(p.cases) > 0
	switch {
	case !begun:
		return l.text == siteName || l.text == graphHeading
	case l.text == checkHeading, l.text == toolsHeading:
		p.tail = true
	case listTail.MatchString(l.text):
		p.tail = true
		if m := listComponents.FindStringSubmatch(l.text); m != nil {
			p.info.Components = names(m[1])
		}
	case strings.HasPrefix(l.item(), addressLabel):
		p.tail = true
		if m := ownAddress.FindStringSubmatch(l.text); m != nil {
			c := p.current(l.number)
			c.address, c.addressAt = m[1], l.number
		}
	case strings.HasPrefix(l.text, advertisement):
		p.tail = true
		if m := caseComponents.FindStringSubmatch(l.text); m != nil && !p.list {
			p.current(l.number).components = names(m[1])
		}
	default:
		return false
	}
	return true
}

// border takes the lines at which a case or a section of it begins.
func (p *pageCutter) border(l pageLine) bool {
	inRelated := false
	if n := len(p.cases); n > 0 && !p.tail {
		s := p.cases[n-1].sections
		inRelated = len(s) > 0 && s[len(s)-1].field == graph.FieldRelated
	}
	if m := listHeader.FindStringSubmatch(l.text); m != nil && (m[4] != "" || p.list) && !inRelated {
		p.begin(&pagePiece{line: l.number, listHeader: m})
		if m[4] != "" {
			p.section(pageLabels[m[4]], l.number)
		}
		return true
	}
	if m := headerLine.FindStringSubmatch(l.text); m != nil && !inRelated {
		p.begin(&pagePiece{line: l.number, header: m})
		return true
	}
	field, ok := l.label()
	if !ok || p.tail {
		return false
	}
	if p.current(l.number).has(field) { // the header of another case was lost before it
		p.begin(&pagePiece{line: l.number})
	}
	p.section(field, l.number)
	return true
}

func (p *pageCutter) begin(c *pagePiece) {
	p.cases = append(p.cases, c)
	p.tail = false
}

func (p *pageCutter) section(field graph.Field, line int) {
	c := p.current(line)
	c.sections = append(c.sections, pageSection{field: field, line: line})
}

func (c *pagePiece) has(field graph.Field) bool {
	return slices.ContainsFunc(c.sections, func(s pageSection) bool { return s.field == field })
}

// content takes a line of text.
func (p *pageCutter) content(l pageLine) {
	c := p.current(l.number)
	if len(c.sections) == 0 {
		c.preamble = append(c.preamble, l)
		return
	}
	if beginsRelated(l.text) && !c.has(graph.FieldRelated) {
		p.section(graph.FieldRelated, l.number)
	}
	s := &c.sections[len(c.sections)-1]
	s.lines = append(s.lines, l)
}
