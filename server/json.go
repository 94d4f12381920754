package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxJSONDepth is far above what any request needs and far below what a stack bears.
const maxJSONDepth = 200

// The ways in which a text is refused. None of them quotes it.
var (
	errNotUTF8       = errors.New("it is not valid UTF-8")
	errNotJSON       = errors.New("it is not one JSON value")
	errLoneSurrogate = errors.New("a string holds half of a surrogate pair")
	errDuplicateKey  = errors.New("an object has a key twice")
	errTooDeepJSON   = errors.New("it is nested too deeply")
	errNumberRange   = errors.New("a number does not fit 64 bits")
)

// parseJSON reads one JSON value more strictly than encoding/json: nothing may
// follow it, keys are unique, strings are sound Unicode. Objects become
// map[string]any, arrays []any, whole numbers int64 (1e2 and 1.0, too) and other
// numbers float64. None becomes a json.Number, which gqlgen would take for a string,
// too.
func parseJSON(text []byte) (any, error) {
	switch {
	case !utf8.Valid(text):
		return nil, errNotUTF8
	case !json.Valid(text):
		return nil, errNotJSON
	case bytes.Contains(text, []byte(`\u`)) && hasLoneSurrogate(string(text)):
		return nil, errLoneSurrogate
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	return jsonValue(dec, 0)
}

// jsonValue reads the next value. The text is known to be JSON.
func jsonValue(dec *json.Decoder, depth int) (any, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, errNotJSON
	}
	switch token := token.(type) {
	case json.Number:
		return number(string(token))
	case json.Delim:
		if depth == maxJSONDepth {
			return nil, errTooDeepJSON
		}
		if token == '{' {
			return jsonObject(dec, depth+1)
		}
		return jsonArray(dec, depth+1)
	default:
		return token, nil
	}
}

func jsonObject(dec *json.Decoder, depth int) (any, error) {
	object := make(map[string]any)
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, errNotJSON
		}
		key := token.(string)
		if _, ok := object[key]; ok {
			return nil, errDuplicateKey
		}
		if object[key], err = jsonValue(dec, depth); err != nil {
			return nil, err
		}
	}
	_, err := dec.Token() // the closing brace
	return object, err
}

func jsonArray(dec *json.Decoder, depth int) (any, error) {
	array := []any{}
	for dec.More() {
		value, err := jsonValue(dec, depth)
		if err != nil {
			return nil, err
		}
		array = append(array, value)
	}
	_, err := dec.Token() // the closing bracket
	return array, err
}

func number(s string) (any, error) {
	if !strings.ContainsAny(s, ".eE") {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return nil, errNumberRange
		}
		return n, nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil, errNumberRange
	}
	const exact = 1 << 53 // from here on a float64 may stand for several integers
	if f == math.Trunc(f) && math.Abs(f) < exact {
		return int64(f), nil
	}
	return f, nil
}

// hasLoneSurrogate says whether the \u escapes of s, as JSON and GraphQL strings
// write them, hold a surrogate without its other half.
func hasLoneSurrogate(s string) bool {
	awaited := false // a low surrogate has to come next
	for i := 0; i < len(s); {
		var unit uint64
		step := 1
		if s[i] == '\\' {
			step = 2
			if i+6 <= len(s) && s[i+1] == 'u' {
				if n, err := strconv.ParseUint(s[i+2:i+6], 16, 16); err == nil {
					unit, step = n, 6
				}
			}
		}
		low := 0xDC00 <= unit && unit <= 0xDFFF
		if low != awaited {
			return true
		}
		awaited = 0xD800 <= unit && unit <= 0xDBFF
		i += step
	}
	return awaited
}
