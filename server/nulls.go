package server

import (
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// nullArgument finds a variable that is null where null may not stand. Validation lets a
// nullable variable with a default stand there, since what is left out is its default; one
// that is given as null is for execution to refuse, which gqlgen does not do. nil: there
// is none.
func nullArgument(set ast.SelectionSet, vars map[string]any) *gqlerror.Error {
	for _, selection := range set {
		var err *gqlerror.Error
		switch s := selection.(type) {
		case *ast.Field:
			for _, argument := range s.Arguments {
				if err = nullValue(argument.Value, vars); err != nil {
					return err
				}
			}
			err = nullArgument(s.SelectionSet, vars)
		case *ast.InlineFragment:
			err = nullArgument(s.SelectionSet, vars)
		case *ast.FragmentSpread:
			err = nullArgument(s.Definition.SelectionSet, vars)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func nullValue(v *ast.Value, vars map[string]any) *gqlerror.Error {
	if v.Kind == ast.Variable && v.ExpectedType != nil && v.ExpectedType.NonNull {
		if value, given := vars[v.Raw]; given && value == nil {
			return errorAt(v.Position, CodeValidationFailed, "the variable $%s is null, and a %s has to stand here: leave the variable out, or give it a value", v.Raw, v.ExpectedType)
		}
	}
	for _, child := range v.Children {
		if err := nullValue(child.Value, vars); err != nil {
			return err
		}
	}
	return nil
}
