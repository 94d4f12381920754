package graph

import "slices"

// Term is one term of a vocabulary as its source writes it. Slug is derived from the
// English name where it is not given. A term of the graph that no vocabulary holds is
// not controlled: it has a slug and the spelling of most cases, in Name.
type Term struct {
	Kind       NodeKind
	Slug       string
	Name       Text
	Aliases    []string
	Definition Text
	Broader    string // slug of a term of the same kind, or ""
	// Formerly is the slugs that the term gave up. They stay names of it, no other term
	// keeps them, and edges to them are edges to this term.
	Formerly []string
}

// Ref names the term.
func (t Term) Ref() TermRef { return TermRef{t.Kind, t.Slug} }

// normalise gives the term as it is stored.
func (t Term) normalise() Term {
	t.Name = Text{EN: Clean(t.Name.EN), KO: Clean(t.Name.KO)}
	t.Definition = Text{EN: Clean(t.Definition.EN), KO: Clean(t.Definition.KO)}
	t.Aliases = cleanList(t.Aliases)
	if t.Slug == "" {
		t.Slug = t.Name.In(EN)
	}
	t.Slug, t.Broader = Slug(t.Slug), Slug(t.Broader)
	var formerly []string
	for _, slug := range t.Formerly {
		if slug = Slug(slug); slug != "" && slug != t.Slug {
			formerly = append(formerly, slug)
		}
	}
	t.Formerly = sortedSet(formerly)
	return t
}

// names gives every name of the term by rank: what is found under an earlier one wins.
func (t Term) names() [3][]string {
	return [3][]string{append([]string{t.Slug}, t.Formerly...), {t.Name.EN, t.Name.KO}, t.Aliases}
}

// allNames gives every name of the term in one list.
func (t Term) allNames() []string {
	return slices.Concat([]string{t.Slug, t.Name.EN, t.Name.KO}, t.Aliases, t.Formerly)
}

// mention is one term named by a case, in one of its fields or on one of its cards.
type mention struct {
	kind    NodeKind
	printed string
	field   Field
}

// eachTermName visits every mention of a term in a case, repeats included.
func eachTermName(c *Case, visit func(mention)) {
	one := func(kind NodeKind, field Field, name string) {
		if name != "" {
			visit(mention{kind, name, field})
		}
	}
	list := func(kind NodeKind, field Field, names []string) {
		for _, name := range names {
			one(kind, field, name)
		}
	}
	one(KindCompany, FieldOrganisation, c.Organisation)
	list(KindComponent, FieldComponents, c.Components)
	list(KindCause, FieldRootCauses, c.RootCauses)
	one(KindTrigger, FieldTriggerKind, c.Trigger.Kind)
	list(KindSymptom, FieldSymptomTerms, c.Symptoms.Terms)
	list(KindFactor, FieldFactors, c.Factors)
	for i := range c.Related {
		one(KindCompany, FieldRelated, c.Related[i].Organisation)
		list(KindComponent, FieldRelated, c.Related[i].SharedComponents)
	}
}

// mapTerms replaces every term name in a case. The case's lists are not shared with
// their earlier owner afterwards.
func mapTerms(c *Case, to func(kind NodeKind, printed string) string) {
	one := func(kind NodeKind, name *string) {
		if *name != "" {
			*name = to(kind, *name)
		}
	}
	list := func(kind NodeKind, names *[]string) {
		*names = slices.Clone(*names)
		for i := range *names {
			one(kind, &(*names)[i])
		}
	}
	one(KindCompany, &c.Organisation)
	list(KindComponent, &c.Components)
	list(KindCause, &c.RootCauses)
	one(KindTrigger, &c.Trigger.Kind)
	list(KindSymptom, &c.Symptoms.Terms)
	list(KindFactor, &c.Factors)
	c.Related = slices.Clone(c.Related)
	for i := range c.Related {
		card := &c.Related[i]
		one(KindCompany, &card.Organisation)
		list(KindComponent, &card.SharedComponents)
	}
}

// Normalise brings a case into the form in which it is stored and compared: every
// string clean (see Clean; texts keep their line ends), empty and repeated entries of
// lists dropped, the field lists sorted, keys of fields untouched. It is idempotent.
func (c *Case) Normalise() {
	for _, s := range []*string{&c.ID, &c.Organisation, &c.Domain, &c.Severity, &c.StartedAt,
		&c.DetectedAt, &c.EndedAt, &c.Trigger.Kind, &c.UpdatedAt} {
		*s = Clean(*s)
	}
	for _, t := range []*Text{&c.Title, &c.Summary, &c.ImpactScope, &c.AffectedUsers, &c.Symptoms.Text,
		&c.Trigger.Text, &c.Detection, &c.Lessons} {
		*t = t.clean()
	}
	for _, l := range []*[]string{&c.Tags, &c.Regions, &c.Symptoms.Terms, &c.RootCauses, &c.Components,
		&c.Factors, &c.Replaces} {
		*l = cleanList(*l)
	}
	c.Remediation, c.ActionItems = cleanTexts(c.Remediation), cleanTexts(c.ActionItems)
	for i := range c.Timeline {
		c.Timeline[i] = Moment{At: Clean(c.Timeline[i].At), Text: c.Timeline[i].Text.clean()}
	}
	c.Timeline = slices.DeleteFunc(c.Timeline, func(m Moment) bool { return m == Moment{} })
	c.Sources, c.References = cleanSources(c.Sources), cleanSources(c.References)
	for i := range c.Related {
		card := &c.Related[i]
		card.ID, card.Organisation, card.Severity = Clean(card.ID), Clean(card.Organisation), Clean(card.Severity)
		card.Title = card.Title.clean()
		card.SharedComponents = cleanList(card.SharedComponents)
	}
	for _, l := range []*[]Field{&c.Lost, &c.NoneGiven, &c.Inferred} {
		slices.Sort(*l)
		*l = slices.Compact(*l)
	}
}

func (t Text) clean() Text { return Text{EN: cleanText(t.EN), KO: cleanText(t.KO)} }

func cleanTexts(list []Text) []Text {
	var out []Text
	for _, t := range list {
		if t = t.clean(); !t.IsZero() {
			out = append(out, t)
		}
	}
	return out
}

func cleanSources(list []Source) []Source {
	var out []Source
	for _, s := range list {
		s = Source{Title: Clean(s.Title), URL: Clean(s.URL), ArchiveURL: Clean(s.ArchiveURL)}
		if s != (Source{}) {
			out = append(out, s)
		}
	}
	return out
}

// cleanList cleans each entry and drops empty ones and repeats, which are told by
// Fold; the first spelling stays.
func cleanList(list []string) []string {
	var out []string
	seen := make(map[string]struct{}, len(list))
	for _, s := range list {
		s = Clean(s)
		folded := Fold(s)
		if _, again := seen[folded]; s == "" || again {
			continue
		}
		seen[folded] = struct{}{}
		out = append(out, s)
	}
	return out
}

// WithSlugs gives the case with its controlled terms named by slug; other terms and the
// organisation stay as printed. It is how cases are exported.
func (c *Case) WithSlugs(voc *Vocabulary) *Case {
	out := *c
	mapTerms(&out, func(kind NodeKind, printed string) string {
		slug := voc.Resolve(kind, printed)
		if _, controlled := voc.Term(TermRef{kind, slug}); !controlled || kind == KindCompany {
			return printed
		}
		return slug
	})
	for _, names := range []*[]string{&out.Components, &out.RootCauses, &out.Symptoms.Terms, &out.Factors} {
		*names = cleanList(*names) // two names may have been one term
	}
	for i := range out.Related {
		out.Related[i].SharedComponents = cleanList(out.Related[i].SharedComponents)
	}
	return &out
}
