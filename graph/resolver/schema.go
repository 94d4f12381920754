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

// maxTries is how often a query is answered at most until its answer is not torn.
const maxTries = 3

// Exec answers a query. A query reads several times, and the graph may change in between:
// what one read names another may miss, or know otherwise. An answer that is known to be
// torn in this way is thrown away, and the query answered anew, at most maxTries times.
func (s *schema) Exec(ctx context.Context) graphql.ResponseHandler {
	operation := graphql.GetOperationContext(ctx)
	middleware := operation.ResolverMiddleware
	lang := ParseAcceptLanguage(operation.Headers.Get("Accept-Language"))
	try := func() (*request, graphql.ResponseHandler) {
		reads := newRounds(ctx, s.conditions)
		operation.ResolverMiddleware = reads.count(middleware)
		r := newRequest(s.store, reads, lang)
		return r, generated.NewExecutableSchema(generated.Config{Resolvers: r}).Exec(ctx)
	}
	r, run := try()
	return func(ctx context.Context) *graphql.Response {
		response := run(ctx)
		for range maxTries - 1 {
			if response == nil || !r.torn.Load() || len(graphql.GetErrors(ctx)) > 0 || ctx.Err() != nil {
				break
			}
			r, run = try()
			response = run(ctx)
		}
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
