package graph

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Words gives the words of a text, in order: what is looked for when the text is searched.
//
// The text is put into NFKC and lower case; what shows nothing of its own (zero-width marks,
// variation selectors, soft hyphens, Hangul fillers) is dropped. A word is a run of letters,
// their marks and digits, as long as can be, of scripts of one sort: Hangul; scripts
// without spaces between words (Han, Kana, Bopomofo, Thai, Lao, Khmer, Burmese); all others,
// digits among them. `etcd가` is etcd and 가. Every other character parts words.
//
// Words of one sort with a single dash, underscore, dot or apostrophe between them and no
// space are a compound. It has its parts as words and, written together, each part with
// those behind it: `fail-over` has fail, over and failover, `a-b-c` a, b, c, abc and bc. What is
// written together is of 8 parts and 64 characters at most. A run of more than 256
// characters is cut there.
func Words(text string) []string {
	f := fold(text, false)
	out := make([]string, 0, len(f.text)/6+1) // most words of a text, with the space behind them, are longer
	f.eachWord(func(word string, _ []atom) { out = append(out, word) })
	return out
}

const (
	maxAtom        = 256 // characters of a word
	maxJoinedParts = 8   // of a compound that is written together
	maxJoined      = 64  // characters of it
)

// script is a sort of scripts, whose letters make words together.
type script uint8

const (
	noScript script = iota // what is neither letter nor digit
	hangul
	unspaced // scripts without spaces between words
	spaced   // any other, and digits
)

var unspacedScripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// scriptOf gives the sort of a letter or digit. Marks are of the sort of what they mark.
func scriptOf(r rune) script {
	switch {
	case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
		return spaced
	case r < utf8.RuneSelf:
		return noScript
	case isSyllable(r):
		return hangul
	case !unicode.IsLetter(r) && !unicode.IsDigit(r):
		return noScript
	case unicode.Is(unicode.Hangul, r):
		return hangul
	case r == '\u30fc', unicode.In(r, unspacedScripts...): // the long vowel mark of Kana is of no script
		return unspaced
	}
	return spaced
}

func isSyllable(r rune) bool { return '가' <= r && r <= '힣' }

// atom is a word of a folded text, from byte to byte.
type atom struct {
	start, end int
	script     script
}

// eachAtom visits the words of a text but those that are written together.
func (f *folded) eachAtom(visit func(atom)) {
	var a atom
	length := 0
	end := func(at int) {
		if a.script != noScript {
			a.end = at
			visit(a)
		}
		a = atom{}
	}
	for at, r := range f.text {
		s := scriptOf(r)
		isMark := s == noScript && a.script != noScript && r >= utf8.RuneSelf && unicode.In(r, unicode.Mn, unicode.Mc)
		if !isMark && (s != a.script || length >= maxAtom && startsAnew(f.text[at:])) {
			end(at)
			a.start, a.script, length = at, s, 0
		}
		length++
	}
	end(len(f.text))
}

// startsAnew reports whether the first character of a text would not unite with one before.
func startsAnew(text string) bool {
	return text[0] < utf8.RuneSelf || norm.NFKC.PropertiesString(text).BoundaryBefore()
}

// eachCompound visits the words of a text, those of a compound together, which are the
// visitor's for the moment.
func (f *folded) eachCompound(visit func([]atom)) {
	var atoms []atom
	f.eachAtom(func(a atom) {
		if n := len(atoms); n > 0 && !f.joined(atoms[n-1], a) {
			visit(atoms)
			atoms = atoms[:0]
		}
		atoms = append(atoms, a)
	})
	if len(atoms) > 0 {
		visit(atoms)
	}
}

// eachWord visits the words of a text, each with the one that it is or those that it is
// written together of.
func (f *folded) eachWord(visit func(word string, of []atom)) {
	f.eachCompound(func(atoms []atom) {
		for i, a := range atoms {
			visit(f.text[a.start:a.end], atoms[i:i+1])
		}
		for i := range len(atoms) - 1 {
			if of := f.together(atoms[i:]); len(of) > 1 {
				visit(f.join(of), of)
			}
		}
	})
}

// joined reports whether two words, one behind the other, are of one compound.
func (f *folded) joined(a, b atom) bool {
	if a.script != b.script || a.end == b.start {
		return false
	}
	r, size := utf8.DecodeRuneInString(f.text[a.end:b.start])
	return a.end+size == b.start && isJoint(r) && startsAnew(f.text[b.start:])
}

// isJoint reports whether a character joins words: dash, underscore, dot or apostrophe.
func isJoint(r rune) bool {
	switch r {
	case '-', '_', '.', '\'', '\u2019', '\u2212', '\u2043':
		return true
	}
	return r >= utf8.RuneSelf && unicode.Is(unicode.Pd, r)
}

// together gives the first words of a compound that may be written together.
func (f *folded) together(atoms []atom) []atom {
	length := 0
	for i, a := range atoms {
		length += utf8.RuneCountInString(f.text[a.start:a.end])
		if i == maxJoinedParts || length > maxJoined {
			return atoms[:i]
		}
	}
	return atoms
}

func (f *folded) join(atoms []atom) string {
	var b strings.Builder
	for _, a := range atoms {
		b.WriteString(f.text[a.start:a.end])
	}
	return b.String()
}
