package graphtest

import (
	"fmt"
	"strings"
)

// difference shows where a text departs from what it should be: what comes a little
// before that place, and what stands there in each.
func difference(got, want string) string {
	const before, after = 160, 400
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	cut := func(s string) string {
		from, to := max(0, at-before), min(len(s), at+after)
		text := strings.ToValidUTF8(s[from:to], "")
		if from > 0 {
			text = "…" + text
		}
		if to < len(s) {
			text += "…"
		}
		if strings.Contains(text, "\n") {
			text = "\n" + text
		}
		return text
	}
	return fmt.Sprintf("\n got: %s\nwant: %s", cut(got), cut(want))
}
