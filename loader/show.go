package loader

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	longestName = 100  // of a name or key in a message, in runes
	longestText = 1000 // of a path, and of what is said, in bytes
)

// Printable gives a text as it may stand on a terminal: escapes stand for control and
// invisible characters and for what is not UTF-8.
func Printable(s string) string {
	if isPrintable(s) {
		return s
	}
	q := strconv.Quote(s)
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(q[1 : len(q)-1])
}

func isPrintable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// nameShown gives a name or key for a message: the beginning of it, if it is long.
func nameShown(s string) string { return inQuotes(clipTo(s, longestName)) }

// pathShown gives a path for a message.
func pathShown(s string) string { return inQuotes(withoutMiddle(s)) }

// reasonShown gives for a message what is said in it, which may quote a text of any length.
func reasonShown(s string) string { return Printable(withoutMiddle(s)) }

// inQuotes puts a text in quotes if escapes have to stand in it.
func inQuotes(s string) string {
	if isPrintable(s) {
		return s
	}
	return strconv.Quote(s)
}

// withoutMiddle shortens a long text. Its end is kept: there stands what a file is called,
// and what to do.
func withoutMiddle(s string) string {
	if len(s) <= longestText {
		return s
	}
	end := s[len(s)-longestText/2:]
	for len(end) > 0 && !utf8.RuneStart(end[0]) {
		end = end[1:]
	}
	return clipTo(s, longestName) + end
}

// clipTo gives the first n runes of a text, with a mark where there are more.
func clipTo(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i] + "…"
		}
	}
	return s
}
