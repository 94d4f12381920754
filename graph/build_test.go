package graph

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// seedVocabulary holds the terms that the four seed documents print.
func seedVocabulary(t *testing.T) *Vocabulary {
	t.Helper()
	voc, err := NewVocabulary([]Term{
		{Kind: KindComponent, Slug: "coordination-kv-store", Name: Text{EN: "Coordination key-value store", KO: "코디네이션 키-값 저장소"}},
		{Kind: KindComponent, Slug: "service-discovery", Name: Text{EN: "Service discovery", KO: "서비스 디스커버리"}},
		{Kind: KindComponent, Slug: "in-memory-cache", Name: Text{EN: "In-memory cache", KO: "인메모리 캐시"}},
		{Kind: KindComponent, Slug: "elasticsearch-opensearch", Name: Text{EN: "Elasticsearch and OpenSearch", KO: "Elasticsearch 와 OpenSearch"}},
		{Kind: KindComponent, Slug: "on-prem-load-balancer", Name: Text{EN: "On-premises load balancer", KO: "온프레미스 로드 밸런서"}},
		{Kind: KindCause, Slug: "software-bug", Name: Text{EN: "Software bug", KO: "소프트웨어 결함"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return voc
}

// card is a 관련 사례 card that says same cause and shared components.
func card(id string, components ...string) Card {
	return Card{ID: id, SameCause: true, SharedComponents: components}
}

const (
	kv        = "코디네이션 키-값 저장소"
	discovery = "서비스 디스커버리"
	cache     = "인메모리 캐시"
	search    = "Elasticsearch 와 OpenSearch"
)

// seedCases tells in short what the four seed documents say.
func seedCases() []*Case {
	return []*Case{
		{ID: "IL-0587", Organisation: "Elastic", RootCauses: []string{"소프트웨어 결함"}, Lost: []Field{FieldComponents},
			Related: []Card{card("", kv, discovery), card("IL-0271", kv, discovery), card("", discovery), card("IL-0277", kv), card("", kv)}},
		{ID: "IL-0216", Organisation: "Wikimedia Foundation", Lost: []Field{FieldComponents, FieldRootCauses},
			Related: []Card{card("", cache), card("", cache), card("", cache), card("", cache), card("", search),
				card("IL-0279", cache), card("IL-0277", search), card("IL-0388", cache), card("IL-0274", search)}},
		{ID: "IL-0492", Organisation: "Hosted Graphite", Components: []string{"온프레미스 로드 밸런서"}, Lost: []Field{FieldComponents}},
		{ID: "X-0123456789ab", Lost: []Field{FieldID}},
		{ID: "IL-0115", Organisation: "OpenAI"},
	}
}

// edges writes the edges of some kinds as "IL-1 -STATED-> slug by IL-2".
func edges(g *Graph, kinds ...EdgeKind) []string {
	var out []string
	for _, in := range g.Incidents {
		for _, e := range in.Edges {
			if slices.Contains(kinds, e.Kind) {
				out = append(out, fmt.Sprintf("%s -%s-> %s by %s", in.Key, e.Evidence, e.To, strings.Join(e.AssertedBy, " ")))
			}
		}
	}
	slices.Sort(out)
	return out
}

func pairs(g *Graph, kind EdgeKind) []string {
	var out []string
	for _, p := range g.Pairs() {
		if p.Kind == kind {
			out = append(out, fmt.Sprintf("%s %s %s %s", p.A.Key, p.B.Key, p.Evidence, strings.Join(p.Terms, " ")))
		}
	}
	return out
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func TestSeedDocumentsMakeTheKnownGraph(t *testing.T) {
	g := Build(seedCases(), seedVocabulary(t))
	if len(g.Incidents) != 10 {
		t.Errorf("%d incidents, want 10", len(g.Incidents))
	}
	equal(t, "INVOLVES", edges(g, Involves), []string{
		"IL-0216 -DERIVED-> elasticsearch-opensearch by IL-0216",
		"IL-0216 -DERIVED-> in-memory-cache by IL-0216",
		"IL-0271 -DERIVED-> coordination-kv-store by IL-0587",
		"IL-0271 -DERIVED-> service-discovery by IL-0587",
		"IL-0274 -DERIVED-> elasticsearch-opensearch by IL-0216",
		"IL-0277 -DERIVED-> coordination-kv-store by IL-0587",
		"IL-0277 -DERIVED-> elasticsearch-opensearch by IL-0216",
		"IL-0279 -DERIVED-> in-memory-cache by IL-0216",
		"IL-0388 -DERIVED-> in-memory-cache by IL-0216",
		"IL-0492 -STATED-> on-prem-load-balancer by IL-0492",
		"IL-0587 -DERIVED-> coordination-kv-store by IL-0587",
		"IL-0587 -DERIVED-> service-discovery by IL-0587",
	})
	equal(t, "CAUSED_BY", edges(g, CausedBy), []string{
		"IL-0271 -DERIVED-> software-bug by IL-0587",
		"IL-0277 -DERIVED-> software-bug by IL-0587",
		"IL-0587 -STATED-> software-bug by IL-0587",
	})
	equal(t, "SHARES_COMPONENT", pairs(g, SharesComponent), []string{
		"IL-0216 IL-0274 STATED elasticsearch-opensearch",
		"IL-0216 IL-0277 STATED elasticsearch-opensearch",
		"IL-0216 IL-0279 STATED in-memory-cache",
		"IL-0216 IL-0388 STATED in-memory-cache",
		"IL-0271 IL-0277 DERIVED coordination-kv-store",
		"IL-0271 IL-0587 STATED coordination-kv-store service-discovery",
		"IL-0274 IL-0277 DERIVED elasticsearch-opensearch",
		"IL-0277 IL-0587 STATED coordination-kv-store",
		"IL-0279 IL-0388 DERIVED in-memory-cache",
	})
	equal(t, "SAME_CAUSE", pairs(g, SameCause), []string{
		"IL-0216 IL-0274 STATED ",
		"IL-0216 IL-0277 STATED ",
		"IL-0216 IL-0279 STATED ",
		"IL-0216 IL-0388 STATED ",
		"IL-0271 IL-0277 DERIVED software-bug",
		"IL-0271 IL-0587 STATED software-bug",
		"IL-0277 IL-0587 STATED software-bug",
	})
	asked := g.Incidents["il-0587"]
	if n := asked.UnnamedCount(SharesComponent, "coordination-kv-store"); n != 2 {
		t.Errorf("%d nameless cards share the store, want 2", n)
	}
	if n := asked.UnnamedCount(SharesComponent, ""); n != 3 {
		t.Errorf("%d nameless cards share a component, want 3", n)
	}
	if n := asked.UnnamedCount(SameCause, ""); n != 3 {
		t.Errorf("%d nameless cards share the cause, want 3", n)
	}
	rel, ok := Relate(SharesComponent, asked, g.Incidents["il-0271"])
	if want := (Relation{[]string{"coordination-kv-store", "service-discovery"}, []string{"software-bug"}, 2, Stated, []string{"IL-0587"}}); !ok || fmt.Sprint(rel) != fmt.Sprint(want) {
		t.Errorf("IL-0587 and IL-0271: %v %v, want %v", rel, ok, want)
	}
	if _, ok := Relate(SharesComponent, asked, g.Incidents["il-0216"]); ok {
		t.Error("IL-0587 and IL-0216 share nothing")
	}
}

func TestRulesOfTheGraph(t *testing.T) {
	x := "X-0123456789ab"
	tests := []struct {
		name     string
		cases    []*Case
		edges    []string // AT, INVOLVES, CAUSED_BY, CITES
		shares   []string
		same     []string
		warnings int
	}{{
		name: "an own list settles the field and contradicts a card",
		cases: []*Case{
			{ID: "A", Related: []Card{{ID: "B", SharedComponents: []string{"queue"}}}},
			{ID: "B", Components: []string{"cache"}},
		},
		edges:    []string{"A -DERIVED-> queue by A", "A -STATED-> b by A", "B -STATED-> cache by B"},
		shares:   []string{"A B STATED "},
		warnings: 1,
	}, {
		name: "both ends give values and share none: the card's word is dropped",
		cases: []*Case{
			{ID: "A", Components: []string{"queue"}, Related: []Card{{ID: "B", SharedComponents: []string{"queue"}}}},
			{ID: "B", Components: []string{"cache"}},
		},
		edges:    []string{"A -STATED-> b by A", "A -STATED-> queue by A", "B -STATED-> cache by B"},
		warnings: 2, // the edge, and the pair
	}, {
		name: "a list that is partly known keeps what cards derive, and the stronger evidence shows",
		cases: []*Case{
			{ID: "A", Components: []string{"cache"}, Lost: []Field{FieldComponents}, Related: []Card{{ID: "B", SharedComponents: []string{"cache", "queue"}}}},
		},
		edges:  []string{"A -DERIVED-> queue by A", "A -STATED-> b by A", "A -STATED-> cache by A", "B -DERIVED-> cache by A", "B -DERIVED-> queue by A"},
		shares: []string{"A B STATED cache queue"},
	}, {
		name: "none given drops derived edges and does not count as values",
		cases: []*Case{
			{ID: "A", NoneGiven: []Field{FieldComponents}, Related: []Card{{ID: "B", SharedComponents: []string{"queue"}}}},
		},
		edges:    []string{"A -STATED-> b by A", "B -DERIVED-> queue by A"},
		shares:   []string{"A B STATED "},
		warnings: 1,
	}, {
		name: "an inferred value settles, and a pair over it alone is inferred",
		cases: []*Case{
			{ID: "A", Components: []string{"cache"}, Inferred: []Field{FieldComponents}},
			{ID: "B", Components: []string{"cache"}},
		},
		edges:  []string{"A -INFERRED-> cache by A", "B -STATED-> cache by B"},
		shares: []string{"A B INFERRED cache"},
	}, {
		name: "two causes, an inferred one or a partly known one derive none",
		cases: []*Case{
			{ID: "A", RootCauses: []string{"bug", "limit"}, Related: []Card{{ID: "S", SameCause: true}}},
			{ID: "B", RootCauses: []string{"bug"}, Inferred: []Field{FieldRootCauses}, Related: []Card{{ID: "T", SameCause: true}}},
			{ID: "C", RootCauses: []string{"bug"}, Lost: []Field{FieldRootCauses}, Related: []Card{{ID: "U", SameCause: true}}},
		},
		edges: []string{"A -STATED-> bug by A", "A -STATED-> limit by A", "A -STATED-> s by A", "B -INFERRED-> bug by B", "B -STATED-> t by B", "C -STATED-> bug by C", "C -STATED-> u by C"},
		same:  []string{"A B INFERRED bug", "A C STATED bug", "A S STATED ", "B C INFERRED bug", "B T STATED ", "C U STATED "},
	}, {
		name: "a cause derives from the cited case too, and never from a derived one",
		cases: []*Case{
			{ID: "A", Related: []Card{{ID: "B", SameCause: true}}},
			{ID: "B", RootCauses: []string{"bug"}},
			{ID: "C", Related: []Card{{ID: "A", SameCause: true}}},
		},
		edges: []string{"A -DERIVED-> bug by A B", "A -STATED-> b by A", "B -STATED-> bug by B", "C -STATED-> a by C"},
		same:  []string{"A B STATED bug", "A C STATED "},
	}, {
		name: "a stub takes each field from the first case that gives it",
		cases: []*Case{
			{ID: "C", Related: []Card{{ID: "s-1", Organisation: "beta"}}},
			{ID: "B", Related: []Card{{ID: "S-1", Organisation: "acme"}}},
			{ID: "D", Related: []Card{{ID: "S-1", Organisation: "ACME"}}},
		},
		edges: []string{"B -STATED-> s-1 by B", "C -STATED-> s-1 by C", "D -STATED-> s-1 by D", "S-1 -STATED-> acme by B D"},
	}, {
		name: "an heir stands for the case that lost its key, and takes its cards",
		cases: []*Case{
			{ID: x, Components: []string{"cache"}, Related: []Card{{ID: "Z"}}},
			{ID: "H", Replaces: []string{x}, Components: []string{"queue"}},
			{ID: "A", Related: []Card{{ID: x, SharedComponents: []string{"queue"}}}},
		},
		edges:  []string{"A -DERIVED-> queue by A", "A -STATED-> h by A", "H -STATED-> queue by H"},
		shares: []string{"A H STATED queue"},
	}, {
		name:  "a card that names its own case is left out",
		cases: []*Case{{ID: "A", Related: []Card{{ID: "a", SharedComponents: []string{"queue"}, SameCause: true}}}},
	}, {
		name: "cards of one key unite",
		cases: []*Case{{ID: "A", RootCauses: []string{"bug"}, Related: []Card{
			{ID: "B", SharedComponents: []string{"queue"}}, {ID: "b", SameCause: true, SharedComponents: []string{"cache"}}}}},
		edges:  []string{"A -DERIVED-> cache by A", "A -DERIVED-> queue by A", "A -STATED-> b by A", "A -STATED-> bug by A", "B -DERIVED-> bug by A", "B -DERIVED-> cache by A", "B -DERIVED-> queue by A"},
		shares: []string{"A B STATED cache queue"},
		same:   []string{"A B STATED bug"},
	}}
	voc, err := NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := Build(tt.cases, voc)
			equal(t, "edges", edges(g, At, Involves, CausedBy, Cites), tt.edges)
			equal(t, "SHARES_COMPONENT", pairs(g, SharesComponent), tt.shares)
			equal(t, "SAME_CAUSE", pairs(g, SameCause), tt.same)
			if len(g.Warnings) != tt.warnings {
				t.Errorf("warnings %v, want %d", g.Warnings, tt.warnings)
			}
		})
	}
}

func TestSpellingOfMost(t *testing.T) {
	voc, err := NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	g := Build([]*Case{
		{ID: "A", Organisation: "Acme Corp"},
		{ID: "B", Organisation: "ACME corp"},
		{ID: "C", Related: []Card{{ID: "D", Organisation: "ACME corp"}}},
		{ID: "E", Components: []string{"b-side", "B-Side"}}, // one each: the first by code points
	}, voc)
	for ref, want := range map[TermRef]string{{KindCompany, "acme-corp"}: "ACME corp", {KindComponent, "b-side"}: "B-Side"} {
		if got := g.Terms[ref].Name.EN; got != want {
			t.Errorf("%s is spelt %q, want %q", ref.ID(), got, want)
		}
	}
}

func TestPairsOfALargeHub(t *testing.T) {
	voc, err := NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	hub := func(n int) []*Case {
		var cases []*Case
		for i := range n {
			cases = append(cases, &Case{ID: fmt.Sprintf("K%04d", i), Components: []string{"hub"}})
		}
		return cases
	}
	if got, want := len(Build(hub(200), voc).Pairs()), 200*199/2; got != want {
		t.Errorf("a hub of 200 gives %d pairs, want all %d", got, want)
	}
	// Each of the first 201-25 links to 25 later ones, the last 25 to 24, 23, … 0.
	if got, want := len(Build(hub(201), voc).Pairs()), 176*25+25*24/2; got != want {
		t.Errorf("a hub of 201 gives %d pairs, want %d", got, want)
	}
}
