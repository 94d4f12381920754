// Package graph is the contract of incidentgraph: what a case is, how cases
// become a graph, and what a store of that graph promises.
//
// Data flows one way. A [Case] is one post-mortem as written down. [Build] turns
// a set of cases and a vocabulary into the graph, as a pure function: load order,
// batches and repetitions leave no trace. A [Store] keeps the result of that
// function up to date; [Plan] tells it what a [Batch] changes. Questions reach a
// store as requests ([FindRequest], [RelatedRequest], …) whose names are already
// resolved and whose filters are already checked, so that what a name or a filter
// means is decided here, once, for every store and every door.
//
// # Text
//
// So is what a search finds. [Words] says what a word is, [QueryWord] when a text has one,
// [Passages] which texts an incident is found by, [TextQuery.Finds] how well. Stores keep
// an index of words as suits them, and answer with keys and tiers;
// [TextQuery.Highlights] shows where in the texts the words are.
//
// The package imports the standard library and golang.org/x/text only.
package graph
