package graphtest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// contractChecks look at what holds of every method, whatever the graph.
func contractChecks() []check {
	return []check{
		{"contract/a new store is empty", checkEmpty},
		{"contract/no requests give no results", checkNoRequests},
		{"contract/results are aligned", checkAlignment},
		{"contract/requests that cannot be meant", checkInvalid},
		{"contract/a cancelled context", checkCancelled},
		{"contract/arguments are left alone", checkArguments},
		{"contract/results are the caller's", checkResults},
		{"contract/a scan stops at an error", checkScan},
		{"contract/a batch for a new graph alone", checkOnlyNew},
	}
}

// fixtureStore opens a store with the fixture in it.
func fixtureStore(ctx context.Context, open opener) (graph.Store, error) {
	s, err := open()
	if err != nil {
		return nil, err
	}
	documents := Documents()
	if _, err := s.Apply(ctx, graph.Batch{Cases: slices.Concat(documents[:]...), Terms: Terms()}); err != nil {
		return nil, fmt.Errorf("Apply: %w", err)
	}
	return s, nil
}

func checkEmpty(ctx context.Context, open opener) error {
	s, err := open()
	if err != nil {
		return err
	}
	a, err := NewModel().at(ctx)
	if err != nil {
		return err
	}
	return compare(ctx, s, a, questions{
		ids: []graph.ID{"incident:IL-1", "component:kv", "incident:X-0000000000a1", ""}, keys: []string{"IL-1", ""},
		names:       []graph.Name{{Kind: graph.KindIncident, Text: "IL-1"}, {Kind: graph.KindCause, Text: "bug"}},
		finds:       []graph.FindRequest{{Page: graph.Page{Size: 20}}, {Page: graph.Page{Size: 20, FromEnd: true}}, {}},
		relateds:    []graph.RelatedRequest{{Key: "IL-1", Kind: graph.SameCause, Page: graph.Page{Size: 20}}},
		termLists:   []graph.TermsRequest{{Page: graph.Page{Size: 20}}, {Query: "kv", Page: graph.Page{Size: 20}}},
		walkedFinds: []graph.FindRequest{{}},
		walkedTerms: []graph.TermsRequest{{}},
		pageSize:    1,
	})
}

// checkNoRequests asks for nothing; nothing may be a nil or an empty list.
func checkNoRequests(ctx context.Context, open opener) error {
	s, err := fixtureStore(ctx, open)
	if err != nil {
		return err
	}
	nothing := func(method string, n int, err error) error {
		if err != nil || n != 0 {
			return fmt.Errorf("%s of nothing: %d results, error %s", method, n, errText(err))
		}
		return nil
	}
	for _, m := range methods(s) {
		if m.ofNothing == nil {
			continue
		}
		n, err := m.ofNothing(ctx)
		if err := nothing(m.name, n, err); err != nil {
			return err
		}
	}
	return nil
}

// method is one method of a store: asked something, and asked nothing.
type method struct {
	name      string
	call      func(context.Context) error
	ofNothing func(context.Context) (int, error) // nil: it takes no requests
}

func methods(s graph.Store) []method {
	keyed := graph.Page{Size: 20}
	return []method{
		aligned("Nodes", s.Nodes, graph.ID("incident:IL-0587")),
		aligned("Lookup", s.Lookup, graph.Name{Kind: graph.KindIncident, Text: "IL-0587"}),
		aligned("Terms", s.Terms, graph.TermsRequest{Page: keyed}),
		aligned("Neighbors", s.Neighbors, graph.ID("incident:IL-0587")),
		aligned("Find", s.Find, graph.FindRequest{Page: keyed}),
		aligned("Related", s.Related, graph.RelatedRequest{Key: "IL-0587", Kind: graph.SharesComponent, Page: keyed}),
		aligned("Similar", s.Similar, graph.SimilarRequest{Key: "IL-0587", Size: 10}),
		aligned("Paths", s.Paths, graph.PathRequest{From: "incident:IL-0587", To: "incident:IL-0216",
			Via: []graph.EdgeKind{graph.Involves, graph.Cites}, MaxLength: 4, Size: 5}),
		aligned("Subgraph", s.Subgraph, graph.SubgraphRequest{IDs: []graph.ID{"incident:IL-0587"},
			Depth: 1, Via: []graph.EdgeKind{graph.Involves}, Limit: 20}),
		aligned("Cases", s.Cases, "IL-0587"),
		{name: "Vocabulary", call: func(ctx context.Context) error { _, err := s.Vocabulary(ctx); return err }},
		{name: "Scan", call: func(ctx context.Context) error { return s.Scan(ctx, func(*graph.Case) error { return nil }) }},
		{name: "Stats", call: func(ctx context.Context) error { _, err := s.Stats(ctx); return err }},
		{name: "Version", call: func(ctx context.Context) error { _, err := s.Version(ctx); return err }},
		{name: "Apply", call: func(ctx context.Context) error {
			_, err := s.Apply(ctx, graph.Batch{Cases: []*graph.Case{record("IL-9")}})
			return err
		}},
	}
}

func aligned[Q, R any](name string, ask func(context.Context, []Q) ([]R, error), request Q) method {
	return method{
		name: name,
		call: func(ctx context.Context) error { _, err := ask(ctx, []Q{request}); return err },
		ofNothing: func(ctx context.Context) (int, error) {
			empty, err := ask(ctx, []Q{})
			if err != nil {
				return 0, err
			}
			absent, err := ask(ctx, nil)
			return len(empty) + len(absent), err
		},
	}
}

// checkAlignment mixes what is there, what is missing and what is asked for twice.
func checkAlignment(ctx context.Context, open opener) error {
	s, err := fixtureStore(ctx, open)
	if err != nil {
		return err
	}
	ids := []graph.ID{"incident:NO-1", "incident:IL-0587", "component:no-such", "component:" + Coordination, "incident:IL-0587", "x", "incident:il-0271"}
	nodes, err := s.Nodes(ctx, ids)
	if err != nil {
		return fmt.Errorf("Nodes: %w", err)
	}
	nodeID := func(n *graph.Node) string {
		if n == nil {
			return ""
		}
		return string(n.ID)
	}
	wantIDs := []*graph.Node{nil, {ID: "incident:IL-0587"}, nil, {ID: "component:" + Coordination}, {ID: "incident:IL-0587"}, nil, {ID: "incident:IL-0271"}}
	if err := differ("Nodes", ids, nodes, wantIDs, nodeID); err != nil {
		return err
	}
	// Four edges of its own and two cards; a term has no links, nor has what is not there.
	// IL-0271: its company, two components, a cause, and the card that cites it.
	links, err := s.Neighbors(ctx, ids)
	if err != nil {
		return fmt.Errorf("Neighbors: %w", err)
	}
	counts := make([]int, len(links))
	for i, list := range links {
		counts[i] = len(list)
	}
	if err := differ("Neighbors", ids, counts, []int{0, 6, 0, 0, 6, 0, 5}, plain); err != nil {
		return err
	}
	keys := []string{"IL-0271", "IL-0587", "NO-1", "il-0587", "IL-0115"} // the first is a stub: it has no case
	cases, err := s.Cases(ctx, keys)
	if err != nil {
		return fmt.Errorf("Cases: %w", err)
	}
	caseID := func(c *graph.Case) string {
		if c == nil {
			return ""
		}
		return c.ID
	}
	return differ("Cases", keys, cases, []*graph.Case{nil, {ID: "IL-0587"}, nil, {ID: "IL-0587"}, {ID: "IL-0115"}}, caseID)
}

func checkInvalid(ctx context.Context, open opener) error {
	s, err := fixtureStore(ctx, open)
	if err != nil {
		return err
	}
	for _, q := range []graph.RelatedRequest{
		{Key: "IL-0587", Kind: graph.Involves, Page: graph.Page{Size: 20}},
		{Key: "IL-0587", Kind: graph.Cites, Page: graph.Page{Size: 20}},
		{Key: "IL-0587", Kind: graph.SameCause, Component: Coordination, Page: graph.Page{Size: 20}},
		{Key: "IL-0587", Kind: graph.SameCause, Order: orderBy(up(graph.ByTier)), Page: graph.Page{Size: 20}},
		{Key: "IL-0587", Kind: graph.SharesComponent, Order: orderBy(down(graph.ByShared), down(graph.ByTier)), Page: graph.Page{Size: 20}},
	} {
		if _, err := s.Related(ctx, []graph.RelatedRequest{q}); codeOf(err) != graph.CodeInvalid {
			return fmt.Errorf("Related %s: error %s, want one of code %s", describe(q), errText(err), graph.CodeInvalid)
		}
	}
	for _, q := range []graph.FindRequest{
		{Order: orderBy(down(graph.ByShared))},
		{Order: orderBy(up(graph.ByDay), down(graph.ByShared)), Text: query("장애")},
		{Order: orderBy(up(graph.ByTier))},
		{Order: orderBy(down(graph.ByDay), up(graph.ByTier)), Filter: graph.Filter{Text: query("장애")}},
		{Term: &graph.TermRef{Kind: graph.KindIncident, Slug: "IL-0587"}},
	} {
		if _, err := s.Find(ctx, []graph.FindRequest{{}, q}); codeOf(err) != graph.CodeInvalid {
			return fmt.Errorf("Find %s: error %s, want one of code %s", describe(q), errText(err), graph.CodeInvalid)
		}
	}
	return nil
}

// checkCancelled asks with a context that is over: the error says so, and a batch leaves
// nothing.
func checkCancelled(ctx context.Context, open opener) error {
	s, err := fixtureStore(ctx, open)
	if err != nil {
		return err
	}
	before, err := Dump(ctx, s)
	if err != nil {
		return err
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	for _, m := range methods(s) {
		if err := m.call(over); codeOf(err) != graph.CodeTimeout {
			return fmt.Errorf("%s with a cancelled context: error %s, want one of code %s", m.name, errText(err), graph.CodeTimeout)
		}
	}
	after, err := Dump(ctx, s)
	if err != nil {
		return fmt.Errorf("after a cancelled context: %w", err)
	}
	if after != before {
		return fmt.Errorf("a cancelled Apply left something%s", difference(after, before))
	}
	return nil
}

// checkScan stops a scan: the error comes back, and no case comes after it.
func checkScan(ctx context.Context, open opener) error {
	s, err := fixtureStore(ctx, open)
	if err != nil {
		return err
	}
	enough := errors.New("enough")
	var keys []string
	err = s.Scan(ctx, func(c *graph.Case) error {
		if keys = append(keys, c.ID); len(keys) == 2 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || !slices.Equal(keys, []string{"IL-0115", "IL-0216"}) {
		return fmt.Errorf("Scan, stopped at the second case: error %s after %v", errText(err), keys)
	}
	if _, err := s.Apply(ctx, graph.Batch{Delete: []string{"IL-0115"}}); err != nil { // it holds nothing up
		return fmt.Errorf("Apply after a stopped Scan: %w", err)
	}
	return nil
}

// checkOnlyNew gives a graph what it begins with, twice: the second time it is too late.
func checkOnlyNew(ctx context.Context, open opener) error {
	s, err := open()
	if err != nil {
		return err
	}
	for i, batch := range []graph.Batch{
		{OnlyNew: true, Terms: []graph.Term{{Kind: graph.KindComponent, Slug: "kv", Name: graph.PlainText("Store")}}},
		{OnlyNew: true, Terms: []graph.Term{{Kind: graph.KindComponent, Slug: "kv", Name: graph.PlainText("Late")}}, Cases: []*graph.Case{record("IL-9")}},
	} {
		applied, err := s.Apply(ctx, batch)
		if err != nil || applied.Version != 1 || len(applied.Added) > 0 {
			return fmt.Errorf("batch %d for a new graph: %+v, error %s", i+1, applied, errText(err))
		}
	}
	voc, err := s.Vocabulary(ctx)
	if err != nil {
		return err
	}
	if kv, _ := voc.Term(graph.TermRef{Kind: graph.KindComponent, Slug: "kv"}); kv.Name.EN != "Store" {
		return fmt.Errorf("a batch for a new graph changed the term of another to %q", kv.Name.EN)
	}
	cases, err := s.Cases(ctx, []string{"IL-9"})
	if err != nil || cases[0] != nil {
		return fmt.Errorf("a batch for a new graph put a case into another: %v, error %s", cases, errText(err))
	}
	return nil
}
