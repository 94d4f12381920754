package graphtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/incidentgraph/incidentgraph/graph"
)

const (
	flockSize  = 6 // how many cases move together
	flockMoves = 6
)

// flock gives cases that all involve one component, and a case that cites them all.
func flock(component string) []*graph.Case {
	var all []*graph.Case
	leader := []part{components(component), title("at " + component)}
	for i := range flockSize - 1 {
		id := fmt.Sprintf("FLOCK-%d", i+1)
		all = append(all, record(id, components(component), title("at "+component)))
		leader = append(leader, card(id, shares(component)))
	}
	return append(all, record("FLOCK-0", leader...))
}

// checkReaders moves a flock to and fro between two components, a batch a move, while
// readers look on: whoever looks sees the whole flock in one place.
func checkReaders(ctx context.Context, open opener) error {
	s, err := open()
	if err != nil {
		return err
	}
	if _, err := s.Apply(ctx, graph.Batch{Cases: flock("north")}); err != nil {
		return fmt.Errorf("Apply: %w", err)
	}
	looks := []func(context.Context, graph.Store) error{lookByTerm, lookByCounts, lookByEdges, lookByRelated, lookByScan}
	moving, landed := context.WithCancel(ctx)
	defer landed()
	failed := make([]error, len(looks))
	var readers sync.WaitGroup
	for i, look := range looks {
		readers.Go(func() {
			for failed[i] == nil {
				failed[i] = look(ctx, s)
				if moving.Err() != nil {
					return
				}
			}
		})
	}
	var moved error
	for i := range flockMoves {
		if _, err := s.Apply(ctx, graph.Batch{Cases: flock([]string{"south", "north"}[i%2])}); err != nil {
			moved = fmt.Errorf("Apply: %w", err)
			break
		}
	}
	landed()
	readers.Wait()
	if err := errors.Join(append(failed, moved)...); err != nil {
		return err
	}
	version, err := s.Version(ctx)
	if err == nil && version != 1+flockMoves {
		err = fmt.Errorf("Version: got %d, want %d", version, 1+flockMoves)
	}
	return err
}

func lookByTerm(ctx context.Context, s graph.Store) error {
	for _, slug := range []string{"north", "south"} {
		results, err := s.Find(ctx, []graph.FindRequest{{
			Term: &graph.TermRef{Kind: graph.KindComponent, Slug: slug}, Page: graph.Page{Size: 20},
		}})
		if err != nil {
			return fmt.Errorf("Find: %w", err)
		}
		if n := len(results[0].Keys); n != results[0].Total || n != 0 && n != flockSize {
			return fmt.Errorf("Find saw %d of the %d, of a total of %d", n, flockSize, results[0].Total)
		}
	}
	return nil
}

// lookByCounts sees one component, where all are: the list, its text and its facets are of
// one moment.
func lookByCounts(ctx context.Context, s graph.Store) error {
	results, err := s.Find(ctx, []graph.FindRequest{{
		Text: query("at"), Page: graph.Page{Size: 20},
		Counting: graph.Counting{Facets: []graph.FacetRequest{{By: graph.FacetComponent, Size: 20}}},
	}})
	if err != nil {
		return fmt.Errorf("Find: %w", err)
	}
	r := results[0]
	if len(r.Keys) != flockSize || r.Total != flockSize || len(r.Facets[0]) != 1 || r.Facets[0][0].Count != flockSize {
		return fmt.Errorf("Find by text saw %d of the %d, of a total of %d, at %+v", len(r.Keys), flockSize, r.Total, r.Facets[0])
	}
	return nil
}

func lookByEdges(ctx context.Context, s graph.Store) error {
	stats, err := s.Stats(ctx)
	if err != nil {
		return fmt.Errorf("Stats: %w", err)
	}
	if n := stats.Edges[graph.EdgeEvidence{Kind: graph.Involves, Evidence: graph.Stated}]; n != flockSize || stats.Terms[graph.KindComponent] != 1 {
		return fmt.Errorf("Stats saw %d of the %d at %d components", n, flockSize, stats.Terms[graph.KindComponent])
	}
	nodes, err := s.Nodes(ctx, []graph.ID{"incident:FLOCK-0"})
	if err != nil {
		return fmt.Errorf("Nodes: %w", err)
	}
	if len(nodes) != 1 || nodes[0] == nil || nodes[0].Incident == nil {
		return errors.New("Nodes did not see the leader")
	}
	i := nodes[0].Incident
	if at := "at " + strings.Join(i.Terms(graph.Involves), " and "); at != i.Title.EN {
		return fmt.Errorf("Nodes saw the leader %s under the title %q", at, i.Title.EN)
	}
	return nil
}

func lookByRelated(ctx context.Context, s graph.Store) error {
	results, err := s.Related(ctx, []graph.RelatedRequest{{Key: "FLOCK-0", Kind: graph.SharesComponent, Page: graph.Page{Size: 20}}})
	if err != nil {
		return fmt.Errorf("Related: %w", err)
	}
	places := map[string]bool{}
	for _, row := range results[0].Rows {
		places[strings.Join(row.Relation.SharedComponents, " and ")] = true
	}
	if n := len(results[0].Rows); n != flockSize-1 || len(places) != 1 || places[""] {
		return fmt.Errorf("Related saw %d of the %d others, at %v", n, flockSize-1, places)
	}
	return nil
}

func lookByScan(ctx context.Context, s graph.Store) error {
	places := map[string]bool{}
	n := 0
	err := s.Scan(ctx, func(c *graph.Case) error {
		places[strings.Join(c.Components, " and ")] = true
		n++
		return nil
	})
	if err != nil {
		return fmt.Errorf("Scan: %w", err)
	}
	if n != flockSize || len(places) != 1 {
		return fmt.Errorf("Scan saw %d of the %d, at %v", n, flockSize, places)
	}
	return nil
}
