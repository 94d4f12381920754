package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
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
// string for a number, an enum value in any case, an Int of 64 bits, and any depth, and
// would tell of Go's types.
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

// value checks a value at the given number of lists and objects around it. Members that
// are unknown, missing or null are for gqlparser to find.
func (c inputCheck) value(t *ast.Type, v any, depth int) *gqlerror.Error {
	if v == nil {
		return nil
	}
	list := reflect.ValueOf(v)
	isList := list.Kind() == reflect.Slice
	members, isObject := v.(map[string]any)
	def := c.schema.Types[t.Name()]
	switch {
	case (isList || isObject) && depth == c.maxDepth:
		return inputTooDeep(nil, c.maxDepth)
	case isList && t.Elem != nil:
		for i := range list.Len() {
			if err := c.value(t.Elem, list.Index(i).Interface(), depth+1); err != nil {
				return within(ast.PathIndex(i), err)
			}
		}
	case isObject && def.Kind == ast.InputObject:
		for _, field := range def.Fields {
			if err := c.value(field.Type, members[field.Name], depth+1); err != nil {
				return within(ast.PathName(field.Name), err)
			}
		}
	default:
		return misfit(def, v)
	}
	return nil
}

// misfit says what is wrong with a value that is no list and no object where one of a type
// is expected, in the words of JSON. Scalars of the schema's own explain themselves.
func misfit(def *ast.Definition, v any) *gqlerror.Error {
	given, expected := jsonType(v), ""
	switch {
	case def.Kind == ast.InputObject:
		expected = "an object"
	case def.Kind == ast.Enum:
		if text, ok := v.(string); ok && def.EnumValues.ForName(text) == nil {
			return errorAt(nil, CodeValidationFailed, "the value is none of the enum %s", def.Name)
		}
		expected = "a string"
	case def.Name == "String":
		expected = "a string"
	case def.Name == "Boolean":
		expected = "a boolean"
	case def.Name == "Float":
		expected = "a number"
	case def.Name == "Int":
		if given == "a number" && !fitsInt(v) {
			return errorAt(nil, CodeValidationFailed, intRange)
		}
		expected = "a number"
	case def.Name == "ID":
		if given == "a string" || given == "a number" && isWhole(v) {
			return nil
		}
		return errorAt(nil, CodeValidationFailed, "ID is given as a string or a whole number")
	default:
		return nil
	}
	if given == expected {
		return nil
	}
	return errorAt(nil, CodeValidationFailed, "%s is given as %s, not as %s", def.Name, expected, given)
}

// jsonType is the type that JSON has for a value.
func jsonType(v any) string {
	if _, ok := v.(json.Number); ok {
		return "a number"
	}
	switch kind := reflect.ValueOf(v).Kind(); {
	case kind == reflect.String:
		return "a string"
	case kind == reflect.Bool:
		return "a boolean"
	case reflect.Int <= kind && kind <= reflect.Float64:
		return "a number"
	case kind == reflect.Slice:
		return "an array"
	default:
		return "an object"
	}
}

// fitsInt says whether a number is a whole one of 32 bits.
func fitsInt(v any) bool {
	text := fmt.Sprint(v)
	if f, ok := v.(float64); ok {
		text = strconv.FormatFloat(f, 'f', -1, 64)
	}
	_, err := strconv.ParseInt(text, 10, 32)
	return err == nil
}

// isWhole says whether a number is a whole one.
func isWhole(v any) bool {
	switch v := v.(type) {
	case float64:
		return v == math.Trunc(v)
	case json.Number:
		_, err := v.Int64()
		return err == nil
	}
	return true
}

// within puts one step in front of the path of an error.
func within(step ast.PathElement, err *gqlerror.Error) *gqlerror.Error {
	err.Path = append(ast.Path{step}, err.Path...)
	return err
}
