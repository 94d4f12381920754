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
	longName    = 64    // bytes of a field's name in the answer that cost as much as a value
	maxCost     = 1 << 30
)

// cost estimates how many values the answer to op holds, and what else it takes to find
// it, by the rules that the package's comment gives. The document has to be validated
// against the schema and within the limits of its shape; vars are the coerced variables.
func cost(schema *ast.Schema, op *ast.OperationDefinition, vars map[string]any) int {
	r := reckoning{vars: vars, inputs: inputCost{schema, vars, map[string]int{}, map[*ast.Value]int{}}}
	return r.set(op.SelectionSet, above{})
}

type reckoning struct {
	vars   map[string]any
	inputs inputCost
}

// above is what a field tells those right below it: how many rows lists have that do not
// tell themselves, those right here, and those within the rows of these (0 is not known),
// and what its filter costs.
type above struct{ rows, within, filter int }

// set adds up the fields of a set.
func (r reckoning) set(set ast.SelectionSet, here above) int {
	sum := 0
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			sum = add(sum, r.field(s, here))
		case *ast.InlineFragment:
			sum = add(sum, r.set(s.SelectionSet, here))
		case *ast.FragmentSpread:
			sum = add(sum, r.set(s.Definition.SelectionSet, here))
		}
	}
	return sum
}

func (r reckoning) field(f *ast.Field, here above) int {
	own := pageSize(f, r.vars)
	filter := r.inputs.of(f)
	rows, below := 1, above{rows: own, filter: filter}
	if length, given := argument(f, "maxLength", r.vars); given {
		below.within = clampPage(length) + 1 // the nodes on a path
	}
	if f.Definition.Type.Elem != nil {
		below = above{}
		switch ids, byIDs := argument(f, "ids", r.vars); {
		case own > 0:
			rows = own
		case byIDs:
			rows = length(ids)
		case here.rows > 0:
			rows, below.rows = multiply(here.rows, said(f.Definition.Directives, "times", 1)), here.within
		default:
			rows = listRows
		}
	}
	work := add(said(f.Definition.Directives, "weight", 0), filter)
	if anew, _ := argument(f, "excludeOwn", r.vars); anew == true {
		work = add(work, here.filter)
	}
	return add(work, multiply(rows, add(1+len(f.Alias)/longName, r.set(f.SelectionSet, below))))
}

// said is a number that the schema gives by @cost, or another where it does not.
func said(directives ast.DirectiveList, name string, otherwise int) int {
	directive := directives.ForName("cost")
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
