// Package loader turns what people write down (YAML, JSON and NDJSON records, pages of
// the Incident Library as plain text, vocabulary files) into batches for a store.
//
// The way is one: [Find] lists the inputs, [Read] goes through all of them once, checks
// every record and settles what is loaded, and [Load.Apply] hands that to a store in
// batches. Nothing is written before everything has been read. A record that cannot be
// taken is told with file, line, field and reason ([Problem]) and does not keep the
// others from being loaded.
//
// [Decode] is the pure core: text in, records and problems out.
package loader
