package loader

import (
	"bufio"
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Format is a form in which records are written down.
type Format string

// The formats. Auto finds out by the file's name, else by its content.
const (
	Auto   Format = ""
	JSON   Format = "json"   // one case, or an array of cases
	NDJSON Format = "ndjson" // one case a line, or none
	YAML   Format = "yaml"   // one case or a list of cases a document; documents are parted by ---
	Page   Format = "page"   // a page of the Incident Library as plain text
	Terms  Format = "vocab"  // terms of a vocabulary, in YAML, JSON or NDJSON
)

// ParseFormat reads the name of a format, as --format takes it.
func ParseFormat(name string) (Format, error) {
	switch f := Format(strings.ToLower(name)); f {
	case Auto, JSON, NDJSON, YAML, Page, Terms:
		return f, nil
	case "auto":
		return Auto, nil
	case "jsonl":
		return NDJSON, nil
	case "yml":
		return YAML, nil
	}
	return Auto, fmt.Errorf("unknown format %q: the formats are auto, json, ndjson, yaml, page and vocab", name)
}

// formatOfName gives the format that a file's name tells of. known is false where the
// name tells of none; a .txt file is known and Auto: its content decides.
func formatOfName(name string) (f Format, known bool) {
	switch strings.ToLower(path.Ext(withoutGzip(name))) {
	case ".json":
		return JSON, true
	case ".ndjson", ".jsonl":
		return NDJSON, true
	case ".yaml", ".yml":
		return YAML, true
	case ".txt":
		return Auto, true
	}
	return Auto, false
}

// isProse reports whether a file's name tells of text for people. What stands before such a
// text may be YAML, and taking that for a case would lose the rest.
func isProse(name string) bool {
	switch strings.ToLower(path.Ext(withoutGzip(name))) {
	case ".md", ".markdown", ".qmd", ".rmd", ".mdx", ".rst", ".adoc", ".org", ".tex", ".html", ".htm", ".pdf", ".doc", ".docx":
		return true
	}
	return false
}

// withoutGzip gives a name without the ending that packed files have.
func withoutGzip(name string) string {
	if strings.EqualFold(path.Ext(name), ".gz") {
		return name[:len(name)-len(".gz")]
	}
	return name
}

// isMarkup reports whether a text begins as HTML and XML do, and no record does.
func isMarkup(head []byte) bool {
	text := bytes.ToLower(bytes.TrimSpace(head))
	for _, begin := range []string{"<!doctype", "<html", "<head", "<body", "<?xml", "<!--"} {
		if bytes.HasPrefix(text, []byte(begin)) {
			return true
		}
	}
	return false
}

// sniff tells the format of a text from its beginning.
func sniff(head []byte) Format {
	text := bytes.TrimSpace(head)
	switch {
	case len(text) > 0 && text[0] == '[':
		return JSON
	case len(text) > 0 && text[0] == '{':
		// Lines that each begin and end an object are NDJSON; one such line is both. A line
		// whose end is not in sight is taken for one of these until its end is.
		first, rest, ended := bytes.Cut(text, []byte("\n"))
		if rest = bytes.TrimSpace(rest); !ended || bytes.HasSuffix(bytes.TrimSpace(first), []byte("}")) && (len(rest) == 0 || rest[0] == '{') {
			return NDJSON
		}
		return JSON
	case looksLikePage(string(text)):
		return Page
	}
	return YAML
}

// isLines reports whether a text that is called JSON is NDJSON: its first line is a whole
// object, and another begins behind it. A first line whose end is not in sight tells nothing.
func isLines(in *bufio.Reader) bool {
	head, _ := in.Peek(in.Size()) // what there is, where there is less
	first, rest, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
	return bytes.HasPrefix(first, []byte("{")) && bytes.HasPrefix(bytes.TrimSpace(rest), []byte("{")) && jsontext.Value(first).IsValid(jsonOptions)
}
