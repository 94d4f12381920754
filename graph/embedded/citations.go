package embedded

// citations tells who cites an incident: chains in one array, without pointers.
type citations struct {
	head  []uint32 // by the number of the cited: place of the first link, plus 1; 0: none
	links []citation
	free  uint32 // first unused link, plus 1
}

type citation struct {
	from uint32 // number of the citing incident
	next uint32 // place of the next link, plus 1
}

func (c *citations) grow(numbers int) {
	if more := numbers - len(c.head); more > 0 {
		c.head = append(c.head, make([]uint32, more)...)
	}
}

func (c *citations) add(from, to uint32) {
	place := c.free
	if place == 0 {
		c.links = append(c.links, citation{})
		place = uint32(len(c.links))
	} else {
		c.free = c.links[place-1].next
	}
	c.links[place-1] = citation{from, c.head[to]}
	c.head[to] = place
}

func (c *citations) remove(from, to uint32) {
	for at := &c.head[to]; *at != 0; at = &c.links[*at-1].next {
		place := *at
		if c.links[place-1].from == from {
			*at = c.links[place-1].next
			c.links[place-1].next = c.free
			c.free = place
			return
		}
	}
}

// of gives the numbers of the incidents that cite one, in no particular order.
func (c *citations) of(to uint32) []uint32 {
	var out []uint32
	for place := c.head[to]; place != 0; place = c.links[place-1].next {
		out = append(out, c.links[place-1].from)
	}
	return out
}
