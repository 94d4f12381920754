// Package bench makes large corpora for benchmarks, and holds the benchmarks of the
// stores.
//
// [Cases] streams cases whose terms, dates, durations, unknowns and text lengths follow
// the frequencies of the shipped library (frequencies.json: counts only, no sentences).
// [HubCases] plants hubs of exact sizes among them, each with an incident to ask about.
// Both depend on their arguments alone: the same call gives the same cases, on every
// machine, and a case can be made without those before it.
package bench
