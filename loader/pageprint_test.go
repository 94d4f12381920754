package loader

import (
	"fmt"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
	"pgregory.net/rapid"
)

// printer prints random cases as pages and keeps what has to be read back from them.
type printer struct {
	*rapid.T
	dashes bool // before labels, values and items
	blank  bool // a blank line between blocks
	voc    *graph.Vocabulary
	out    []string
}

// TestPrintedPagesReadBack prints random cases in every layout that pages have and reads
// them back.
func TestPrintedPagesReadBack(t *testing.T) {
	voc := pageVocabulary(t)
	rapid.Check(t, func(rt *rapid.T) {
		p := &printer{T: rt, voc: voc, dashes: rapid.Bool().Draw(rt, "dashes"), blank: rapid.Bool().Draw(rt, "blank")}
		var want []*graph.Case
		if rapid.Bool().Draw(rt, "list") {
			want = p.listPage()
		} else {
			want = []*graph.Case{p.casePage()}
		}
		text := strings.Join(p.out, "\n")
		records, _ := ParsePage("page", text, voc)
		if len(records) != len(want) {
			rt.Fatalf("%d cases, want %d:\n%s", len(records), len(want), text)
		}
		for i, r := range records {
			want[i].Normalise()
			got, wanted := p.encode(r.Case), p.encode(want[i])
			if len(r.Problems)+len(r.Remarks) > 0 || got != wanted {
				rt.Fatalf("problems %v, remarks %v\n got %s\nwant %s\n%s", r.Problems, r.Remarks, got, wanted, text)
			}
		}
	})
}

func (p *printer) encode(c *graph.Case) string {
	line, err := graph.EncodeCase(c)
	if err != nil {
		p.Fatal(err)
	}
	return string(line)
}

func (p *printer) line(s string) {
	p.out = append(p.out, s)
	if p.blank {
		p.out = append(p.out, "")
	}
}

func (p *printer) dashed(s string) {
	if p.dashes {
		s = "- " + s
	}
	p.line(s)
}

func (p *printer) chance(what string) bool { return rapid.Bool().Draw(p.T, what) }

// number gives one from low to high.
func (p *printer) number(low, high int) int { return rapid.IntRange(low, high).Draw(p.T, "number") }

// words are some that labels, annotations and addresses are made of, too.
var words = []string{"원인", "증상", "조치", "같은", "공통", "서버", "느린", "창고", "Acme", "2029", "구성", "요소", "다시", "·", "관련", "IL-9001"}

func (p *printer) words(least, most int) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), least, most).Draw(p.T, "words"), " ")
}

// sentence begins with a word that no line but a sentence begins with.
func (p *printer) sentence() string { return "이날 " + p.words(2, 6) + " 멈췄다." }

func (p *printer) title() string { return "그날 " + p.words(2, 6) + " 멈췄다" }

func (p *printer) sentences(most int) []string {
	out := make([]string, p.number(1, most))
	for i := range out {
		out[i] = p.sentence()
	}
	return out
}

func (p *printer) id() string { return fmt.Sprintf("IL-%04d", p.number(0, 4999)) }

func (p *printer) company() string {
	return rapid.SampledFrom([]string{"Acme", "Acme Foods", "다온다상회", "Unheard Of", "이웃 가게"}).Draw(p.T, "company")
}

func (p *printer) date(layout string) graph.Date {
	d, err := graph.ParseDate(fmt.Sprintf("20%02d-%02d-%02d", p.number(0, 99), p.number(1, 12), p.number(1, 28))[:len(layout)])
	if err != nil {
		p.Fatal(err)
	}
	return d
}

// terms gives some names of a kind, without repeats.
func (p *printer) terms(kind graph.NodeKind, least int) []string {
	var all []string
	for _, t := range p.voc.Terms() {
		if t.Kind == kind {
			all = append(all, t.Name.KO)
		}
	}
	return rapid.SliceOfNDistinct(rapid.SampledFrom(all), least, 3, rapid.ID[string]).Draw(p.T, "terms")
}

// presence says in which way a field stands on a page.
type presence string

const (
	given    presence = "given"
	noneHere presence = "none"
	emptied  presence = "emptied" // the label alone
	absent   presence = "absent"  // no label either
)

// section prints a label and, where the field is given, what value prints; it keeps the
// other states in the case.
func (p *printer) section(c *graph.Case, label string, field graph.Field, printLabel func(string), value func()) presence {
	how := rapid.SampledFrom([]presence{given, given, noneHere, emptied, absent}).Draw(p.T, label)
	if how == absent {
		return how
	}
	printLabel(label)
	switch how {
	case given:
		value()
	case noneHere:
		p.line(rapid.SampledFrom([]string{"–", "- –"}).Draw(p.T, "dash"))
		c.NoneGiven = append(c.NoneGiven, field)
	case emptied:
		c.Lost = append(c.Lost, field)
	}
	return how
}

func (p *printer) casePage() *graph.Case {
	c := &graph.Case{ID: p.id(), Organisation: p.company(), Date: p.date("2006-01-02"), DateKind: graph.Occurred}
	if p.chance("site name") {
		p.line(siteName)
	}
	p.caseHeader(c)
	c.Title.KO = p.title()
	p.line(c.Title.KO)
	summary := p.sentences(3)
	for _, s := range summary {
		p.line(s)
	}
	c.Summary.KO = strings.Join(summary, "\n\n")
	p.definitions(c)
	p.symptoms(c, p.line, true)
	p.causes(c)
	p.texts(c, p.line)
	p.section(c, "출처", graph.FieldSources, p.line, func() {
		c.Sources = []graph.Source{{Title: "보고서", URL: "https://library.example/report"}}
		p.dashed("보고서 https://library.example/report")
	})
	p.section(c, "참고 문서", graph.FieldReferences, p.line, func() {
		c.References = []graph.Source{{Title: "안내서"}}
		p.dashed("안내서")
	})
	p.section(c, "관련 사례", graph.FieldRelated, p.line, func() {
		for range p.number(1, 4) {
			c.Related = append(c.Related, p.card())
		}
	})
	c.Lost = append(c.Lost, graph.FieldComponents, graph.FieldFactors)
	p.caseTail(c)
	return c
}

func (p *printer) caseHeader(c *graph.Case) {
	if p.chance("no header") { // lost, and told by nothing but the address, if at all
		c.Lost = append(c.Lost, graph.FieldOrganisation, graph.FieldDate)
		c.Organisation, c.Date, c.DateKind = "", graph.Date{}, ""
		return
	}
	head := c.ID + " " + c.Organisation + " · " + c.Date.String()
	if p.chance("published") {
		c.DateKind = graph.Published
		head += " (게시일)"
	}
	c.Tags = rapid.SliceOfNDistinct(rapid.SampledFrom(pageTags), 0, 4, rapid.ID[string]).Draw(p.T, "tags")
	p.line(head + strings.Join(c.Tags, ""))
}

func (p *printer) caseTail(c *graph.Case) {
	if p.chance("check heading") {
		p.line(checkHeading)
	}
	if p.chance("advertisement") {
		c.Components = p.terms(graph.KindComponent, 1)
		p.line("kubegap 은 점검한다. 이 사례의 구성 요소: " + strings.Join(c.Components, ", ") + ". 근거는 글이다.")
	}
	if p.chance("tools heading") {
		p.line(toolsHeading)
	}
	if p.chance("address") {
		p.line("- 이 사례의 JSON: https://library.example/cases/" + c.ID)
	} else if c.Date.IsZero() { // the header was lost
		c.ID = ""
		c.Lost = append(c.Lost, graph.FieldID)
	}
	if p.chance("text after the address") {
		p.line(toolsHeading)
		p.line("- 가장 비슷한 사례들: https://library.example/cases/IL-0001/similar")
	}
}

func (p *printer) definitions(c *graph.Case) {
	english := func() string {
		return rapid.StringMatching(`[A-Z][a-z]{1,8}( [a-z]{1,8}|, [a-z]{1,8}|; [a-z0-9-]{1,8}){0,4}`).Draw(p.T, "english")
	}
	p.section(c, "심각도", graph.FieldSeverity, p.dashed, func() { c.Severity = "sev2"; p.dashed("sev2") })
	p.section(c, "영향 범위", graph.FieldImpactScope, p.dashed, func() { c.ImpactScope.EN = english(); p.dashed(c.ImpactScope.EN) })
	p.section(c, "영향 사용자", graph.FieldAffectedUsers, p.dashed, func() { c.AffectedUsers.EN = english(); p.dashed(c.AffectedUsers.EN) })
	p.section(c, "지역", graph.FieldRegions, p.dashed, func() { c.Regions = []string{english()}; p.dashed(c.Regions[0]) })
	duration := func(into **int) func() {
		return func() {
			h, m := p.number(0, 50), p.number(1, 59)
			total := 60*h + m
			*into = &total
			if h == 0 {
				p.dashed(fmt.Sprintf("%dm", m))
			} else {
				p.dashed(fmt.Sprintf("%dh %dm", h, m))
			}
		}
	}
	p.section(c, "감지까지", graph.FieldTimeToDetect, p.dashed, duration(&c.TimeToDetect))
	p.section(c, "복구까지", graph.FieldTimeToRecover, p.dashed, duration(&c.TimeToRecover))
}

// symptoms prints the symptoms; case pages have a line of terms, or have lost it.
func (p *printer) symptoms(c *graph.Case, label func(string), termLine bool) {
	how := p.section(c, "증상", graph.FieldSymptoms, label, func() {
		text := p.sentences(4)
		for _, s := range text {
			p.line(s)
		}
		c.Symptoms.Text.KO = strings.Join(text, "\n\n")
		if termLine && p.chance("symptom terms") {
			c.Symptoms.Terms = p.terms(graph.KindSymptom, 1)
			p.line("증상 " + strings.Join(c.Symptoms.Terms, ""))
		}
	})
	if termLine && (how == absent || how == given && c.Symptoms.Terms == nil) {
		c.Lost = append(c.Lost, graph.FieldSymptomTerms)
	}
}

func (p *printer) causes(c *graph.Case) {
	how := p.section(c, "원인", graph.FieldRootCauses, p.line, func() {
		c.RootCauses = p.terms(graph.KindCause, 1)
		p.line("원인 " + strings.Join(c.RootCauses, ""))
	})
	if how == absent {
		c.Lost = append(c.Lost, graph.FieldRootCauses)
	}
	p.trigger(c)
}

func (p *printer) trigger(c *graph.Case) {
	p.section(c, "촉발", graph.FieldTrigger, p.dashed, func() { c.Trigger.Text.KO = p.sentence(); p.dashed(c.Trigger.Text.KO) })
}

// texts prints what both kinds of page have from 감지 to 교훈.
func (p *printer) texts(c *graph.Case, label func(string)) {
	items := func(into *[]graph.Text) func() {
		return func() {
			for _, s := range p.sentences(4) {
				*into = append(*into, graph.Text{KO: s})
				p.dashed(s)
			}
		}
	}
	p.section(c, "감지", graph.FieldDetection, label, func() { c.Detection.KO = p.sentence(); p.line(c.Detection.KO) })
	p.section(c, "조치", graph.FieldRemediation, label, items(&c.Remediation))
	p.section(c, "후속 조치", graph.FieldActionItems, label, items(&c.ActionItems))
	p.section(c, "교훈", graph.FieldLessons, label, func() { c.Lessons.KO = p.sentence(); p.line(c.Lessons.KO) })
}

func (p *printer) card() graph.Card {
	card := graph.Card{SameCause: p.chance("same cause")}
	if !card.SameCause || p.chance("shared") {
		card.SharedComponents = p.terms(graph.KindComponent, 1)
	}
	var annotation []string
	if card.SameCause {
		annotation = append(annotation, sameCauseWords)
	}
	if card.SharedComponents != nil {
		annotation = append(annotation, sharedWord+strings.Join(card.SharedComponents, ", "))
	}
	head := ""
	if p.chance("header of card") {
		card.ID, card.Title.KO, card.Organisation, card.Date = fmt.Sprintf("IL-%04d", p.number(5000, 9999)), p.title(), p.company(), p.date("2006")
		head = card.ID + card.Title.KO + card.Organisation + " · " + card.Date.String()
		if p.chance("severity") {
			card.Severity = "sev1"
			head += " · sev1"
		}
	}
	p.line(head + strings.Join(annotation, " · "))
	return card
}

func (p *printer) listPage() []*graph.Case {
	n := p.number(1, 4)
	p.line(graphHeading)
	p.line(fmt.Sprintf("사례%d건", n))
	p.line(fmt.Sprintf("%d건 중 1~%d번째", n, n))
	var out []*graph.Case
	for i := range n {
		c := &graph.Case{}
		if i == 0 && p.chance("headless") {
			c.Lost = []graph.Field{graph.FieldID, graph.FieldTitle, graph.FieldOrganisation, graph.FieldDate}
			p.listCase(c, "")
		} else {
			c.ID, c.Title.KO, c.Organisation, c.Date = p.id(), p.title(), p.company(), p.date("2006")
			p.listCase(c, c.ID+c.Title.KO+c.Organisation+c.Date.String())
		}
		out = append(out, c)
	}
	if p.chance("page's last line") {
		p.line(fmt.Sprintf("이 %d건에서 가장 많이 나오는 구성 요소: 세션 창고. kubegap 은 점검한다.", n))
	}
	return out
}

// listCase prints a case of a list. Its header is glued to its first label. A headless
// case must have a label at all.
func (p *printer) listCase(c *graph.Case, header string) {
	begun := false
	label := func(s string) {
		if p.dashes {
			s = "- " + s
		}
		if !begun {
			s = header + s
		}
		begun = true
		p.line(s)
	}
	p.symptoms(c, label, false)
	if !begun { // the first label is there, its text is lost
		label("증상")
		c.Lost = append(c.Lost, graph.FieldSymptoms)
	}
	p.section(c, "촉발", graph.FieldTrigger, label, func() { c.Trigger.Text.KO = p.sentence(); p.line(c.Trigger.Text.KO) })
	p.section(c, "원인", graph.FieldRootCauses, label, func() {
		c.RootCauses = p.terms(graph.KindCause, 1)
		p.line(strings.Join(c.RootCauses, ""))
	})
	p.section(c, "구성 요소", graph.FieldComponents, label, func() {
		c.Components = p.terms(graph.KindComponent, 1)
		p.line("구성 요소 " + strings.Join(c.Components, ""))
	})
	p.section(c, "기여 요인", graph.FieldFactors, label, func() {
		c.Factors = p.terms(graph.KindFactor, 1)
		p.line(strings.Join(c.Factors, ""))
	})
	p.texts(c, label)
}
