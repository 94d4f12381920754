package neo4jstore

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

func TestTokens(t *testing.T) {
	for _, c := range []struct {
		word string
		want []string
	}{
		{"etcd", []string{"etcd"}},
		{"저장소", []string{"_저", "저장", "장소", "소_"}},
		{"가", []string{"_가", "가_"}},
		{"émile", []string{"_é", "ém", "mi", "il", "le", "e_"}},
		{"𠮷野", []string{"_𠮷", "𠮷野", "野_"}},
	} {
		if got := tokensOf(c.word); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.word, got, c.want)
		}
	}
}

// TestClauses asks for patterns: what the index finds has to hold every word that matches.
func TestClauses(t *testing.T) {
	long := strings.Repeat("a", 256)
	for _, c := range []struct {
		pattern   graph.Pattern
		contained string
		query     string
		count     int
	}{
		{graph.Pattern{Text: "or", How: graph.Whole}, " or ", `"or"`, 1},
		{graph.Pattern{Text: "etcd", How: graph.Start}, " etcd", `etcd*`, 1},
		{graph.Pattern{Text: "etcd", How: graph.Within}, "etcd", `*:*`, 1},
		{graph.Pattern{Text: long, How: graph.Start}, " " + long, long[:100] + "*", 1},
		{graph.Pattern{Text: "저장소", How: graph.Within}, "저장소", `(+"장소" +"저장")`, 2},
		{graph.Pattern{Text: "장", How: graph.Start}, " 장", `(+"_장")`, 1},
		{graph.Pattern{Text: "월", How: graph.Within}, "월", `*월*`, 1},
		{graph.Pattern{Text: "값", How: graph.Whole}, " 값 ", `(+"_값" +"값_")`, 2},
		{graph.Pattern{Text: "가가가", How: graph.Within}, "가가가", `(+"가가")`, 1},
	} {
		query, count := clauses(c.pattern)
		if query != c.query || count != c.count || contained(c.pattern) != c.contained {
			t.Errorf("%+v: got %q in %q of %d, want %q in %q of %d", c.pattern, contained(c.pattern), query, count, c.contained, c.query, c.count)
		}
	}
}

func TestTextRow(t *testing.T) {
	for _, c := range []struct {
		typed string
		key   string
		words []any
		of    []string // what is contained, by pattern
	}{
		{"IL-0587", "il0587", []any{[]any{[]int{0}, []int{1, 2}}}, []string{" il0587", " il ", " 0587 "}},
		{"장애 장애", "", []any{[]any{[]int{0}}}, []string{"장애"}}, // a word that comes twice is asked for once
		{`etcd" OR (*:*) \`, "", []any{[]any{[]int{0}}, []any{[]int{1}}}, []string{" etcd", " or "}},
	} {
		q, err := graph.ParseTextQuery(c.typed)
		if err != nil {
			t.Fatal(err)
		}
		row := textRow(q)
		var of []string
		for _, p := range row["patterns"].([]map[string]any) {
			of = append(of, p["of"].(string))
			if tokens := p["tokens"].(string); strings.Contains(tokens, "OR") || strings.Contains(tokens, `\`) {
				t.Errorf("%s: what was typed reaches the index: %q", c.typed, tokens)
			}
		}
		if row["key"] != c.key || !reflect.DeepEqual(row["words"], c.words) || !slices.Equal(of, c.of) {
			t.Errorf("%s: got key %q, words %v over %q, want %q, %v over %q", c.typed, row["key"], row["words"], of, c.key, c.words, c.of)
		}
	}
}

// TestMostClauses makes sure that the longest search is one that the index takes.
func TestMostClauses(t *testing.T) {
	longest := strings.TrimSpace(strings.Repeat("가", 240) + " " + strings.Repeat("나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호", 18))
	q, err := graph.ParseTextQuery(string([]rune(longest)[:graph.MaxQueryLength]))
	if err != nil {
		t.Fatal(err)
	}
	row := textRow(q)
	count := 0
	for _, word := range q.Words() {
		for _, way := range word {
			for _, p := range way {
				_, n := clauses(p)
				count += n
			}
		}
	}
	patterns := len(row["patterns"].([]map[string]any))
	if all := count + patterns*row["terms"].(int); all > 1000 {
		t.Errorf("%d clauses, the index takes 1,024", all)
	}
}

func TestCountsOf(t *testing.T) {
	yes := true
	own, other := graph.Filter{Stub: &yes}, graph.Filter{}
	got := countsOf(own, graph.Counting{Durations: true, Facets: []graph.FacetRequest{
		{By: graph.FacetCause, Size: 5}, {By: graph.FacetTag, Size: 5, Filter: &other}, {By: graph.FacetYear, Filter: &own}, {By: graph.FacetMonth, Size: 9, Filter: &graph.Filter{}},
	}})
	var of [][]int
	for _, c := range got {
		var numbers []int
		for _, f := range c.facets {
			numbers = append(numbers, f.(map[string]any)["n"].(int))
		}
		of = append(of, numbers)
	}
	if want := [][]int{{0, 2}, {1, 3}}; !reflect.DeepEqual(of, want) || !got[0].paged || !got[0].durations || got[1].paged || got[1].durations {
		t.Errorf("got %v, want %v; the list and its durations with the first", of, want)
	}
}
