package embedded

import (
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// Questions are mostly answered from the parts of a packed fact, read in place.

// keyOf gives the key of a packed fact.
func keyOf(packed string) string {
	c := cursor{rest: packed[1:]}
	return c.text()
}

// factHead is the beginning of a fact.
type factHead struct {
	flags    byte
	key      string
	place    uint32 // of the case, where there is one
	replaces []string
}

func (h *factHead) hasCase() bool { return h.flags&flagCase != 0 }

// head reads the beginning of a fact.
func (c *cursor) head() (h factHead) {
	if c.rest == "" {
		c.fail()
		return factHead{}
	}
	h.flags = c.rest[0]
	c.rest = c.rest[1:]
	h.key = c.text()
	if h.hasCase() {
		h.place = uint32(c.uint())
	}
	if h.flags&flagReplaces != 0 {
		for range c.count(0) {
			h.replaces = append(h.replaces, c.text())
		}
	}
	return h
}

// headOf gives the beginning of a packed fact.
func headOf(packed string) factHead {
	c := cursor{rest: packed}
	return c.head()
}

// edgesOf gives a cursor at the edges of the incident of a fact.
func edgesOf(packed string) cursor {
	c := cursor{rest: packed}
	c.head()
	c.text() // date
	return c
}

// packedEdge is an edge as it stands in a fact.
type packedEdge struct {
	to       uint32 // number of a term or, of Cites, of a key
	evidence graph.Evidence
	own      bool          // asserted by the incident's own case alone
	by       packedNumbers // else: who asserts it
}

// edges appends the edges of the next section.
func (c *cursor) edges(into []packedEdge) []packedEdge {
	n := c.count(0)
	into = slices.Grow(into, n)
	for range n {
		into = append(into, c.edge())
	}
	return into
}

func (c *cursor) edge() packedEdge {
	v := c.uint()
	e := packedEdge{to: uint32(v >> 3), own: v&ownEdge != 0, evidence: graph.Evidence(v & 3)}
	if !e.own {
		e.by = c.numbers()
	}
	return e
}

// values reads the values that an incident has in the fields with plain values.
func (c *cursor) values(visit func(graph.ValueField, string)) {
	for _, field := range valueFields {
		if field == graph.Domain || field == graph.Severity {
			if value := c.text(); value != "" {
				visit(field, value)
			}
			continue
		}
		for range c.count(0) {
			visit(field, c.text())
		}
	}
}

// times reads the times of an incident.
func (c *cursor) times() times { return times{c.minutes(), c.minutes()} }

func (c *cursor) minutes() minutes {
	var n *int
	if formOptional(c, &n); n == nil {
		return 0
	}
	return minutes(*n + 1)
}

// skipIndexed reads over the fields that formIndexed names.
func (c *cursor) skipIndexed() {
	c.text()
	c.text()
	for range 2 {
		for range c.count(0) {
			c.text()
		}
	}
	for range 2 {
		if given := c.uint(); given != 0 {
			c.uint()
		}
	}
	c.uint()
	for range 2 {
		for range c.count(0) {
			if v := c.uint(); v&1 == 1 {
				c.bytes(v >> 1)
			}
		}
	}
}

// packedPair is a stated pair as it stands in a fact.
type packedPair struct {
	kind  graph.EdgeKind
	other uint32
	by    packedNumbers
}

func (c *cursor) pairs(into []packedPair) []packedPair {
	for range c.count(0) {
		v := c.uint()
		p := packedPair{kind: graph.SameCause, other: uint32(v >> 1)}
		if v&1 == 1 {
			p.kind = graph.SharesComponent
		}
		p.by = c.numbers()
		into = append(into, p)
	}
	return into
}

// unnamed reads a card without a key: numbers of components.
func (c *cursor) unnamed() (sameCause bool, components []uint32) {
	v := c.uint()
	if v>>1 > uint64(len(c.rest)) {
		c.fail()
		return false, nil
	}
	for range v >> 1 {
		components = append(components, uint32(c.uint()))
	}
	return v&1 == 1, components
}

// packedNumbers is a list of numbers as it stands in a fact; "" is an empty one.
type packedNumbers string

// numbers skips a list of numbers and gives it as it stands there.
func (c *cursor) numbers() packedNumbers {
	from := c.rest
	for range c.count(0) {
		c.uint()
	}
	return packedNumbers(from[:len(from)-len(c.rest)])
}

func (p packedNumbers) each(visit func(uint32)) {
	if p == "" {
		return
	}
	c := cursor{rest: string(p)}
	for range c.count(0) {
		visit(uint32(c.uint()))
	}
}
