package loader

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// What the input calls things never reaches a terminal as it is, and no message is long.
func TestMessagesAreFitToBeShown(t *testing.T) {
	long := strings.Repeat("가", 1<<20)
	tests := []struct{ name, text, want string }{
		{"an escape in a key", "{\"id\": \"A\", \"ti\\u001b[31mtle\": 1}", `f:1: A: "ti\x1b[31mtle": unknown key: did you mean title?`},
		{"a line end in a key", "{\"id\": \"A\", \"a\\nb\": 1}", `f:1: A: "a\nb": unknown key: the keys are id, title, summary, organisation, date, date_kind, …`},
		{"a mark without width in a key", "{\"id\": \"A\", \"zz\\u200b\": 1}", `f:1: A: "zz\u200b": unknown key: the keys are id, title, summary, organisation, date, date_kind, …`},
		{"an escape in the case's key", "{\"id\": \"A\\u001b\", \"tags\": 1}", `f:1: "A\x1b": tags: 1 stands where a list belongs: write [1]
f:1: "A\x1b": id: "A\x1b" is not a key: Latin letters, digits, dot, dash and underscore, a letter or digit first, at most 64`},
		{"a long key of a case", `{"id": "` + long + `"}`, "f:1: " + strings.Repeat("가", 100) + `…: id: "` + strings.Repeat("가", 99) + "…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, p := range Decode("f", JSON, []byte(tt.text), pageVocabulary(t))[0].Problems {
				got = append(got, p.Error())
			}
			all := strings.Join(got, "\n")
			if !strings.HasPrefix(all, tt.want) || len(all) > 3000 || !utf8.ValidString(all) {
				t.Errorf("it says %.2000s\nwant %s", all, tt.want)
			}
		})
	}
	same(t, "a path", Place{"a\x1b.yaml", 3}.String(), `"a\x1b.yaml":3`)
	same(t, "a long path", len(Place{strings.Repeat("d/", 4000) + "a.yaml", 3}.String()) < 1000, true)
	same(t, "Korean", Printable("주문 café \u200b\x1b\"\\\xff"), `주문 café \u200b\x1b"\\xff`)

	files := texts{{"b\x1bd.yaml", "id: A\ncomponents: [\"zz\\u0007z\", \"" + long + "\"]\n"}}
	l := read(t, files, Options{})
	text := reportText(t, &l.Report)
	same(t, "a report", strings.ContainsAny(text, "\x1b\x07") || len(text) > 3000, false)
}

func reportText(t *testing.T, r *Report) string {
	t.Helper()
	var b strings.Builder
	if _, err := r.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
