package graphtest

import "github.com/incidentgraph/incidentgraph/graph"

// part says something of a case.
type part func(*graph.Case)

// record writes a case down.
func record(id string, parts ...part) *graph.Case {
	c := &graph.Case{ID: id}
	for _, p := range parts {
		p(c)
	}
	c.Normalise()
	return c
}

func title(s string) part            { return func(c *graph.Case) { c.Title = graph.PlainText(s) } }
func company(name string) part       { return func(c *graph.Case) { c.Organisation = name } }
func date(s string) part             { return func(c *graph.Case) { c.Date = day(s) } }
func updated(s string) part          { return func(c *graph.Case) { c.UpdatedAt = s } }
func components(list ...string) part { return func(c *graph.Case) { c.Components = list } }
func causes(list ...string) part     { return func(c *graph.Case) { c.RootCauses = list } }
func trigger(kind string) part       { return func(c *graph.Case) { c.Trigger.Kind = kind } }
func symptoms(list ...string) part   { return func(c *graph.Case) { c.Symptoms.Terms = list } }
func factors(list ...string) part    { return func(c *graph.Case) { c.Factors = list } }
func replaces(keys ...string) part   { return func(c *graph.Case) { c.Replaces = keys } }
func lost(list ...graph.Field) part  { return func(c *graph.Case) { c.Lost = list } }
func none(list ...graph.Field) part  { return func(c *graph.Case) { c.NoneGiven = list } }
func inferred(list ...graph.Field) part {
	return func(c *graph.Case) { c.Inferred = list }
}

// cardPart says something on a card.
type cardPart func(*graph.Card)

// card adds a card to a case; without id it is one that lost its header.
func card(id string, parts ...cardPart) part {
	return func(c *graph.Case) {
		related := graph.Card{ID: id}
		for _, p := range parts {
			p(&related)
		}
		c.Related = append(c.Related, related)
	}
}

func shares(list ...string) cardPart {
	return func(c *graph.Card) { c.SharedComponents = list }
}

func sameCause(c *graph.Card) { c.SameCause = true }

func of(title, company, date, severity string) cardPart {
	return func(c *graph.Card) {
		c.Title, c.Organisation, c.Severity = graph.PlainText(title), company, severity
		if date != "" {
			c.Date = day(date)
		}
	}
}

// day reads a date of the suite's own tables.
func day(s string) graph.Date {
	d, err := graph.ParseDate(s)
	if err != nil {
		panic(err) // the table is wrong
	}
	return d
}

// component is a controlled component.
func component(en, ko string, aliases ...string) graph.Term {
	return graph.Term{Kind: graph.KindComponent, Name: graph.Text{EN: en, KO: ko}, Aliases: aliases}
}

func severity(s string) part        { return func(c *graph.Case) { c.Severity = s } }
func domain(s string) part          { return func(c *graph.Case) { c.Domain = s } }
func inRegions(list ...string) part { return func(c *graph.Case) { c.Regions = list } }
func tagged(list ...string) part    { return func(c *graph.Case) { c.Tags = list } }
func detected(minutes int) part     { return func(c *graph.Case) { c.TimeToDetect = &minutes } }
func recovered(minutes int) part    { return func(c *graph.Case) { c.TimeToRecover = &minutes } }
