package neo4jstore

import (
	"reflect"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

func TestCompile(t *testing.T) {
	yes, no, day, minutes := true, false, int32(17000), 90
	text, err := graph.ParseTextQuery("etcd")
	if err != nil {
		t.Fatal(err)
	}
	on := func(kind graph.EdgeKind, t graph.TermFilter) graph.Filter {
		return graph.Filter{Terms: map[graph.EdgeKind]graph.TermFilter{kind: t}}
	}
	anyOf := func(slugs ...string) graph.TermFilter { return graph.TermFilter{Any: &slugs} }
	has := func(list string, slugs ...string) map[string]any {
		if slugs == nil {
			slugs = []string{}
		}
		return map[string]any{"op": "any", "list": list, "of": slugs}
	}
	over := func(op string, of ...int) map[string]any {
		if of == nil {
			of = []int{}
		}
		return map[string]any{"op": op, "of": of}
	}
	known := map[string]any{"op": "known", "list": "causes"}
	for _, c := range []struct {
		name   string
		filter graph.Filter
		want   []any
	}{
		{"nothing", graph.Filter{}, []any{}},
		{"an open range of days", graph.Filter{Date: &graph.DateRange{}}, []any{}},
		{"one of", on(graph.Involves, anyOf("a", "b")), []any{has("components", "a", "b")}},
		{"one of none", on(graph.Involves, anyOf()), []any{has("components")}},
		{"all of", on(graph.At, graph.TermFilter{All: [][]string{{"a"}, {"b", "c"}}}), []any{has("companies", "a"), has("companies", "b", "c"), over("and", 1, 2)}},
		{"none of", on(graph.Showed, graph.TermFilter{None: []string{"a"}}), []any{has("symptoms", "a"), over("not", 1)}},
		{"known", on(graph.CausedBy, graph.TermFilter{Known: &yes}), []any{known}},
		{"unknown", on(graph.CausedBy, graph.TermFilter{Known: &no}), []any{known, over("not", 1)}},
		{"since a day", graph.Filter{Date: &graph.DateRange{From: &day}}, []any{map[string]any{"op": "days", "from": int64(17000), "to": int64(2147483647)}}},
		{"until a day", graph.Filter{Date: &graph.DateRange{To: &day}}, []any{map[string]any{"op": "days", "from": int64(-2147483647), "to": int64(17000)}}},
		{"values", graph.Filter{Values: map[graph.ValueField][]string{graph.Domain: {"cloud"}, graph.Region: {}}},
			[]any{map[string]any{"op": "is", "property": "domainFolded", "of": []string{"cloud"}}, has("regionsFolded"), over("and", 1, 2)}},
		{"an open range of minutes", graph.Filter{TimeToDetect: &graph.MinutesRange{}}, []any{}},
		{"at most so many minutes", graph.Filter{TimeToRecover: &graph.MinutesRange{Max: &minutes}},
			[]any{map[string]any{"op": "minutes", "property": "timeToRecover", "from": int64(-9223372036854775808), "to": int64(90)}}},
		{"stubs", graph.Filter{Stub: &yes}, []any{map[string]any{"op": "stub", "is": true}}},
		{"text", graph.Filter{Not: &graph.Filter{Text: text}}, []any{map[string]any{"op": "text", "text": 0}, over("not", 1)}},
		{"text without a word", graph.Filter{Text: new(graph.TextQuery)}, []any{over("or")}},
		{"or of none", graph.Filter{Or: &[]graph.Filter{}}, []any{over("or")}},
		{"or", graph.Filter{Or: &[]graph.Filter{on(graph.At, anyOf("a")), {}}}, []any{has("companies", "a"), over("and"), over("or", 1, 2)}},
		{"not nothing", graph.Filter{Not: &graph.Filter{}}, []any{over("and"), over("not", 1)}},
		{"nested", graph.Filter{And: []graph.Filter{on(graph.At, anyOf("a")), {Not: &graph.Filter{And: []graph.Filter{on(graph.At, anyOf("b")), on(graph.At, anyOf("c"))}}}}},
			[]any{has("companies", "a"), has("companies", "b"), has("companies", "c"), over("and", 2, 3), over("not", 4), over("and", 1, 5)}},
	} {
		if got := compile(&c.filter, &searches{}).list; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
