package loader

import (
	"errors"
	"fmt"
	"io"
	"math/rand"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/korean"
)

// toldOf reads an input and writes what came of it: the titles, and what was wrong.
func toldOf(t *testing.T, format Format, encoding string, in io.Reader) string {
	t.Helper()
	r := newReader(pageVocabulary(t))
	var records []Record
	for c := range chunks("f", format, encoding, in) {
		records = append(records, r.records(c)...)
	}
	return told(records)
}

// An input that fails in the middle of a record gives what stands before that record, and
// nothing of it.
func TestHalfARecordIsNotGiven(t *testing.T) {
	more := strings.Repeat("and so on ", 1000) // beyond what tells the format
	tests := []struct {
		name   string
		format Format
		text   string
		want   string // %s is the reason
	}{
		{"a document", YAML, "title: first\n---\ntitle: second\nlessons: |\n  " + more + "\n", "first\nf:2: cannot be read: %s"},
		{"a document, after a whole line of its own", YAML, "# note\ntitle: first\nlessons: " + more + "\ndomain: x\n", "f:1: cannot be read: %s"},
		{"a document, in the middle of a line", YAML, "title: first\n...\ntitle: second\nlessons: " + more, "first\nf:3: cannot be read: %s"},
		{"a list", YAML, "- title: first\n- title: second\n  lessons: " + more + "\n", "f:1: cannot be read: %s"},
		{"a long border", YAML, "title: first\nlessons: " + more + "\n--- # " + strings.Repeat("x", 70<<10), "first\nf:3: cannot be read: %s"},
		{"a line", NDJSON, "{\"title\": \"first\"}\n{\"title\": \"second\", \"lessons\": \"" + more, "first\nf:2: cannot be read: %s"},
		{"a line that looks whole", NDJSON, "{\"title\": \"first\"}\n\n{\"title\": \"second\", \"lessons\": \"" + more + "\"}", "first\nf:3: cannot be read: %s"},
		{"a line that looks whole, beyond any buffer", NDJSON, "{\"title\": \"first\"}\n{\"title\": \"second\", \"lessons\": \"" + strings.Repeat(more, 10) + "\"}", "first\nf:2: cannot be read: %s"},
		{"an element", JSON, "[{\"title\": \"first\"},\n\n{\"title\":\n\"second\", \"lessons\": \"" + more, "first\nf:3: cannot be read: %s"},
		{"an object", JSON, "\n{\"title\": \"first\",\n\"lessons\": \"" + more + "\"\n", "f:2: cannot be read: %s"},
		{"a page", Page, "IL-0001 Acme · 2031-04-05\n창고가 넘쳤다\n증상\n멈췄다.\n교훈\n" + more + "\n", "f: cannot be read: %s"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for err, reason := range map[error]string{
				errors.New("the disk is gone"): "the disk is gone",
				io.ErrUnexpectedEOF:            "it breaks off in the middle: the connection was cut, or the file is not whole",
			} {
				in := io.MultiReader(strings.NewReader(tt.text), iotest.ErrReader(err))
				same(t, reason, toldOf(t, tt.format, "", in), fmt.Sprintf(tt.want, reason))
			}
			// A byte that the declared encoding has not, after text that it has.
			text, err := korean.EUCKR.NewEncoder().String(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			bad := fmt.Sprintf("line %d is not CP949 (EUC-KR)", strings.Count(tt.text, "\n")+1)
			same(t, "encoding", toldOf(t, tt.format, "cp949", strings.NewReader(text+"\xff")), fmt.Sprintf(tt.want, bad))
		})
	}
}

// An archive that is cut short breaks off anywhere.
func TestHalfAnArchive(t *testing.T) {
	var noise strings.Builder // so that little is packed into much
	for r := rand.New(rand.NewSource(1)); noise.Len() < 1<<20; {
		fmt.Fprintf(&noise, "%x", r.Int63())
	}
	for format, text := range map[Format]string{
		YAML:   "title: first\n---\ntitle: second\nlessons: " + noise.String() + "\n",
		NDJSON: "{\"title\": \"first\"}\n{\"title\": \"second\", \"lessons\": \"" + noise.String() + "\"}\n",
		JSON:   "[{\"title\": \"first\"},\n{\"title\": \"second\", \"lessons\": \"" + noise.String() + "\"}]\n",
	} {
		archive := packed(t, text)
		got := toldOf(t, format, "", strings.NewReader(archive[:len(archive)/2]))
		same(t, string(format), got, "first\nf:2: cannot be read: the gzip data ends too early")
		got = toldOf(t, format, "", io.MultiReader(strings.NewReader(archive[:len(archive)/2]), iotest.ErrReader(errors.New("the line is dead"))))
		same(t, string(format)+", not its fault", got, "first\nf:2: cannot be read: the line is dead")
	}
}

// A document that is too large is told at its first line, with nothing of its text: the
// rest of it would be taken for the record. Those around it are read.
func TestDocumentThatIsTooLarge(t *testing.T) {
	large := "title: second\nlessons: |\n" + strings.Repeat("  "+strings.Repeat("x", 98)+"\n", maxYAMLBytes/100) + "domain: z\n"
	oneLine := "title: third\nlessons: " + strings.Repeat("x", maxYAMLBytes) + "\ndomain: z\n"
	text := "title: first\n---\n" + large + "---\n" + oneLine + "...\n---\ntitle: fourth\n"
	var got []string
	for c := range chunks("f", YAML, "", strings.NewReader(text)) {
		if c.reason != "" {
			got = append(got, fmt.Sprintf("%d: %s (%d bytes)", c.line, c.reason, len(c.data)))
		} else {
			got = append(got, fmt.Sprintf("%d: %s", c.line, c.data))
		}
	}
	second := 2 + strings.Count(large, "\n") + 1
	same(t, "chunks", got, []string{
		"1: title: first\n",
		"2: the YAML document is larger than 4 MiB: part it with --- or write NDJSON (0 bytes)",
		fmt.Sprintf("%d: the YAML document is larger than 4 MiB: part it with --- or write NDJSON (0 bytes)", second),
		fmt.Sprintf("%d: ---\ntitle: fourth\n", second+5),
	})
}

// Blank lines between the elements of an array are counted, and not remembered.
func TestBlankLinesInJSON(t *testing.T) {
	same(t, "lines", toldOf(t, JSON, "", strings.NewReader("\n[\n\n{\n\"title\": \"first\"\n}\n,\n\n{\"title\": 1},\n\n{\"title\": \"third\" 1}]")),
		"first\nf:9: title: 1 stands where text belongs: put it in quotes\nf:11: is not JSON: invalid character '1' after object value (expecting ',' or '}'); what follows in the file is not read")
	const size = 16 << 20
	text := "[" + strings.Repeat("\n", size) + "{}]"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for c := range chunks("f", JSON, "", strings.NewReader(text)) {
		same(t, "line", c.line, size+1)
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 10*size {
		t.Errorf("%d bytes of blank lines took %d of memory", size, taken)
	}
}

// JSON over several lines is told from NDJSON by the end of its first line, however far
// that is.
func TestLongFirstLines(t *testing.T) {
	long := strings.Repeat("so on ", 20_000)
	for name, tt := range map[string]struct{ text, want string }{
		"JSON":                      {"{\"lessons\": \"" + long + "\",\n\"title\": \"first\"\n}\n", "first"},
		"JSON, an object that ends": {"{\"symptoms\": {\"text\": \"" + long + "\"}\n,\"title\": \"first\"}\n", "first"},
		"JSON, line of an error":    {"\n{\"lessons\": \"" + long + "\",\n\"title\": first\n}\n", "f:3: is not JSON: invalid character 'i' in literal false (expecting 'a')"},
		"NDJSON":                    {"{\"title\": \"first\", \"lessons\": \"" + long + "\"}\n{\"title\": \"second\"}\n", "first\nsecond"},
		"one line":                  {"{\"title\": \"first\", \"lessons\": \"" + long + "\"}", "first"},
	} {
		same(t, name, toldOf(t, Auto, "", strings.NewReader(tt.text)), tt.want)
	}
	forced := toldOf(t, NDJSON, "", strings.NewReader("{\"lessons\": \""+long+"\",\n\"title\": \"first\"\n}\n"))
	same(t, "what is told is not doubted", strings.HasPrefix(forced, "f:1: the text ends in the middle of a record\nf:2: "), true)
}

// terminal is what somebody types on. Asked again after its end, it would wait for more.
type terminal struct {
	io.Reader
	ended, askedAgain bool
}

func (r *terminal) Read(p []byte) (int, error) {
	r.askedAgain = r.askedAgain || r.ended
	n, err := r.Reader.Read(p)
	r.ended = err != nil
	return n, err
}

func TestTheEndIsAskedForOnce(t *testing.T) {
	const page = "IL-0001 Acme · 2031-04-05\nfirst\n증상\n멈췄다.\n"
	for name, tt := range map[string]struct {
		format   Format
		encoding string
		text     string
	}{
		"YAML":    {Auto, "", "title: first\n"},
		"NDJSON":  {Auto, "", "{\"title\": \"first\"}\n"},
		"JSON":    {Auto, "", "[{\"title\": \"first\"}]"},
		"page":    {Auto, "", page},
		"nothing": {YAML, "", ""},
		"packed":  {Auto, "", packed(t, "title: first\n")},
		"CP949":   {Auto, "cp949", "title: first\n"},
		"UTF-16":  {Auto, "utf-16le", "t\x00i\x00t\x00l\x00e\x00:\x00 \x00x\x00"},
	} {
		typed := &terminal{Reader: iotest.OneByteReader(strings.NewReader(tt.text))}
		toldOf(t, tt.format, tt.encoding, typed)
		same(t, name+" ended", typed.ended, true)
		same(t, name+" asked again", typed.askedAgain, false)
	}
}
