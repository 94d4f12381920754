// Package embedded is the default store: the whole graph in memory, durable in one bbolt
// file that several processes may use side by side.
//
// # The file
//
// Every key of an incident or a case, and every term, has a small number; every case has a
// place, behind those that were written before. So a load appends to the buckets of the
// file, whatever the order of its keys and wherever its cards lead:
//
//	meta      format, id of the graph, version, bytes of the journal
//	journal   by version, the facts that changed, packed, and the numbers of terms that did;
//	          a fact is what the graph knows of a key (see fact), and the same bytes stand
//	          in memory
//	cases     by place, the case as it was written, packed and compressed; read when it is
//	          asked for
//	mentions  by place, the terms that a case names
//	terms     by number, names and definition of a controlled term, spellings of any other
//	texts     the segments of the text index (see segment); their parts are in the buckets
//	          words and postings
//	notes     small values of the command line
//
// Every value but those of meta and notes bears a checksum. One batch is one transaction,
// text and graph together: a kill leaves all of it or nothing. A file of the format before
// is brought up to date when it is opened, in one transaction as well (see upgrade).
//
// bbolt keeps the head of the last commit and the one before it, each on a page of its own
// with a checksum. A file of which one is damaged is refused: the older might hide a batch
// that was acknowledged (see head). A power cut while a head is written, should the disk
// not write its 64 bytes whole, looks the same and is answered the same, though that batch
// was not acknowledged; Salvage then reads the newest graph that is there.
//
// # Several processes
//
// The file is open, and locked, only while something is read from it or written to it
// (see file). Each process looks several times a second whether the file has changed,
// follows the journal to what changed, and swaps that in at once: its readers see a batch of
// another process whole or not at all.
//
// # In memory
//
// Incidents are kept in one list in the order of graph.Newest. The incidents of a term
// are a short list in that order or, where they are many, a roaring bitmap; those of a
// plain value are a bitmap. Filters are set algebra over them (see moment.sift), facets
// count what sets have in common (see moment.count). What lists are sorted by stands in
// arrays by number (see memory.pick). Everything else is read off the packed facts.
//
// What texts find is read from the file. While it is open for that, nobody writes to it,
// and memory and file are seen to be at one version (see Store.readTexts): an answer is
// of one moment, its texts included.
package embedded
