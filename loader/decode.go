package loader

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/incidentgraph/incidentgraph/graph"
)

// decoder reads the tokens of one document strictly into Go values and keeps every
// problem that it meets: a value that cannot be taken is passed over, and the rest of
// the document is still looked at.
type decoder struct {
	in       stream
	path     []step // from the root to the value being read
	problems []finding
	more     int            // problems besides those
	trace    map[string]int // if not nil, filled with the place of each field, dotted
	dead     bool           // the document cannot be read on
	hints    map[hintAt]string
}

// hintAt is an unknown key of an object of some shape. What is said of one is kept: files
// of other programs have the same ones in every record.
type hintAt struct {
	shape any
	key   string
}

const maxHints = 1 << 12

const (
	maxProblems = maxListed - 1 // of one document that are told; how many more there are is one more line
	maxLikened  = 20            // problems of one document, behind which no key is likened to others: it takes time
)

// finding is a problem at a place of the stream.
type finding struct {
	at     int
	field  string // dotted
	reason string
}

// step is one step of a path: the name of a member or the index of an element.
type step struct {
	name  string
	index int
}

func (d *decoder) reset(in stream) {
	*d = decoder{in: in, path: d.path[:0], hints: d.hints}
}

// next gives the next token; a broken one is a problem, told once.
func (d *decoder) next() token {
	tok := d.in.next()
	if tok.kind == broken && !d.dead {
		d.dead = true
		d.report(tok.at, "%s", tok.text)
	}
	return tok
}

func (d *decoder) push(s step, at int) {
	d.path = append(d.path, s)
	if d.trace != nil {
		d.trace[d.field()] = at
	}
}

func (d *decoder) pop() { d.path = d.path[:len(d.path)-1] }

// field gives the dotted name of the value being read: related[2].id.
func (d *decoder) field() string {
	var b strings.Builder
	for _, s := range d.path {
		switch {
		case s.name == "":
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
			continue
		case b.Len() > 0:
			b.WriteByte('.')
		}
		b.WriteString(s.name)
	}
	return b.String()
}

func (d *decoder) report(at int, format string, args ...any) {
	if len(d.problems) == maxProblems {
		d.more++
		return
	}
	d.problems = append(d.problems, finding{at, d.field(), fmt.Sprintf(format, args...)})
}

// unexpected tells that another kind of value stands where want belongs, and passes
// over it.
func (d *decoder) unexpected(tok token, want string) {
	if tok.kind == broken {
		return
	}
	d.report(tok.at, "%s where %s", describe(tok), want)
	d.skip(tok)
}

func describe(tok token) string {
	switch tok.kind {
	case objectStart:
		return "an object stands"
	case listStart:
		return "a list stands"
	case numberToken, boolToken:
		return clip(tok.text) + " stands"
	case nullToken:
		return "null stands"
	}
	return strconv.Quote(clip(tok.text)) + " stands"
}

// clip gives a text for a message: the beginning of it, if it is long.
func clip(text []byte) string {
	const longest = 60
	if len(text) <= longest {
		return string(text)
	}
	end := longest
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return string(text[:end]) + "…"
}

// skip passes over the value that begins with tok.
func (d *decoder) skip(tok token) {
	depth := 0
	for {
		switch tok.kind {
		case objectStart, listStart:
			depth++
		case objectEnd, listEnd:
			depth--
		case broken:
			return
		}
		if depth == 0 {
			return
		}
		tok = d.next()
	}
}

// member is one key that an object of type T may have.
type member[T any] struct {
	name string
	read func(d *decoder, tok token, into *T)
}

// shape is what an object of type T looks like: its members, at most 64.
type shape[T any] struct {
	members []member[T]
	index   map[string]int
	odd     map[string]string // what is said of some keys that it does not have
}

func newShape[T any](members []member[T]) *shape[T] {
	s := &shape[T]{members: members, index: map[string]int{}}
	for i, m := range members {
		s.index[m.name] = i
	}
	return s
}

// above tells which keys belong below others, and stand here where an indent is lost.
func (s *shape[T]) above(parents map[string]string) *shape[T] {
	s.odd = map[string]string{}
	for key, parent := range parents {
		s.odd[key] = " here: indent it below " + parent
	}
	return s
}

// butFor says something of a key that belongs elsewhere.
func (s *shape[T]) butFor(key, said string) *shape[T] {
	s.odd[key] = said
	return s
}

// read reads the object that begins with tok. Members that are null are absent.
func (s *shape[T]) read(d *decoder, tok token, into *T) {
	if tok.kind != objectStart {
		want := "an object with the keys " + s.keys() + " belongs"
		if _, has := s.index["text"]; has && (tok.kind == textToken || tok.kind == plainToken) {
			want += ": write {text: …}"
		}
		d.unexpected(tok, want)
		return
	}
	var seen uint64
	for {
		key := d.next()
		if key.kind != keyToken {
			return // the end of the object, or broken
		}
		i, known := s.index[string(key.text)]
		if !known {
			d.push(step{name: nameShown(clip(key.text))}, key.at)
			d.report(key.at, "unknown key%s", s.hint(d, string(key.text)))
			d.skip(d.next())
			d.pop()
			continue
		}
		d.push(step{name: s.members[i].name}, key.at)
		value := d.next()
		switch {
		case seen&(1<<i) != 0:
			d.report(key.at, "the key stands twice in one object: take one of them away")
			d.skip(value)
		case value.kind != nullToken:
			s.members[i].read(d, value, into)
		}
		seen |= 1 << i
		d.pop()
	}
}

func (s *shape[T]) keys() string {
	names := make([]string, len(s.members))
	for i, m := range s.members {
		names[i] = m.name
	}
	if len(names) > 6 {
		names = append(names[:6], "…")
	}
	return strings.Join(names, ", ")
}

// hint says what to do about an unknown key: what suggest says, which takes its time, for a
// key that may have been met before.
func (s *shape[T]) hint(d *decoder, key string) string {
	if said, odd := s.odd[key]; odd {
		return said
	}
	if len(d.problems) >= maxLikened {
		return ""
	}
	at := hintAt{s, key}
	said, met := d.hints[at]
	if !met {
		said = s.suggest(key)
		if d.hints == nil || len(d.hints) >= maxHints {
			d.hints = map[hintAt]string{}
		}
		d.hints[at] = said
	}
	return said
}

// suggest names the known key that is most like an unknown one, if any is.
func (s *shape[T]) suggest(key string) string {
	names := make([]string, len(s.members))
	for i, m := range s.members {
		names[i] = m.name
	}
	if near := graph.NearestName(key, names); near != "" {
		return ": did you mean " + near + "?"
	}
	return ": the keys are " + s.keys()
}

// list reads the list that begins with tok, element by element. Elements that are null
// are absent.
func (d *decoder) list(tok token, read func(tok token)) {
	if tok.kind != listStart {
		want := "a list belongs"
		if tok.kind != objectStart {
			want += fmt.Sprintf(": write [%s]", clip(tok.text))
		}
		d.unexpected(tok, want)
		return
	}
	for i := 0; ; {
		element := d.next()
		switch element.kind {
		case listEnd, broken:
			return
		case nullToken:
			continue
		}
		d.push(step{index: i}, element.at)
		read(element)
		d.pop()
		i++
	}
}

// text reads a string. A YAML scalar without quotes is taken as it is written, so that
// NO, 0123, 14:30 and dates stay what they are.
func (d *decoder) text(tok token) string {
	if tok.kind != textToken && tok.kind != plainToken {
		want := "text belongs"
		if tok.kind == numberToken || tok.kind == boolToken {
			want += ": put it in quotes"
		}
		d.unexpected(tok, want)
		return ""
	}
	return string(tok.text)
}

func (d *decoder) texts(tok token) (out []string) {
	d.list(tok, func(tok token) { out = append(out, d.text(tok)) })
	return out
}

// flag reads true or false.
func (d *decoder) flag(tok token) bool {
	if tok.kind == boolToken || tok.kind == plainToken {
		switch string(tok.text) {
		case "true", "True", "TRUE":
			return true
		case "false", "False", "FALSE":
			return false
		}
	}
	d.unexpected(tok, "true or false belongs")
	return false
}
