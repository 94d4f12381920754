package graph

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
)

// Cursor writes a position as an opaque string, bound to the list that it is of: list is
// any text that tells the list, with its filter and order, from others.
func Cursor(at Position, list string) string {
	body, _ := json.Marshal(cursorBody(at)) // numbers and strings: it cannot fail
	return base64.RawURLEncoding.EncodeToString(append(cursorSeal(body, list), body...))
}

// ParseCursor reads what Cursor wrote for the same list. A malformed or altered cursor,
// or one of another list, is an error of code INVALID_CURSOR.
func ParseCursor(s, list string) (Position, error) {
	bad := &Error{Code: CodeInvalidCursor, Message: "the cursor is not one of this list: take it from an answer with the same filter and order"}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(raw) < sealSize {
		return Position{}, bad
	}
	var body cursorBody
	if string(cursorSeal(raw[sealSize:], list)) != string(raw[:sealSize]) || json.Unmarshal(raw[sealSize:], &body) != nil {
		return Position{}, bad
	}
	return Position(body), nil
}

type cursorBody struct {
	Shared        int      `json:"s,omitempty"`
	Tier          Tier     `json:"t,omitempty"`
	Day           int32    `json:"d,omitempty"`
	Company       string   `json:"c,omitempty"`
	TimeToDetect  int      `json:"e,omitempty"`
	TimeToRecover int      `json:"r,omitempty"`
	Kind          NodeKind `json:"k,omitempty"`
	Name          string   `json:"n"`
}

const sealSize = 8

// cursorSeal binds a cursor to its list. It guards against mistakes, not against malice:
// a position is no secret and opens nothing.
func cursorSeal(body []byte, list string) []byte {
	sum := sha256.Sum256(append(append([]byte(list), 0), body...))
	return sum[:sealSize]
}
