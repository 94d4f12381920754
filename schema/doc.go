// Package schema holds the public contract as the files it is written in: the GraphQL
// schema, one file a concept, and the JSON Schema of a case.
package schema
