package loader

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
)

// A case whose texts hold the labels of pages is none, whatever tells of its format.
func TestCasesAreNoPages(t *testing.T) {
	for _, text := range []string{
		"title: x\nremediation:\n- 감지\n- 조치\n",
		"remediation:\n- 감지\ntitle: x\n",
		"titel: y\nlessons: |\n  원인\n",
		"# 원인\n\n- title: x\n  lessons: >\n    Incident Library\n",
		"-   \"title\": x\n",
		"'id' : A\nlessons: |\n  사례 2건\n",
		"---\nlessons: |\n  원인\n",
		"--- # IL-0001\nlessons: |\n  IL-0001 Acme · 2031-04-05\n",
		"kind: cause\nko: |-\n  원인\n",
		"- ko: |-\n    원인\n",
		"%YAML 1.2\n---\nlessons: |\n  원인\n",
		"x:\n  원인\n",
		"- x:\n  - 증상\n",
		"\ttitle: |\n\t원인\n",
	} {
		same(t, text, sniff([]byte(text)), YAML)
	}
	for _, text := range []string{
		"원인\n설정 실수\n",
		"- 증상\n느렸다.\n",
		"제목이 있다\n\n원인\n설정 실수\n",
		"IL-0001 Acme · 2031-04-05\n",
		"  IL-0001 Acme · 2031-04-05\n",
		"Incident Library\n그래프\n사례 2건\n",
		"사례 2건\n",
		"2건 중 1~2번째\n",
		"note: 무엇이다\n증상\n느렸다.\n",
		"https://example.org/cases\n증상\n느렸다.\n",
		"증상\n느렸다.\n조치\ntitle: 을 고쳤다\n",
	} {
		same(t, text, sniff([]byte(text)), Page)
	}
}

// UTF-8 that is called something else is read as what it is, wherever it shows; what is
// something else is read as what it is called.
func TestUTF8ThatIsCalledSomethingElse(t *testing.T) {
	far := strings.Repeat("# note\n", 20_000) // ASCII, beyond what is looked at in one go
	tests := []struct {
		name, declared, text string
		in                   encoding.Encoding
		want                 string
	}{
		{"two letters of French", "windows-1252", "title: Le café était fermé\n", encoding.Nop, "Le café était fermé"},
		{"one", "iso-8859-1", "title: café\n", encoding.Nop, "café"},
		{"one, by a name of its own", "iso-8859-8-i", "title: é\n", encoding.Nop, "é"},
		{"Cyrillic", "windows-1251", "title: сбой\n", encoding.Nop, "сбой"},
		{"what it is called", "windows-1252", "title: Le café était fermé\n", charmap.Windows1252, "Le café était fermé"},
		{"Cyrillic, and called so", "koi8-r", "title: СБОЙ сети\n", charmap.KOI8R, "СБОЙ сети"},
		{"one letter that is UTF-8, and one that is not", "windows-1252", "title: é \xe9\n", encoding.Nop, "Ã© é"},
		{"far off, one byte a letter", "windows-1252", far + "title: café\n", encoding.Nop, "café"},
		{"far off, and what it is called", "windows-1252", far + "title: café\n", charmap.Windows1252, "café"},
		{"far off, Korean", "cp949", far + "title: 멈췄다\n", encoding.Nop, "멈췄다"},
		{"far off, CP949", "cp949", far + "title: 멈췄다\n", korean.EUCKR, "멈췄다"},
		{"far off, Shift JIS", "shift_jis", far + "title: 停止\n", japanese.ShiftJIS, "停止"},
		{"ASCII that stands for something else", "iso-2022-jp", "title: 停止\n", japanese.ISO2022JP, "停止"},
		{"far off, neither", "cp949", far + "title: \xff\n", encoding.Nop, "f:1: cannot be read: line 20001 is not CP949 (EUC-KR)"},
		{"ASCII alone", "cp949", far + "title: plain\n", encoding.Nop, "plain"},
	}
	for _, tt := range tests {
		text, err := tt.in.NewEncoder().String(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		same(t, tt.name, toldOf(t, YAML, tt.declared, strings.NewReader(text)), tt.want)
	}
	lines := strings.Repeat("{\"title\": \"t\"}\n", 10_000) + "{\"title\": \"멈췄다\"}\n"
	got := toldOf(t, Auto, "euc-kr", strings.NewReader(lines))
	same(t, "lines", got, strings.Repeat("t\n", 10_000)+"멈췄다")
}
