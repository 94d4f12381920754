package loader

import (
	"fmt"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

func cardField(i int, name string) graph.Field {
	return graph.Field(fmt.Sprintf("related[%d].%s", i, name))
}

// parseCard reads one line of the related cases: a whole card, whose annotation stands
// at its end, or an annotation alone, which is a card that lost its header. ok is false
// where the line is neither.
func (n *pageNames) parseCard(line string) (card graph.Card, ok bool, err error) {
	m := cardLine.FindStringSubmatch(line)
	if m == nil {
		ok = annotate(&card, line)
		return card, ok, nil
	}
	title, company := n.splitTitle(strings.TrimRight(m[2], " ·"))
	card = graph.Card{ID: m[1], Title: graph.Text{KO: title}, Organisation: company}
	if card.Date, err = graph.ParseDate(m[3]); err != nil {
		return card, true, err
	}
	rest := m[4]
	annotation := len(rest)
	for _, begin := range []string{sameCauseWords, sharedWord} {
		if i := strings.Index(rest, begin); i >= 0 {
			annotation = min(annotation, i)
		}
	}
	card.Severity = strings.Trim(rest[:annotation], " ·")
	return card, annotation == len(rest) || annotate(&card, rest[annotation:]), nil
}

// annotate reads what a card shares with the page's own case: 같은 원인, 공통 and names, or
// both.
func annotate(card *graph.Card, text string) bool {
	rest, same := strings.CutPrefix(text, sameCauseWords)
	rest = strings.TrimLeft(rest, " ·")
	list, shared := strings.CutPrefix(rest, sharedWord)
	if !shared && rest != "" || !shared && !same {
		return false
	}
	card.SameCause = same
	if shared {
		card.SharedComponents = names(list)
	}
	return true
}

// beginsRelated reports whether a line can only be a related case, so that the section
// is told even where its heading was lost.
func beginsRelated(line string) bool {
	if m := cardLine.FindStringSubmatch(line); m != nil {
		return !strings.HasPrefix(line[len(m[1]):], " ")
	}
	rest, same := strings.CutPrefix(line, sameCauseWords)
	return same && (rest == "" || strings.HasPrefix(rest, " · "+sharedWord))
}
