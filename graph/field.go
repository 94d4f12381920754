package graph

import (
	"fmt"
	"slices"
	"strings"
)

// Field names a field of a case, dotted, as the record writes it.
type Field string

// The fields of a case.
const (
	FieldID            Field = "id"
	FieldTitle         Field = "title"
	FieldSummary       Field = "summary"
	FieldOrganisation  Field = "organisation"
	FieldDate          Field = "date"
	FieldDateKind      Field = "date_kind"
	FieldDomain        Field = "domain"
	FieldTags          Field = "tags"
	FieldSeverity      Field = "severity"
	FieldImpactScope   Field = "impact_scope"
	FieldAffectedUsers Field = "affected_users"
	FieldRegions       Field = "regions"
	FieldTimeToDetect  Field = "time_to_detect"
	FieldTimeToRecover Field = "time_to_recover"
	FieldStartedAt     Field = "started_at"
	FieldDetectedAt    Field = "detected_at"
	FieldEndedAt       Field = "ended_at"
	FieldSymptoms      Field = "symptoms"
	FieldSymptomText   Field = "symptoms.text"
	FieldSymptomTerms  Field = "symptoms.terms"
	FieldTrigger       Field = "trigger"
	FieldTriggerKind   Field = "trigger.kind"
	FieldTriggerText   Field = "trigger.text"
	FieldRootCauses    Field = "root_causes"
	FieldComponents    Field = "components"
	FieldFactors       Field = "contributing_factors"
	FieldTimeline      Field = "timeline"
	FieldDetection     Field = "detection"
	FieldRemediation   Field = "remediation"
	FieldActionItems   Field = "action_items"
	FieldLessons       Field = "lessons"
	FieldSources       Field = "sources"
	FieldReferences    Field = "references"
	FieldRelated       Field = "related"
)

// fields tells of each field, in the order of the record, whether a case has a value
// for it. Fields whose value is only bookkeeping (replaces, updated_at, lost, …) are
// not among them: nothing can be said to be lost of them.
var fields = []struct {
	name Field
	has  func(*Case) bool
}{
	{FieldID, func(c *Case) bool { return c.ID != "" && !IsProvisionalKey(c.ID) }},
	{FieldTitle, func(c *Case) bool { return !c.Title.IsZero() }},
	{FieldSummary, func(c *Case) bool { return !c.Summary.IsZero() }},
	{FieldOrganisation, func(c *Case) bool { return c.Organisation != "" }},
	{FieldDate, func(c *Case) bool { return !c.Date.IsZero() }},
	{FieldDateKind, func(c *Case) bool { return c.DateKind != "" }},
	{FieldDomain, func(c *Case) bool { return c.Domain != "" }},
	{FieldTags, func(c *Case) bool { return len(c.Tags) > 0 }},
	{FieldSeverity, func(c *Case) bool { return c.Severity != "" }},
	{FieldImpactScope, func(c *Case) bool { return !c.ImpactScope.IsZero() }},
	{FieldAffectedUsers, func(c *Case) bool { return !c.AffectedUsers.IsZero() }},
	{FieldRegions, func(c *Case) bool { return len(c.Regions) > 0 }},
	{FieldTimeToDetect, func(c *Case) bool { return c.TimeToDetect != nil }},
	{FieldTimeToRecover, func(c *Case) bool { return c.TimeToRecover != nil }},
	{FieldStartedAt, func(c *Case) bool { return c.StartedAt != "" }},
	{FieldDetectedAt, func(c *Case) bool { return c.DetectedAt != "" }},
	{FieldEndedAt, func(c *Case) bool { return c.EndedAt != "" }},
	{FieldSymptoms, func(c *Case) bool { return !c.Symptoms.IsZero() }},
	{FieldSymptomText, func(c *Case) bool { return !c.Symptoms.Text.IsZero() }},
	{FieldSymptomTerms, func(c *Case) bool { return len(c.Symptoms.Terms) > 0 }},
	{FieldTrigger, func(c *Case) bool { return c.Trigger != Trigger{} }},
	{FieldTriggerKind, func(c *Case) bool { return c.Trigger.Kind != "" }},
	{FieldTriggerText, func(c *Case) bool { return !c.Trigger.Text.IsZero() }},
	{FieldRootCauses, func(c *Case) bool { return len(c.RootCauses) > 0 }},
	{FieldComponents, func(c *Case) bool { return len(c.Components) > 0 }},
	{FieldFactors, func(c *Case) bool { return len(c.Factors) > 0 }},
	{FieldTimeline, func(c *Case) bool { return len(c.Timeline) > 0 }},
	{FieldDetection, func(c *Case) bool { return !c.Detection.IsZero() }},
	{FieldRemediation, func(c *Case) bool { return len(c.Remediation) > 0 }},
	{FieldActionItems, func(c *Case) bool { return len(c.ActionItems) > 0 }},
	{FieldLessons, func(c *Case) bool { return !c.Lessons.IsZero() }},
	{FieldSources, func(c *Case) bool { return len(c.Sources) > 0 }},
	{FieldReferences, func(c *Case) bool { return len(c.References) > 0 }},
	{FieldRelated, func(c *Case) bool { return len(c.Related) > 0 }},
}

// Fields gives the fields that can be known, lost or none given, in the order of the
// record.
func Fields() []Field {
	names := make([]Field, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	return names
}

// FieldSet is a set of fields: bit i stands for Fields()[i].
type FieldSet uint64

// KnownFields gives the fields that a case gives a value for, wholly or in part.
func (c *Case) KnownFields() FieldSet {
	var set FieldSet
	for i, f := range fields {
		if f.has(c) {
			set |= 1 << i
		}
	}
	return set
}

// Has reports whether a field is in the set.
func (s FieldSet) Has(name Field) bool {
	for i, f := range fields {
		if f.name == name {
			return s&(1<<i) != 0
		}
	}
	return false
}

// State says what a case tells of one field.
type State uint8

// The states of a field. Unknown and Lost tell nothing about the incident; None tells
// that there is nothing.
const (
	Unknown     State = iota // the case does not say
	Known                    // it gives a value
	PartlyKnown              // it gives a value, and some of it was lost
	Lost                     // the label was there and its text was lost
	None                     // the case says that there is none
)

// State gives the state of one field. What is said of a parent holds of its parts:
// `symptoms` covers `symptoms.terms`.
func (c *Case) State(name Field) State {
	has := false
	for _, f := range fields {
		has = has || f.name == name && f.has(c)
	}
	return stateOf(name, has, c.Lost, c.NoneGiven)
}

// State gives the state of one field, as the incident's case has it; Unknown for a stub.
func (i *Incident) State(name Field) State {
	return stateOf(name, i.Known.Has(name), i.Lost, i.NoneGiven)
}

func stateOf(name Field, has bool, lost, noneGiven []Field) State {
	switch {
	case has && covers(lost, name):
		return PartlyKnown
	case has:
		return Known
	case covers(lost, name):
		return Lost
	case covers(noneGiven, name):
		return None
	}
	return Unknown
}

// IsInferred reports whether the case's value of a field is its coder's reading.
func (c *Case) IsInferred(name Field) bool { return covers(c.Inferred, name) }

func covers(list []Field, name Field) bool {
	parent, _, _ := strings.Cut(string(name), ".")
	return slices.Contains(list, name) || slices.Contains(list, Field(parent))
}

// A Problem is one thing that is wrong with a case.
type Problem struct {
	Field  Field  // dotted, as in the record; may name an element: related[2].id
	Reason string // what is wrong and what to do
}

// likened is how many problems of a case may be told with what was meant instead: to find
// that takes time.
const likened = 20

// Check says what keeps a case from being loaded. It does not look at the graph.
// Types (dates, durations) were checked when the case was read.
func (c *Case) Check() []Problem {
	var out []Problem
	add := func(field Field, format string, args ...any) {
		out = append(out, Problem{field, fmt.Sprintf(format, args...)})
	}
	if c.ID != "" && !ValidKey(c.ID) {
		add(FieldID, "%q is not a key: Latin letters, digits, dot, dash and underscore, a letter or digit first, at most 64", c.ID)
	}
	if c.DateKind != "" && c.DateKind != Occurred && c.DateKind != Published {
		add(FieldDateKind, "%q is neither occurred nor published", c.DateKind)
	}
	for _, t := range []struct {
		field Field
		value string
	}{{FieldStartedAt, c.StartedAt}, {FieldDetectedAt, c.DetectedAt}, {FieldEndedAt, c.EndedAt}, {"updated_at", c.UpdatedAt}} {
		if t.value == "" {
			continue
		}
		if err := CheckTime(t.value); err != nil {
			add(t.field, "%v", err)
		}
	}
	eachTermName(c, func(name mention) {
		if new(Vocabulary).Resolve(name.kind, name.printed) == "" {
			add(name.field, "%q has no letter or digit to name a %s by", name.printed, strings.ToLower(name.kind.String()))
		}
	})
	for i, card := range c.Related {
		if card.ID != "" && !ValidKey(card.ID) {
			add(Field(fmt.Sprintf("related[%d].id", i)), "%q is not a key", card.ID)
		}
	}
	if len(c.Replaces) > 0 && (c.ID == "" || IsProvisionalKey(c.ID)) {
		add("replaces", "a case without a key of its own cannot stand for another: give it an id")
	}
	for i, key := range c.Replaces {
		if !IsProvisionalKey(key) {
			add(Field(fmt.Sprintf("replaces[%d]", i)), "%q is not a provisional key (X- and 12 hex digits)", key)
		}
	}
	for list, names := range map[Field][]Field{"lost": c.Lost, "none_given": c.NoneGiven, "inferred": c.Inferred} {
		for i, name := range names {
			if !slices.Contains(Fields(), name) {
				meant := ""
				if len(out) < likened {
					meant = NearestName(string(name), Fields())
				}
				if meant != "" {
					meant = fmt.Sprintf(": did you mean %s?", meant)
				}
				add(Field(fmt.Sprintf("%s[%d]", list, i)), "%q is not a field of a case%s", name, meant)
			}
		}
	}
	for _, f := range fields {
		if !covers(c.NoneGiven, f.name) {
			continue
		}
		if f.has(c) {
			add(f.name, "has a value and is in none_given: take one of them away")
		} else if covers(c.Lost, f.name) {
			add(f.name, "is in lost and in none_given: it can be one of them")
		}
	}
	slices.SortStableFunc(out, func(a, b Problem) int { return strings.Compare(string(a.Field), string(b.Field)) })
	return out
}

// Remarks says what is odd about a case, though it can be loaded.
func (c *Case) Remarks() []Problem {
	var out []Problem
	for _, name := range c.Inferred {
		if s := c.State(name); s != Known && s != PartlyKnown {
			out = append(out, Problem{"inferred", fmt.Sprintf("%q is called inferred and has no value", name)})
		}
	}
	for i, card := range c.Related {
		if card.ID != "" && SameKey(card.ID, c.ID) {
			out = append(out, Problem{Field(fmt.Sprintf("related[%d].id", i)), "the card names its own case; it is left out of the graph"})
		}
	}
	for field, at := range map[Field]string{FieldDetectedAt: c.DetectedAt, FieldEndedAt: c.EndedAt} {
		if endsBefore(at, c.StartedAt) {
			out = append(out, Problem{field, fmt.Sprintf("%s is before started_at, %s", at, c.StartedAt)})
		}
	}
	slices.SortStableFunc(out, func(a, b Problem) int { return strings.Compare(string(a.Field), string(b.Field)) })
	return out
}

// endsBefore reports whether one moment is over before another begins. A date alone is
// all of its day, and what is no moment is not before or after any.
func endsBefore(a, b string) bool {
	end, err := Instant(a)
	begin, err2 := Instant(b)
	if err != nil || err2 != nil {
		return false
	}
	if !strings.ContainsAny(a, "Tt") {
		end = end.AddDate(0, 0, 1).Add(-1)
	}
	return end.Before(begin)
}
