package server

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
)

// ParseVariables reads "name=value" pairs, as people give variables on a command line, by
// the types that the operation declares: text for strings, ids and enums as it stands,
// numbers and booleans as GraphQL writes them, lists and inputs as JSON, null as null
// where the type allows it. Errors name the pair.
func ParseVariables(query, operation string, pairs []string) (map[string]any, error) {
	if len(pairs) == 0 {
		return map[string]any{}, nil
	}
	doc, err := parser.ParseQuery(&ast.Source{Input: query})
	if err != nil {
		return nil, fmt.Errorf("the query cannot be read: %w", err)
	}
	op := doc.Operations.ForName(operation)
	if op == nil {
		return nil, errors.New("the document has several operations, or none of that name: name one")
	}
	vars := map[string]any{}
	for _, pair := range pairs {
		name, text, ok := strings.Cut(pair, "=")
		if !ok {
			return nil, fmt.Errorf("variable %s: write name=value", pair)
		}
		def := op.VariableDefinitions.ForName(name)
		if def == nil {
			return nil, fmt.Errorf("variable %s: the query declares no variable $%s", pair, name)
		}
		value, err := readVariable(def.Type, text)
		if err != nil {
			return nil, fmt.Errorf("variable %s: %w", pair, err)
		}
		vars[name] = value
	}
	return vars, nil
}

func readVariable(t *ast.Type, text string) (any, error) {
	if text == "null" && !t.NonNull {
		return nil, nil //nolint:nilnil // null is the value
	}
	switch {
	case t.Elem != nil, strings.HasPrefix(text, "{"):
		v, err := parseJSON([]byte(text))
		if err != nil {
			return nil, fmt.Errorf("%s is written as JSON: %w", t, err)
		}
		return v, nil
	case t.NamedType == "Int", t.NamedType == "Float":
		v, err := parseJSON([]byte(text))
		switch v.(type) {
		case int64, float64:
			return v, nil
		}
		return nil, errors.Join(fmt.Errorf("%q is not a number", text), err)
	case t.NamedType == "Boolean":
		b, err := strconv.ParseBool(text)
		if err != nil {
			return nil, fmt.Errorf("%q is neither true nor false", text)
		}
		return b, nil
	}
	return text, nil
}
