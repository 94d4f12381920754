package graphtest

import (
	"context"
	"fmt"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// library is what the tables of filters and pages are asked about, newest first:
//
//	F  2021-03-03  kv, dns          bug       acme
//	A  2020-06     kv               capacity  acme
//	B  2020-06-01  dns              bug       zeta
//	C  2020        -                -         -
//	D  2019-12-31  kv               bug       -
//	E  unknown     kv (a stub of D) bug       -
func library() []*graph.Case {
	return []*graph.Case{
		record("F", date("2021-03-03"), components("kv", "dns"), causes("bug"), company("acme")),
		record("A", date("2020-06"), components("kv"), causes("capacity"), company("acme")),
		record("B", date("2020-06-01"), components("dns"), causes("bug"), company("zeta")),
		record("C", date("2020"), none(graph.FieldComponents)),
		record("D", date("2019-12-31"), components("kv"), causes("bug"), card("E", sameCause, shares("kv"))),
	}
}

func withLibrary(ctx context.Context, open opener) (graph.Store, error) {
	s, err := open()
	if err != nil {
		return nil, err
	}
	if _, err := s.Apply(ctx, graph.Batch{Cases: library()}); err != nil {
		return nil, fmt.Errorf("Apply: %w", err)
	}
	return s, nil
}

func anyOf(slugs ...string) graph.TermFilter {
	if slugs == nil {
		slugs = []string{}
	}
	return graph.TermFilter{Any: &slugs}
}

func allOf(lists ...[]string) graph.TermFilter { return graph.TermFilter{All: lists} }

func noneOf(slugs ...string) graph.TermFilter { return graph.TermFilter{None: slugs} }

func known(yes bool) graph.TermFilter { return graph.TermFilter{Known: &yes} }

func having(kind graph.EdgeKind, t graph.TermFilter) graph.Filter {
	return graph.Filter{Terms: map[graph.EdgeKind]graph.TermFilter{kind: t}}
}

func involving(slugs ...string) graph.Filter { return having(graph.Involves, anyOf(slugs...)) }

func not(f graph.Filter) graph.Filter { return graph.Filter{Not: &f} }

func and(list ...graph.Filter) graph.Filter { return graph.Filter{And: list} }

func or(list ...graph.Filter) graph.Filter {
	if list == nil {
		list = []graph.Filter{}
	}
	return graph.Filter{Or: &list}
}

// between asks for days from the first of one date to the last of another; "" is open.
func between(from, to string) graph.Filter {
	var r graph.DateRange
	if from != "" {
		first := day(from).First()
		r.From = &first
	}
	if to != "" {
		last := day(to).Last()
		r.To = &last
	}
	return graph.Filter{Date: &r}
}

// checkFilters asks for the library by filters, each with the keys that it holds.
func checkFilters(ctx context.Context, open opener) error {
	s, err := withLibrary(ctx, open)
	if err != nil {
		return err
	}
	both := having(graph.Involves, anyOf("kv"))
	both.Terms[graph.CausedBy] = anyOf("bug")
	table := []struct {
		filter graph.Filter
		want   string
	}{
		{graph.Filter{}, "F A B C D E"},
		{involving("kv"), "F A D E"},
		{involving("kv", "dns"), "F A B D E"},
		{involving("cdn", "dns"), "F B"},
		{involving("cdn"), ""},
		{involving(), ""},
		{having(graph.Involves, allOf([]string{"kv"}, []string{"dns"})), "F"},
		{having(graph.Involves, allOf([]string{"kv", "dns"})), "F A B D E"},
		{having(graph.Involves, allOf()), "F A B C D E"},
		{having(graph.Involves, allOf([]string{"kv"}, []string{"cdn"})), ""},
		{having(graph.Involves, noneOf("kv")), "B C"},
		{having(graph.Involves, noneOf("cdn")), "F A B C D E"},
		{having(graph.Involves, noneOf()), "F A B C D E"},
		{having(graph.Involves, known(true)), "F A B D E"},
		{having(graph.Involves, known(false)), "C"},
		{having(graph.At, anyOf("acme")), "F A"},
		{having(graph.At, known(false)), "C D E"},
		{having(graph.CausedBy, anyOf("capacity")), "A"},
		{having(graph.TriggeredBy, known(true)), ""},
		{having(graph.Showed, noneOf("timeouts")), "F A B C D E"},
		{having(graph.WorsenedBy, anyOf("retries")), ""},
		{both, "F D E"},
		{having(graph.Involves, graph.TermFilter{Any: &[]string{"kv"}, None: []string{"dns"}}), "A D E"},

		// A year is all of its days, a month too: either meets a range that it overlaps.
		{between("2020", "2020"), "A B C"},
		{between("2020-06-02", "2020-06-02"), "A C"},
		{between("2020-06-30", "2020-12"), "A C"},
		{between("2020-07", ""), "F C"},
		{between("2019-12-31", "2019-12-31"), "D"},
		{between("2020-01-01", "2020-01-01"), "C"},
		{between("", "2019"), "D"},
		{between("2021-03-04", ""), ""},
		{between("", ""), "F A B C D E"}, // it asks nothing, of unknown dates either

		// Logic has two values: what is not known does not match, and its opposite does.
		{not(between("2020", "2020")), "F D E"},
		{not(between("1000", "")), "E"},
		{not(involving("kv")), "B C"},
		{not(graph.Filter{}), ""},
		{not(not(involving("dns"))), "F B"},
		{not(involving()), "F A B C D E"},
		{and(), "F A B C D E"},
		{and(involving("kv"), between("2020", "")), "F A"},
		{or(), ""},
		{not(or()), "F A B C D E"},
		{or(involving("dns"), having(graph.CausedBy, known(false))), "F B C"},
		{or(and(involving("kv"), not(involving("dns"))), between("", "2019")), "A D E"},
		{or(graph.Filter{}), "F A B C D E"},
		{graph.Filter{Terms: involving("kv").Terms, Not: &[]graph.Filter{between("2020", "")}[0], And: []graph.Filter{having(graph.CausedBy, anyOf("bug"))}}, "D E"},
	}
	requests := make([]graph.FindRequest, len(table))
	for i, row := range table {
		requests[i] = graph.FindRequest{Filter: row.filter, Page: graph.Page{Size: graph.MaxPageSize}}
	}
	results, err := s.Find(ctx, requests)
	if err != nil {
		return fmt.Errorf("Find: %w", err)
	}
	if len(results) != len(table) {
		return fmt.Errorf("Find: %d requests gave %d results", len(table), len(results))
	}
	for i, row := range table {
		if got := strings.Join(results[i].Keys, " "); got != row.want || results[i].Total != len(results[i].Keys) {
			return fmt.Errorf("Find %s: got %q of %d, want %q", describe(row.filter), got, results[i].Total, row.want)
		}
	}
	return checkScopes(ctx, s)
}

// checkScopes asks for the incidents of one term, and for related incidents, by filters.
func checkScopes(ctx context.Context, s graph.Store) error {
	pageOf := graph.Page{Size: graph.MaxPageSize}
	term := func(kind graph.NodeKind, slug string) *graph.TermRef { return &graph.TermRef{Kind: kind, Slug: slug} }
	finds := []graph.FindRequest{
		{Term: term(graph.KindComponent, "kv"), Page: pageOf},
		{Term: term(graph.KindComponent, "kv"), Filter: having(graph.Involves, anyOf("dns")), Page: pageOf},
		{Term: term(graph.KindCompany, "acme"), Filter: not(between("2021", "")), Page: pageOf},
		{Term: term(graph.KindCause, "kv"), Page: pageOf},
		{Term: term(graph.KindTrigger, "no-such"), Page: pageOf},
	}
	results, err := s.Find(ctx, finds)
	if err != nil {
		return fmt.Errorf("Find: %w", err)
	}
	for i, want := range []string{"F A D E", "F", "A", "", ""} {
		if got := strings.Join(results[i].Keys, " "); got != want || results[i].Total != len(results[i].Keys) {
			return fmt.Errorf("Find %s: got %q of %d, want %q", describe(finds[i]), got, results[i].Total, want)
		}
	}
	relateds := []struct {
		q    graph.RelatedRequest
		want string // key:count, most shared first
	}{
		{graph.RelatedRequest{Key: "F", Kind: graph.SharesComponent}, "A:1 B:1 D:1 E:1"},
		{graph.RelatedRequest{Key: "f", Kind: graph.SharesComponent, Component: "dns"}, "B:1"},
		{graph.RelatedRequest{Key: "F", Kind: graph.SharesComponent, Component: "kv", Filter: not(between("2020", ""))}, "D:1 E:1"},
		{graph.RelatedRequest{Key: "F", Kind: graph.SameCause}, "B:1 D:1 E:1"},
		{graph.RelatedRequest{Key: "B", Kind: graph.SharesComponent, Component: "kv"}, ""}, // it has no kv itself
		{graph.RelatedRequest{Key: "F", Kind: graph.SharesComponent, Component: "no-such"}, ""},
		{graph.RelatedRequest{Key: "C", Kind: graph.SharesComponent}, ""},
		{graph.RelatedRequest{Key: "NO-1", Kind: graph.SharesComponent}, ""},
	}
	asked := make([]graph.RelatedRequest, len(relateds))
	for i, row := range relateds {
		asked[i] = row.q
		asked[i].Page = pageOf
	}
	related, err := s.Related(ctx, asked)
	if err != nil {
		return fmt.Errorf("Related: %w", err)
	}
	for i, row := range relateds {
		var got []string
		for _, r := range related[i].Rows {
			got = append(got, fmt.Sprintf("%s:%d", r.Key, r.Relation.Count))
		}
		if text := strings.Join(got, " "); text != row.want || related[i].Total != len(got) {
			return fmt.Errorf("Related %s: got %q of %d, want %q", describe(row.q), text, related[i].Total, row.want)
		}
	}
	return nil
}

// checkPages reads the library by pages.
func checkPages(ctx context.Context, open opener) error {
	s, err := withLibrary(ctx, open)
	if err != nil {
		return err
	}
	all, err := s.Find(ctx, []graph.FindRequest{{Page: graph.Page{Size: graph.MaxPageSize}}})
	if err != nil {
		return fmt.Errorf("Find: %w", err)
	}
	if len(all[0].Positions) != 6 {
		return fmt.Errorf("Find: %d positions, want 6", len(all[0].Positions))
	}
	at := map[string]*graph.Position{}
	for i, key := range all[0].Keys {
		at[key] = &all[0].Positions[i]
	}
	gone := graph.Position{Day: day("2020-06-01").First(), Name: "AA"} // between A and B
	table := []struct {
		page           graph.Page
		want           string
		previous, next bool
	}{
		{graph.Page{Size: 2}, "F A", false, true},
		{graph.Page{Size: 2, After: at["A"]}, "B C", true, true},
		{graph.Page{Size: 2, After: at["C"]}, "D E", true, false},
		{graph.Page{Size: 2, After: at["E"]}, "", true, false},
		{graph.Page{Size: 6}, "F A B C D E", false, false},
		{graph.Page{Size: 0}, "", false, true},
		{graph.Page{Size: 0, After: at["D"]}, "", true, true},
		{graph.Page{Size: 0, After: at["E"]}, "", true, false},
		{graph.Page{Size: 2, FromEnd: true}, "D E", true, false},
		{graph.Page{Size: 2, FromEnd: true, Before: at["D"]}, "B C", true, true},
		{graph.Page{Size: 3, FromEnd: true, Before: at["B"]}, "F A", false, true},
		{graph.Page{Size: 2, FromEnd: true, Before: at["F"]}, "", false, true},
		{graph.Page{Size: 0, FromEnd: true}, "", true, false},
		{graph.Page{Size: 2, Before: at["C"]}, "F A", false, true}, // before without last: the first of what lies there
		{graph.Page{Size: 5, After: at["F"], Before: at["D"]}, "A B C", true, true},
		{graph.Page{Size: 2, After: at["F"], Before: at["D"], FromEnd: true}, "B C", true, true},
		{graph.Page{Size: 2, After: at["C"], FromEnd: true}, "D E", true, false},
		{graph.Page{Size: 2, After: &gone}, "B C", true, true},
		{graph.Page{Size: 2, Before: &gone, FromEnd: true}, "F A", false, true},
		{graph.Page{Size: 2, After: at["D"], Before: at["A"]}, "", true, true},
	}
	requests := make([]graph.FindRequest, len(table))
	for i, row := range table {
		requests[i] = graph.FindRequest{Page: row.page}
	}
	results, err := s.Find(ctx, requests)
	if err != nil {
		return fmt.Errorf("Find: %w", err)
	}
	for i, row := range table {
		got := results[i]
		if strings.Join(got.Keys, " ") != row.want || got.Info != (graph.PageInfo{HasPrevious: row.previous, HasNext: row.next}) || got.Total != 6 {
			return fmt.Errorf("Find %s: got %v %+v of %d, want %q", describe(row.page), got.Keys, got.Info, got.Total, row.want)
		}
	}
	return nil
}
