// Package neo4jstore keeps the graph in Neo4j 5.26 or newer: a single server, Aura or a
// cluster. It is the only package that knows the driver.
//
// What is stored, and what people may read with Cypher of their own, is written down in
// docs/neo4j-model.md. Four habits run through the package:
//
//   - One question to the server a call. Every read sends one query, however many
//     requests it answers, and a walk one a step; what differs between requests travels as
//     parameters, so that the server plans each query once.
//   - Sort keys stand where lists are read from. An incident's place among the newest is
//     one string (see rank); it stands on the incident and on each of its edges to terms,
//     under an index with the slug of the term, so that the first page of a hub costs a
//     page and not the hub.
//   - What is counted is counted in the database, and what is searched for is found by its
//     full-text index and then checked, word by word, against what graph says a hit is
//     (see text.go): neither sends incidents over the wire.
//   - What things mean is decided by package graph. An incident is stored with a record
//     of its own, from which it is read back as graph derived it; relations are worked
//     out by graph.Relate, ranks by graph.RankTerms, changes by graph.Plan.
//
// Writers stand in line at one node's lock. Neo4j shows a commit to readers piece by
// piece; a gate (see gate.go) keeps readers from seeing it half.
package neo4jstore
