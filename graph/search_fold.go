package graph

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folded is a text as its words are looked for: in NFKC and lower case, without what
// shows nothing of its own.
type folded struct {
	text string
	// of each byte of text the stretch of the source that it is from; nil where text has
	// the same bytes in the same places, but for their case, and where nobody asked
	from, to []int
}

// source gives the stretch of the source that bytes of the text are from.
func (f *folded) source(start, end int) (from, to int) {
	if f.from == nil {
		return start, end
	}
	return f.from[start], f.to[end-1]
}

// fold folds a text; it tells where everything is from if that is to be traced.
func fold(source string, traced bool) folded {
	n := plainPrefix(source)
	if n == len(source) && strings.IndexFunc(source, isUpper) < 0 {
		return folded{text: source}
	}
	f := folder{source: source, traced: traced, text: make([]byte, 0, len(source)+len(source)/8)}
	for at := 0; at < len(source); {
		f.plain(at, at+n)
		at += n
		n = otherPrefix(source[at:])
		f.fold(at, at+n)
		at += n
		n = plainPrefix(source[at:])
	}
	return folded{string(f.text), f.from, f.to}
}

// isPlain reports whether a character stays as it is, but for its case, whatever comes
// before it: ASCII, Hangul syllables, the common Kana and Han characters.
func isPlain(r rune) bool {
	return r < utf8.RuneSelf || isSyllable(r) || 'ぁ' <= r && r <= 'ゖ' || 'ァ' <= r && r <= 'ヺ' || '一' <= r && r <= '鿿'
}

func isUpper(r rune) bool { return 'A' <= r && r <= 'Z' }

// plainPrefix gives how many bytes at the beginning of a text are plain and not changed by
// what comes behind them, which what is not plain may do to one character.
func plainPrefix(s string) int {
	last := 0
	for at := 0; at < len(s); {
		r, size := rune(s[at]), 1
		if r >= utf8.RuneSelf {
			if r, size = utf8.DecodeRuneInString(s[at:]); !isPlain(r) {
				return last
			}
		}
		last = at
		at += size
	}
	return len(s)
}

// otherPrefix gives how many bytes at the beginning of a text are before those that are as
// plainPrefix has it.
func otherPrefix(s string) int {
	last, plain := 0, false
	for at, r := range s {
		if isPlain(r) && plain {
			return last
		}
		last, plain = at, isPlain(r)
	}
	if plain {
		return last
	}
	return len(s)
}

// folder folds a text, stretch by stretch.
type folder struct {
	source   string
	traced   bool
	text     []byte
	from, to []int
}

// plain takes a plain stretch over.
func (f *folder) plain(start, end int) {
	at := len(f.text)
	f.text = append(f.text, f.source[start:end]...)
	for i, c := range f.text[at:] {
		if 'A' <= c && c <= 'Z' {
			f.text[at+i] = c + 'a' - 'A'
		}
	}
	if f.from != nil {
		for at := start; at < end; at++ {
			f.from, f.to = append(f.from, at), append(f.to, at+1)
		}
	}
}

// fold takes a stretch over that no character around it changes.
func (f *folder) fold(start, end int) {
	if f.traced && f.from == nil { // so far all was in its place
		f.from, f.to = make([]int, 0, len(f.source)), make([]int, 0, len(f.source))
		for at := range f.text {
			f.from, f.to = append(f.from, at), append(f.to, at+1)
		}
	}
	var visible []byte
	var places []int // of the bytes of visible in the source
	for at := start; at < end; {
		r, size := utf8.DecodeRuneInString(f.source[at:])
		for i := range size {
			if !isInvisible(r) {
				visible, places = append(visible, f.source[at+i]), append(places, at+i)
			}
		}
		at += size
	}
	for at, next := 0, 0; at < len(visible); at = next {
		next = at + norm.NFKC.NextBoundary(visible[at:], true)
		segment := norm.NFKC.String(strings.ToLower(norm.NFKC.String(string(visible[at:next]))))
		for _, r := range segment {
			if isInvisible(r) {
				continue
			}
			f.text = utf8.AppendRune(f.text, r)
			for f.traced && len(f.from) < len(f.text) {
				f.from, f.to = append(f.from, places[at]), append(f.to, places[next-1]+1)
			}
		}
	}
}
