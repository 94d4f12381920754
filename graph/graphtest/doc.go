// Package graphtest is the conformance suite of graph.Store: what the contract
// promises, as checks that every store has to pass, all of them.
//
// [Run] drives a store in five ways. Scenarios are small stories, one a rule, with the
// whole graph that comes of them written out by hand. The fixture is a twin of four
// documents, loaded in every order. Tables ask small graphs for lists in every order,
// by every filter, for counts, for what is like what and for ways through the graph,
// with answers worked out by hand. The contract checks look at the edges: empty
// requests, cancelled contexts, who owns a result, readers beside a writer. And random
// corpora go through random sequences of batches beside a [Model], which answers every
// question from graph.Build by looking at everything; after each batch the store has to
// answer like it.
//
// [RunQuestions] asks random questions of every kind about random corpora, as many as
// are wanted, and holds the answers against the Model's. What the Model does not leave
// to graph's own definitions (filters, hits of a search, relations) it works out in a
// second way: orders, pages, facets, durations, similarity, counts.
//
// [RunDurable] adds what a store promises that outlives its process.
package graphtest
