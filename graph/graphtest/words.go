package graphtest

import (
	"math/rand/v2"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
	"golang.org/x/text/unicode/norm"
)

// The stock of words that texts and questions are made of: so small that they meet, and
// with words that lie within others.
var (
	koreanWords = []string{"저장소", "장애", "검색", "캐시", "리전", "복제", "복제본", "키-값", "조정 저장소", "전원 장애", "큐"}
	latinWords  = []string{"etcd", "cache", "caches", "quorum", "leader", "no", "not", "retry-storm", "v2.10", "DNS"}
	otherWords  = []string{"𠮷野", "𝓺ueue", "﨎", "🦊", "Ä", "ﬁle", "10분", "IL-0001", "ㅋㅋ", "AND"}
	particles   = []string{"", "", "가", "이", "은", "는", "를", "을", "에서", "에서는", "의", "로", "으로", "와", "과", "도"}
	joints      = []string{" ", " ", " ", ", ", ". ", "\n", "/", "  ", "·"}
)

// word gives a word of the stock, with a particle perhaps.
func word(rng *rand.Rand) string {
	switch rng.IntN(5) {
	case 0:
		return pick(rng, otherWords)
	case 1:
		return pick(rng, latinWords)
	case 2:
		return pick(rng, latinWords) + pick(rng, particles)
	}
	return pick(rng, koreanWords) + pick(rng, particles)
}

// sentence gives some words in a row.
func sentence(rng *rand.Rand, most int) string {
	var b strings.Builder
	for i := range 1 + rng.IntN(most) {
		if i > 0 {
			b.WriteString(pick(rng, joints))
		}
		b.WriteString(respell(rng, word(rng)))
	}
	return b.String()
}

// respell writes a text in another way that means the same, now and then.
func respell(rng *rand.Rand, s string) string {
	switch rng.IntN(12) {
	case 0:
		return norm.NFD.String(s)
	case 1:
		return strings.ToUpper(s)
	case 2:
		return strings.Map(func(r rune) rune {
			if '!' <= r && r <= '~' {
				return r + '！' - '!' // full width
			}
			return r
		}, s)
	case 3:
		return strings.ReplaceAll(s, "-", pick(rng, []string{"–", "—", "‐", "−"}))
	case 4:
		return strings.Replace(s, " ", "\u00a0", 1)
	}
	return s
}

// text gives a text in either language, both, or one that serves both.
func text(rng *rand.Rand, most int) graph.Text {
	switch rng.IntN(4) {
	case 0:
		return graph.Text{EN: sentence(rng, most)}
	case 1:
		return graph.Text{KO: sentence(rng, most)}
	case 2:
		return graph.Text{EN: sentence(rng, most), KO: sentence(rng, most)}
	}
	return graph.PlainText(sentence(rng, most))
}
