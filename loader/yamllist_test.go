package loader

import (
	"strings"
	"testing"
)

// One element of a list that cannot be read keeps none of the others from being loaded, and
// the list is kept whole, once, for all that is wrong in it.
func TestYAMLListsWithBadElements(t *testing.T) {
	const anchor = "anchors (&) and aliases (*) are not taken: write the value where it belongs"
	tests := []struct {
		name, text, keys string
		problems         []string
		rejects          string
	}{
		{"a value of a member", "- id: L1\n- id: L2\n  title: *x\n- id: L3\n- id: L4\n", "L1 L3 L4",
			[]string{"a.yaml:3: L2: title: " + anchor},
			`{"_problems":["a.yaml:3: L2: title: ` + anchor + `"],"_format":"yaml","_text":"- id: L1\n- id: L2\n  title: *x\n- id: L3\n- id: L4\n"}` + "\n"},
		{"several, one of them the element itself, one deep down, one a key that is no text", "- *x\n- id: L2\n- id: L3\n  related:\n  - {id: R, title: !!str t}\n  tags: [a]\n- id: L4\n  <<: {title: x}\n- id: L5\n", "L2 L5",
			[]string{
				"a.yaml:1: " + anchor,
				"a.yaml:5: L3: related[0].title: tags (!) are not taken: put text in quotes",
				"a.yaml:8: L4: a key that is not plain text (<<, ?, or with & or !) is not taken",
			},
			`{"_problems":["a.yaml:1: ` + anchor + `","a.yaml:5: L3: related[0].title: tags (!) are not taken: put text in quotes","a.yaml:8: L4: a key that is not plain text (<<, ?, or with & or !) is not taken"],"_format":"yaml","_text":"- *x\n- id: L2\n- id: L3\n  related:\n  - {id: R, title: !!str t}\n  tags: [a]\n- id: L4\n  <<: {title: x}\n- id: L5\n"}` + "\n"},
		{"beside one that could be written down", "- id: L1\n  titel: x\n- id: L2\n  title: *x\n", "",
			[]string{"a.yaml:2: L1: titel: unknown key: did you mean title?", "a.yaml:4: L2: title: " + anchor},
			`{"_problems":["a.yaml:2: L1: titel: unknown key: did you mean title?","a.yaml:4: L2: title: ` + anchor + `"],"_format":"yaml","_text":"- id: L1\n  titel: x\n- id: L2\n  title: *x\n"}` + "\n"},
		{"a list that is no YAML", "# cases\n- id: L1\n- id: L2\n  title: a: b\n- id: L3\n", "",
			[]string{"a.yaml:4: is not YAML: a text with ': ' in it needs quotes, or a line is indented too far; none of the 3 cases of this list is read"},
			`{"_problems":["a.yaml:4: is not YAML: a text with ': ' in it needs quotes, or a line is indented too far; none of the 3 cases of this list is read"],"_format":"yaml","_text":"# cases\n- id: L1\n- id: L2\n  title: a: b\n- id: L3\n"}` + "\n"},
		{"one that is indented, with lists in it", "  - id: L1\n    tags:\n    - a\n  - id: L2\n    tags: [a\n", "",
			[]string{"a.yaml:5: is not YAML: a [ is not closed: write ], or put the text in quotes; none of the 2 cases of this list is read"},
			`{"_problems":["a.yaml:5: is not YAML: a [ is not closed: write ], or put the text in quotes; none of the 2 cases of this list is read"],"_format":"yaml","_text":"  - id: L1\n    tags:\n    - a\n  - id: L2\n    tags: [a\n"}` + "\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := texts{{"a.yaml", tt.text}}
			l := read(t, files, Options{})
			same(t, "keys", keys(t, l), tt.keys)
			same(t, "problems", lines(l.Report.Problems), tt.problems)
			same(t, "counted", l.Report.Read, l.Report.Rejected+len(strings.Fields(tt.keys)))
			_, rejects := rejectsOf(t, files, Options{})
			same(t, "rejects", rejects, tt.rejects)
		})
	}
}
