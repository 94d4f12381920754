//go:build !embedded_only

package bench

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/incidentgraph/incidentgraph/internal/neo4jtest"
)

// element is a node or a relationship of a graph in Neo4j.
type element struct {
	isNode     bool
	option     string // the import tool's for what has these labels, or is of this type
	from, to   int    // the nodes of a relationship, by the place that elements gives them in
	properties []property
}

// property is a property as the import tool reads it.
type property struct{ name, kind, text string }

// elements gives all that is in a graph, nodes first.
func elements(b testing.TB, config neo4jtest.Config) iter.Seq[element] {
	return func(yield func(element) bool) {
		b.Helper()
		places := map[string]int{}
		for row := range config.Rows(b, "MATCH (n) RETURN elementId(n), labels(n), properties(n)", nil) {
			var labels []string
			for _, label := range row[1].([]any) {
				labels = append(labels, label.(string))
			}
			slices.Sort(labels)
			places[row[0].(string)] = len(places)
			if !yield(element{isNode: true, option: "--nodes=" + strings.Join(labels, ":"), properties: propertiesOf(b, row[2])}) {
				return
			}
		}
		const relationships = "MATCH (a)-[r]->(b) RETURN type(r), elementId(a), elementId(b), properties(r)"
		for row := range config.Rows(b, relationships, nil) {
			e := element{option: "--relationships=" + row[0].(string), properties: propertiesOf(b, row[3])}
			e.from, e.to = places[row[1].(string)], places[row[2].(string)]
			if !yield(e) {
				return
			}
		}
	}
}

// propertiesOf gives properties in order of name, but for empty lists: the import tool
// has no way to make one.
func propertiesOf(b testing.TB, row any) []property {
	b.Helper()
	values := row.(map[string]any)
	var out []property
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if list, ok := values[name].([]any); ok && len(list) == 0 {
			continue
		}
		kind, text, err := encodeValue(values[name])
		if err != nil {
			b.Fatalf("property %s: %v", name, err)
		}
		out = append(out, property{name, kind, text})
	}
	return out
}

// listSeparator stands between the values of a list: the unit separator of ASCII, which
// no text has.
const listSeparator = "\x1f"

// encodeValue gives the type and the text that the import tool knows a value by. Two
// values that differ do so in one of them.
func encodeValue(value any) (kind, text string, err error) {
	switch v := value.(type) {
	case string:
		return "string", v, nil
	case int64:
		return "long", strconv.FormatInt(v, 10), nil
	case bool:
		return "boolean", strconv.FormatBool(v), nil
	case []any:
		parts := make([]string, len(v))
		for i, part := range v {
			s, ok := part.(string)
			if !ok || s == "" || strings.Contains(s, listSeparator) {
				return "", "", fmt.Errorf("a list with the %T %[1]q cannot be written for the import tool", part)
			}
			parts[i] = s
		}
		return "string[]", strings.Join(parts, listSeparator), nil
	default:
		return "", "", fmt.Errorf("a %T cannot be written for the import tool", value)
	}
}

// census tells one graph from another, wherever its elements stand in the database.
type census struct {
	nodes         []uint64 // a hash of each, by place
	relationships int
	tallies       map[string]*tally // by option
}

// tally is what there is for one option.
type tally struct {
	count int
	sum   uint64            // of the elements' hashes
	kinds map[string]string // of properties, by name
}

func (c *census) add(e element) {
	content := fmt.Appendf(nil, "%q", e.properties)
	if !e.isNode {
		content = fmt.Append(content, c.nodes[e.from], " ", c.nodes[e.to])
		c.relationships++
	}
	digest := sha256.Sum256(content)
	hash := binary.BigEndian.Uint64(digest[:])
	if e.isNode {
		c.nodes = append(c.nodes, hash)
	}
	if c.tallies == nil {
		c.tallies = map[string]*tally{}
	}
	t := c.tallies[e.option]
	if t == nil {
		t = &tally{kinds: map[string]string{}}
		c.tallies[e.option] = t
	}
	t.count++
	t.sum += hash
	for _, p := range e.properties {
		t.kinds[p.name] = p.kind
	}
}

// difference says where two graphs differ, a line for each option; nothing if they are equal.
func (c *census) difference(other census) string {
	all := maps.Clone(c.tallies)
	maps.Copy(all, other.tallies)
	var lines []string
	for _, option := range slices.Sorted(maps.Keys(all)) {
		mine, theirs := cmp.Or(c.tallies[option], &tally{}), cmp.Or(other.tallies[option], &tally{})
		if mine.count != theirs.count {
			lines = append(lines, fmt.Sprintf("%s: %d, not %d", option, theirs.count, mine.count))
		} else if mine.sum != theirs.sum {
			lines = append(lines, fmt.Sprintf("%s: %d as it should be, with other contents", option, mine.count))
		}
	}
	return strings.Join(lines, "\n")
}

func TestCensus(t *testing.T) {
	node := func(option, name string) element {
		return element{isNode: true, option: option, properties: []property{{"name", "string", name}}}
	}
	link := func(from, to int) element { return element{option: "--relationships=R", from: from, to: to} }
	count := func(elements ...element) (c census) {
		for _, e := range elements {
			c.add(e)
		}
		return c
	}
	graph := count(node("--nodes=A", "x"), node("--nodes=A", "y"), node("--nodes=B", "z"), link(0, 1), link(1, 2))
	for _, c := range []struct {
		name  string
		other census
		want  string
	}{
		{"in another order", count(node("--nodes=B", "z"), node("--nodes=A", "y"), node("--nodes=A", "x"), link(1, 0), link(2, 1)), ""},
		{"less", count(node("--nodes=A", "x"), node("--nodes=A", "y"), link(0, 1)), "--nodes=B: 0, not 1\n--relationships=R: 1, not 2"},
		{"more", count(node("--nodes=A", "x"), node("--nodes=A", "y"), node("--nodes=B", "z"), node("--nodes=C", ""), link(0, 1), link(1, 2)), "--nodes=C: 1, not 0"},
		{"another value", count(node("--nodes=A", "x"), node("--nodes=A", "y"), node("--nodes=B", "")), "--nodes=B: 1 as it should be, with other contents\n--relationships=R: 0, not 2"},
		{"other ends", count(node("--nodes=A", "x"), node("--nodes=A", "y"), node("--nodes=B", "z"), link(1, 0), link(1, 2)), "--relationships=R: 2 as it should be, with other contents"},
	} {
		if got := graph.difference(c.other); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestEncodeValue(t *testing.T) {
	for _, c := range []struct {
		value      any
		kind, text string // neither: an error
	}{
		{"", "string", ""},
		{int64(-7), "long", "-7"},
		{true, "boolean", "true"},
		{[]any{"a", "b;c"}, "string[]", "a\x1fb;c"},
		{[]any{"a\x1fb"}, "", ""},
		{[]any{""}, "", ""},
		{[]any{int64(1)}, "", ""},
		{1.5, "", ""},
	} {
		kind, text, err := encodeValue(c.value)
		if kind != c.kind || text != c.text || (err != nil) != (c.kind == "") {
			t.Errorf("%#v: got %q, %q, %v; want %q, %q", c.value, kind, text, err, c.kind, c.text)
		}
	}
}
