package graph

import "strings"

// Tier is how well a text query finds an incident: the smaller the better.
type Tier uint8

// The tiers.
const (
	TierKey     Tier = iota // the query is the key of the incident
	TierTitle               // every word is in the title, or part of the key
	TierTerms               // or in the names of its terms
	TierSummary             // or in the summary
	TierText                // or in another text of the case
)

// TextQuery is a search for words, as typed. An incident is found where its texts have
// every word, whichever text has which: see Words for what a word is, QueryWord for when
// a text has it. Whatever is typed is text: there is no syntax. A query without any word,
// such as the zero TextQuery, finds nothing.
type TextQuery struct {
	typed string
	key   string
	words []QueryWord
}

// The bounds of a text query.
const (
	MaxQueryLength = 1000 // characters
	MaxQueryWords  = 32   // the parts of compounds counted one by one
)

// ParseTextQuery reads a search as typed. One that is not UTF-8, or longer than the bounds,
// is an error of code INVALID_ARGUMENT.
func ParseTextQuery(typed string) (*TextQuery, error) {
	n := 0
	for at, r := range typed {
		if n++; n > MaxQueryLength {
			return nil, Errorf(CodeInvalid, "the search text has more than %d characters: shorten it", MaxQueryLength)
		}
		if r == '\ufffd' && !strings.HasPrefix(typed[at:], "\ufffd") {
			return nil, Errorf(CodeInvalid, "the search text is not UTF-8: send it in that encoding")
		}
	}
	words, count := queryWords(typed)
	if count > MaxQueryWords {
		return nil, Errorf(CodeInvalid, "the search text has %d words, and may have %d: leave some out", count, MaxQueryWords)
	}
	return &TextQuery{typed: typed, key: KeyWord(typed), words: words}, nil
}

// MarshalText gives the query as typed.
func (q *TextQuery) MarshalText() ([]byte, error) { return []byte(q.typed), nil }

// Words gives the words that are looked for, each once, in the order typed.
func (q *TextQuery) Words() []QueryWord { return q.words }

// KeyWord gives what a query has in common with the key that it is: see KeyWord. It is ""
// where the query finds nothing.
func (q *TextQuery) KeyWord() string {
	if len(q.words) == 0 {
		return ""
	}
	return q.key
}

// KeyWord gives the form under which a query is compared with keys: folded (see Fold), its
// dashes, dots, underscores and spaces gone. IL-0587, il 0587 and IL0587 are the same.
func KeyWord(key string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '-', '.', '_', ' ':
			return -1
		}
		return r
	}, Fold(key))
}

// Finds reports whether the query finds an incident with a key and texts, and how well. It
// is the definition of a hit, which stores' indexes are held against. The tier of a word
// is that of the best way to have it; a way is as good as the worst of its patterns, a
// pattern as the best text that has it. The tier of the query is that of its worst word.
func (q *TextQuery) Finds(key string, passages []Passage) (tier Tier, found bool) {
	if len(q.words) == 0 {
		return 0, false
	}
	if KeyWord(key) == q.key {
		return TierKey, true
	}
	texts := make([][]string, len(passages))
	for i, p := range passages {
		texts[i] = Words(p.Text)
	}
	for _, word := range q.words {
		best := noTier
		for _, patterns := range word {
			worst := TierKey
			for _, p := range patterns {
				worst = max(worst, p.tier(passages, texts))
			}
			best = min(best, worst)
		}
		if best == noTier {
			return 0, false
		}
		tier = max(tier, best)
	}
	return tier, true
}

// noTier is the tier of what is not found.
const noTier = TierText + 1

func (p Pattern) tier(passages []Passage, texts [][]string) Tier {
	best := noTier
	for i, words := range texts {
		if passages[i].Tier >= best {
			continue
		}
		for _, w := range words {
			if p.Matches(w) {
				best = passages[i].Tier
				break
			}
		}
	}
	return best
}
