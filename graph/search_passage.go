package graph

import "slices"

// Passage is one of the texts by which an incident is found.
type Passage struct {
	Field Field // where the text stands in the record
	Tier  Tier  // how well what is in it finds the incident
	Text  string
}

// Passages gives the texts by which an incident is found, in order of tier, then of field
// as the record has them, both languages of a text apart, Korean first: its key and title;
// the names of all its terms, derived ones included (none where name is nil); the summary;
// all other texts but sources, references and cards. c is its case, nil of a stub.
func Passages(i *Incident, c *Case, name func(TermRef) Text) []Passage {
	var p passages
	p.add(FieldID, TierTitle, i.Key)
	p.text(FieldTitle, TierTitle, i.Title)
	if name != nil {
		for _, kind := range termFields {
			for _, slug := range i.Terms(kind) {
				p.text(kind.Field(), TierTerms, name(TermRef{kind.To(), slug}))
			}
		}
	}
	if c == nil {
		c = new(Case)
	}
	p.text(FieldSummary, TierSummary, c.Summary)
	p.add(FieldDomain, TierText, i.Domain)
	p.add(FieldTags, TierText, i.Tags...)
	p.add(FieldSeverity, TierText, i.Severity)
	p.text(FieldImpactScope, TierText, c.ImpactScope)
	p.text(FieldAffectedUsers, TierText, c.AffectedUsers)
	p.add(FieldRegions, TierText, i.Regions...)
	p.text(FieldSymptomText, TierText, c.Symptoms.Text)
	p.text(FieldTriggerText, TierText, c.Trigger.Text)
	for _, moment := range c.Timeline {
		p.text(FieldTimeline, TierText, moment.Text)
	}
	p.text(FieldDetection, TierText, c.Detection)
	p.text(FieldRemediation, TierText, c.Remediation...)
	p.text(FieldActionItems, TierText, c.ActionItems...)
	p.text(FieldLessons, TierText, c.Lessons)
	return p
}

// termFields are the edges to terms, in the order in which the record has their fields.
var termFields = [...]EdgeKind{At, Showed, TriggeredBy, CausedBy, Involves, WorsenedBy}

type passages []Passage

func (p *passages) add(field Field, tier Tier, texts ...string) {
	for _, text := range texts {
		if text != "" {
			*p = append(*p, Passage{field, tier, text})
		}
	}
}

func (p *passages) text(field Field, tier Tier, texts ...Text) {
	for _, t := range texts {
		p.add(field, tier, slices.Compact([]string{t.KO, t.EN})...)
	}
}
