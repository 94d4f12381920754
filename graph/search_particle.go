package graph

import "strings"

// particles are what Korean writes behind a word to say its part in the sentence, the
// longest first: a longer one may end with a shorter one.
var particles = [...]string{
	"으로부터의", "에서부터", "으로부터", "에게서는", "으로서의", "으로써의",
	"에서는", "에서도", "에서의", "에서만", "에게는", "에게도", "에게서", "로부터",
	"으로는", "으로도", "으로의", "으로만", "으로서", "으로써", "까지는", "까지도", "까지의", "부터는", "부터의",
	"이라는", "이라고", "이라도", "보다는",
	"에서", "에게", "에는", "에도", "에만", "으로", "로는", "로도", "로의", "로만", "로서", "로써",
	"와의", "와는", "와도", "과의", "과는", "과도", "만이", "만을", "만은", "만의", "만에",
	"까지", "부터", "처럼", "보다", "마다", "조차", "마저", "밖에", "한테", "께서",
	"이나", "이라", "이란", "이며", "이랑", "라는", "라고", "라도",
	"은", "는", "이", "가", "을", "를", "의", "에", "와", "과", "도", "로", "만", "나", "랑",
}

// plural is what makes many of one; a particle stands behind it.
const plural = "들"

// withoutParticle gives a word in Hangul without a particle at its end, and then without
// the plural, where two syllables or more are left; of one that is attached to a word
// before, where anything or nothing is left.
func withoutParticle(word string, attached bool) string {
	least := 2
	if attached {
		least = 0
	}
	for _, particle := range particles {
		if rest, ok := strings.CutSuffix(word, particle); ok && syllables(rest) >= least {
			word = rest
			break
		}
	}
	if rest, ok := strings.CutSuffix(word, plural); ok && syllables(rest) >= least {
		word = rest
	}
	return word
}

// syllables counts the syllables of a word in Hangul. A lone consonant is one, too; vowels,
// final consonants and tone marks that stand by themselves are part of what is before.
func syllables(word string) int {
	n := 0
	for _, r := range word {
		if !isInSyllable(r) {
			n++
		}
	}
	if n == 0 && word != "" {
		return 1
	}
	return n
}

// isInSyllable reports whether a character is a vowel, final consonant or tone mark of a
// syllable in Hangul that is no character of its own.
func isInSyllable(r rune) bool {
	return '\u1160' <= r && r <= '\u11ff' || '\ud7b0' <= r && r <= '\ud7ff' || r == '\u302e' || r == '\u302f'
}
