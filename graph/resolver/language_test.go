package resolver

import (
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/graph"
)

func TestParseAcceptLanguage(t *testing.T) {
	for header, want := range map[string]graph.Lang{
		"":                                 graph.EN,
		"ko":                               graph.KO,
		"ko-KR":                            graph.KO,
		"KO-kr, EN-us;q=0.5":               graph.KO,
		"ko-KR,ko;q=0.9,en-US;q=0.8":       graph.KO,
		"en-GB":                            graph.EN,
		"en;q=0.8, ko;q=0.9":               graph.KO,
		"en;q=0.9, ko;q=0.8":               graph.EN,
		"fr, ko;q=0.3, en;q=0.2":           graph.KO,
		"fr, de;q=0.5":                     graph.EN,
		"*":                                graph.EN,
		"ko;q=0, en":                       graph.EN,
		"ko;q=0":                           graph.EN,
		"ko;q=0, *;q=0.5":                  graph.EN,
		"kok":                              graph.EN, // Konkani
		"ko;q=many":                        graph.EN,
		"\x00;;,":                          graph.EN,
		"ko" + strings.Repeat("-a", 9_000): graph.EN,
	} {
		if got := ParseAcceptLanguage(header); got != want {
			t.Errorf("%.40q gave %s, want %s", header, got, want)
		}
	}
}

func FuzzParseAcceptLanguage(f *testing.F) {
	f.Add("ko-KR,ko;q=0.9,en-US;q=0.8")
	f.Add("x-;q=,")
	f.Fuzz(func(t *testing.T, header string) {
		if lang := ParseAcceptLanguage(header); lang != graph.KO && lang != graph.EN {
			t.Errorf("%q gave %q", header, lang)
		}
	})
}
