package loader

import (
	"fmt"
	"strings"
	"testing"
)

// members writes an object with so many members, each named by its number.
func members(n int, member string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(member, i)
	}
	return "{" + strings.Join(all, ", ") + "}"
}

// Of what is wrong with one record, 999 are told, and how many there are besides; of unknown keys, the first twenty are likened to known ones.
func TestProblemsOfOneRecordAreBounded(t *testing.T) {
	list := "[" + strings.Trim(members(2500, `"no-field-%04d"`), "{}") + "]"
	tests := []struct {
		name, text, last string
		hints            int
	}{
		{"a dictionary", members(3000, `"component%d": {"x": [1]}`), "… and 2001 more problems", 20},
		{"a list", `{"lost": ` + list + "}", "… and 1501 more problems", 0},
		{"both", `{"lost": ` + list + ", " + members(600, `"component%d": 1`)[1:], "… and 2101 more problems", 20},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			records := Decode("f", JSON, []byte(tt.text), libraryVocabulary(t))
			same(t, "records", len(records), 1)
			problems := records[0].Problems
			same(t, "problems", len(problems), 1000)
			hints := 0
			for _, p := range problems {
				if strings.HasSuffix(p.Reason, "did you mean components?") {
					hints++
				}
			}
			same(t, "hints", hints, tt.hints)
			same(t, "last", problems[999].Error(), "f:1: "+tt.last)
		})
	}
}
