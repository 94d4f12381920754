package main

import "testing"

func TestGarbagePercent(t *testing.T) {
	for _, c := range []struct {
		used uint64
		want int
	}{
		{0, 400},
		{32 << 20, 400},  // 128 MiB are less than the room, and enough
		{128 << 20, 200}, // from here on, the room
		{256 << 20, 100},
		{512 << 20, 50},
		{1 << 30, 25},
		{4 << 30, 25}, // 1 GiB is more than the room
	} {
		if got := garbagePercent(c.used); got != c.want {
			t.Errorf("%d MiB in use: %d %%, want %d %%", c.used>>20, got, c.want)
		}
	}
}
