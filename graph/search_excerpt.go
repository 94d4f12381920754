package graph

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The sizes of excerpts, in characters.
const (
	wholeText    = 240 // a text of no more is shown whole
	around       = 60  // of a longer one, what is shown before and behind what was found
	maxStretches = 3   // and how many stretches of it
	nearSpace    = 60  // bytes within which a stretch rather begins and ends at a space
)

// excerpt cuts a text into fragments. The hits are in order.
func excerpt(text string, hits []hit) []Fragment {
	var out []Fragment
	add := func(s string, hit bool) {
		if s != "" {
			out = append(out, Fragment{s, hit})
		}
	}
	at := 0
	for _, s := range stretches(text, hits) {
		if s.start > at {
			add(Ellipsis, false)
		}
		at = s.start
		for _, h := range united(hits) {
			start, end := max(h.start, at), min(h.end, s.end)
			if start >= end {
				continue
			}
			add(text[at:start], false)
			add(text[start:end], true)
			at = end
		}
		add(text[at:s.end], false)
		at = s.end
	}
	if at < len(text) {
		add(Ellipsis, false)
	}
	return out
}

// united gives hits without those that overlap or touch others: these are one.
func united(hits []hit) []hit {
	var out []hit
	for _, h := range hits {
		if n := len(out); n > 0 && h.start <= out[n-1].end {
			out[n-1].end = max(out[n-1].end, h.end)
		} else {
			out = append(out, h)
		}
	}
	return out
}

// stretches gives what is shown of a text, in order: what is around the first hit of each
// word of the query, then around others.
func stretches(text string, hits []hit) []hit {
	if utf8.RuneCountInString(text) <= wholeText {
		return []hit{{end: len(text)}}
	}
	var first, others []hit
	seen := map[int]bool{}
	for _, h := range hits {
		if seen[h.word] {
			others = append(others, h)
		} else {
			first = append(first, h)
		}
		seen[h.word] = true
	}
	var out []hit
	for _, h := range append(first, others...) {
		more := append(slices.Clone(out), hit{start: stretchStart(text, h.start), end: stretchEnd(text, h.end)})
		slices.SortFunc(more, func(a, b hit) int { return a.start - b.start })
		if more = united(more); len(more) <= maxStretches {
			out = more
		}
	}
	return out
}

// stretchStart gives where a stretch begins that shows what is before a place: behind a
// space, if there is one near.
func stretchStart(text string, place int) int {
	from := place
	for range around {
		_, size := utf8.DecodeLastRuneInString(text[:from])
		from -= size
	}
	for at := from; at <= place && at < from+nearSpace; at++ {
		if mayCut(text, at) && (at == 0 || isSpace(text[at-1])) {
			return at
		}
	}
	for at := from; at <= place; at++ {
		if mayCut(text, at) {
			return at
		}
	}
	for !mayCut(text, from) {
		from--
	}
	return from
}

// stretchEnd gives where a stretch ends that shows what is behind a place: before a space,
// if there is one near.
func stretchEnd(text string, place int) int {
	to := place
	for range around {
		_, size := utf8.DecodeRuneInString(text[to:])
		to += size
	}
	for at := to; at >= place && at > to-nearSpace; at-- {
		if mayCut(text, at) && (at == len(text) || isSpace(text[at])) {
			return at
		}
	}
	for at := to; at >= place; at-- {
		if mayCut(text, at) {
			return at
		}
	}
	for !mayCut(text, to) {
		to++
	}
	return to
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' }

// mayCut reports whether a text may be cut at a place: surely not within a character as
// people see it, of which there may be more than a cut is found for.
func mayCut(text string, at int) bool {
	if at == 0 || at == len(text) {
		return true
	}
	if !utf8.RuneStart(text[at]) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	behind, _ := utf8.DecodeRuneInString(text[at:])
	switch {
	case before == '\r':
		return false
	case isPlain(behind):
		return isPlain(before) || unicode.IsMark(before) || isInSyllable(before)
	}
	return isPlain(before) && unicode.IsLetter(behind) && !isTrailingLetter(behind) && startsAnew(text[at:])
}

// isTrailingLetter reports whether a letter is one with the letter before, as people see
// it: a vowel of Thai and Lao, the voicing marks of narrow Kana.
func isTrailingLetter(r rune) bool {
	return r == '\u0e33' || r == '\u0eb3' || r == '\uff9e' || r == '\uff9f'
}

// wholeCharacters widens a stretch so that no character, as people see it, is cut.
func wholeCharacters(text string, start, end int) (int, int) {
	for start > 0 {
		before, size := utf8.DecodeLastRuneInString(text[:start])
		if first, _ := utf8.DecodeRuneInString(text[start:]); !areOne(before, first) {
			break
		}
		start -= size
	}
	for end < len(text) {
		behind, size := utf8.DecodeRuneInString(text[end:])
		if last, _ := utf8.DecodeLastRuneInString(text[:end]); !areOne(last, behind) {
			break
		}
		end += size
	}
	return start, end
}

// areOne reports whether two characters, of which at least one is in a word or behind it,
// are one as people see them. In doubt they are.
func areOne(a, b rune) bool {
	switch {
	case unicode.Is(unicode.Prepended_Concatenation_Mark, a):
		return true
	case unicode.Is(unicode.Prepended_Concatenation_Mark, b):
		return false
	case isInSyllable(b) && !unicode.IsMark(b):
		return unicode.Is(unicode.Hangul, a)
	case unicode.IsMark(b), isInvisible(b), isTrailingLetter(b), isSkinTone(b):
		return true
	case isLeadingConsonant(a):
		return isLeadingConsonant(b) || isSyllable(b)
	}
	return unicode.IsLetter(b) && isVirama(a)
}

// isVirama reports whether a mark joins consonants, in scripts of India.
func isVirama(r rune) bool { return norm.NFD.PropertiesString(string(r)).CCC() == 9 }

func isSkinTone(r rune) bool { return '\U0001f3fb' <= r && r <= '\U0001f3ff' }

func isLeadingConsonant(r rune) bool {
	return '\u1100' <= r && r <= '\u115f' || '\ua960' <= r && r <= '\ua97c'
}
