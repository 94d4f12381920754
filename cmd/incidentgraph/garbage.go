package main

import (
	"runtime/debug"
	"runtime/metrics"
)

// garbage has the runtime collect rarely while little memory is in use, and more often
// when it is much. A load makes far more garbage than it keeps: a percentage alone would
// collect it all the time while the graph is small, or let it double what a large one takes.
type garbage struct {
	percent int // as last set; 0: never
}

const (
	garbageRoom  = 256 << 20 // bytes of garbage that may always gather
	leastGarbage = 50        // percent of what is in use that may gather, where that is more
	mostGarbage  = 400
)

// tune sets the percentage by what was in use at the last collection.
func (g *garbage) tune() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	percent := mostGarbage
	if used := live[0].Value.Uint64(); used > 0 {
		percent = int(min(max(100*garbageRoom/used, leastGarbage), mostGarbage))
	}
	if change := percent - g.percent; 10*max(change, -change) > g.percent { // to set it stops all for a moment
		debug.SetGCPercent(percent)
		g.percent = percent
	}
}
