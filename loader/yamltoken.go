package loader

import (
	"strings"

	"github.com/goccy/go-yaml/lexer"
	yamltoken "github.com/goccy/go-yaml/token"
)

// noEscape is put behind a backslash that begins no escape, and taken out again. No text
// holds these two: they are no characters.
const noEscape = "\ufdd0\uffff"

// tokensOf gives the tokens of a document without its comments. It mends what the lexer
// makes of some texts: it loses a tag at the very end, does not look whether the digits of
// an escape are digits, and stumbles over tabs. Space at the end of a document says nothing.
func tokensOf(doc string) (out yamltoken.Tokens) {
	doc = strings.TrimRight(doc, " \t\n") + "\n"
	for _, t := range lexer.Tokenize(markEscapes(withoutTabs(doc))) {
		if t.Type == yamltoken.CommentType {
			continue
		}
		t.Value = strings.ReplaceAll(t.Value, noEscape, "")
		t.Origin = strings.ReplaceAll(t.Origin, noEscape, "")
		out.Add(t)
	}
	return out
}

// withoutTabs puts a space for each tab but those that a line begins with, which may be
// mistakes. Between tokens, YAML takes one for the other; within a text, any run of space is
// stored as one space. The lexer, though, drops tabs from a text without quotes, and for one
// in double quotes may drop what follows the text.
func withoutTabs(doc string) string {
	if !strings.Contains(doc, "\t") {
		return doc
	}
	var b strings.Builder
	for line := range strings.Lines(doc) {
		content := strings.TrimLeft(line, " \t")
		b.WriteString(line[:len(line)-len(content)])
		b.WriteString(strings.ReplaceAll(content, "\t", " "))
	}
	return b.String()
}

// markEscapes puts noEscape into each \x, \u and \U that lacks its hexadecimal digits. In
// double quotes the lexer stumbles over it; anywhere else such text is plain.
func markEscapes(doc string) string {
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}
	var b strings.Builder
	for {
		i := strings.IndexByte(doc, '\\')
		if i < 0 || i+1 == len(doc) {
			b.WriteString(doc)
			return b.String()
		}
		n := digits[doc[i+1]]
		b.WriteString(doc[:i+1])
		if len(doc) < i+2+n || strings.Trim(doc[i+2:i+2+n], "0123456789abcdefABCDEF") != "" {
			b.WriteString(noEscape)
		}
		b.WriteByte(doc[i+1]) // a second backslash begins nothing
		doc = doc[i+2:]
	}
}
