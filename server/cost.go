package server

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"
)

const (
	defaultPage = 20    // rows of a paged field whose page size is left out
	maxPage     = 1_000 // the largest page that any field gives
	listRows    = 5     // rows taken for a list that has no page size
	maxCost     = 1 << 30
)

// cost estimates how many values the answer to op holds, by the rules that the
// package's comment gives. The document has to be validated and within the limits of
// its shape; vars are the coerced variables.
func cost(op *ast.OperationDefinition, vars map[string]any) int {
	return costOfSet(op.SelectionSet, 0, vars)
}

// costOfSet adds up the fields of a set whose parent has the given page size, or 0.
func costOfSet(set ast.SelectionSet, page int, vars map[string]any) int {
	sum := 0
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			sum = add(sum, costOfField(s, page, vars))
		case *ast.InlineFragment:
			sum = add(sum, costOfSet(s.SelectionSet, page, vars))
		case *ast.FragmentSpread:
			sum = add(sum, costOfSet(s.Definition.SelectionSet, page, vars))
		}
	}
	return sum
}

func costOfField(f *ast.Field, parentPage int, vars map[string]any) int {
	own := pageSize(f, vars)
	rows, childPage := 1, own
	if f.Definition.Type.Elem != nil {
		childPage = 0
		switch ids, byIDs := argument(f, "ids", vars); {
		case own > 0:
			rows = own
		case byIDs:
			rows = length(ids)
		case parentPage > 0:
			rows = parentPage
		default:
			rows = listRows
		}
	}
	return multiply(rows, add(1, costOfSet(f.SelectionSet, childPage, vars)))
}

// pageSize is at least 1 for a paged field and 0 for any other.
func pageSize(f *ast.Field, vars map[string]any) int {
	paged, size := false, 0
	for _, name := range [...]string{"first", "last", "limit"} {
		if f.Definition.Arguments.ForName(name) == nil {
			continue
		}
		paged = true
		if v, given := argument(f, name, vars); given {
			size = max(size, clampPage(v))
		}
	}
	if paged && size == 0 {
		return defaultPage
	}
	return size
}

// argument is the value that an argument of f has, from the query or the schema's
// default; null and absent are not given.
func argument(f *ast.Field, name string, vars map[string]any) (value any, given bool) {
	def := f.Definition.Arguments.ForName(name)
	if def == nil {
		return nil, false
	}
	if arg := f.Arguments.ForName(name); arg != nil {
		if v, err := arg.Value.Value(vars); err == nil && v != nil {
			return v, true
		}
	}
	if def.DefaultValue == nil {
		return nil, false
	}
	v, err := def.DefaultValue.Value(nil)
	return v, err == nil && v != nil
}

func clampPage(v any) int {
	n := int64(-1)
	switch v := v.(type) {
	case int:
		n = int64(v)
	case int32:
		n = int64(v)
	case int64:
		n = v
	case json.Number:
		n = parsePage(string(v))
	case string:
		n = parsePage(v)
	case float64:
		if v == math.Trunc(v) && math.Abs(v) <= maxPage {
			n = int64(v)
		}
	}
	if n < 0 || n > maxPage {
		return maxPage
	}
	return max(1, int(n))
}

func parsePage(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// length is the number of rows that a list value asks for: a value alone stands for
// a list of one.
func length(v any) int {
	if list := reflect.ValueOf(v); list.Kind() == reflect.Slice {
		return max(1, list.Len())
	}
	return 1
}

func add(a, b int) int {
	return min(a+b, maxCost)
}

func multiply(a, b int) int {
	if a > maxCost/b {
		return maxCost
	}
	return a * b
}
