package loader

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonStream walks one JSON value. It can be reset and used again.
type jsonStream struct {
	dec       *jsontext.Decoder
	buf       bytes.Buffer // the decoder reads such a buffer without copying it
	data      []byte
	firstLine int // of data in its file
	unquoted  []byte
	failed    token
}

// Keys that repeat are let through: the decoder of cases tells of them, with the field.
var jsonOptions = jsontext.AllowDuplicateNames(true)

// reset starts on a text that holds one JSON value and nothing else.
func (s *jsonStream) reset(data []byte, firstLine int) {
	s.data, s.firstLine, s.failed = data, firstLine, token{}
	s.buf = *bytes.NewBuffer(data)
	if s.dec == nil {
		s.dec = jsontext.NewDecoder(&s.buf, jsonOptions)
		return
	}
	s.dec.Reset(&s.buf, jsonOptions)
}

func (s *jsonStream) next() token {
	if s.failed.kind == broken {
		return s.failed
	}
	switch s.dec.PeekKind() {
	case jsontext.KindString, jsontext.KindNumber:
		isKey := s.atKey()
		raw, err := s.dec.ReadValue()
		if err != nil {
			return s.fail(err)
		}
		at := int(s.dec.InputOffset()) - len(raw)
		switch {
		case raw[0] != '"':
			return token{numberToken, raw, at}
		case isKey:
			return token{keyToken, s.unquote(raw), at}
		}
		return token{textToken, s.unquote(raw), at}
	}
	tok, err := s.dec.ReadToken()
	if err != nil {
		return s.fail(err)
	}
	at := int(s.dec.InputOffset())
	switch kind := tok.Kind(); kind {
	case jsontext.KindTrue, jsontext.KindFalse:
		text := []byte(tok.String())
		return token{boolToken, text, at - len(text)}
	default:
		return token{tokenKind(kind), nil, at - 1}
	}
}

// atKey reports whether the next string is the key of a member.
func (s *jsonStream) atKey() bool {
	kind, n := s.dec.StackIndex(s.dec.StackDepth())
	return kind == jsontext.KindBeginObject && n%2 == 0
}

func (s *jsonStream) unquote(raw []byte) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	// The decoder has checked the string already.
	s.unquoted, _ = jsontext.AppendUnquote(s.unquoted[:0], raw)
	return s.unquoted
}

const moreFollows = "more text follows the end of the record"

// end reports what follows the value: nothing, or a broken token.
func (s *jsonStream) end() (token, bool) {
	if s.failed.kind == broken {
		return s.failed, false
	}
	if _, err := s.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return token{broken, []byte(moreFollows), int(s.dec.InputOffset())}, false
	}
	return token{}, true
}

func (s *jsonStream) fail(err error) token {
	reason, at := jsonFault(err, int64(len(s.data)))
	s.failed = token{broken, []byte(reason), int(at)}
	return s.failed
}

// jsonFault says why a decoder stopped, and at which offset; end is where it is where
// the error does not tell.
func jsonFault(err error, end int64) (reason string, at int64) {
	syntax := (*jsontext.SyntacticError)(nil)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "the text ends in the middle of a record", end
	case errors.As(err, &syntax):
		return fmt.Sprintf("is not JSON: %v", syntax.Err), syntax.ByteOffset
	}
	return fmt.Sprintf("cannot be read: %v", err), end
}

func (s *jsonStream) line(at int) int {
	return s.firstLine + bytes.Count(s.data[:min(at, len(s.data))], []byte("\n"))
}
