package resolver

import (
	"golang.org/x/text/language"

	"github.com/incidentgraph/incidentgraph/graph"
)

// ParseAcceptLanguage gives the language that an Accept-Language header asks for: KO or
// EN, whichever it likes better. A header that asks for neither, or cannot be read, gives
// EN.
func ParseAcceptLanguage(header string) graph.Lang {
	tags, weights, err := language.ParseAcceptLanguage(header)
	if err != nil {
		return graph.EN
	}
	for i, tag := range tags { // best first
		if base, _ := tag.Base(); weights[i] > 0 && tag != language.Und {
			switch base.String() {
			case "ko":
				return graph.KO
			case "en":
				return graph.EN
			}
		}
	}
	return graph.EN
}
