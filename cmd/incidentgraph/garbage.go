package main

import (
	"runtime/debug"
	"runtime/metrics"
)

// garbage has the runtime collect rarely while little memory is in use, and more often
// when it is much. A load makes far more garbage than it keeps: one percentage for all of
// it would collect without end while the graph is small, or let a large one take much more
// than it needs.
type garbage struct {
	percent int // as last set; 0: never
}

const (
	garbageRoom  = 256 << 20 // bytes of garbage that may always gather
	leastGarbage = 25        // percent of what is in use that may gather, where that is more
	mostGarbage  = 400
)

// garbagePercent gives how much garbage may gather beside bytes in use, as debug.SetGCPercent
// takes it.
func garbagePercent(used uint64) int {
	if used == 0 {
		return mostGarbage
	}
	return int(min(max(100*garbageRoom/used, leastGarbage), mostGarbage))
}

// tune sets the percentage by what was in use at the last collection.
func (g *garbage) tune() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	percent := garbagePercent(live[0].Value.Uint64())
	if change := percent - g.percent; 10*max(change, -change) > g.percent { // to set it stops all for a moment
		debug.SetGCPercent(percent)
		g.percent = percent
	}
}
