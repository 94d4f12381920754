package graph

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Clean gives a printed string as it is stored: NFC, each run of spaces (of any kind)
// one space, no space, byte order mark or zero-width mark at the ends.
func Clean(s string) string {
	if isClean(s, false) {
		return s
	}
	s = strings.Join(strings.FieldsFunc(norm.NFC.String(s), func(r rune) bool {
		return unicode.IsSpace(r) || r == '\ufeff'
	}), " ")
	return strings.TrimFunc(s, func(r rune) bool { return r == ' ' || isZeroWidth(r) })
}

// isZeroWidth reports whether a rune is a format character (zero-width space and joiners,
// byte order mark, soft hyphen, directional marks) or a Hangul filler.
func isZeroWidth(r rune) bool {
	return unicode.Is(unicode.Cf, r) || r == '\u115f' || r == '\u1160' || r == '\u3164' || r == '\uffa0'
}

// cleanText is Clean for running text: line ends stay, and each line is cleaned.
func cleanText(s string) string {
	if isClean(s, true) {
		return s
	}
	lines := strings.Split(lineEnds.Replace(s), "\n")
	for i, line := range lines {
		lines[i] = Clean(line)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// isClean reports whether s is as Clean (or, with lines, cleanText) would leave it. It
// may say no of a clean string, never yes of another.
func isClean(s string, lines bool) bool {
	before := ' ' // the rune before; a space or line end may not begin or end it
	plain := true // so far, and so in NFC
	for _, r := range s {
		switch {
		case r == ' ' && before != ' ' && before != '\n':
		case r == '\n' && lines && before != ' ':
		case r > ' ' && isPlain(r):
		case unicode.IsSpace(r) || r == '\ufeff' || isZeroWidth(r) && (before == ' ' || before == '\n'):
			return false
		default:
			plain = false
		}
		before = r
	}
	return (before != ' ' && before != '\n' && !isZeroWidth(before) || s == "") && (plain || norm.NFC.IsNormalString(s))
}

// Fold gives the form under which names are compared: NFKC, lower case, every dash a
// hyphen, zero-width marks and Hangul fillers gone, each run of spaces one space, none
// at the ends. Particles stay: a name is looked up as a whole.
func Fold(s string) string {
	if isPlainLower(s) {
		return s
	}
	if folded, ok := foldASCII(s); ok {
		return folded
	}
	return foldAny(s)
}

// foldASCII is Fold for what is all ASCII, as most printed names are.
func foldASCII(s string) (folded string, ok bool) {
	b := make([]byte, 0, len(s))
	space := false
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 0x80:
			return "", false
		case c == ' ' || '\t' <= c && c <= '\r':
			space = len(b) > 0
			continue
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		if space {
			b = append(b, ' ')
			space = false
		}
		b = append(b, c)
	}
	return string(b), true
}

func foldAny(s string) string {
	var b strings.Builder
	space := false
	for _, r := range strings.ToLower(norm.NFKC.String(s)) {
		switch {
		case isInvisible(r):
			continue
		case unicode.IsSpace(r):
			space = b.Len() > 0
			continue
		case unicode.Is(unicode.Pd, r) || r == '\u2212' || r == '\u2043':
			r = '-'
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return norm.NFKC.String(b.String())
}

// isPlainLower reports whether Fold would leave s as it is; it spares the common slug.
func isPlainLower(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '-' && c != '.' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// isInvisible reports whether a rune shows nothing of its own: zero width (see
// isZeroWidth), a variation selector or the grapheme joiner.
func isInvisible(r rune) bool {
	return isZeroWidth(r) || unicode.Is(unicode.Variation_Selector, r) || r == '\u034f'
}

// maxSlug is the length of the longest slug, in runes.
const maxSlug = 64

// Slug gives the slug of a name: folded (see Fold), letters, their marks and digits
// of any script kept, each run of anything else one dash, no dash at the ends, at
// most 64 runes. A name without letter or digit gives "".
func Slug(name string) string {
	if slug, ok := slugASCII(name); ok {
		return slug
	}
	var runes []rune
	dash := false
	for _, r := range Fold(name) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			dash = len(runes) > 0
			continue
		}
		if dash {
			runes = append(runes, '-')
			dash = false
		}
		runes = append(runes, r)
	}
	if len(runes) > maxSlug {
		runes = runes[:maxSlug]
	}
	return strings.Trim(string(runes), "-")
}

// slugASCII is Slug for what is all ASCII, as most printed names are.
func slugASCII(name string) (slug string, ok bool) {
	b := make([]byte, 0, maxSlug)
	dash := false
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= utf8.RuneSelf:
			return "", false
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case (c < 'a' || c > 'z') && (c < '0' || c > '9'):
			dash = len(b) > 0
			continue
		}
		if dash {
			b = append(b, '-')
			dash = false
		}
		b = append(b, c)
	}
	return strings.Trim(string(b[:min(len(b), maxSlug)]), "-"), true
}

// SortKey gives a string of ASCII hex digits whose order, in whatever way an engine
// compares text, is the order of s by code points.
func SortKey(s string) string {
	const digits = "0123456789abcdef"
	b := make([]byte, 0, 2*len(s))
	for i := range len(s) {
		b = append(b, digits[s[i]>>4], digits[s[i]&15])
	}
	return string(b)
}
