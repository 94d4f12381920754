package graph

import "slices"

// sortedSet sorts a list and drops repeats, in place.
func sortedSet(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// contains reports whether a sorted list holds s.
func contains(sorted []string, s string) bool {
	_, found := slices.BinarySearch(sorted, s)
	return found
}

// shared gives what two sorted lists have in common, in order.
func shared(a, b []string) []string {
	var out []string
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			out = append(out, a[i])
			i, j = i+1, j+1
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return out
}

// union gives the keys of two maps.
func union[A, B any](a map[string]A, b map[string]B) map[string]struct{} {
	out := make(map[string]struct{}, len(a)+len(b))
	for k := range a {
		out[k] = struct{}{}
	}
	for k := range b {
		out[k] = struct{}{}
	}
	return out
}
