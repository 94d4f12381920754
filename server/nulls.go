package server

import (
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// nullArgument finds a variable that is null where null may not stand, in an argument of
// a field or of a directive. Validation lets a nullable variable with a default stand
// there, since what is left out is its default; one that is given as null is for execution
// to refuse, which gqlgen does not do. nil: there is none.
func nullArgument(op *ast.OperationDefinition, vars map[string]any) *gqlerror.Error {
	return nullCheck{vars, map[string]bool{}}.set(op.SelectionSet)
}

type nullCheck struct {
	vars    map[string]any
	checked map[string]bool // fragments, by their names
}

func (c nullCheck) set(set ast.SelectionSet) *gqlerror.Error {
	for _, selection := range set {
		var directives ast.DirectiveList
		var below ast.SelectionSet
		switch s := selection.(type) {
		case *ast.Field:
			if err := c.arguments(s.Arguments); err != nil {
				return err
			}
			directives, below = s.Directives, s.SelectionSet
		case *ast.InlineFragment:
			directives, below = s.Directives, s.SelectionSet
		case *ast.FragmentSpread:
			directives = s.Directives
			if !c.checked[s.Name] {
				c.checked[s.Name] = true
				below = s.Definition.SelectionSet
			}
		}
		for _, d := range directives {
			if err := c.arguments(d.Arguments); err != nil {
				return err
			}
		}
		if err := c.set(below); err != nil {
			return err
		}
	}
	return nil
}

func (c nullCheck) arguments(list ast.ArgumentList) *gqlerror.Error {
	for _, argument := range list {
		if err := c.value(argument.Value); err != nil {
			return err
		}
	}
	return nil
}

func (c nullCheck) value(v *ast.Value) *gqlerror.Error {
	if v.Kind == ast.Variable && v.ExpectedType != nil && v.ExpectedType.NonNull {
		if value, given := c.vars[v.Raw]; given && value == nil {
			return errorAt(v.Position, CodeValidationFailed, "the variable $%s is null where the type is %s: leave the variable out, or give it a value", v.Raw, v.ExpectedType)
		}
	}
	for _, child := range v.Children {
		if err := c.value(child.Value); err != nil {
			return err
		}
	}
	return nil
}
