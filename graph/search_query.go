package graph

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// QueryWord is a word of a query: the ways in which a text may have it. Each way is a list
// of patterns, all of which are to be found, be it in different texts of an incident.
//
// The query is cut into words as texts are (see Words). A compound is found written
// together or by its parts: `fail-over` by failover, or by fail and over. One of numbers
// alone is found written together only, whatever stands between them: 2019-03-14 is not any
// 2019 with any 3 and 14.
//
// Words in Hangul lose a particle at their end, where two syllables or more are left;
// right behind a word of another script, or the mark that closes a quotation or a
// bracket, where anything is left, and a word that is nothing but a particle is
// dropped there: `etcd가` is etcd, `2019년에` 2019 and 년. The particles are 은 는 이 가 을 를
// 의 에 와 과 도 로 만 나 랑, 에서 에게 으로 까지 부터 처럼 보다 마다 조차 마저 밖에 한테 께서, 이나 이라
// 이란 이며 이랑 라는 라고 라도, and those that are put together of them, such as 에서는 and
// 으로부터; the plural 들 goes with them.
type QueryWord [][]Pattern

// Pattern is what a word of a text is compared with.
type Pattern struct {
	Text string // as Words gives it
	How  Match
}

// Match is how a pattern is compared with words.
type Match uint8

// The ways to compare.
const (
	Whole  Match = iota // a word is the pattern: words of less than 4 characters, or without a letter
	Start               // a word begins with it: other words, and single syllables in Hangul
	Within              // a word holds it: Hangul, and scripts without spaces between words, all from U+0E00 on
)

// Matches reports whether a word, as Words gives it, is what the pattern looks for.
func (p Pattern) Matches(word string) bool {
	switch p.How {
	case Whole:
		return word == p.Text
	case Start:
		return strings.HasPrefix(word, p.Text)
	}
	return strings.Contains(word, p.Text)
}

// minStart is the length of the shortest word, in characters, that is found at the start
// of others.
const minStart = 4

// queryWords gives the words of a query, each once, and how many were typed, parts of
// compounds counted one by one.
func queryWords(typed string) (words []QueryWord, count int) {
	f := fold(typed, false)
	before := 0 // where the word before ends
	f.eachCompound(func(atoms []atom) {
		attached := before > 0 && len(atoms) == 1 && isClosing(f.text[before:atoms[0].start])
		before = atoms[len(atoms)-1].end
		word := f.queryWord(atoms, attached)
		if word == nil {
			return
		}
		count += len(atoms)
		if !slices.ContainsFunc(words, word.equal) {
			words = append(words, word)
		}
	})
	return words, count
}

func (w QueryWord) equal(other QueryWord) bool {
	return slices.EqualFunc(w, other, func(a, b []Pattern) bool { return slices.Equal(a, b) })
}

// isClosing reports whether what stands between two words is nothing, or marks that close.
func isClosing(between string) bool {
	for _, r := range between {
		if !strings.ContainsRune("\"'`*", r) && !unicode.In(r, unicode.Pe, unicode.Pf) {
			return false
		}
	}
	return true
}

// queryWord gives what is looked for of a compound, nil where that is nothing.
func (f *folded) queryWord(atoms []atom, attached bool) QueryWord {
	var word QueryWord
	if parts := f.together(atoms); len(atoms) > 1 && len(parts) == len(atoms) {
		text := f.join(atoms)
		pattern := patternOf(text, atoms[0].script, false)
		if pattern.How == Whole && utf8.RuneCountInString(text) >= minStart {
			pattern.How = Start // 2019-03 is found in 2019-03-14
		}
		word = append(word, []Pattern{pattern})
		if isNumber(text) {
			return word
		}
	}
	var parts []Pattern
	for _, a := range atoms {
		pattern := patternOf(f.text[a.start:a.end], a.script, attached)
		if pattern.Text != "" && !slices.Contains(parts, pattern) {
			parts = append(parts, pattern)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return append(word, parts)
}

// patternOf gives the pattern of one word.
func patternOf(text string, s script, attached bool) Pattern {
	switch s {
	case hangul:
		text = withoutParticle(text, attached)
		if syllables(text) < 2 {
			return Pattern{text, Start}
		}
		return Pattern{text, Within}
	case unspaced:
		return Pattern{text, Within}
	}
	if utf8.RuneCountInString(text) < minStart || isNumber(text) {
		return Pattern{text, Whole}
	}
	return Pattern{text, Start}
}

// isNumber reports whether a word is without any letter.
func isNumber(text string) bool {
	return strings.IndexFunc(text, unicode.IsLetter) < 0
}
