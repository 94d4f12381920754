package schema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/schema"
)

// object is a JSON object.
type object = map[string]any

// document gives the JSON Schema of a case as JSON.
func document(t testing.TB) object {
	t.Helper()
	var doc object
	if err := json.Unmarshal([]byte(schema.Case()), &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// validator gives the JSON Schema of a case as a validator that is not ours reads it.
func validator(t testing.TB) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema.Case()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.UseRegexpEngine(ecmaPattern)
	if err := c.AddResource("case.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("case.schema.json") // holds it against the draft's own schema, too
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// ecmaSpaces is what \s means in ECMA-262, for a class of characters in Go.
const ecmaSpaces = `\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`

// ecmaPattern reads a pattern as ECMA-262 has it. The schema writes \s inside brackets
// only, and of the rest nothing on which Go differs.
func ecmaPattern(pattern string) (jsonschema.Regexp, error) {
	return regexp.Compile(strings.ReplaceAll(pattern, `\s`, ecmaSpaces))
}

// The JSON Schema has every property of a case's JSON form and no other, each described.
func TestPropertiesAreThoseOfGo(t *testing.T) {
	doc := document(t)
	w := walker{t, doc["$defs"].(object), map[string]bool{}}
	w.compare("", doc, reflect.TypeFor[graph.Case]())
	same(t, "properties met", len(w.seen), len(properties("", reflect.TypeFor[graph.Case]())))
}

// walker compares a schema with Go types, property by property.
type walker struct {
	t    *testing.T
	defs object
	seen map[string]bool
}

func (w walker) compare(path string, node object, goType reflect.Type) {
	node = w.resolve(node)
	if goType.Kind() == reflect.Slice {
		w.compare(path, w.resolve(node["items"].(object)), goType.Elem())
		return
	}
	want := members(goType)
	properties, _ := node["properties"].(object)
	same(w.t, "keys of "+path, slices.Sorted(maps.Keys(properties)), slices.Sorted(maps.Keys(want)))
	if len(want) > 0 {
		same[any](w.t, "other keys of "+path, node["additionalProperties"], false)
	}
	for name, property := range properties {
		at := join(path, name)
		w.seen[at] = true
		if text, _ := property.(object)["description"].(string); !strings.HasSuffix(text, ".") {
			w.t.Errorf("%s has no description", at)
		}
		if field, known := want[name]; known {
			w.compare(at, property.(object), field)
		}
	}
}

// resolve gives the definition that a node refers to, or the node.
func (w walker) resolve(node object) object {
	ref, refers := node["$ref"].(string)
	if !refers {
		return node
	}
	definition, found := w.defs[strings.TrimPrefix(ref, "#/$defs/")].(object)
	if !found {
		w.t.Fatalf("%s leads nowhere", ref)
	}
	return definition
}

// members gives what a Go type writes as a JSON object's members, by name: none where it
// writes a scalar.
func members(goType reflect.Type) map[string]reflect.Type {
	out := map[string]reflect.Type{}
	if goType.Kind() != reflect.Struct {
		return out
	}
	for i := range goType.NumField() {
		if name, _, _ := strings.Cut(goType.Field(i).Tag.Get("json"), ","); name != "" {
			out[name] = goType.Field(i).Type
		}
	}
	return out
}

// properties gives the dotted name of every property of a type's JSON form; those of a
// list's elements are its own.
func properties(path string, goType reflect.Type) (out []string) {
	if goType.Kind() == reflect.Slice {
		goType = goType.Elem()
	}
	for name, field := range members(goType) {
		at := join(path, name)
		out = append(append(out, at), properties(at, field)...)
	}
	return out
}

func join(path, name string) string { return strings.TrimPrefix(path+"."+name, ".") }

// The closed lists are those of the graph; each field that can be none given has a condition
// that keeps it from being something else, too.
func TestListsAreThoseOfGo(t *testing.T) {
	doc := document(t)
	var want []any
	for _, f := range graph.Fields() {
		want = append(want, string(f))
	}
	field := doc["$defs"].(object)["field"].(object)
	same(t, "fields", field["enum"].([]any), append(want, nil)) // an element that is null is none

	kind := doc["properties"].(object)["date_kind"].(object)["anyOf"].([]any)[0].(object)
	same(t, "kinds of date", kind["enum"].([]any), []any{string(graph.Occurred), string(graph.Published)})

	var conditions []any
	for _, c := range doc["allOf"].([]any)[1:] { // the first is of replaces
		noneGiven := c.(object)["if"].(object)["properties"].(object)["none_given"].(object)
		conditions = append(conditions, noneGiven["contains"].(object)["const"])
	}
	same(t, "conditions", conditions, want)
}

// Every field, with a value or lost, is at odds with itself, with its parent and with its
// parts in none_given, and with no other field there: for the loader and for the schema.
func TestNoneGivenRulesOutValues(t *testing.T) {
	compiled := validator(t)
	values := wholeRecord(t)
	for _, f := range graph.Fields() {
		parent, part, isPart := strings.Cut(string(f), ".")
		value := values[parent]
		if isPart {
			value = object{part: value.(object)[part]}
		}
		for _, none := range graph.Fields() {
			noneParent, _, noneIsPart := strings.Cut(string(none), ".")
			atOdds := none == f || noneParent == parent && (!noneIsPart || !isPart)
			for _, record := range []object{
				{parent: value, "none_given": []any{string(none)}},
				{"lost": []any{string(f)}, "none_given": []any{string(none)}},
			} {
				text, err := json.Marshal(record)
				if err != nil {
					t.Fatal(err)
				}
				same(t, fmt.Sprintf("the loader takes %s", text), len(decode(t, string(text)).Problems) == 0, !atOdds)
				same(t, fmt.Sprintf("the schema takes %s", text), compiled.Validate(record) == nil, !atOdds)
			}
		}
	}
}

// What is exported holds to the schema.
func TestEncodedCaseIsValid(t *testing.T) {
	compiled := validator(t)
	for _, text := range []string{wholeJSON, `{}`, `{"title": {"ko": "일"}, "related": [{}]}`} {
		record := decode(t, text)
		line, err := graph.EncodeCase(record.Case)
		if err != nil {
			t.Fatal(err)
		}
		if err := compiled.Validate(parse(t, line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// wholeRecord is a record with every property.
func wholeRecord(t testing.TB) object {
	t.Helper()
	return parse(t, []byte(wholeJSON)).(object)
}

func parse(t testing.TB, text []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// same fails the test where got is not what is wanted.
func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %v\nwant %v", what, got, want)
	}
}
