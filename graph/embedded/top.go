package embedded

import "slices"

// top keeps the first of some things that it is offered, as a heap with the last of them
// at its root.
type top[T any] struct {
	most    int
	compare func(a, b T) int
	kept    []T
}

func (t *top[T]) offer(v T) {
	switch {
	case len(t.kept) < t.most:
		t.kept = append(t.kept, v)
		for at := len(t.kept) - 1; at > 0; {
			above := (at - 1) / 2
			if t.compare(t.kept[above], t.kept[at]) >= 0 {
				break
			}
			t.kept[above], t.kept[at] = t.kept[at], t.kept[above]
			at = above
		}
	case t.most > 0 && t.compare(v, t.kept[0]) < 0:
		t.kept[0] = v
		t.sink()
	}
}

// sink moves the root down to its place.
func (t *top[T]) sink() {
	for at := 0; ; {
		greatest := at
		for below := 2*at + 1; below <= 2*at+2 && below < len(t.kept); below++ {
			if t.compare(t.kept[below], t.kept[greatest]) > 0 {
				greatest = below
			}
		}
		if greatest == at {
			return
		}
		t.kept[at], t.kept[greatest] = t.kept[greatest], t.kept[at]
		at = greatest
	}
}

// last gives the last of those kept; full is false while there is room for any other.
func (t *top[T]) last() (last T, full bool) {
	if len(t.kept) < t.most || t.most == 0 {
		return last, false
	}
	return t.kept[0], true
}

// sorted gives those kept, in order.
func (t *top[T]) sorted() []T {
	slices.SortFunc(t.kept, t.compare)
	return t.kept
}
