package resolver

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/graph/generated"
)

//go:generate go run -C ../.. github.com/99designs/gqlgen@v0.17.98 generate

// NewSchema gives the GraphQL schema over a store, to be run by an executor of gqlgen's
// kind: it reads the operation and the Accept-Language header from the operation
// context, and adds extensions.warnings to the response. Resolvers return errors of type
// *graph.Error, and those of ctx; masking and codes are for the executor.
//
// Arguments have to be validated and variables coerced before, as executors do.
func NewSchema(store graph.Store) graphql.ExecutableSchema {
	s := generated.NewExecutableSchema(generated.Config{})
	return &schema{s, store, typeConditions(s.Schema())}
}

type schema struct {
	graphql.ExecutableSchema
	store      graph.Store
	conditions map[string][]string
}

// Exec makes the state of one request and runs it.
func (s *schema) Exec(ctx context.Context) graphql.ResponseHandler {
	operation := graphql.GetOperationContext(ctx)
	reads := newRounds(ctx, s.conditions)
	operation.ResolverMiddleware = reads.count(operation.ResolverMiddleware)
	r := newRequest(s.store, reads, ParseAcceptLanguage(operation.Headers.Get("Accept-Language")))
	run := generated.NewExecutableSchema(generated.Config{Resolvers: r}).Exec(ctx)
	return func(ctx context.Context) *graphql.Response {
		response := run(ctx)
		if response != nil {
			r.unknown.register(ctx, s.store)
		}
		return response
	}
}

// typeConditions gives, for each object type, the names of types that a fragment on it
// may be conditioned on.
func typeConditions(s *ast.Schema) map[string][]string {
	names := map[string][]string{}
	for _, t := range s.Types {
		if t.Kind != ast.Object {
			continue
		}
		names[t.Name] = []string{t.Name}
		for _, abstract := range s.Implements[t.Name] {
			names[t.Name] = append(names[t.Name], abstract.Name)
		}
	}
	return names
}
