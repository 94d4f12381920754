package loader

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/korean"
)

var utf8BOM = []byte("\ufeff")

// foreignMark names the encoding that a byte order mark tells of, "" where there is
// none or it is that of UTF-8.
func foreignMark(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe, 0, 0}), bytes.HasPrefix(head, []byte{0, 0, 0xfe, 0xff}):
		return "UTF-32"
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return "UTF-16"
	}
	return ""
}

// notUTF8 says why a text cannot be taken and, from its first line that is not UTF-8 and
// those after it, which encoding it seems to have. line counts from 0.
func notUTF8(text []byte) (line int, reason string) {
	bad := 0
	for bad < len(text) {
		r, n := utf8.DecodeRune(text[bad:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		bad += n
	}
	line = bytes.Count(text[:bad], []byte("\n"))
	from := bytes.LastIndexByte(text[:bad], '\n') + 1
	suspect, _, _ := bytes.Cut(text[from:], []byte("\n"))
	if seemsKorean(suspect) || seemsKorean(someLines(text[from:])) {
		return line, encodingReason("CP949 (EUC-KR)")
	}
	return line, "is not UTF-8, and its encoding cannot be told: save it as UTF-8"
}

func encodingReason(name string) string {
	return fmt.Sprintf("seems to be %s, not UTF-8: convert it to UTF-8 first", name)
}

// someLines gives whole lines from the beginning of a text, some kilobytes of them.
func someLines(text []byte) []byte {
	const enough = 16 << 10
	if len(text) <= enough {
		return text
	}
	return text[:bytes.LastIndexByte(text[:enough], '\n')+1]
}

// seemsKorean reports whether a text that is not UTF-8 reads as Korean text in CP949:
// it decodes whole, into Hangul and no letters of rarer scripts than Han.
func seemsKorean(text []byte) bool {
	decoded, err := korean.EUCKR.NewDecoder().Bytes(text) // the decoder takes all of CP949
	if err != nil || bytes.ContainsRune(decoded, utf8.RuneError) {
		return false
	}
	hangul, others := 0, 0
	for _, r := range string(decoded) {
		switch {
		case unicode.Is(unicode.Hangul, r):
			hangul++
		case r >= utf8.RuneSelf && unicode.IsLetter(r):
			others++
		}
	}
	return hangul > others
}
