package resolver_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/incidentgraph/incidentgraph/graph/resolver"
)

// asker writes random queries that the schema allows.
type asker struct {
	*rand.Rand
	schema *ast.Schema
	fields int // that may still lead on
	names  int // given
}

// arguments are values for arguments by name, some of them wrong.
var arguments = map[string][]string{
	"id":        {`"IL-0587"`, `"incident:IL-0277"`, `"component:coordination-kv-store"`, `"nothing"`},
	"ids":       {`["incident:IL-0216", "x", "cause:software-bug"]`, `["incident:IL-0216", "cause:software-bug"]`, `[]`, `"company:parley"`},
	"kind":      {`COMPONENT`, `CAUSE`, `COMPANY`},
	"name":      {`"etcd"`, `"소프트웨어 결함"`, `"?"`},
	"query":     {`"load"`, `""`, `"저장소가"`, `"il 0587"`},
	"component": {`"etcd"`, `"인메모리 캐시"`, `"?"`, `null`},
	"lang":      {`KO`, `EN`, `null`},
	"first":     {`0`, `1`, `2`, `3`, `null`, `-1`},
	"last":      {`2`, `null`},
	"after":     {`null`, `"?"`},
	"before":    {`null`},
	"orderBy": {
		`{field: TIME_TO_RECOVER, direction: ASC}`, `[{field: COMPANY, direction: DESC}, {field: DATE, direction: ASC}]`, `[]`, `null`,
		`[{field: SHARED, direction: ASC}]`, `[{field: KEY, direction: ASC}, {field: KEY, direction: DESC}]`,
	},
	"by":         {`COMPANY`, `COMPONENT`, `CAUSE`, `TRIGGER`, `SYMPTOM`, `FACTOR`, `DOMAIN`, `SEVERITY`, `REGION`, `TAG`, `YEAR`, `MONTH`},
	"excludeOwn": {`true`, `false`, `null`},
	"from":       {`"incident:IL-0587"`, `"component:coordination-kv-store"`, `"?"`},
	"to":         {`"incident:IL-0277"`, `"incident:IL-0587"`, `"cause:human-error"`},
	"via":        {`[INVOLVES, CAUSED_BY]`, `SHARES_COMPONENT`, `[SAME_CAUSE, CITES, AT]`, `[]`, `null`},
	"maxLength":  {`1`, `2`, `6`, `null`, `7`},
	"depth":      {`0`, `2`, `3`, `null`, `-1`},
	"limit":      {`1`, `5`, `1000`, `null`, `0`},
	"where": {
		`{}`, `null`, `{or: []}`, `{components: {any: ["etcd", "?"]}}`, `{date: {from: "2018", to: "2020"}}`,
		`{causes: {known: true, none: ["human-error"], narrower: true}}`, `{not: {company: {any: ["parley"]}}}`, `{date: {from: "?"}}`,
		`{text: "저장소"}`, `{severity: ["SEV1"], timeToRecover: {min: 10}}`, `{isStub: false, triggers: {known: false}}`, `{timeToDetect: {min: -1}}`,
	},
}

// selection writes some fields of a type.
func (a *asker) selection(typ *ast.Definition, depth int) string {
	var parts []string
	for range 1 + a.IntN(4) {
		parts = append(parts, a.part(typ, depth))
	}
	return "{ " + strings.Join(parts, " ") + " __typename }"
}

func (a *asker) part(typ *ast.Definition, depth int) string {
	if possible := a.schema.GetPossibleTypes(typ); len(possible) > 1 && a.IntN(2) == 0 {
		concrete := possible[a.IntN(len(possible))]
		return "... on " + concrete.Name + " " + a.selection(concrete, depth)
	}
	field := typ.Fields[a.IntN(len(typ.Fields))]
	result := a.schema.Types[field.Type.Name()]
	if strings.HasPrefix(field.Name, "__") || result.IsCompositeType() && (depth == 0 || a.fields == 0) {
		return "__typename"
	}
	a.fields = max(0, a.fields-1)
	var given []string
	for _, argument := range field.Arguments {
		values := arguments[argument.Name]
		if argument.Type.NonNull || a.IntN(3) == 0 {
			value := values[a.IntN(len(values))]
			given = append(given, argument.Name+": "+value)
		}
	}
	a.names++
	text := fmt.Sprintf("f%d: %s", a.names, field.Name)
	if len(given) > 0 {
		text += "(" + strings.Join(given, ", ") + ")"
	}
	if a.IntN(12) == 0 {
		text += fmt.Sprintf(" @include(if: %t)", a.IntN(2) == 0)
	}
	if result.IsCompositeType() {
		text += " " + a.selection(result, depth-1)
	}
	return text
}

// Random queries are answered in time, the same each time. (Of a request's fields each has
// to be counted exactly: one too many holds up the rest until the deadline.)
func TestRandomQueries(t *testing.T) {
	store := library(t)
	schema := resolver.NewSchema(store).Schema()
	for seed := range uint64(800) {
		a := &asker{Rand: rand.New(rand.NewPCG(seed, 1)), schema: schema, fields: 60}
		query := a.selection(schema.Query, 7)
		answer := ask(t, store, query)
		if strings.Contains(answer, `"TIMEOUT"`) || strings.Contains(answer, `"INTERNAL"`) || strings.Contains(answer, "VALIDATION_FAILED") {
			t.Fatalf("%s\n%s", query, answer)
		}
		if again := ask(t, store, query); again != answer {
			t.Fatalf("%s\n%s\n%s", query, answer, again)
		}
	}
}
