package graph

import "testing"

func TestRankTerms(t *testing.T) {
	term := func(slug string, names ...string) NamedTerm {
		return NamedTerm{TermRef{KindComponent, slug}, append(names, slug)}
	}
	terms := []NamedTerm{
		term("cache"), term("in-memory-cache", "인메모리 캐시"), term("cached-page"), term("cash"), term("queue"),
	}
	for query, want := range map[string][]RankedTerm{
		// The same; begins with it; holds it. "cash" shares ca of ca ac ch he and ca as sh:
		// 2·1/(4+3) is below a third.
		"cache": {
			{TermRef{KindComponent, "cache"}, 4000},
			{TermRef{KindComponent, "cached-page"}, 3000},
			{TermRef{KindComponent, "in-memory-cache"}, 2000},
		},
		"캐시": {{TermRef{KindComponent, "in-memory-cache"}, 2000}},
		// qu ue ee eu ue against qu ue eu ue: four shared of five and four.
		"queeue": {{TermRef{KindComponent, "queue"}, 888}},
		"":       {},
		"  ":     {},
		"zzz":    nil,
	} {
		got := RankTerms(query, terms)
		if len(got) != len(want) {
			t.Errorf("%q: %v, want %v", query, got, want)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%q: %v, want %v", query, got, want)
			}
		}
	}
}
