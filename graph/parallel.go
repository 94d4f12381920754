package graph

import (
	"runtime"
	"sync"
)

// inParallel gives what is made of each element of a list, on all processors.
func inParallel[T, R any](list []T, of func(T) R) []R {
	out := make([]R, len(list))
	workers := min(runtime.GOMAXPROCS(0), len(list))
	var wait sync.WaitGroup
	for worker := range workers {
		wait.Go(func() {
			for i := worker; i < len(list); i += workers {
				out[i] = of(list[i])
			}
		})
	}
	wait.Wait()
	return out
}
