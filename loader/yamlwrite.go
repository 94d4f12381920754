package loader

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
)

// yamlWriter writes a JSON object as YAML that any YAML 1.1 or 1.2 reader takes for the
// same: text stands without quotes only where nothing could read it as anything else.
type yamlWriter struct {
	in  *jsontext.Decoder
	out []byte
	err error // of reading; nothing is written after it
}

func (y *yamlWriter) token() jsontext.Token {
	tok, err := y.in.ReadToken()
	if err != nil && y.err == nil {
		y.err = err
	}
	return tok
}

func (y *yamlWriter) write(s string) {
	if y.err == nil {
		y.out = append(y.out, s...)
	}
}

func (y *yamlWriter) indent(depth int) { y.write(strings.Repeat("  ", depth)) }

// mapping writes the members of an object, one a line. Those of an element of a list begin
// in the element's own line.
func (y *yamlWriter) mapping(depth int, inElement bool) {
	y.token()
	for first := true; y.err == nil && y.in.PeekKind() != jsontext.KindEndObject; first = false {
		if !first || !inElement {
			y.indent(depth)
		}
		y.write(y.token().String() + ":") // the keys are the record's own
		y.value(depth)
	}
	y.token()
}

// value writes the value of a member whose key stands at a depth, with its line end.
func (y *yamlWriter) value(depth int) {
	switch y.in.PeekKind() {
	case jsontext.KindBeginObject:
		y.write("\n")
		y.mapping(depth+1, false)
	case jsontext.KindBeginArray:
		y.write("\n")
		y.list(depth)
	default:
		y.write(" ")
		y.scalar(depth)
	}
}

// list writes the elements of a list, one a line, as deep as its key.
func (y *yamlWriter) list(depth int) {
	y.token()
	for y.err == nil && y.in.PeekKind() != jsontext.KindEndArray {
		y.indent(depth)
		y.write("- ")
		if y.in.PeekKind() == jsontext.KindBeginObject {
			y.mapping(depth+1, true)
		} else {
			y.scalar(depth)
		}
	}
	y.token()
}

func (y *yamlWriter) scalar(depth int) {
	tok := y.token()
	if y.err != nil {
		return
	}
	if tok.Kind() != jsontext.KindString {
		y.write(tok.String() + "\n")
		return
	}
	switch s := tok.String(); {
	case isPlainYAML(s):
		y.write(s + "\n")
	case isBlockYAML(s):
		y.write("|-\n")
		for line := range strings.SplitSeq(s, "\n") {
			if line != "" {
				y.indent(depth + 1)
				y.write(line)
			}
			y.write("\n")
		}
	default:
		y.write(string(quoted(s)) + "\n")
	}
}

var (
	plainYAML = regexp.MustCompile(`^\p{L}[\p{L}\p{N} ()'/+,.;_-]*$`)
	// wordsOfYAML are plain words that some YAML reader takes for no text.
	wordsOfYAML = regexp.MustCompile(`(?i)^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$`)
)

// isPlainYAML reports whether a text can stand without quotes: it begins with a letter and
// holds nothing that YAML knows.
func isPlainYAML(s string) bool {
	return plainYAML.MatchString(s) && !wordsOfYAML.MatchString(s) && !strings.HasSuffix(s, " ")
}

// isBlockYAML reports whether a text of several lines can stand as a block.
func isBlockYAML(s string) bool {
	if !strings.Contains(s, "\n") || strings.HasPrefix(s, "\n") || strings.HasSuffix(s, "\n") {
		return false
	}
	for line := range strings.SplitSeq(s, "\n") {
		if line != strings.TrimSpace(line) {
			return false
		}
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r != '\n' && (!unicode.IsPrint(r) || unicode.IsSpace(r) && r != ' ')
	})
}
