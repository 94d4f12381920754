package embedded_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// textWords is a stock of words so small that texts and queries meet, some within others.
var textWords = strings.Fields(`장애 전원장애 장애가 저장소 키-값 키값 저장소에서 가게 가 각 캐시 캐시를 etcd etcd가 certificate
	certificates cert no not IL-3 IL-0007 2019-03-14 fail-over failover 停電 停電した サーバー 𠮷野家 Ä Ärger ㅋㅋ ㅋㅋㅋ`)

func someText(r *rand.Rand, most int) graph.Text {
	words := func() string {
		var out []string
		for range r.IntN(most + 1) {
			out = append(out, textWords[r.IntN(len(textWords))])
		}
		return strings.Join(out, " ")
	}
	return graph.Text{EN: words(), KO: words()}
}

// textCase throws a case by dice: texts of all tiers, terms that have words for names, a
// card that makes a stub.
func textCase(r *rand.Rand, key string) *graph.Case {
	c := &graph.Case{
		ID: key, Title: someText(r, 3), Summary: someText(r, 5), Lessons: someText(r, 6),
		Timeline: []graph.Moment{{Text: someText(r, 2)}},
	}
	if r.IntN(2) == 0 {
		c.Components = []string{textWords[r.IntN(len(textWords))]}
	}
	if r.IntN(4) == 0 {
		c.Related = []graph.Card{{ID: fmt.Sprintf("IL-%d", r.IntN(60)), Title: someText(r, 2), Organisation: "Company " + textWords[r.IntN(len(textWords))]}}
	}
	c.Normalise()
	return c
}

// The index finds what the definition finds, whatever was replaced, deleted and merged,
// and so does one that was opened anew.
func TestTextIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 4))
	s, path := newStore(t)
	terms := []graph.Term{{Kind: graph.KindComponent, Slug: "kv", Name: graph.Text{EN: "etcd", KO: "키-값"}, Aliases: []string{"캐시"}}}
	apply(t, s, graph.Batch{Terms: terms})
	cases := map[string]*graph.Case{}
	for round := range 60 {
		var b graph.Batch
		size := []int{1, 1, 2, 9, 40}[r.IntN(5)]
		taken := map[string]bool{}
		for range size {
			key := fmt.Sprintf("IL-%d", r.IntN(60))
			if taken[key] {
				continue
			}
			taken[key] = true
			if cases[key] != nil && r.IntN(3) == 0 {
				b.Delete = append(b.Delete, key)
				delete(cases, key)
			} else {
				cases[key] = textCase(r, key)
				b.Cases = append(b.Cases, cases[key])
			}
		}
		apply(t, s, b)
		if round%20 == 19 {
			s.Close()
			s = open(t, path)
		}
		if round%4 != 3 {
			continue
		}
		checkTexts(t, s, cases, terms)
		if t.Failed() {
			t.Fatalf("after batch %d", round)
		}
	}
}

// checkTexts asks a store for every word of the stock, and some words together.
func checkTexts(t *testing.T, s graph.Store, cases map[string]*graph.Case, terms []graph.Term) {
	t.Helper()
	voc, err := graph.NewVocabulary(terms)
	if err != nil {
		t.Fatal(err)
	}
	var list []*graph.Case
	for _, c := range cases {
		list = append(list, c)
	}
	g := graph.Build(list, voc)
	name := func(r graph.TermRef) graph.Text { return g.Terms[r].Name }
	passages := map[string][]graph.Passage{}
	for folded, i := range g.Incidents {
		passages[folded] = graph.Passages(i, cases[i.Key], name)
	}
	var requests []graph.FindRequest
	for i, word := range textWords {
		other := textWords[(i+7)%len(textWords)]
		for _, typed := range []string{word, word + " " + other, strings.ToUpper(word), fmt.Sprintf("il%d", i)} {
			q, err := graph.ParseTextQuery(typed)
			if err != nil {
				t.Fatal(err)
			}
			requests = append(requests, graph.FindRequest{Text: q, Page: graph.Page{Size: graph.MaxPageSize}})
		}
	}
	got, err := s.Find(t.Context(), requests)
	if err != nil {
		t.Fatal(err)
	}
	for n, q := range requests {
		var want []graph.Position
		for folded, i := range g.Incidents {
			if tier, found := q.Text.Finds(i.Key, passages[folded]); found {
				at := i.Position()
				at.Tier = tier
				want = append(want, at.For(graph.BestFound))
			}
		}
		slices.SortFunc(want, graph.BestFound.Compare)
		if !slices.Equal(got[n].Positions, want) {
			typed, _ := q.Text.MarshalText()
			t.Errorf("%q: got\n%v\nwant\n%v", typed, got[n].Positions, want)
		}
	}
}
