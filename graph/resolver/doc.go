// Package resolver answers GraphQL from a graph.Store.
//
// NewSchema is all that a server needs. Resolvers are thin: they say what to ask of the
// store and wrap what it gives in the types of package model. What a name, a filter or a
// page means is decided in package graph.
//
// All resolvers of one request share a request, which gathers their reads (see rounds):
// a query costs at most one call of each Store method for each of its levels, however
// many results, aliases and differing arguments it has.
package resolver
