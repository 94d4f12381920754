package loader

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	yamltoken "github.com/goccy/go-yaml/token"
)

// yamlStream walks one YAML document, or what could be read of it.
type yamlStream struct {
	tokens    []token // at is the line within the document, from 1
	position  int
	firstLine int  // of the document in its file
	hasMark   bool // the document itself holds the mark of a replaced character
}

// readYAML reads one YAML document. Line ends are \n. A document of nothing but
// comments gives a stream without tokens.
func readYAML(doc string, firstLine int) *yamlStream {
	s := &yamlStream{firstLine: firstLine, hasMark: strings.ContainsRune(doc, utf8.RuneError)}
	if reason, at := tooMuch(doc); reason != "" {
		s.fail(at, reason)
		return s
	}
	tokens := tokensOf(doc)
	if len(tokens) == 0 {
		return s
	}
	if reason, at := tooManyValues(tokens); reason != "" {
		s.fail(at, reason)
		return s
	}
	file, err := parseYAML(tokens)
	if err != nil {
		at, reason := 1, ""
		if syntax := yaml.Error(nil); errors.As(err, &syntax) {
			reason = syntax.GetMessage()
			if t := syntax.GetToken(); t != nil && t.Position != nil {
				at = t.Position.Line
			}
		} else {
			reason = err.Error() // that of a syntax error would take long: it shows the source
		}
		s.fail(at, "is not YAML: "+plainly(reason))
		return s
	}
	for _, d := range file.Docs {
		if d.Body != nil {
			s.walk(d.Body)
		}
	}
	return s
}

// plainly says what most often is behind an error of the parser, and what to do about it.
func plainly(reason string) string {
	for _, known := range []struct{ says, means string }{
		{"mapping value is not allowed in this context", "a text with ': ' in it needs quotes, or a line is indented too far"},
		{"found character '\t'", "indent with spaces, not with tabs"},
		{"map key-value is pre-defined", "a text goes on behind its quotes or its block: put all of it in quotes, or indent it alike"},
		{"value is not allowed in this context", "the indent of this line fits none of the lines above it"},
		{"non-map value is specified", "a line without a colon stands among keys: write `key: value`"},
		{"unexpected key name", "a line without a colon stands above this key: write `key: value`"},
		{"found unknown escape character", `in a text in double quotes \ begins an escape, and this is none: write \\ for it, or put the text in single quotes`},
		{"is a reserved character", reason + ": put the text in quotes"},
		{"unexpected directive value", "a text that begins with % needs quotes"},
		{"sequence end token", "a [ is not closed: write ], or put the text in quotes"},
		{"',' or ']' must be specified", "a [ is not closed, or a comma is missing in it"},
		{"',' or '}' must be specified", "a { is not closed, or a comma is missing in it"},
		{"could not find flow map content", "a { is not closed: write }, or put the text in quotes"},
	} {
		if strings.Contains(reason, known.says) {
			return known.means
		}
	}
	return reason
}

// parseYAML parses tokens. The input is anybody's: should the parser panic on it, that is
// an error like any other.
func parseYAML(tokens yamltoken.Tokens) (file *ast.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it cannot be parsed (%v)", p)
		}
	}()
	return parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
}

func (s *yamlStream) fail(line int, reason string) {
	s.tokens = append(s.tokens, token{broken, []byte(reason), line})
}

func (s *yamlStream) add(kind tokenKind, text string, n ast.Node) {
	s.tokens = append(s.tokens, token{kind, []byte(text), lineOf(n)})
}

func lineOf(n ast.Node) int {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 1
}

// walk writes a node down as tokens. Anchors, aliases, merged keys and tags are refused:
// a record says what it says where it says it.
func (s *yamlStream) walk(n ast.Node) {
	switch n := n.(type) {
	case *ast.MappingNode:
		s.add(objectStart, "", n)
		for _, v := range n.Values {
			s.walkMember(v)
		}
		s.add(objectEnd, "", n)
	case *ast.MappingValueNode:
		s.add(objectStart, "", n)
		s.walkMember(n)
		s.add(objectEnd, "", n)
	case *ast.SequenceNode:
		s.add(listStart, "", n)
		for _, v := range n.Values {
			s.walk(v)
		}
		s.add(listEnd, "", n)
	case *ast.NullNode:
		s.add(nullToken, "", n)
	case *ast.LiteralNode:
		s.add(textToken, n.Value.Value, n)
	case *ast.StringNode:
		kind := plainToken
		if strings.ContainsRune(n.Value, utf8.RuneError) && !s.hasMark {
			s.fail(lineOf(n), "an escape names half a character")
			return
		}
		if n.Token.Type == yamltoken.SingleQuoteType || n.Token.Type == yamltoken.DoubleQuoteType {
			kind = textToken
		}
		s.add(kind, n.Value, n)
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		s.add(plainToken, n.GetToken().Value, n)
	case *ast.AnchorNode, *ast.AliasNode:
		s.fail(lineOf(n), "anchors (&) and aliases (*) are not taken: write the value where it belongs")
	case *ast.TagNode:
		s.fail(lineOf(n), "tags (!) are not taken: put text in quotes")
	default:
		s.fail(lineOf(n), "is YAML of a kind that records do not have")
	}
}

func (s *yamlStream) walkMember(m *ast.MappingValueNode) {
	switch key := m.Key.(type) {
	case *ast.StringNode:
		s.add(keyToken, key.Value, key)
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode, *ast.InfinityNode, *ast.NanNode:
		s.add(keyToken, key.GetToken().Value, key)
	default:
		s.fail(lineOf(m), "a key that is not plain text (<<, ?, or with & or !) is not taken")
		return
	}
	s.walk(m.Value)
}

func (s *yamlStream) next() token {
	if s.position == len(s.tokens) {
		return token{broken, []byte("the document ends too early"), 1}
	}
	tok := s.tokens[s.position]
	if tok.kind != broken {
		s.position++
	}
	return tok
}

// empty reports whether nothing is left to read.
func (s *yamlStream) empty() bool { return s.position == len(s.tokens) }

func (s *yamlStream) line(at int) int { return s.firstLine + at - 1 }
