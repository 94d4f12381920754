package model

import "github.com/incidentgraph/incidentgraph/graph"

// IncidentTrigger is what set an incident off: a term, words, or both.
type IncidentTrigger struct {
	Term  *graph.TermRef // nil where there are only words
	words graph.Text
	lang  graph.Lang
}

// NewIncidentTrigger gives a trigger as a case tells it.
func NewIncidentTrigger(term *graph.TermRef, words graph.Text, lang graph.Lang) *IncidentTrigger {
	return &IncidentTrigger{term, words, lang}
}

// Text gives the case's words.
func (t *IncidentTrigger) Text(lang *graph.Lang) *string { return InLanguage(t.words, lang, t.lang) }

// TimelineEntry is one line of a timeline.
type TimelineEntry struct {
	moment graph.Moment
	lang   graph.Lang
}

// NewTimeline gives a case's timeline.
func NewTimeline(moments []graph.Moment, lang graph.Lang) []*TimelineEntry {
	entries := make([]*TimelineEntry, len(moments))
	for i, m := range moments {
		entries[i] = &TimelineEntry{m, lang}
	}
	return entries
}

// At gives the moment as written.
func (e *TimelineEntry) At() *string { return Known(e.moment.At) }

// Text says what happened.
func (e *TimelineEntry) Text(lang *graph.Lang) *string {
	return InLanguage(e.moment.Text, lang, e.lang)
}

// Source is a page on the web.
type Source struct{ page graph.Source }

// NewSources gives a case's sources or references.
func NewSources(pages []graph.Source) []*Source {
	sources := make([]*Source, len(pages))
	for i, p := range pages {
		sources[i] = &Source{p}
	}
	return sources
}

// Title gives the page's title.
func (s *Source) Title() *string { return Known(s.page.Title) }

// URL gives the page's address.
func (s *Source) URL() *string { return Known(s.page.URL) }

// ArchiveURL gives the address of an archived copy.
func (s *Source) ArchiveURL() *string { return Known(s.page.ArchiveURL) }
