package graphtest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// describe writes a request for a message: what it asks for, with the names of kinds
// and fields, and nothing of what it leaves out.
func describe(request any) string { return written(reflect.ValueOf(request)) }

// The names of values that do not name themselves.
var namesOf = map[reflect.Type][]string{
	reflect.TypeFor[graph.SortBy]():     {"Nothing", "Day", "Name", "Company", "TimeToDetect", "TimeToRecover", "Shared", "Tier", "Kind"},
	reflect.TypeFor[graph.ValueField](): {"Domain", "Severity", "Region", "Tag"},
	reflect.TypeFor[graph.FacetField](): {"Company", "Component", "Cause", "Trigger", "Symptom", "Factor",
		"Domain", "Severity", "Region", "Tag", "Year", "Month"},
}

func written(v reflect.Value) string {
	if !v.IsValid() {
		return "nothing"
	}
	if names := namesOf[v.Type()]; names != nil && int(v.Uint()) < len(names) {
		return names[v.Uint()]
	}
	switch named := v.Interface().(type) {
	case *graph.TextQuery:
		typed, err := named.MarshalText()
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%q", typed)
	case fmt.Stringer:
		return named.String()
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return "nil"
		}
		return written(v.Elem())
	case reflect.Struct:
		var parts []string
		for i := range v.NumField() {
			if !v.Field(i).IsZero() {
				parts = append(parts, v.Type().Field(i).Name+":"+written(v.Field(i)))
			}
		}
		return "{" + strings.Join(parts, " ") + "}"
	case reflect.Slice, reflect.Array:
		var parts []string
		for i := range v.Len() {
			if v.Kind() == reflect.Slice || !v.Index(i).IsZero() {
				parts = append(parts, written(v.Index(i)))
			}
		}
		return "[" + strings.Join(parts, " ") + "]"
	case reflect.Map:
		var parts []string
		for _, key := range v.MapKeys() {
			parts = append(parts, written(key)+":"+written(v.MapIndex(key)))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, " ") + "}"
	case reflect.String:
		return fmt.Sprintf("%q", v.String())
	}
	return fmt.Sprintf("%v", v)
}
