package graphtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/incidentgraph/incidentgraph/graph"
)

// RunDurable checks what a store promises beyond one process: that a graph is there when
// it is opened again, and that several may work on it side by side. create gives a store
// of a new graph that holds nothing; again opens the graph of the last create once more,
// whether or not other stores have it open.
func RunDurable(t *testing.T, create, again func(t testing.TB) graph.Store) {
	for _, c := range []struct {
		name string
		run  func(ctx context.Context, create, again opener) error
	}{
		{"opened again", checkReopened},
		{"one reads what another writes", checkBeside},
		{"two write at once", checkWriters},
	} {
		t.Run(c.name, func(t *testing.T) {
			open := func(f func(testing.TB) graph.Store) opener {
				return func() (graph.Store, error) { return f(t), nil }
			}
			if err := c.run(t.Context(), open(create), open(again)); err != nil {
				t.Error(err)
			}
		})
	}
}

// checkReopened closes a store after every other batch and opens it again.
func checkReopened(ctx context.Context, create, again opener) error {
	s, err := create()
	if err != nil {
		return err
	}
	beside := newPair(s)
	w := newWorld(5)
	asks := rand.New(rand.NewPCG(5, 6))
	for step := range 8 {
		if err := beside.applyRandom(ctx, w); err != nil {
			return fmt.Errorf("batch %d: %w", step+1, err)
		}
		if step%2 == 0 {
			continue
		}
		if err := beside.store.Close(); err != nil {
			return fmt.Errorf("Close: %w", err)
		}
		if beside.store, err = again(); err != nil {
			return err
		}
		a, err := beside.model.at(ctx)
		if err != nil {
			return err
		}
		if err := compare(ctx, beside.store, a, everythingAnd(asks, a, 4)); err != nil {
			return fmt.Errorf("opened again after batch %d: %w", step+1, err)
		}
	}
	return beside.store.Close()
}

// checkBeside lets one store read what another writes.
func checkBeside(ctx context.Context, create, again opener) error {
	writer, err := create()
	if err != nil {
		return err
	}
	reader, err := again()
	if err != nil {
		return err
	}
	documents := Documents()
	batches := []graph.Batch{{Terms: Terms(), Cases: documents[0]}, {Cases: documents[1]}, {Cases: documents[3], Delete: []string{"IL-0587"}}}
	beside := newPair(writer)
	asks := rand.New(rand.NewPCG(6, 6))
	for i, b := range batches {
		if err := beside.apply(ctx, b); err != nil {
			return fmt.Errorf("batch %d: %w", i+1, err)
		}
		a, err := beside.model.at(ctx)
		if err != nil {
			return err
		}
		if err := reaches(ctx, reader, a.version); err != nil {
			return fmt.Errorf("batch %d: %w", i+1, err)
		}
		if err := compare(ctx, reader, a, everythingAnd(asks, a, 4)); err != nil {
			return fmt.Errorf("the reader after batch %d: %w", i+1, err)
		}
	}
	return errors.Join(reader.Close(), writer.Close())
}

// reaches waits until a store sees a version.
func reaches(ctx context.Context, s graph.Store, version int64) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		got, err := s.Version(ctx)
		if err != nil {
			return fmt.Errorf("Version: %w", err)
		}
		if got >= version {
			return nil
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return fmt.Errorf("version %d is not seen: Version says %d", version, got)
		}
	}
}

// checkWriters lets two stores load at once: both finish, and the graph is that of both
// loads.
func checkWriters(ctx context.Context, create, again opener) error {
	const loads, perLoad = 2, 6
	var stores [loads]graph.Store
	for i := range stores {
		open := again
		if i == 0 {
			open = create
		}
		s, err := open()
		if err != nil {
			return err
		}
		stores[i] = s
	}
	var all []*graph.Case
	var failed [loads]error
	var writers sync.WaitGroup
	for i, s := range stores {
		var own [perLoad]*graph.Case
		for k := range own { // the two meet: at a hub, a stub, and each other's cases
			own[k] = record(fmt.Sprintf("W%d-%d", i, k), components("hub"), company("Acme"),
				card("STUB", of("Seen by both", "Acme", "2020", ""), sameCause), card(fmt.Sprintf("W%d-%d", 1-i, k), shares("hub")))
		}
		all = append(all, own[:]...)
		writers.Go(func() {
			for _, c := range own {
				if _, err := s.Apply(ctx, graph.Batch{Cases: []*graph.Case{c}}); err != nil {
					failed[i] = fmt.Errorf("Apply: %w", err)
					return
				}
			}
		})
	}
	writers.Wait()
	if err := errors.Join(failed[:]...); err != nil {
		return err
	}
	voc, err := graph.NewVocabulary(nil)
	if err != nil {
		return err
	}
	want := DumpGraph(graph.Build(all, voc))
	for i, s := range stores {
		if err := reaches(ctx, s, loads*perLoad); err != nil {
			return err
		}
		got, err := Dump(ctx, s)
		if err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("store %d%s", i+1, difference(got, want))
		}
	}
	return errors.Join(stores[0].Close(), stores[1].Close())
}
