// Package schema holds the GraphQL schema, the public contract, as the files it is
// written in: one file a concept.
package schema
