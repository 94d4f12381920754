package neo4jstore

import (
	"maps"

	"github.com/incidentgraph/incidentgraph/graph"
)

// incidentProperties gives the properties of an incident's node; c is its case, nil for a
// stub. What is unknown has none; the lists of terms and of folded values, and the words,
// are always there, for filters.
func incidentProperties(folded, record string, i *graph.Incident, c *graph.Case) map[string]any {
	p := map[string]any{
		"id": string(i.ID()), "key": i.Key, "folded": folded, "record": record, "newest": rankOf(i), companyOrder: orNull(graph.SortKey(i.Company())),
		"titleEn": orNull(i.Title.EN), "titleKo": orNull(i.Title.KO),
		"date": orNull(i.Date.String()), "dateKind": orNull(string(i.DateKind)),
		"firstDay": int64(i.Date.First()), "lastDay": int64(i.Date.Last()),
		"domain": orNull(i.Domain), "severity": orNull(i.Severity),
		"timeToDetect": minutes(i.TimeToDetect), "timeToRecover": minutes(i.TimeToRecover),
		"isStub": i.Stub, "isProvisional": i.Provisional,
		"regions": list(i.Regions), "tags": list(i.Tags),
		"domainFolded": orNull(graph.Fold(i.Domain)), "severityFolded": orNull(graph.Fold(i.Severity)),
		"regionsFolded": foldAll(i.Regions), "tagsFolded": foldAll(i.Tags),
		"known": fields(fieldsIn(i.Known)), "lost": fields(i.Lost), "noneGiven": fields(i.NoneGiven), "inferred": fields(i.Inferred),
	}
	weak := map[graph.Evidence][]string{}
	for _, kind := range graph.TermEdgeKinds() {
		slugs := []string{}
		for _, e := range i.EdgesOf(kind) {
			slugs = append(slugs, e.To)
			weak[e.Evidence] = append(weak[e.Evidence], string(graph.NewID(kind.To(), e.To)))
		}
		p[lists[kind]] = slugs
	}
	p[derivedTerms], p[inferredTerms] = list(weak[graph.Derived]), list(weak[graph.Inferred])
	for _, kind := range pairKinds {
		var others []string
		for _, pair := range i.Pairs {
			if pair.Kind == kind {
				others = append(others, pair.Other)
			}
		}
		p[paired[kind]] = list(others)
	}
	maps.Copy(p, textProperties(i, c))
	return p
}

// foldAll folds values, each in its place.
func foldAll(values []string) []string {
	folded := make([]string, len(values))
	for i, v := range values {
		folded[i] = graph.Fold(v)
	}
	return folded
}

// The properties of an Incident that list the ids of the terms whose edges are not
// STATED.
const (
	derivedTerms  = "derivedTerms"
	inferredTerms = "inferredTerms"
)

// termProperties gives the properties of a term's node; spellings are those of a term
// that is not controlled, as writeSpellings gives them.
func termProperties(t graph.TermNode, spellings string) map[string]any {
	return map[string]any{
		"id": string(t.Ref().ID()), "slug": t.Slug, "order": termOrder(t.Ref()),
		"nameEn": orNull(t.Name.EN), "nameKo": orNull(t.Name.KO), "aliases": list(t.Aliases), "formerly": list(t.Formerly),
		"definitionEn": orNull(t.Definition.EN), "definitionKo": orNull(t.Definition.KO),
		"broader": orNull(t.Broader), "controlled": t.Controlled, "spellings": orNull(spellings),
		nameWords: wordsOfTerm(t.Term),
	}
}

// termOf reads a term from its node's properties.
func termOf(ref graph.TermRef, p map[string]any) graph.TermNode {
	get := func(name string) string { s, _ := p[name].(string); return s }
	controlled, _ := p["controlled"].(bool)
	return graph.TermNode{
		Controlled: controlled,
		Term: graph.Term{
			Kind: ref.Kind, Slug: ref.Slug,
			Name:       graph.Text{EN: get("nameEn"), KO: get("nameKo")},
			Aliases:    texts(p["aliases"]),
			Definition: graph.Text{EN: get("definitionEn"), KO: get("definitionKo")},
			Broader:    get("broader"),
			Formerly:   texts(p["formerly"]),
		},
	}
}

// termOrder gives the place of a term in the order graph.ByTerm as one string.
func termOrder(ref graph.TermRef) string { return kindOrder(ref.Kind) + graph.SortKey(ref.Slug) }

// kindOrder gives the place of a kind of term; one letter.
func kindOrder(kind graph.NodeKind) string { return string(rune('a' + kind)) }

// Neo4j takes null for a property that is not there.

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func minutes(n *int) any {
	if n == nil {
		return nil
	}
	return int64(*n)
}

func list(s []string) any {
	if len(s) == 0 {
		return nil
	}
	return s
}

func fields(f []graph.Field) any {
	names := make([]string, len(f))
	for i := range f {
		names[i] = string(f[i])
	}
	return list(names)
}

// texts reads a list of strings; nil where there is none.
func texts(v any) []string {
	values, _ := v.([]any)
	var out []string
	for _, value := range values {
		if s, ok := value.(string); ok {
			out = append(out, s)
		}
	}
	return out
}
