package embedded

import (
	"errors"
	"runtime"
	"sync"
)

// inParallel works on each element of a list, given with its place, on all processors.
// Every one of them has a worker of its own, which ends at its first error; it may read
// the mapped file (see guard).
func inParallel[T any](list []T, newWorker func() func(i int, element T) error) error {
	workers := min(runtime.GOMAXPROCS(0), len(list))
	errs := make([]error, workers)
	var wait sync.WaitGroup
	for n := range workers {
		wait.Go(func() {
			errs[n] = guard(func() error {
				work := newWorker()
				for i := n; i < len(list); i += workers {
					if err := work(i, list[i]); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
	wait.Wait()
	return errors.Join(errs...)
}
