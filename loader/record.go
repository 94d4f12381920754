package loader

import (
	"github.com/incidentgraph/incidentgraph/graph"
)

// caseShape is the case record: every key that it may have.
var caseShape = newShape([]member[graph.Case]{
	{"id", func(d *decoder, tok token, c *graph.Case) { c.ID = d.text(tok) }},
	{"title", func(d *decoder, tok token, c *graph.Case) { c.Title = d.prose(tok) }},
	{"summary", func(d *decoder, tok token, c *graph.Case) { c.Summary = d.prose(tok) }},
	{"organisation", func(d *decoder, tok token, c *graph.Case) { c.Organisation = d.text(tok) }},
	{"date", func(d *decoder, tok token, c *graph.Case) { c.Date = d.date(tok) }},
	{"date_kind", func(d *decoder, tok token, c *graph.Case) { c.DateKind = graph.DateKind(graph.Clean(d.text(tok))) }},
	{"domain", func(d *decoder, tok token, c *graph.Case) { c.Domain = d.text(tok) }},
	{"tags", func(d *decoder, tok token, c *graph.Case) { c.Tags = d.texts(tok) }},
	{"severity", func(d *decoder, tok token, c *graph.Case) { c.Severity = d.text(tok) }},
	{"impact_scope", func(d *decoder, tok token, c *graph.Case) { c.ImpactScope = d.prose(tok) }},
	{"affected_users", func(d *decoder, tok token, c *graph.Case) { c.AffectedUsers = d.prose(tok) }},
	{"regions", func(d *decoder, tok token, c *graph.Case) { c.Regions = d.texts(tok) }},
	{"time_to_detect", func(d *decoder, tok token, c *graph.Case) { c.TimeToDetect = d.minutes(tok) }},
	{"time_to_recover", func(d *decoder, tok token, c *graph.Case) { c.TimeToRecover = d.minutes(tok) }},
	{"started_at", func(d *decoder, tok token, c *graph.Case) { c.StartedAt = d.text(tok) }},
	{"detected_at", func(d *decoder, tok token, c *graph.Case) { c.DetectedAt = d.text(tok) }},
	{"ended_at", func(d *decoder, tok token, c *graph.Case) { c.EndedAt = d.text(tok) }},
	{"symptoms", func(d *decoder, tok token, c *graph.Case) { symptomsShape.read(d, tok, &c.Symptoms) }},
	{"trigger", func(d *decoder, tok token, c *graph.Case) { triggerShape.read(d, tok, &c.Trigger) }},
	{"root_causes", func(d *decoder, tok token, c *graph.Case) { c.RootCauses = d.texts(tok) }},
	{"components", func(d *decoder, tok token, c *graph.Case) { c.Components = d.texts(tok) }},
	{"contributing_factors", func(d *decoder, tok token, c *graph.Case) { c.Factors = d.texts(tok) }},
	{"timeline", func(d *decoder, tok token, c *graph.Case) { c.Timeline = objects(d, tok, momentShape) }},
	{"detection", func(d *decoder, tok token, c *graph.Case) { c.Detection = d.prose(tok) }},
	{"remediation", func(d *decoder, tok token, c *graph.Case) { c.Remediation = d.proseList(tok) }},
	{"action_items", func(d *decoder, tok token, c *graph.Case) { c.ActionItems = d.proseList(tok) }},
	{"lessons", func(d *decoder, tok token, c *graph.Case) { c.Lessons = d.prose(tok) }},
	{"sources", func(d *decoder, tok token, c *graph.Case) { c.Sources = objects(d, tok, sourceShape) }},
	{"references", func(d *decoder, tok token, c *graph.Case) { c.References = objects(d, tok, sourceShape) }},
	{"related", func(d *decoder, tok token, c *graph.Case) { c.Related = objects(d, tok, cardShape) }},
	{"replaces", func(d *decoder, tok token, c *graph.Case) { c.Replaces = d.texts(tok) }},
	{"updated_at", func(d *decoder, tok token, c *graph.Case) { c.UpdatedAt = d.text(tok) }},
	{"lost", func(d *decoder, tok token, c *graph.Case) { c.Lost = d.fields(tok) }},
	{"none_given", func(d *decoder, tok token, c *graph.Case) { c.NoneGiven = d.fields(tok) }},
	{"inferred", func(d *decoder, tok token, c *graph.Case) { c.Inferred = d.fields(tok) }},
	{problemsKey, func(d *decoder, tok token, _ *graph.Case) { d.skip(tok) }},
}).above(map[string]string{
	"kind": "trigger", "terms": "symptoms", "text": "what it is the text of",
	"en": "what it is the text of", "ko": "what it is the text of",
	"same_cause": "its card in related", "shared_components": "its card in related",
}).butFor("slug", ": terms have it, not cases; a term also says its kind: write kind: and one of "+kindsOfTerms)

var symptomsShape = newShape([]member[graph.Symptoms]{
	{"text", func(d *decoder, tok token, s *graph.Symptoms) { s.Text = d.prose(tok) }},
	{"terms", func(d *decoder, tok token, s *graph.Symptoms) { s.Terms = d.texts(tok) }},
})

var triggerShape = newShape([]member[graph.Trigger]{
	{"kind", func(d *decoder, tok token, t *graph.Trigger) { t.Kind = d.text(tok) }},
	{"text", func(d *decoder, tok token, t *graph.Trigger) { t.Text = d.prose(tok) }},
})

var momentShape = newShape([]member[graph.Moment]{
	{"at", func(d *decoder, tok token, m *graph.Moment) { m.At = d.text(tok) }},
	{"text", func(d *decoder, tok token, m *graph.Moment) { m.Text = d.prose(tok) }},
})

var sourceShape = newShape([]member[graph.Source]{
	{"title", func(d *decoder, tok token, s *graph.Source) { s.Title = d.text(tok) }},
	{"url", func(d *decoder, tok token, s *graph.Source) { s.URL = d.text(tok) }},
	{"archive_url", func(d *decoder, tok token, s *graph.Source) { s.ArchiveURL = d.text(tok) }},
})

var cardShape = newShape([]member[graph.Card]{
	{"id", func(d *decoder, tok token, c *graph.Card) { c.ID = d.text(tok) }},
	{"title", func(d *decoder, tok token, c *graph.Card) { c.Title = d.prose(tok) }},
	{"organisation", func(d *decoder, tok token, c *graph.Card) { c.Organisation = d.text(tok) }},
	{"date", func(d *decoder, tok token, c *graph.Card) { c.Date = d.date(tok) }},
	{"severity", func(d *decoder, tok token, c *graph.Card) { c.Severity = d.text(tok) }},
	{"same_cause", func(d *decoder, tok token, c *graph.Card) { c.SameCause = d.flag(tok) }},
	{"shared_components", func(d *decoder, tok token, c *graph.Card) { c.SharedComponents = d.texts(tok) }},
})

var textShape = newShape([]member[graph.Text]{
	{"en", func(d *decoder, tok token, t *graph.Text) { t.EN = d.text(tok) }},
	{"ko", func(d *decoder, tok token, t *graph.Text) { t.KO = d.text(tok) }},
})

// prose reads a text: {en, ko}, or a plain string, which serves both languages.
func (d *decoder) prose(tok token) (t graph.Text) {
	if tok.kind == objectStart {
		textShape.read(d, tok, &t)
		return t
	}
	if s := d.text(tok); s != "" {
		t = graph.PlainText(s)
	}
	return t
}

func (d *decoder) proseList(tok token) (out []graph.Text) {
	d.list(tok, func(tok token) { out = append(out, d.prose(tok)) })
	return out
}

func (d *decoder) fields(tok token) (out []graph.Field) {
	d.list(tok, func(tok token) { out = append(out, graph.Field(graph.Clean(d.text(tok)))) })
	return out
}

func objects[T any](d *decoder, tok token, s *shape[T]) (out []T) {
	d.list(tok, func(tok token) {
		var v T
		s.read(d, tok, &v)
		out = append(out, v)
	})
	return out
}

func (d *decoder) date(tok token) graph.Date {
	at := tok.at
	s := clip([]byte(graph.Clean(d.text(tok))))
	if s == "" {
		return graph.Date{}
	}
	date, err := graph.ParseDate(s)
	if err != nil {
		d.report(at, "%v", err)
	}
	return date
}

// minutes reads a duration: a number of minutes, or a string as graph.ParseMinutes
// reads it.
func (d *decoder) minutes(tok token) *int {
	switch tok.kind {
	case numberToken, textToken, plainToken:
	default:
		d.unexpected(tok, "a duration belongs: write minutes (234), 3h 54m or PT3H54M")
		return nil
	}
	s := clip([]byte(graph.Clean(string(tok.text))))
	if s == "" {
		return nil
	}
	n, err := graph.ParseMinutes(s)
	if err != nil {
		d.report(tok.at, "%v", err)
		return nil
	}
	return &n
}
