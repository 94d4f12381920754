package graphtest

import (
	"context"
	"fmt"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// check is one check of the suite. It opens as many stores as it needs, one after the
// other, and tells what is wrong with them. That checks are plain functions lets the
// suite be tried on stores that are known to be broken.
type check struct {
	name string
	run  func(ctx context.Context, open opener) error
}

// opener opens a store that holds nothing, after it closed the one before.
type opener func() (graph.Store, error)

// checks gives every check of the suite, in the order in which they are best read.
func checks(r randomness) []check {
	all := []check{
		{"fixture", checkFixture},
		{"filters", checkFilters},
		{"filters of values, times and stubs", checkValues},
		{"pages", checkPages},
		{"orders", checkFindOrders},
		{"orders of what is found", checkTierOrders},
		{"orders of related incidents", checkRelatedOrders},
		{"facets", checkFacets},
		{"durations", checkDurations},
		{"similar", checkSimilar},
		{"paths", checkPaths},
		{"subgraphs", checkSubgraphs},
		{"walks that cannot be meant", checkWalksInvalid},
		{"fields", checkFields},
	}
	for _, s := range scenarios() {
		all = append(all, check{"scenario/" + s.name, s.check})
	}
	all = append(all, searchChecks()...)
	all = append(all, contractChecks()...)
	return append(all,
		check{"hubs", checkHubs},
		check{"readers beside a writer", checkReaders},
		check{"random", r.check},
		check{"lists that change while they are read", checkMoving},
		check{"fixture in every order", checkOrders},
	)
}

// Run runs the conformance suite. open gives a store that holds nothing, in version 0;
// it is called many times, and each store is closed before the next one is opened, so
// they may share one database that open clears.
//
// Random sequences are short and always the same. INCIDENTGRAPH_TEST_STEPS (how many
// batches) and INCIDENTGRAPH_TEST_SEED make them longer and other; a failure tells the
// seed.
func Run(t *testing.T, open func(t testing.TB) graph.Store) {
	r, err := randomnessOf(t)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range checks(r) {
		t.Run(c.name, func(t *testing.T) { play(t, open, c.run) })
	}
}

// play runs one check on stores of a test.
func play(t *testing.T, open func(t testing.TB) graph.Store, run func(ctx context.Context, open opener) error) {
	var last graph.Store
	shut := func() error {
		if last == nil {
			return nil
		}
		s := last
		last = nil
		return s.Close()
	}
	err := run(t.Context(), func() (graph.Store, error) {
		if err := shut(); err != nil {
			return nil, fmt.Errorf("Close: %w", err)
		}
		last = open(t)
		return last, nil
	})
	if err != nil {
		t.Error(err)
	}
	if err := shut(); err != nil {
		t.Errorf("Close: %v", err)
	}
}
