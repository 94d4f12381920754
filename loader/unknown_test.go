package loader

import (
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Uses of unknown terms are those of the records that are loaded: not of those that clash,
// and of two spellings of one record not of the one that gives way.
func TestUnknownTermsOfWhatIsKept(t *testing.T) {
	component := func(file string, line int, name string, uses int) UnknownTerm {
		return UnknownTerm{TermUse{Place{file, line}, graph.KindComponent, name, graph.FieldComponents}, uses, nil}
	}
	tests := []struct {
		name  string
		files texts
		want  []UnknownTerm
	}{
		{"a clash", texts{
			{"a.yaml", "id: A\ncomponents: [zzz, qqq]\n"},
			{"b.yaml", "id: B\ncomponents: [zzz, xxx]\n---\nid: C\nrelated:\n- shared_components: [ZZZ]\n"},
			{"c.yaml", "id: A\ncomponents: [zzz, qqq, vvv]\n"},
		}, []UnknownTerm{component("b.yaml", 2, "zzz", 2), component("b.yaml", 2, "xxx", 1)}},
		{"all clash", texts{{"a.yaml", "id: A\ncomponents: [zzz]\n---\nid: A\ncomponents: [qqq]\n"}}, nil},
		{"one spelling gives way to another", texts{
			{"a.yaml", "title: x\ncomponents: [zzz, 세션 창고]\n---\ntitle: x\ncomponents: [zzz, 세션-창고]\n---\ntitle: x\ncomponents: [ZZZ, 세션 창고]\n"},
		}, []UnknownTerm{component("a.yaml", 0, "zzz", 1)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := read(t, tt.files, Options{})
			got := l.Report.Unknown.Items
			if tt.name == "one spelling gives way to another" && len(got) == 1 {
				got[0].Line = 0 // which of them stands hangs on hashes
			}
			same(t, "unknown", got, tt.want)
			same(t, "more", l.Report.Unknown.More, 0)
		})
	}
}
