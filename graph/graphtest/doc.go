// Package graphtest is the conformance suite of graph.Store: what the contract
// promises, as checks that every store has to pass, all of them.
//
// [Run] drives a store in four ways. Scenarios are small stories, one a rule, with the
// whole graph that comes of them written out by hand. The fixture is a twin of four
// documents, loaded in every order. The contract checks look at the edges: empty
// requests, cancelled contexts, who owns a result, readers beside a writer. And random
// corpora go through random sequences of batches beside a [Model], which answers every
// question from graph.Build by looking at everything; after each batch the store has to
// answer like it.
//
// [RunDurable] adds what a store promises that outlives its process.
package graphtest
