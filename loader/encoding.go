package loader

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/korean"
)

var utf8BOM = []byte("\ufeff")

// ParseEncoding checks the name of an encoding, as --encoding takes it: one of the labels of
// the WHATWG Encoding Standard, or cp949, ms949 or uhc, in any case. "" is UTF-8.
func ParseEncoding(name string) error {
	_, _, err := encodingNamed(name)
	return err
}

// encodingNamed gives an encoding and what messages call it; nil where it is UTF-8.
func encodingNamed(name string) (encoding.Encoding, string, error) {
	name = strings.ToLower(strings.TrimSpace(name))
	switch name {
	case "", "utf-8", "utf8", "ascii", "us-ascii": // the last two are part of it
		return nil, "", nil
	case "cp949", "ms949", "uhc", "euc-kr", "euckr":
		return korean.EUCKR, "CP949 (EUC-KR)", nil
	}
	e, err := htmlindex.Get(name)
	if err != nil || e == encoding.Replacement {
		return nil, "", fmt.Errorf("there is no encoding %q that can be read: name one such as utf-8, utf-16le, cp949, euc-kr or shift_jis", name)
	}
	if known, err := htmlindex.Name(e); err == nil {
		name = known
	}
	if name == "utf-8" {
		return nil, "", nil
	}
	return e, strings.ToUpper(name), nil
}

// holdsASCII reports whether ASCII is the same in an encoding.
func holdsASCII(e encoding.Encoding) bool {
	ascii := everyByte()[:utf8.RuneSelf]
	text, err := e.NewDecoder().Bytes(ascii)
	return err == nil && bytes.Equal(text, ascii)
}

// isSingleByte reports whether each byte is a character of its own in an encoding.
func isSingleByte(e encoding.Encoding) bool {
	text, err := e.NewDecoder().Bytes(everyByte())
	return err == nil && utf8.RuneCount(text) == len(everyByte())
}

func everyByte() []byte {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	return all
}

// otherFiles are told by what stands in their heads.
var otherFiles = []struct {
	at         int
	mark, what string
}{
	{0, "PK\x03\x04", "a zip archive (or an office document)"},
	{257, "ustar", "a tar archive"},
	{0, "\x1f\x8b", "gzip within gzip"},
	{0, "BZh", "packed with bzip2"},
	{0, "\xfd7zXZ\x00", "packed with xz"},
	{0, "\x28\xb5\x2f\xfd", "packed with zstd"},
	{0, "7z\xbc\xaf\x27\x1c", "a 7-Zip archive"},
	{0, "%PDF-", "a PDF"},
	{0, "SQLite format 3\x00", "a database of SQLite"},
}

// looksForeign says why the beginning of a text is none in UTF-8, though it may be valid:
// it holds zero bytes. "" where it looks well.
func looksForeign(head []byte) string {
	for _, other := range otherFiles {
		if len(head) >= other.at && bytes.HasPrefix(head[other.at:], []byte(other.mark)) {
			return "is " + other.what + ", not text: unpack it, or convert it, and load what comes of it"
		}
	}
	even, odd := 0, 0
	for i, b := range head {
		switch {
		case b == 0 && i%2 == 0:
			even++
		case b == 0:
			odd++
		}
	}
	// Korean text has few ASCII letters; spaces, line ends and the syntax remain.
	enough := max(3, len(head)/32)
	switch {
	case even+odd == 0:
		return ""
	case even == 0 && odd >= enough:
		return encodingReason("UTF-16 (utf-16le)")
	case odd == 0 && even >= enough:
		return encodingReason("UTF-16 (utf-16be)")
	}
	return "is no text: it holds zero bytes"
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
		return line, encodingReason("CP949 (cp949, EUC-KR)")
	}
	return line, "is not UTF-8, and its encoding cannot be told: name it with --encoding, or save it as UTF-8"
}

func encodingReason(name string) string {
	return fmt.Sprintf("seems to be %s, not UTF-8: say so with --encoding, or convert it to UTF-8", name)
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
