package embedded

import (
	"encoding/binary"
	"hash/crc32"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// form is one direction of packing something as bytes, so that its parts are named once,
// in the order in which they are packed: a packer writes what it is given, a cursor
// reads into it. Numbers are varints, strings have their length before them.
type form interface {
	count(n int) int // how many elements follow; a cursor gives what it reads
	string(s *string)
	word(s *string) // a string that is mostly one of words
	int(n *int)
	set(bits *uint64)
	date(d *graph.Date)
}

// words are strings that are often packed, as their place in this list. It is part of
// the file's format: words may be added at its end.
var words = [...]string{
	string(graph.Occurred), string(graph.Published),
	string(graph.FieldID), string(graph.FieldTitle), string(graph.FieldSummary), string(graph.FieldOrganisation),
	string(graph.FieldDate), string(graph.FieldDateKind), string(graph.FieldDomain), string(graph.FieldTags),
	string(graph.FieldSeverity), string(graph.FieldImpactScope), string(graph.FieldAffectedUsers), string(graph.FieldRegions),
	string(graph.FieldTimeToDetect), string(graph.FieldTimeToRecover), string(graph.FieldStartedAt), string(graph.FieldDetectedAt),
	string(graph.FieldEndedAt), string(graph.FieldSymptoms), string(graph.FieldSymptomText), string(graph.FieldSymptomTerms),
	string(graph.FieldTrigger), string(graph.FieldTriggerKind), string(graph.FieldTriggerText), string(graph.FieldRootCauses),
	string(graph.FieldComponents), string(graph.FieldFactors), string(graph.FieldTimeline), string(graph.FieldDetection),
	string(graph.FieldRemediation), string(graph.FieldActionItems), string(graph.FieldLessons), string(graph.FieldSources),
	string(graph.FieldReferences), string(graph.FieldRelated),
}

// packer is the form that writes, at the end of b.
type packer struct{ b []byte }

func (p *packer) uint(v uint64) { p.b = binary.AppendUvarint(p.b, v) }

func (p *packer) count(n int) int {
	p.uint(uint64(n))
	return n
}

func (p *packer) string(s *string) {
	p.count(len(*s))
	p.b = append(p.b, *s...)
}

// word packs a word as its place, doubled, and any other string as 1 more than double
// its length, with its bytes.
func (p *packer) word(s *string) {
	if at := slices.Index(words[:], *s); at >= 0 {
		p.uint(uint64(at) << 1)
		return
	}
	p.uint(uint64(len(*s))<<1 | 1)
	p.b = append(p.b, *s...)
}

func (p *packer) int(n *int) { p.b = binary.AppendVarint(p.b, int64(*n)) }

func (p *packer) set(bits *uint64) { p.uint(*bits) }

func (p *packer) date(d *graph.Date) {
	s := d.String()
	p.string(&s)
}

// cursor is the form that reads, from the front of rest. What is not well-formed sets
// bad, empties rest and reads as zero. Strings share the memory of rest.
type cursor struct {
	rest string
	bad  bool
}

func (c *cursor) fail() { c.rest, c.bad = "", true }

// done reports whether all was read and well-formed.
func (c *cursor) done() bool { return !c.bad && c.rest == "" }

func (c *cursor) uint() uint64 {
	if len(c.rest) > 0 && c.rest[0] < 0x80 {
		v := uint64(c.rest[0])
		c.rest = c.rest[1:]
		return v
	}
	var v uint64
	for i := 0; i < len(c.rest) && i < binary.MaxVarintLen64; i++ {
		b := c.rest[i]
		if i == binary.MaxVarintLen64-1 && b > 1 {
			break
		}
		v |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			c.rest = c.rest[i+1:]
			return v
		}
	}
	c.fail()
	return 0
}

// bytes reads n bytes.
func (c *cursor) bytes(n uint64) string {
	if n > uint64(len(c.rest)) {
		c.fail()
		return ""
	}
	s := c.rest[:n]
	c.rest = c.rest[n:]
	return s
}

// count reads how many elements follow, each of a byte at least.
func (c *cursor) count(int) int {
	n := c.uint()
	if n > uint64(len(c.rest)) {
		c.fail()
		return 0
	}
	return int(n)
}

func (c *cursor) string(s *string) { *s = c.text() }

func (c *cursor) text() string { return c.bytes(c.uint()) }

func (c *cursor) word(s *string) {
	v := c.uint()
	switch {
	case v&1 == 1:
		*s = c.bytes(v >> 1)
	case v>>1 < uint64(len(words)):
		*s = words[v>>1]
	default:
		c.fail()
		*s = ""
	}
}

func (c *cursor) int(n *int) {
	v := c.uint()
	*n = int(int64(v>>1) ^ -int64(v&1)) // zigzag
}

func (c *cursor) set(bits *uint64) { *bits = c.uint() }

func (c *cursor) date(d *graph.Date) {
	*d = graph.Date{}
	if s := c.text(); s != "" {
		var err error
		if *d, err = graph.ParseDate(s); err != nil {
			c.fail()
		}
	}
}

func formText(f form, t *graph.Text) {
	differ := t.KO != t.EN
	formBool(f, &differ)
	f.string(&t.EN)
	if differ {
		f.string(&t.KO)
	} else {
		t.KO = t.EN
	}
}

func formStrings(f form, list *[]string) { formList(f, list, f.string) }

func formList[T any](f form, list *[]T, each func(*T)) {
	if n := f.count(len(*list)); n != len(*list) {
		*list = make([]T, n)
	}
	for i := range *list {
		each(&(*list)[i])
	}
}

func formWord[T ~string](f form, s *T) {
	text := string(*s)
	f.word(&text)
	*s = T(text)
}

func formWords[T ~string](f form, list *[]T) { formList(f, list, func(s *T) { formWord(f, s) }) }

func formBool(f form, b *bool) {
	n := 0
	if *b {
		n = 1
	}
	f.int(&n)
	*b = n != 0
}

func formOptional(f form, n **int) {
	given := *n != nil
	formBool(f, &given)
	if !given {
		*n = nil
		return
	}
	if *n == nil {
		*n = new(int)
	}
	f.int(*n)
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const sealSize = 4

// seal puts a checksum before a value: of the value and of the number that it is stored
// under.
func seal(number uint32, value string) []byte {
	out := make([]byte, sealSize, sealSize+len(value))
	return putSeal(number, append(out, value...))
}

// putSeal sets the first bytes of a sealed value.
func putSeal(number uint32, sealed []byte) []byte {
	binary.LittleEndian.PutUint32(sealed, checksum(number, sealed[sealSize:]))
	return sealed
}

// unseal gives what was sealed; ok is false where a bit of it, or its number, changed.
func unseal(number uint32, sealed []byte) (value []byte, ok bool) {
	if len(sealed) < sealSize {
		return nil, false
	}
	value = sealed[sealSize:]
	return value, binary.LittleEndian.Uint32(sealed) == checksum(number, value)
}

func checksum(number uint32, value []byte) uint32 {
	return crc32.Update(crc32.Checksum(numberKey(number), castagnoli), castagnoli, value)
}
