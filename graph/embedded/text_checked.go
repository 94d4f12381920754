package embedded

import "sync"

// checkedSegments are segments all of whose words that may be looked into were read once,
// and their checksums were right. To look at these takes longer than to look for a word.
type checkedSegments struct {
	mu  sync.Mutex
	ids map[uint32]bool
}

// maxChecked is how many segments are kept in mind, most of which may be gone; it is many
// times as many as there are.
const maxChecked = 1000

func (c *checkedSegments) has(id uint32) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ids[id]
}

func (c *checkedSegments) add(id uint32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ids == nil || len(c.ids) == maxChecked {
		c.ids = map[uint32]bool{}
	}
	c.ids[id] = true
}
