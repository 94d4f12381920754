package embedded

import (
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// fewMembers is how many incidents of a term are kept as a list. More are a bitmap.
const fewMembers = 1024

// members is the set of incidents of one term.
type members struct {
	few  []uint32 // in the order Newest; used while many is nil
	many *roaring.Bitmap
}

func (s *members) len() int {
	if s.many != nil {
		return int(s.many.GetCardinality())
	}
	return len(s.few)
}

// add puts an incident in; compare is the order Newest.
func (s *members) add(n uint32, compare func(a, b uint32) int) {
	if s.many == nil && len(s.few) == fewMembers {
		s.many, s.few = roaring.BitmapOf(s.few...), nil
	}
	if s.many != nil {
		s.many.Add(n)
		return
	}
	at := len(s.few)
	if at > 0 && compare(s.few[at-1], n) > 0 {
		at, _ = slices.BinarySearchFunc(s.few, n, compare)
	}
	s.few = slices.Insert(s.few, at, n)
}

// fill puts incidents into an empty set. It may keep the list.
func (s *members) fill(numbers []uint32, compare func(a, b uint32) int) {
	if len(numbers) > fewMembers {
		s.many = roaring.BitmapOf(numbers...)
		return
	}
	slices.SortFunc(numbers, compare)
	s.few = slices.Clip(numbers)
}

// remove takes an incident out. A bitmap becomes a list again half way down, so that a
// set on the border does not go to and fro.
func (s *members) remove(n uint32, compare func(a, b uint32) int) {
	if s.many == nil {
		if at := slices.Index(s.few, n); at >= 0 {
			s.few = slices.Delete(s.few, at, at+1)
		}
		return
	}
	s.many.Remove(n)
	if s.many.GetCardinality() <= fewMembers/2 {
		s.few, s.many = s.many.ToArray(), nil
		slices.SortFunc(s.few, compare)
	}
}

// bitmap gives the set as a bitmap, which is not to be written to.
func (s *members) bitmap() *roaring.Bitmap {
	if s.many != nil {
		return s.many
	}
	return roaring.BitmapOf(s.few...)
}

// each visits the numbers of the set, in no particular order.
func (s *members) each(visit func(uint32)) {
	if s.many == nil {
		for _, n := range s.few {
			visit(n)
		}
		return
	}
	s.many.Iterate(func(n uint32) bool { visit(n); return true })
}
