package loader

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/incidentgraph/incidentgraph/graph"
)

func packed(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// told writes what came of a text: the titles, or what was wrong.
func told(records []Record) string {
	var out []string
	for _, r := range records {
		if len(r.Problems) == 0 {
			out = append(out, r.Case.Title.KO)
		}
		for _, p := range r.Problems {
			out = append(out, p.Error())
		}
	}
	return strings.Join(out, "\n")
}

func TestDeclaredEncodings(t *testing.T) {
	utf16 := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	utf16BE := unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	const yaml = "id: A\ntitle: 똠방각하 멈춤\n"
	tests := []struct {
		name, declared, text string
		in                   encoding.Encoding
		want                 string
	}{
		{"a byte order mark", "", yaml, utf16, "똠방각하 멈춤"},
		{"a byte order mark, big end first", "", yaml, utf16BE, "똠방각하 멈춤"},
		{"UTF-32", "", yaml, utf32.UTF32(utf32.LittleEndian, utf32.UseBOM), "똠방각하 멈춤"},
		{"a mark wins over what is declared", "cp949", yaml, utf16, "똠방각하 멈춤"},
		{"a mark of UTF-8", "cp949", "\ufeff" + yaml, encoding.Nop, "똠방각하 멈춤"},
		{"CP949", "cp949", yaml, korean.EUCKR, "똠방각하 멈춤"},
		{"CP949 by another name", " KS_C_5601-1987 ", yaml, korean.EUCKR, "똠방각하 멈춤"},
		{"UTF-16 without a mark", "utf-16le", yaml, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "똠방각하 멈춤"},
		{"Shift JIS", "Shift_JIS", "title: 停止\n", japanese.ShiftJIS, "停止"},
		{"JSON in CP949", "euc-kr", `{"title": "멈춤"}`, korean.EUCKR, "멈춤"},
		{"a page in UTF-16", "", "IL-0001 Acme · 2031-04-05\n창고가 넘쳤다\n증상\n멈췄다.\n", utf16, "창고가 넘쳤다"},
		{"UTF-8 that is called CP949", "cp949", "id: A\ntags: [x]\ntitle: 멈춤이다\n", encoding.Nop, "멈춤이다"},
		{"UTF-8 that is called UTF-16", "utf-16le", "id: A\ntitle: plain\n", encoding.Nop, "plain"},
		{"a syllable whose bytes in CP949 are a letter in UTF-8", "cp949", "title: 창\n", korean.EUCKR, "창"},
		{"many letters of two bytes", "euc-kr", "title: éééééééé\n", encoding.Nop, "éééééééé"},
		{"neither CP949 nor UTF-8", "cp949", "id: A\ntags: [x]\ntitle: \xff\n", encoding.Nop, "f: cannot be read: line 3 is not CP949 (EUC-KR)"},
		{"half a character of UTF-16", "", "\xff\xfet\x00:\x00 \x00\x00\xd8\n\x00", encoding.Nop, "f: cannot be read: line 1 is not UTF-16"},
		{"an odd byte at the end of UTF-16", "", "\xff\xfea\x00\n\x00b", encoding.Nop, "f: cannot be read: line 2 is not UTF-16"},
		{"declared to be what it is", "UTF8", yaml, encoding.Nop, "똠방각하 멈춤"},
		{"zero bytes", "", "a\x00\x00\x00\x00", encoding.Nop, "f:1: is no text: it holds zero bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, err := tt.in.NewEncoder().String(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string]string{"plain": text, "packed": packed(t, text)} {
				var records []Record
				r := newReader(pageVocabulary(t))
				for c := range chunks("f", Auto, tt.declared, strings.NewReader(text)) {
					records = append(records, r.records(c)...)
				}
				same(t, name, told(records), tt.want)
			}
		})
	}
	if err := ParseEncoding("klingon"); err == nil || !strings.Contains(err.Error(), `"klingon"`) {
		t.Errorf("an unknown encoding: %v", err)
	}
	if err := ParseEncoding("hz-gb-2312"); err == nil { // the standard has it read as nothing
		t.Error("an encoding that is not read is taken")
	}
}

// The lines of a large text in another encoding are counted over all pieces.
func TestLineOfABrokenCharacter(t *testing.T) {
	text, err := korean.EUCKR.NewEncoder().String(strings.Repeat("{\"title\": \"주문이 멈췄다\"}\n", 50_000))
	if err != nil {
		t.Fatal(err)
	}
	var last string
	for c := range chunks("f", NDJSON, "cp949", strings.NewReader(text+"\xff\n")) {
		last = c.reason
	}
	same(t, "reason", last, "cannot be read: line 50001 is not CP949 (EUC-KR)")
}

func TestGzip(t *testing.T) {
	line := func(i int) string { return fmt.Sprintf("{\"id\": \"K%d\", \"title\": \"t\"}\n", i) }
	two := packed(t, line(1)) + packed(t, line(2)) // one after the other is one
	same(t, "two in one", told(Decode("f", NDJSON, []byte(two), pageVocabulary(t))), "t\nt")
	cut := packed(t, line(1))
	same(t, "cut short", told(Decode("f", NDJSON, []byte(cut[:len(cut)-9]), pageVocabulary(t))), "f: cannot be read: the gzip data ends too early")
	same(t, "a head alone", told(Decode("f", NDJSON, []byte("\x1f\x8b"), pageVocabulary(t))), "f: cannot be read: the gzip data ends too early")
	same(t, "packed twice", told(Decode("f", YAML, []byte(packed(t, packed(t, "id: A"))), pageVocabulary(t))) != "", true)
	for name, want := range map[string]Format{"a.ndjson.gz": NDJSON, "a.YAML.GZ": YAML, "a.json.gz": JSON} {
		got, known := formatOfName(name)
		same(t, name, got, want)
		same(t, name+" is known", known, true)
	}
	if _, known := formatOfName("a.md.gz"); known {
		t.Error("a.md.gz is taken for a format")
	}
}

// A bomb is given up at some megabytes, long before it is unpacked.
func TestGzipBomb(t *testing.T) {
	bomb := packed(t, strings.Repeat(" ", maxUnpackedFree+64<<20))
	r := strings.NewReader(bomb)
	var reasons []string
	for c := range chunks("f", NDJSON, "", r) {
		reasons = append(reasons, c.reason)
	}
	same(t, "reasons", reasons, []string{"cannot be read: it unpacks to more than 250 times its size, which no text does: unpack it yourself if it is meant"})
	if r.Len() == 0 {
		t.Error("all of it was read")
	}
	records := packed(t, strings.Repeat("{}\n", 1<<20)) // as dense as can be, and small
	n := 0
	for c := range chunks("f", NDJSON, "", strings.NewReader(records)) {
		if c.reason != "" {
			t.Fatal(c.reason)
		}
		n += bytes.Count(c.data, []byte("\n"))
	}
	same(t, "lines", n, 1<<20)
}

func TestMarkupIsRefused(t *testing.T) {
	for _, text := range []string{"<!DOCTYPE html>\n<p>x", " \n<html lang=ko>", "<?xml version=\"1.0\"?><rss/>"} {
		got := told(Decode("f", Auto, []byte(text), pageVocabulary(t)))
		same(t, text, got, "f:1: is HTML or XML, not text: save the page as plain text, or write the case down as YAML")
	}
}

// Entities of pages are decoded once, and those of records are what was written.
func TestEntities(t *testing.T) {
	page := "IL-0001 R&amp;D · 2031-04-05\nA &lt;b&gt; &amp;lt; &#54620;&#x44; &copy=1 &nosuch; 멈췄다\n증상\n멈췄다.\n"
	c := onlyCase(t, page)
	same(t, "company", c.Organisation, "R&D")
	same(t, "title", c.Title.KO, "A <b> &lt; 한D &copy=1 &nosuch; 멈췄다")
	records := Decode("f", YAML, []byte("title: 'A &amp; B'\n"), pageVocabulary(t))
	same(t, "a record", records[0].Case.Title, graph.PlainText("A &amp; B"))
}
