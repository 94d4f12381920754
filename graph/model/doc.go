// Package model holds what GraphQL shows: one Go type for each object, interface and
// input of the schema, over package graph's one node type. gqlgen needs them apart (it
// tells object types by their Go type), and gqlgen.yml binds them by name.
//
// A type bears the name of its GraphQL type. What a value can tell by itself is a method
// or field here; what has to be read from a store is a resolver. A value knows the
// language of its request, in which its texts are given unless a field asks for another.
package model
