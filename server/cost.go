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

// cost estimates how many values the answer to op holds, and what else it takes to find
// it, by the rules that the package's comment gives. The document has to be validated and within the limits of
// its shape; vars are the coerced variables.
func cost(op *ast.OperationDefinition, vars map[string]any) int {
	return costOfSet(op.SelectionSet, sizes{}, vars)
}

// sizes are how many rows lists have that do not tell themselves: those right here, and
// those within the rows of these. 0 is not known.
type sizes struct{ rows, within int }

// costOfSet adds up the fields of a set.
func costOfSet(set ast.SelectionSet, here sizes, vars map[string]any) int {
	sum := 0
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			sum = add(sum, costOfField(s, here, vars))
		case *ast.InlineFragment:
			sum = add(sum, costOfSet(s.SelectionSet, here, vars))
		case *ast.FragmentSpread:
			sum = add(sum, costOfSet(s.Definition.SelectionSet, here, vars))
		}
	}
	return sum
}

func costOfField(f *ast.Field, here sizes, vars map[string]any) int {
	own := pageSize(f, vars)
	rows, below := 1, sizes{rows: own}
	if length, given := argument(f, "maxLength", vars); given {
		below.within = clampPage(length) + 1 // the nodes on a path
	}
	if f.Definition.Type.Elem != nil {
		below = sizes{}
		switch ids, byIDs := argument(f, "ids", vars); {
		case own > 0:
			rows = own
		case byIDs:
			rows = length(ids)
		case here.rows > 0:
			rows, below.rows = multiply(here.rows, said(f, "times", 1)), here.within
		default:
			rows = listRows
		}
	}
	return add(said(f, "weight", 0), multiply(rows, add(1, costOfSet(f.SelectionSet, below, vars))))
}

// said is a number that the schema gives a field by @cost, or another where it does not.
func said(f *ast.Field, name string, otherwise int) int {
	directive := f.Definition.Directives.ForName("cost")
	if directive == nil || directive.Arguments.ForName(name) == nil {
		return otherwise
	}
	n, err := strconv.Atoi(directive.Arguments.ForName(name).Value.Raw)
	if err != nil {
		return maxCost // the schema is valid, so it is an integer, and too large for any
	}
	return min(max(n, otherwise), maxCost)
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
