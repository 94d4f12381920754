package loader

import (
	"fmt"
	"strings"

	yamltoken "github.com/goccy/go-yaml/token"
)

// What one YAML document may hold. Some work of the lexer and of the parser grows with a
// square: of depth, of the keys of one mapping, and of what these bounds name besides. So
// all of it is bounded before either starts.
const (
	maxYAMLBytes   = 4 << 20
	maxYAMLMarks   = 500_000 // of punctuation: it bounds the tokens, and the memory that they take
	maxDepth       = 64
	maxKeys        = 1000
	maxYAMLRescans = 1 << 28 // characters that the lexer looks at again
	maxYAMLMoves   = 1 << 33 // tokens that the parser moves to put in values that are left out
)

const instead = ": part it with --- or write NDJSON"

// tooMuch says what about the text of a document is beyond the bounds, and on which line.
func tooMuch(doc string) (reason string, at int) {
	type line struct{ indent, begin int }
	var above []line // the last line of each indent, as far as what follows may lie below it
	if marks(doc) > maxYAMLMarks {
		return "the YAML document has too many parts" + instead, 1
	}
	rescans, blank, begin := 0, 0, 0
	for text := range strings.Lines(doc) {
		at++
		content := strings.TrimLeft(text, " ")
		if strings.TrimSpace(content) == "" {
			blank++
		} else {
			// Where this line ends a block of text, the blank lines above it are taken off the
			// block one by one.
			indent := len(text) - len(content)
			for len(above) > 0 && above[len(above)-1].indent > indent {
				above = above[:len(above)-1]
			}
			block := begin
			if last := len(above) - 1; last >= 0 {
				block -= above[last].begin
				if above[last].indent == indent {
					above = above[:last]
				}
			}
			if rescans += blank * block; rescans > maxYAMLRescans {
				return "too many blank lines stand above this line: take some of them out", at
			}
			above, blank = append(above, line{indent, begin}), 0
		}
		run := 0 // of <: at each, the lexer looks at those that follow
		for i := range len(text) {
			if run++; text[i] != '<' {
				run = 0
			}
			rescans += run
		}
		if rescans > maxYAMLRescans {
			return "the line has too many < in a row: take some of them out", at
		}
		begin += len(text)
	}
	return "", 0
}

// marks counts what may begin or end a token.
func marks(doc string) (n int) {
	for i := range len(doc) {
		if strings.IndexByte(",:[]{}-?\n&*!|>\"'#%", doc[i]) >= 0 {
			n++
		}
	}
	return n
}

// tooManyValues says what about the values of a document is beyond the bounds, and on which
// line.
func tooManyValues(tokens yamltoken.Tokens) (reason string, at int) {
	type level struct {
		column int // of a block; 0 for [ and {
		keys   int
		commas int // of {, which may have keys without a colon
		braces bool
	}
	open := []level{{}}
	flow, lastLine, leftOut := 0, 0, 0
	for i, t := range tokens {
		top := &open[len(open)-1]
		if leavesOut(tokens, i, top.braces) {
			leftOut++
		}
		switch t.Type {
		case yamltoken.SequenceStartType, yamltoken.MappingStartType:
			flow++
			open = append(open, level{braces: t.Type == yamltoken.MappingStartType})
		case yamltoken.SequenceEndType, yamltoken.MappingEndType:
			if flow > 0 {
				flow--
				open = open[:len(open)-1]
			}
		case yamltoken.MappingValueType:
			top.keys++
		case yamltoken.CollectEntryType:
			if top.braces {
				top.commas++
			}
		default:
			startsLine := t.Position.Line != lastLine
			if flow == 0 && (startsLine || t.Type == yamltoken.SequenceEntryType || t.Type == yamltoken.MappingKeyType) {
				for len(open) > 1 && open[len(open)-1].column > t.Position.Column {
					open = open[:len(open)-1]
				}
				if open[len(open)-1].column < t.Position.Column {
					open = append(open, level{column: t.Position.Column})
				}
				switch top = &open[len(open)-1]; t.Type {
				case yamltoken.SequenceEntryType:
					top.keys = 0 // the next element is another mapping
				case yamltoken.MappingKeyType:
					top.keys++
				}
			}
		}
		lastLine = t.Position.Line
		top = &open[len(open)-1]
		switch {
		case len(open) > maxDepth+1: // the root is one
			return fmt.Sprintf("values lie more than %d levels deep", maxDepth), t.Position.Line
		case max(top.keys, top.commas) > maxKeys:
			return fmt.Sprintf("one mapping has more than %d keys", maxKeys), t.Position.Line
		case leftOut*len(tokens) > maxYAMLMoves:
			return "the YAML document leaves out too many values" + instead, t.Position.Line
		}
	}
	return "", 0
}

// leavesOut reports whether a value is left out at a token: behind the sign that it should
// follow, or, in braces, behind a key.
func leavesOut(tokens yamltoken.Tokens, i int, inBraces bool) bool {
	t := tokens[i]
	column := t.Position.Column
	switch t.Type {
	case yamltoken.CollectEntryType, yamltoken.MappingEndType:
		if !inBraces || i < 2 {
			return false
		}
		before := tokens[i-2].Type
		return before == yamltoken.CollectEntryType || before == yamltoken.MappingStartType
	case yamltoken.MappingKeyType:
		return true // its value most often is
	case yamltoken.MappingValueType:
		if i > 0 {
			column = tokens[i-1].Position.Column
		}
	case yamltoken.SequenceEntryType:
	default:
		return false
	}
	if i+1 == len(tokens) {
		return true
	}
	switch next := tokens[i+1]; next.Type {
	case yamltoken.CollectEntryType, yamltoken.MappingEndType, yamltoken.SequenceEndType:
		return true
	case yamltoken.SequenceEntryType: // a list may stand right below its key
		return next.Position.Line > t.Position.Line && (next.Position.Column < column || t.Type == yamltoken.SequenceEntryType && next.Position.Column == column)
	default:
		return next.Position.Line > t.Position.Line && next.Position.Column <= column
	}
}
