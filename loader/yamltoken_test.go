package loader

import (
	"fmt"
	"strings"
	"testing"
)

// What the lexer of YAML gets wrong on its own.
func TestTextsOfYAML(t *testing.T) {
	const noEscape = `f:%d: is not YAML: in a text in double quotes \ begins an escape, and this is none: write \\ for it, or put the text in single quotes`
	bad := func(line int) string { return fmt.Sprintf(noEscape, line) }
	tests := []struct{ name, text, want string }{
		{"a path", `title: "C:\users\x"`, bad(1)},
		{"a path in another line", "id: A\nsummary: >-\n  x\ntitle: \"C:\n  \\users\"\n", bad(5)},
		{"two digits, of which one is none", `title: "\xzz"`, bad(1)},
		{"one digit", `title: "\x4"`, bad(1)},
		{"three digits", `title: "\u004"`, bad(1)},
		{"seven digits", `title: "\U0001F60 "`, bad(1)},
		{"half of a pair", `title: "\ud83d\uzzzz"`, "f:1: is not YAML: found unexpected character after high surrogate for UTF-16 surrogate pair"},
		{"braces, as elsewhere", `title: "\u{41}"`, bad(1)},
		{"no escape at all", `title: "\q"`, bad(1)},
		{"an escape in the last place", `title: "\u`, bad(1)},
		{"digits", `title: "\x41\u0042\U00000043 \ud83d\ude00"`, "ABC 😀"},
		{"a backslash that is escaped", `title: "C:\\users\\\x41"`, `C:\users\A`},
		{"an even number of them", `title: "\\\\xzz"`, `\\xzz`},
		{"no quotes", `title: C:\users\x`, `C:\users\x`},
		{"no quotes, and a key", "title: C:\\users\nid: A\n", `C:\users`},
		{"single quotes", `title: 'C:\users "\x"'`, `C:\users "\x"`},
		{"a block", "title: |\n  C:\\users \"\\x\"\n", `C:\users "\x"`},
		{"a comment", "# C:\\users \"\\x\"\ntitle: x # \"\\u\n", "x"},

		{"a tab between words", "title: 10:00\trestart\nid: A\n", "10:00 restart"},
		{"more than one", "id: A\ntitle: a\t\tb \t c\n", "a b c"},
		{"a tab in a number", "id: A\ntitle: 1\t2\n", "1 2"},
		{"a tab in the second line", "id: A\ntitle: a\n  b\tc\n\n  d\ndomain: x\n", "a b c\nd"},
		{"a tab below a dash", "- id: A\n  tags:\n  - a\tb\n  title: c\td\n", "c d"},
		{"a tab in brackets", "{tags: [a\tb,\tc], title: c\td\t}", "c d"},
		{"tabs around a text", "title:\ta \t\nid: A\n", "a"},
		{"a tab before a comment", "title: a\t# b\tc\n", "a"},
		{"tabs in quotes", "title: \"a\tb\t\tc:\t-\t#\td\t\"\nid: A\n", "a b c: - # d"},
		{"tabs in quotes, and what follows", "domain: \"a\tb\tc\td\"\ntitle: x\n", "x"},
		{"tabs in quotes over lines", "title: \"a\t\n \tb\\\n \t\tc\"\nid: A\n", "a bc"},
		{"tabs in single quotes", "title: 'a\tb'\t# c\nid: A\n", "a b"},
		{"a tab that indents", "symptoms:\n\ttext: x\n", "f:2: is not YAML: indent with spaces, not with tabs"},
		{"a tab in a block", "title: |\n  a\tb\n", "a b"},

		{"a tag at the end", "title: !x", "f:1: title: tags (!) are not taken: put text in quotes"},
		{"a tag before the end", "title: !x\n", "f:1: title: tags (!) are not taken: put text in quotes"},
		{"a bare tag at the end", "title: !", "f:1: title: tags (!) are not taken: put text in quotes"},
		{"space at the end", "title: x\n \n\t\n\n", "x"},
		{"a block at the end", "title: |\n  x\n  y", "x\ny"},
		{"an empty block at the end", "id: A\ntitle: |", ""},
	}
	for _, tt := range tests {
		same(t, tt.name, told(Decode("f", YAML, []byte(tt.text), pageVocabulary(t))), tt.want)
	}
	records := Decode("f", YAML, []byte("tags: [a\tb, \tc\t, d]\n"), pageVocabulary(t))
	same(t, "a list", records[0].Case.Tags, []string{"a b", "c", "d"})
}

// What would take the lexer or the parser long is refused or gone round; what only looks
// like it is read.
func TestBoundsOfYAML(t *testing.T) {
	const k = 1 << 10
	manyKeys := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "k%d,", i)
		}
		return b.String()
	}
	tests := []struct{ name, text, want string }{
		{"<", "title: a " + strings.Repeat("<", 128*k) + "\n", "f:1: the line has too many < in a row: take some of them out"},
		{"blank lines behind a block", "title: |\n" + strings.Repeat("  a line of text\n", 30*k) + strings.Repeat(" \n", 5000) + "id: A\n", fmt.Sprintf("f:%d: too many blank lines stand above this line: take some of them out", 1+30*k+5000+1)},
		{"blank lines behind a block in a list", "- id: A\n  title: |\n" + strings.Repeat("    a line of text\n", 30*k) + strings.Repeat("\n", 5000) + "- id: B\n", fmt.Sprintf("f:%d: too many blank lines stand above this line: take some of them out; none of the 2 cases of this list is read", 2+30*k+5000+1)},
		{"keys in braces", "title: {" + manyKeys(80_000) + "}\n", "f:1: one mapping has more than 1000 keys"},
		{"keys with ?", strings.Repeat("? a\n", 2000), "f:1001: one mapping has more than 1000 keys"},
		{"elements that are left out", "tags:\n" + strings.Repeat("-\n", 160_000), ""},
		{"keys without a value", strings.Repeat("- id:\n  title:\n", 60_000), ""},
		{"braces with a key alone", "tags: [" + strings.Repeat("{a},", 60_000) + "]\n", ""},
	}
	for _, tt := range tests {
		got := told(Decode("f", YAML, []byte(tt.text), pageVocabulary(t)))
		if tt.want == "" {
			_, got, _ = strings.Cut(got, ": ")
			got, _, _ = strings.Cut(got, ";")
			tt.want = "the YAML document leaves out too many values: part it with --- or write NDJSON"
		}
		same(t, tt.name, got, tt.want)
	}
	table := strings.Repeat(strings.Repeat("a\t", 20)+"\n  ", 20*k)
	conflict := strings.Repeat("<<<<<<< ours\n  =======\n  >>>>>>> theirs\n\n  ", 2*k)
	for name, text := range map[string]string{
		"a table in a block":         "summary: |\n  " + table + "\ntitle: x\n",
		"tabs in quotes":             "domain: \"" + strings.Repeat("\t", 128*k) + "\"\ntitle: x\n",
		"a line of a log":            "summary: \"" + strings.Repeat("some words\t", 5000) + "\"\ntitle: x\n",
		"marks of conflicts":         "summary: |\n  " + conflict + "\ntitle: x\n",
		"a drawing":                  "summary: |\n  " + strings.Repeat("<", 400) + "\ntitle: x\n",
		"blank lines, and no end":    "title: x\nsummary: |\n" + strings.Repeat("  a line of text\n", 30*k) + strings.Repeat("\n", 100_000),
		"blank lines within":         "title: x\nsummary: |\n" + strings.Repeat("  a line of text\n\n\n\n", 30*k),
		"blank lines between cases":  "title: x\nrelated:\n" + strings.Repeat("  - title: |\n      text\n\n\n\n\n", 5*k),
		"blank lines behind a block": "summary: |\n" + strings.Repeat("  a line of text\n", 10*k) + strings.Repeat("\n", 100) + "title: x\n",
		"values that are left out":   "title: x\nrelated:\n" + strings.Repeat("  - id:\n    severity:\n    title: x\n    date: ''\n", 5*k),
		"texts in both languages":    "title: x\ntimeline:\n" + strings.Repeat("  - {at: '06:02', text: {en: a, ko: b}}\n", 5*k),
	} {
		same(t, name, told(Decode("f", YAML, []byte(text), pageVocabulary(t))), "x")
	}
}
