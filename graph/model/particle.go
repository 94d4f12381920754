package model

import (
	"slices"
	"strings"
	"unicode"
)

// particle is a Korean particle in its two forms.
type particle struct{ afterConsonant, afterVowel string }

var (
	topic   = particle{"은", "는"}
	subject = particle{"이", "가"}
	object  = particle{"을", "를"}
	and     = particle{"과", "와"}
)

// after gives a word with the particle behind it, in the form that the word's last sound
// asks for; in both forms where it cannot be told.
func (p particle) after(word string) string {
	switch finalSound(word) {
	case consonant:
		return word + p.afterConsonant
	case vowel:
		return word + p.afterVowel
	default:
		return word + p.afterConsonant + "(" + p.afterVowel + ")"
	}
}

// sound is how a word ends when it is read aloud in Korean.
type sound uint8

const (
	unsure sound = iota
	vowel
	consonant
)

// finalSound tells how a word ends. What is not read does not count: quotation marks and
// other marks, and a remark in brackets at the end; a percent sign is read (퍼센트). A Hangul syllable tells it by its
// final letter; digits are read in Sino-Korean; Latin letters as words or by their names
// (see latinSound). Other scripts are not read.
func finalSound(word string) sound {
	runes := trimUnread([]rune(word))
	if len(runes) == 0 {
		return unsure
	}
	switch last := runes[len(runes)-1]; {
	case last >= '가' && last <= '힣':
		if (last-'가')%28 == 0 {
			return vowel
		}
		return consonant
	case last == '%':
		return vowel
	case last >= '0' && last <= '9':
		return digitSounds[last-'0']
	case isLatin(last):
		from := len(runes)
		for from > 0 && isLatin(runes[from-1]) {
			from--
		}
		return latinSound(string(runes[from:]))
	}
	return unsure
}

// trimUnread takes marks and bracketed remarks from the end of a word.
func trimUnread(runes []rune) []rune {
	for len(runes) > 0 {
		last := runes[len(runes)-1]
		if unicode.IsLetter(last) || unicode.IsDigit(last) || last == '%' {
			break
		}
		runes = runes[:len(runes)-1]
		if last == ')' {
			if open := slices.Index(runes, '('); open > 0 {
				runes = runes[:open]
			}
		}
	}
	return runes
}

// 영 일 이 삼 사 오 육 칠 팔 구. What a number with zeros at its end is read with (십, 백, 천,
// 만, 억) ends in a consonant, as 영 does.
var digitSounds = [10]sound{
	consonant, consonant, vowel, consonant, vowel, vowel, consonant, consonant, consonant, vowel,
}

func isLatin(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// latinSound tells how a Latin word ends in Korean. A word in capitals or without vowels
// is spelt, and so is a run of capitals at the end (OpenAI, PostgreSQL). Others are read
// as loan words by their ending, which is a rule of thumb: a consonant after l, m and n,
// also with a silent e, after ng, ck, pp and tt, and after a plosive behind a short vowel
// (Elastic, app, web, bot); else a vowel, since other consonants get one in Korean
// (Discord, Redis).
func latinSound(word string) sound {
	capitals := len(word)
	for capitals > 0 && unicode.IsUpper(rune(word[capitals-1])) {
		capitals--
	}
	w := strings.ToLower(word)
	if len(word)-capitals >= 2 || len(word) == 1 || !strings.ContainsAny(w, "aeiouy") {
		return letterSound(w[len(w)-1])
	}
	for _, ending := range latinEndings {
		if strings.HasSuffix(w, ending.suffix) {
			return ending.sound
		}
	}
	if endsShort(w) {
		return consonant
	}
	return vowel
}

// latinEndings are tried in order, exceptions first.
var latinEndings = []struct {
	suffix string
	sound  sound
}{
	{"hub", vowel},                                             // 허브
	{"dog", consonant}, {"out", consonant}, {"ook", consonant}, // 독, 아웃, 북
	{"l", consonant}, {"m", consonant}, {"n", consonant}, {"mb", consonant}, // Honeycomb, 허니콤
	{"le", consonant}, {"me", consonant}, {"ne", consonant},
	{"ng", consonant}, {"ck", consonant}, {"pp", consonant}, {"tt", consonant},
}

// endsShort reports whether a word ends in a plosive behind a single vowel.
func endsShort(w string) bool {
	isVowel := func(i int) bool { return i >= 0 && strings.IndexByte("aeiou", w[i]) >= 0 }
	last := len(w) - 1
	return strings.IndexByte("pbtkc", w[last]) >= 0 && isVowel(last-1) && !isVowel(last-2)
}

// letterSound tells how the name of a letter ends: 엘, 엠, 엔 and 알, all others in a vowel.
func letterSound(letter byte) sound {
	if strings.IndexByte("lmnr", letter) >= 0 {
		return consonant
	}
	return vowel
}
