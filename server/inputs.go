package server

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/core"
)

// GraphQL's Int has 32 bits, whatever Go type a schema gives it; gqlparser leaves that
// unchecked. Here it is checked for literals, and by inputCheck for variables.
const intRange = "Int holds whole numbers of 32 bits"

var intRule = core.Rule{Name: "IntOf32Bits", RuleFunc: func(observers *core.Events, addError core.AddErrFunc) {
	observers.OnValue(func(_ *core.Walker, v *ast.Value) {
		if v.Kind != ast.IntValue || v.Definition == nil || v.Definition.Name != "Int" {
			return
		}
		if _, err := strconv.ParseInt(v.Raw, 10, 32); err != nil {
			addError(core.Message(intRange), core.At(v.Position))
		}
	})
}}

// coerceVariables gives the variables of a validated operation their types and
// defaults. It takes what a literal may be and no more: gqlparser alone would take a
// string for a number, an enum value in any case, an Int of 64 bits, and any depth.
func coerceVariables(schema *ast.Schema, op *ast.OperationDefinition, given map[string]any, limits Limits) (map[string]any, *gqlerror.Error) {
	in := inputCheck{schema, limits.InputDepth}
	for _, def := range op.VariableDefinitions {
		if err := in.value(def.Type, given[def.Variable], 0); err != nil {
			return nil, variableError(op, within(ast.PathName("variable"), within(ast.PathName(def.Variable), err)))
		}
	}
	vars, err := validator.VariableValues(schema, op, given)
	if err != nil {
		return nil, variableError(op, err)
	}
	return vars, nil
}

// variableError makes err fit to be shown. Its path leads into the variables, and
// the path of a GraphQL error has to lead into the answer: it moves to the message.
func variableError(op *ast.OperationDefinition, err error) *gqlerror.Error {
	shown := errorAt(op.Position, CodeValidationFailed, "a variable does not fit its type")
	var located *gqlerror.Error
	if errors.As(err, &located) {
		shown.Message = clip(located.Path.String() + ": " + located.Message)
		if located.Extensions != nil {
			shown.Extensions = located.Extensions
		}
	}
	return shown
}

type inputCheck struct {
	schema   *ast.Schema
	maxDepth int
}

// value checks a value at the given number of lists and objects around it. What does
// not fit the type t in other ways is for gqlparser to find.
func (c inputCheck) value(t *ast.Type, v any, depth int) *gqlerror.Error {
	switch v := v.(type) {
	case []any:
		if depth == c.maxDepth {
			return inputTooDeep(nil, c.maxDepth)
		}
		if t.Elem == nil {
			return nil
		}
		for i, item := range v {
			if err := c.value(t.Elem, item, depth+1); err != nil {
				return within(ast.PathIndex(i), err)
			}
		}
	case map[string]any:
		if depth == c.maxDepth {
			return inputTooDeep(nil, c.maxDepth)
		}
		def := c.schema.Types[t.Name()]
		for _, field := range def.Fields {
			if err := c.value(field.Type, v[field.Name], depth+1); err != nil {
				return within(ast.PathName(field.Name), err)
			}
		}
	default:
		return c.scalar(c.schema.Types[t.Name()], v)
	}
	return nil
}

func (c inputCheck) scalar(def *ast.Definition, v any) *gqlerror.Error {
	text, isText := v.(string)
	switch {
	case isText && (def.Name == "Int" || def.Name == "Float"):
		return errorAt(nil, CodeValidationFailed, "cannot use string as %s", def.Name)
	case isText && def.Kind == ast.Enum && def.EnumValues.ForName(text) == nil:
		return errorAt(nil, CodeValidationFailed, "the value is none of the enum %s", def.Name)
	case def.Name == "Int" && !fitsInt(v):
		return errorAt(nil, CodeValidationFailed, intRange)
	}
	return nil
}

// fitsInt says whether an integer fits 32 bits. What is no integer is for gqlparser
// to refuse.
func fitsInt(v any) bool {
	var n int64
	switch v := v.(type) {
	case int:
		n = int64(v)
	case int64:
		n = v
	case json.Number:
		parsed, err := v.Int64()
		if err != nil {
			return true
		}
		n = parsed
	}
	return math.MinInt32 <= n && n <= math.MaxInt32
}

// within puts one step in front of the path of an error.
func within(step ast.PathElement, err *gqlerror.Error) *gqlerror.Error {
	err.Path = append(ast.Path{step}, err.Path...)
	return err
}
