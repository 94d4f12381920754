package neo4jstore

import (
	"fmt"
	"math"
	"strconv"

	"github.com/incidentgraph/incidentgraph/graph"
)

// rank gives the place of an incident in the order graph.Newest as one string: eight hex
// digits that fall as the day rises, then the key. Keys are ASCII, so every engine
// compares ranks alike.
func rank(day int32, key string) string {
	return fmt.Sprintf("%08x%s", uint32(math.MaxInt32-int64(day)), key)
}

// rankDigits is how many characters of a rank tell the day.
const rankDigits = 8

// Every rank lies between these two.
const (
	beforeAllRanks = ""
	afterAllRanks  = "~"
)

// afterDay gives a string that follows every rank of a day and precedes those of earlier
// days. Keys hold no character after the letters.
func afterDay(day int32) string { return rank(day, afterAllRanks) }

// readRank takes a rank apart.
func readRank(s string) (day int32, key string, err error) {
	if len(s) <= rankDigits {
		return 0, "", corrupt("the sort key %q of an incident cannot be read", s)
	}
	n, err := strconv.ParseUint(s[:rankDigits], 16, 32)
	if err != nil {
		return 0, "", corrupt("the sort key %q of an incident cannot be read", s)
	}
	return int32(math.MaxInt32 - int64(n)), s[rankDigits:], nil
}

// rankOf gives the place of an incident.
func rankOf(i *graph.Incident) string { return rank(i.Date.First(), i.Key) }

// rankAt gives the place of a position in the order graph.Newest.
func rankAt(at graph.Position) string { return rank(at.Day, at.Name) }

// positionOf reads a rank as a position in the order graph.Newest.
func positionOf(s string) (graph.Position, error) {
	day, key, err := readRank(s)
	return graph.Position{Day: day, Name: key}, err
}
