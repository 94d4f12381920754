package server

import (
	"container/list"
	"sync"

	"github.com/vektah/gqlparser/v2/ast"
)

// documentCache keeps the documents used last, bounded by their number and by the
// bytes of their texts (a parsed document takes some thirty times its text). A text
// of more than a sixteenth of these bytes is not kept, lest a few push out all others.
type documentCache struct {
	mu      sync.Mutex
	entries map[string]*list.Element
	order   list.List // of *documentEntry, the one used last in front
	bytes   int

	maxEntries, maxBytes int
}

type documentEntry struct {
	query string
	doc   *ast.QueryDocument
}

func newDocumentCache(maxEntries, maxBytes int) *documentCache {
	return &documentCache{
		entries:    make(map[string]*list.Element),
		maxEntries: maxEntries,
		maxBytes:   maxBytes,
	}
}

// get is nil for a text that is not kept.
func (c *documentCache) get(query string) *ast.QueryDocument {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[query]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*documentEntry).doc
}

func (c *documentCache) put(query string, doc *ast.QueryDocument) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries[query] != nil || len(query) > c.maxBytes/16 {
		return
	}
	c.entries[query] = c.order.PushFront(&documentEntry{query, doc})
	c.bytes += len(query)
	for c.order.Len() > c.maxEntries || c.bytes > c.maxBytes {
		oldest := c.order.Back()
		text := c.order.Remove(oldest).(*documentEntry).query
		delete(c.entries, text)
		c.bytes -= len(text)
	}
}
