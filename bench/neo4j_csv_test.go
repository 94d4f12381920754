//go:build !embedded_only

package bench

import (
	"bufio"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// csvFiles writes a graph as the import tool reads it: a file for each set of labels and
// each type of relationship.
type csvFiles struct {
	b      testing.TB
	graph  census
	folder string
	files  map[string]*csvFile // by the tool's option for them
	nodes  int
}

type csvFile struct {
	name      string
	columns   []column
	multiline bool // whether a value has line ends
	file      *os.File
	rows      *bufio.Writer
}

// column is a column of properties.
type column struct{ name, kind string }

// newCSVFiles makes room for a graph of which everything has been counted.
func newCSVFiles(b testing.TB, graph census) *csvFiles {
	b.Helper()
	return &csvFiles{b: b, graph: graph, folder: b.TempDir(), files: map[string]*csvFile{}}
}

// write adds an element; nodes come before relationships.
func (c *csvFiles) write(e element) {
	c.b.Helper()
	header, row := ":START_ID,:END_ID", fmt.Sprintf("%d,%d", e.from, e.to)
	if e.isNode {
		header, row = ":ID", strconv.Itoa(c.nodes)
		c.nodes++
	}
	f := c.files[e.option]
	if f == nil {
		f = c.create(header, c.graph.tallies[e.option].kinds)
		c.files[e.option] = f
	}
	rest := e.properties
	for _, column := range f.columns {
		row += ","
		if len(rest) == 0 || rest[0].name != column.name {
			continue
		}
		if rest[0].kind != column.kind {
			c.b.Fatalf("%s: %s is a %s here and a %s there", e.option, column.name, column.kind, rest[0].kind)
		}
		row += f.quote(rest[0])
		rest = rest[1:]
	}
	_, _ = f.rows.WriteString(row + "\n") // Flush tells
}

// create makes a file with its header. Its columns are in order of name, as properties are.
func (c *csvFiles) create(header string, kinds map[string]string) *csvFile {
	c.b.Helper()
	name := strconv.Itoa(len(c.files)) + ".csv"
	file, err := os.Create(filepath.Join(c.folder, name))
	if err != nil {
		c.b.Fatal(err)
	}
	f := &csvFile{name: name, file: file, rows: bufio.NewWriter(file)}
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		f.columns = append(f.columns, column{name, kinds[name]})
		header += "," + name + ":" + kinds[name]
	}
	_, _ = f.rows.WriteString(header + "\n")
	return f
}

// quote writes a value. An empty text is quoted, for else it would be absent.
func (f *csvFile) quote(p property) string {
	if !strings.HasPrefix(p.kind, "string") {
		return p.text
	}
	f.multiline = f.multiline || strings.ContainsAny(p.text, "\r\n")
	return `"` + strings.ReplaceAll(p.text, `"`, `""`) + `"`
}

// finish ends the files and gives the arguments that make the tool import them: the
// quickest there are, and no error let pass.
func (c *csvFiles) finish() []string {
	c.b.Helper()
	arguments := []string{"--verbose", "--id-type=integer", "--bad-tolerance=0", "--array-delimiter=U+001F"}
	var multiline []string
	for _, option := range slices.Sorted(maps.Keys(c.files)) {
		f := c.files[option]
		if err := errors.Join(f.rows.Flush(), f.file.Close()); err != nil {
			c.b.Fatal(err)
		}
		arguments = append(arguments, option+"="+f.name)
		if f.multiline {
			multiline = append(multiline, f.name)
		}
	}
	if len(multiline) > 0 {
		arguments = append(arguments, "--multiline-fields="+strings.Join(multiline, ","), "--multiline-fields-format=v2")
	}
	return arguments
}

func TestCSVFiles(t *testing.T) {
	text := func(name, text string) property { return property{name, "string", text} }
	graph := []element{
		{isNode: true, option: "--nodes=Film", properties: []property{{"tags", "string[]", "70mm\x1fcomedy"}, text("title", `the "PlayTime", 1967`)}},
		{isNode: true, option: "--nodes=Film:Short", properties: []property{text("title", "one\r\ntwo")}},
		{isNode: true, option: "--nodes=Film", properties: []property{text("title", ""), {"years", "long", "4"}}},
		{option: "--relationships=FOLLOWS", from: 2, to: 0},
	}
	var c census
	for _, e := range graph {
		c.add(e)
	}
	files := newCSVFiles(t, c)
	for _, e := range graph {
		files.write(e)
	}
	want := []string{
		"--verbose", "--id-type=integer", "--bad-tolerance=0", "--array-delimiter=U+001F",
		"--nodes=Film=0.csv", "--nodes=Film:Short=1.csv", "--relationships=FOLLOWS=2.csv",
		"--multiline-fields=1.csv", "--multiline-fields-format=v2",
	}
	if got := files.finish(); !slices.Equal(got, want) {
		t.Errorf("got the arguments %q, want %q", got, want)
	}
	for name, want := range map[string]string{
		"0.csv": ":ID,tags:string[],title:string,years:long\n" +
			"0,\"70mm\x1fcomedy\",\"the \"\"PlayTime\"\", 1967\",\n" +
			"2,,\"\",4\n",
		"1.csv": ":ID,title:string\n1,\"one\r\ntwo\"\n",
		"2.csv": ":START_ID,:END_ID\n2,0\n",
	} {
		if got, err := os.ReadFile(filepath.Join(files.folder, name)); err != nil || string(got) != want {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, want)
		}
	}
}
