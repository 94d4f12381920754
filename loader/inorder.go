package loader

import (
	"iter"
	"runtime"
	"sync"
)

// inOrder gives what workers make of each job, in the order of the jobs, with as many
// workers at a time as there are processors. Few jobs are held at once. It ends early
// where cancelled closes, even while a job is waited for that may never come; nil never
// closes.
func inOrder[J, R any](cancelled <-chan struct{}, jobs iter.Seq[J], newWorker func() func(J) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		type task struct {
			job  J
			done chan R
		}
		workers := runtime.GOMAXPROCS(0)
		tasks := make(chan task)
		order := make(chan chan R, workers)
		stop := make(chan struct{})
		var running sync.WaitGroup
		defer func() {
			close(stop)
			select {
			case <-cancelled:
			default:
				running.Wait()
			}
		}()
		for range workers {
			running.Go(func() {
				work := newWorker()
				for t := range tasks {
					t.done <- work(t.job)
				}
			})
		}
		running.Go(func() {
			defer close(order)
			defer close(tasks)
			for job := range jobs {
				t := task{job, make(chan R, 1)}
				select {
				case order <- t.done:
					tasks <- t
				case <-stop:
					return
				}
			}
		})
		for {
			var done chan R
			more := false
			select {
			case done, more = <-order:
			case <-cancelled:
			}
			if !more {
				return
			}
			select {
			case result := <-done:
				if !yield(result) {
					return
				}
			case <-cancelled:
				return
			}
		}
	}
}
