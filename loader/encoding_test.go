package loader

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/unicode"
)

// TestOtherEncodings: text that is not UTF-8 is refused, with its line and, where it can
// be told, the name of its encoding; nothing is ever replaced.
func TestOtherEncodings(t *testing.T) {
	utf16LE := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	utf16BE := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	const yaml = "id: A\ntags: [x]\ntitle: 주문이 멈췄다\n"
	tests := []struct {
		name   string
		format Format
		text   string
		in     encoding.Encoding
		want   string
	}{
		{"CP949 in YAML", YAML, yaml, korean.EUCKR, "f:3: seems to be CP949 (cp949, EUC-KR), not UTF-8: say so with --encoding, or convert it to UTF-8"},
		{"a syllable that EUC-KR lacks", YAML, "title: 똠방각하\n", korean.EUCKR, "f:1: seems to be CP949 (cp949, EUC-KR), not UTF-8: say so with --encoding, or convert it to UTF-8"},
		{"CP949 in JSON", JSON, "{\"id\": \"A\",\n\"title\": \"주문이 멈췄다\"}", korean.EUCKR, "f:2: seems to be CP949 (cp949, EUC-KR), not UTF-8: say so with --encoding, or convert it to UTF-8"},
		{"CP949 in a page", Page, strings.ReplaceAll(dashedPage, "–", "-"), korean.EUCKR, "f:1: seems to be CP949 (cp949, EUC-KR), not UTF-8: say so with --encoding, or convert it to UTF-8"},
		{"CP949 in a line", NDJSON, "{\"id\": \"A\"}\n{\"title\": \"주문이 멈췄다\"}\n", korean.EUCKR, "f:2: seems to be CP949 (cp949, EUC-KR), not UTF-8: say so with --encoding, or convert it to UTF-8"},
		{"UTF-16 without a mark", YAML, yaml, utf16LE, "f:1: seems to be UTF-16 (utf-16le), not UTF-8: say so with --encoding, or convert it to UTF-8"},
		{"UTF-16 without a mark, big end first", NDJSON, yaml, utf16BE, "f:1: seems to be UTF-16 (utf-16be), not UTF-8: say so with --encoding, or convert it to UTF-8"},
		{"Latin-1", YAML, "id: A\ntitle: café\n", charmap.ISO8859_1, "f:2: is not UTF-8, and its encoding cannot be told: name it with --encoding, or save it as UTF-8"},
		{"Shift JIS", YAML, "id: A\ntitle: 注文が止まった\n", japanese.ShiftJIS, "f:2: is not UTF-8, and its encoding cannot be told: name it with --encoding, or save it as UTF-8"},
	}
	voc := pageVocabulary(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, err := tt.in.NewEncoder().String(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range Decode("f", tt.format, []byte(text), voc) {
				for _, p := range r.Problems {
					got = append(got, p.Error())
				}
			}
			same(t, "problems", got, []string{tt.want})
		})
	}
}

// TestEscapesOfHalfCharacters: a YAML escape that names half a character is an error, too.
func TestEscapesOfHalfCharacters(t *testing.T) {
	for _, text := range []string{`title: "\ud800"`, `title: "a\udfffb"`} {
		records := Decode("f", YAML, []byte(text), pageVocabulary(t))
		if len(records) != 1 || len(records[0].Problems) != 1 {
			t.Errorf("%s: %+v", text, records)
		}
	}
}
