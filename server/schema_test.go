package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/incidentgraph/incidentgraph/graph"
)

// shelfSDL is a small library: shelves hold books, books refer to books.
const shelfSDL = `
type Query {
  hello(name: String): String
  books(first: Int, last: Int, where: Where): BookPage
  byIDs(ids: [ID!]!): [Book]
  shelf: [Book]
  near(limit: Int = 200): Near
  lent(first: Int = 50): [Book]
  missing: String
  down: String
  secret: String
  boom: String
  blocked: String
  warn: String
  day(of: Day): String
}
scalar Day
enum Size { SMALL LARGE }
input Where { not: Where any: [Where!] title: String size: Size pages: Int weight: Float }
type BookPage { total: Int nodes: [Book] edges: [BookEdge] lent(first: Int): [Book] }
type BookEdge { node: Book }
type Near { books: [Book] count: Int }
type Book { id: ID title: String tags: [String] refs(first: Int): BookPage shelf: [Book] broken: String }
`

// shelf is an ExecutableSchema over shelfSDL, put together from the parts that
// gqlgen's generated code calls, with resolvers given as functions.
type shelf struct {
	schema  *ast.Schema
	resolve map[string]func(ctx context.Context, args map[string]any) (any, error) // by "Type.field"
}

type object map[string]any

func newShelf(t testing.TB) *shelf {
	t.Helper()
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "shelf.graphql", Input: shelfSDL})
	if err != nil {
		t.Fatal(err)
	}
	books := func(n int) []any {
		list := make([]any, n)
		for i := range list {
			list[i] = object{"id": fmt.Sprint(i), "title": fmt.Sprintf("book %d", i)}
		}
		return list
	}
	failing := func(err error) func(context.Context, map[string]any) (any, error) {
		return func(context.Context, map[string]any) (any, error) { return nil, err }
	}
	return &shelf{schema: schema, resolve: map[string]func(context.Context, map[string]any) (any, error){
		"Query.hello": func(_ context.Context, args map[string]any) (any, error) {
			if name, ok := args["name"].(string); ok {
				return "hello " + name, nil
			}
			return "hello", nil
		},
		"Query.books": func(_ context.Context, args map[string]any) (any, error) {
			n, given := args["first"].(int)
			if !given {
				n = 20
			}
			if n < 0 {
				return nil, graph.Errorf(graph.CodeInvalid, "first has to be 0 or more")
			}
			return object{"total": 1000, "nodes": books(n)}, nil
		},
		"Query.missing": failing(fmt.Errorf("lookup: %w", graph.Errorf(graph.CodeNotFound, "no such book"))),
		"Query.down":    failing(graph.Errorf(graph.CodeUnavailable, "the store cannot be reached")),
		"Query.secret":  failing(errors.New("dial bolt://10.0.0.7:7687: password wrong")),
		"Query.boom":    func(context.Context, map[string]any) (any, error) { panic("index out of range in /srv/secret.go") },
		"Query.blocked": func(ctx context.Context, _ map[string]any) (any, error) {
			<-ctx.Done()
			return nil, fmt.Errorf("read: %w", ctx.Err())
		},
		"Query.warn": func(ctx context.Context, _ map[string]any) (any, error) {
			graph := []any{map[string]any{"message": "no term <x>"}}
			graphql.RegisterExtension(ctx, "warnings", graph)
			return "warned", nil
		},
		"Query.day":   func(_ context.Context, args map[string]any) (any, error) { return args["of"], nil },
		"Book.broken": failing(errors.New("page torn")),
	}}
}

func (s *shelf) Schema() *ast.Schema { return s.schema }

func (s *shelf) Complexity(context.Context, string, string, int, map[string]any) (int, bool) {
	return 0, false
}

func (s *shelf) Exec(ctx context.Context) graphql.ResponseHandler {
	oc := graphql.GetOperationContext(ctx)
	return func(ctx context.Context) *graphql.Response {
		var buf bytes.Buffer
		s.object(ctx, "Query", oc.Operation.SelectionSet, object{}).MarshalGQL(&buf)
		return &graphql.Response{Data: buf.Bytes()}
	}
}

func (s *shelf) object(ctx context.Context, typeName string, set ast.SelectionSet, obj object) graphql.Marshaler {
	oc := graphql.GetOperationContext(ctx)
	fields := graphql.CollectFields(oc, set, []string{typeName})
	out := graphql.NewFieldSet(fields)
	for i, f := range fields {
		if f.Name == "__typename" {
			out.Values[i] = graphql.MarshalString(typeName)
			continue
		}
		out.Concurrently(i, func(ctx context.Context) graphql.Marshaler { return s.field(ctx, oc, typeName, f, obj) })
	}
	out.Dispatch(ctx)
	return out
}

func (s *shelf) field(ctx context.Context, oc *graphql.OperationContext, typeName string, f graphql.CollectedField, obj object) graphql.Marshaler {
	begin := func(ctx context.Context, f graphql.CollectedField) (*graphql.FieldContext, error) {
		fc := &graphql.FieldContext{Object: typeName, Field: f}
		if len(f.Definition.Arguments) == 0 {
			return fc, nil
		}
		args, err := s.arguments(graphql.WithFieldContext(ctx, fc), f.ArgumentMap(oc.Variables))
		if err != nil {
			oc.Error(graphql.WithFieldContext(ctx, fc), err)
			return nil, err
		}
		fc.Args = args
		return fc, nil
	}
	resolver := func(ctx context.Context) (any, error) {
		if r := s.resolve[typeName+"."+f.Name]; r != nil {
			return r(ctx, graphql.GetFieldContext(ctx).Args)
		}
		return obj[f.Name], nil
	}
	marshal := func(ctx context.Context, set ast.SelectionSet, v any) graphql.Marshaler {
		return s.value(ctx, f.Definition.Type.Name(), set, v)
	}
	return graphql.ResolveField(ctx, oc, f, begin, resolver, nil, marshal, true, false)
}

// arguments unmarshals as generated code does: into an int of 32 bits, and a day by a
// scalar of the schema's own.
func (s *shelf) arguments(ctx context.Context, raw map[string]any) (map[string]any, error) {
	args := make(map[string]any)
	for name, v := range raw {
		if v == nil {
			continue
		}
		value, err := graphql.ProcessArgField(ctx, raw, name, func(ctx context.Context, v any) (any, error) {
			value, err := unmarshal(name, v)
			return value, graphql.ErrorOnPath(ctx, err)
		})
		if err != nil {
			return nil, err
		}
		args[name] = value
	}
	return args, nil
}

func unmarshal(name string, v any) (any, error) {
	switch name {
	case "first", "last", "limit":
		n, err := graphql.UnmarshalInt32(v)
		return int(n), err
	case "of":
		day, ok := v.(string)
		if !ok {
			return nil, fmt.Errorf("%T is no string, says /srv/day.go", v)
		}
		if len(day) != len("2019-01-18") {
			return nil, graph.Errorf(graph.CodeInvalid, "a day is written like 2019-01-18")
		}
	}
	return v, nil
}

func (s *shelf) value(ctx context.Context, typeName string, set ast.SelectionSet, v any) graphql.Marshaler {
	switch v := v.(type) {
	case string:
		return graphql.MarshalString(v)
	case int:
		return graphql.MarshalInt(v)
	case object:
		return s.object(ctx, typeName, set, v)
	case []any:
		list := make(graphql.Array, len(v))
		for i := range v {
			ctx := graphql.WithFieldContext(ctx, &graphql.FieldContext{Index: &i, Result: &v[i]})
			list[i] = s.value(ctx, typeName, set, v[i])
		}
		return list
	default:
		return graphql.Null
	}
}
