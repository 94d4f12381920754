package server

import (
	"reflect"

	"github.com/vektah/gqlparser/v2/ast"
)

// inputCost adds up what the input objects of arguments take. A literal or variable is
// walked once, however often it is used, since a few kilobytes may use it a thousand times.
type inputCost struct {
	schema    *ast.Schema
	vars      map[string]any
	variables map[string]int     // by name: what is known of them
	literals  map[*ast.Value]int // likewise
}

// of adds up the arguments of a field: each member counts the weight that the schema gives
// it, and each value in a list one. Null and absent members count nothing. Arguments of
// other types are no filters, and count nothing either.
func (c inputCost) of(f *ast.Field) int {
	sum := 0
	for _, a := range f.Arguments {
		if def := a.Value.Definition; def != nil && def.Kind == ast.InputObject {
			sum = add(sum, c.literal(a.Value))
		}
	}
	return sum
}

func (c inputCost) literal(v *ast.Value) int {
	if v.Kind == ast.Variable {
		n, known := c.variables[v.Raw]
		if !known {
			n = c.value(v.ExpectedType, c.vars[v.Raw])
			c.variables[v.Raw] = n
		}
		return n
	}
	if v.Definition == nil || v.Definition.Kind != ast.InputObject && v.ExpectedType.Elem == nil {
		return 0 // a scalar, or something within one of the schema's own
	}
	if n, known := c.literals[v]; known {
		return n
	}
	sum := 0
	if v.ExpectedType.Elem != nil && v.Kind != ast.ListValue && v.Kind != ast.NullValue {
		sum = 1 // it stands for a list of one
	}
	for _, child := range v.Children {
		sum = add(sum, c.literal(child.Value))
		switch {
		case v.Kind == ast.ListValue:
			sum = add(sum, 1)
		case !c.isNull(child.Value):
			sum = add(sum, said(v.Definition.Fields.ForName(child.Name).Directives, "weight", 0))
		}
	}
	c.literals[v] = sum
	return sum
}

func (c inputCost) isNull(v *ast.Value) bool {
	return v.Kind == ast.NullValue || v.Kind == ast.Variable && c.vars[v.Raw] == nil
}

func (c inputCost) value(t *ast.Type, v any) int {
	if v == nil {
		return 0
	}
	if t.Elem != nil {
		list := reflect.ValueOf(v)
		if list.Kind() != reflect.Slice {
			return add(1, c.value(t.Elem, v))
		}
		sum := list.Len()
		for i := range list.Len() {
			sum = add(sum, c.value(t.Elem, list.Index(i).Interface()))
		}
		return sum
	}
	members, _ := v.(map[string]any)
	sum := 0
	for name, member := range members {
		field := c.schema.Types[t.NamedType].Fields.ForName(name)
		if field == nil || member == nil {
			continue
		}
		sum = add(sum, add(said(field.Directives, "weight", 0), c.value(field.Type, member)))
	}
	return sum
}
