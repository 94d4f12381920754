package graphtest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// differ tells how an answer differs from the right one, request by request; nil and
// empty lists are the same.
func differ[Q, R any](method string, requests []Q, got, want []R, text func(R) string) error {
	if len(got) != len(want) {
		return fmt.Errorf("%s: %d requests gave %d results", method, len(requests), len(got))
	}
	for i := range got {
		if g, w := text(got[i]), text(want[i]); g != w {
			return fmt.Errorf("%s %s%s", method, describe(requests[i]), difference(g, w))
		}
	}
	return nil
}

func plain[R any](r R) string { return fmt.Sprintf("%+v", r) }

// ask asks a store and compares what it answers with the right answers.
func ask[Q, R any](
	ctx context.Context, method string, requests []Q, call func(context.Context, []Q) ([]R, error),
	right func(Q) R, text func(R) string,
) error {
	got, err := call(ctx, requests)
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	want := make([]R, len(requests))
	for i, q := range requests {
		want[i] = right(q)
	}
	return differ(method, requests, got, want, text)
}

// compare puts every question to a store and holds its answers against the right ones,
// and so whatever is asked for as a whole.
func compare(ctx context.Context, s graph.Store, a *answers, q questions) error {
	for _, check := range []func(context.Context, graph.Store, *answers, questions) error{compareRequests, compareWhole, compareWalks} {
		if err := check(ctx, s, a, q); err != nil {
			return err
		}
	}
	return nil
}

// compareRequests compares the answers to single requests.
func compareRequests(ctx context.Context, s graph.Store, a *answers, q questions) error {
	checks := []func() error{
		func() error { return ask(ctx, "Nodes", q.ids, s.Nodes, a.node, nodeText) },
		func() error { return ask(ctx, "Lookup", q.names, s.Lookup, a.lookup, plain) },
		func() error { return ask(ctx, "Neighbors", q.ids, s.Neighbors, a.neighbors, plain) },
		func() error { return ask(ctx, "Find", q.finds, s.Find, a.findPage, findText) },
		func() error { return ask(ctx, "Related", q.relateds, s.Related, a.relatedPage, relatedText) },
		func() error { return ask(ctx, "Similar", q.similars, s.Similar, a.similar, plain) },
		func() error { return ask(ctx, "Terms", q.termLists, s.Terms, a.termsPage, plain) },
		func() error { return ask(ctx, "Paths", q.paths, s.Paths, a.paths, plain) },
		func() error { return ask(ctx, "Subgraph", q.subgraphs, s.Subgraph, a.subgraph, plain) },
		func() error {
			return ask(ctx, "Cases", q.keys, s.Cases, func(key string) *graph.Case { return a.cases[a.standsFor(key)] }, caseText)
		},
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func caseText(c *graph.Case) string {
	if c == nil {
		return "none"
	}
	b, err := graph.EncodeCase(c)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// compareWhole compares what is asked for as a whole: the records, the vocabulary, the
// counts.
func compareWhole(ctx context.Context, s graph.Store, a *answers, _ questions) error {
	var got, want []string
	if err := s.Scan(ctx, func(c *graph.Case) error { got = append(got, caseText(c)); return nil }); err != nil {
		return fmt.Errorf("Scan: %w", err)
	}
	for _, c := range a.sorted() {
		want = append(want, caseText(c))
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("Scan%s", difference(strings.Join(got, "\n"), strings.Join(want, "\n")))
	}
	voc, err := s.Vocabulary(ctx)
	if err != nil {
		return fmt.Errorf("Vocabulary: %w", err)
	}
	if !voc.Equal(a.graph.Vocabulary) {
		return fmt.Errorf("Vocabulary%s", difference(plain(voc.Terms()), plain(a.graph.Vocabulary.Terms())))
	}
	stats, err := s.Stats(ctx)
	if err != nil {
		return fmt.Errorf("Stats: %w", err)
	}
	right := a.stats()
	if g, w := statsText(stats), statsText(right); g != w {
		return fmt.Errorf("Stats%s", difference(g, w))
	}
	if g, w := fieldsText(stats), fieldsText(right); g != w {
		return fmt.Errorf("Stats.Fields%s", difference(g, w))
	}
	version, err := s.Version(ctx)
	if err != nil {
		return fmt.Errorf("Version: %w", err)
	}
	if version != a.version {
		return fmt.Errorf("Version: got %d, want %d", version, a.version)
	}
	return nil
}

// compareWalks reads lists page by page to their ends, both ways.
func compareWalks(ctx context.Context, s graph.Store, a *answers, q questions) error {
	for _, backwards := range []bool{false, true} {
		if err := compareWalk(ctx, findLists(s, q.walkedFinds), q.walkedFinds, q.pageSize, backwards, a.find); err != nil {
			return err
		}
		if err := compareWalk(ctx, relatedLists(s, q.walkedRelateds), q.walkedRelateds, q.pageSize, backwards, a.related); err != nil {
			return err
		}
		if err := compareWalk(ctx, termLists(s, q.walkedTerms), q.walkedTerms, q.pageSize, backwards, a.terms); err != nil {
			return err
		}
	}
	return nil
}

func compareWalk[Q, R any](ctx context.Context, l lists[R], requests []Q, size int, backwards bool, right func(Q) []R) error {
	got, err := walk(ctx, l, size, backwards)
	if err != nil {
		return fmt.Errorf("by pages of %d, backwards %v: %w", size, backwards, err)
	}
	for i := range requests {
		if g, w := plain(got[i]), plain(right(requests[i])); g != w {
			return fmt.Errorf("%s by pages of %d, backwards %v%s", l.names[i], size, backwards, difference(g, w))
		}
	}
	return nil
}

// compareApplied holds what a store says became of a batch against what did. The order
// of its lists is free. Of its warnings, each has to hold now, and each that is new has
// to be among them.
func compareApplied(got, want graph.Applied, now *graph.Graph) error {
	if got.Version != want.Version {
		return fmt.Errorf("Apply: version %d, want %d", got.Version, want.Version)
	}
	var gotRejected, wantRejected []string
	for _, r := range got.Rejected {
		if r.Reason == "" {
			return fmt.Errorf("Apply: %s is rejected without a reason", r.Key)
		}
		gotRejected = append(gotRejected, r.Key)
	}
	for _, r := range want.Rejected {
		wantRejected = append(wantRejected, r.Key)
	}
	for _, list := range []struct {
		name      string
		got, want []string
	}{
		{"added", got.Added, want.Added},
		{"replaced", got.Replaced, want.Replaced},
		{"unchanged", got.Unchanged, want.Unchanged},
		{"older", got.Older, want.Older},
		{"deleted", got.Deleted, want.Deleted},
		{"missing", got.Missing, want.Missing},
		{"rejected", gotRejected, wantRejected},
	} {
		if g, w := slices.Sorted(slices.Values(list.got)), slices.Sorted(slices.Values(list.want)); !slices.Equal(g, w) {
			return fmt.Errorf("Apply: %s %v, want %v", list.name, g, w)
		}
	}
	for _, w := range got.Warnings {
		if !slices.Contains(now.Warnings, w) {
			return fmt.Errorf("Apply warns of what does not hold: %+v", w)
		}
	}
	for _, w := range want.Warnings {
		if !slices.Contains(got.Warnings, w) {
			return fmt.Errorf("Apply does not warn: %+v", w)
		}
	}
	return nil
}
