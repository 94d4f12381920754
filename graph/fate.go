package graph

import "bytes"

// Fate is what becomes of a case that is put into a graph.
type Fate int

// The fates.
const (
	Added     Fate = iota // its key is new
	Replaced              // it takes the place of the stored case whole
	Unchanged             // it equals the stored case
	Older                 // it is older by UpdatedAt than the stored case, which stays
	Refused               // the stored case's key differs in the case of letters
)

// FateOf gives the fate of a case, with its key, that meets the stored case of that key
// in any case of letters; nil where there is none.
func FateOf(c, stored *Case) Fate {
	switch {
	case stored == nil:
		return Added
	case stored.ID != c.ID:
		return Refused
	case equalCases(stored, c):
		return Unchanged
	case isOlder(c, stored):
		return Older
	}
	return Replaced
}

// equalCases reports whether two cases are equal as they would be written.
func equalCases(a, b *Case) bool {
	x, err1 := EncodeCase(a)
	y, err2 := EncodeCase(b)
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}

// isOlder reports whether a case is an older version than the stored one. One without
// updated_at is never older.
func isOlder(c, stored *Case) bool {
	if c.UpdatedAt == "" || stored.UpdatedAt == "" {
		return false
	}
	mine, err1 := Instant(c.UpdatedAt)
	yours, err2 := Instant(stored.UpdatedAt)
	return err1 == nil && err2 == nil && mine.Before(yours)
}
