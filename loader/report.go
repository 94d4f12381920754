package loader

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// maxListed is how many entries a list of a report holds; the rest is counted.
const maxListed = 1000

// List is the first of some things, and how many more there were.
type List[T any] struct {
	Items []T
	More  int
}

func (l *List[T]) add(v T) {
	if len(l.Items) < maxListed {
		l.Items = append(l.Items, v)
		return
	}
	l.More++
}

// Report tells what became of a load. Records are counted once: Read is the sum of
// Accepted, Repeats and Rejected.
type Report struct {
	Terms    int // terms of the load's vocabulary files
	Read     int // records met; a file that cannot be read counts as one
	Repeats  int // identical to an earlier record of the load
	Rejected int
	// Unwritten is how many of the rejected could not be written to Options.Rejects: files
	// that are not read, and text that is not UTF-8.
	Unwritten int
	Accepted  int // to be loaded; with Apply, the sum of the four below

	Added, Replaced, Unchanged, Older int   // Older: by updated_at than what is stored, which stays
	Version                           int64 // of the graph afterwards, 0 where nothing was applied
	Stubs                             int   // in the graph afterwards, where it was looked at

	Previewed bool // nothing was applied: the four above say what would become of the records
	NewStubs  int  // with Preview: incidents that cards would bring
	Removed   int  // with Preview: incidents that would go, stubs and provisional ones

	Problems List[Problem]       // of rejected records
	Remarks  List[Problem]       // what is odd, though loaded or left out on purpose
	Unknown  List[UnknownTerm]   // terms that the vocabulary does not know
	Against  List[graph.Warning] // contradictions between cases
}

// against notes a contradiction, once: a later batch may touch the same incident.
func (r *Report) against(w graph.Warning) {
	if !slices.Contains(r.Against.Items, w) {
		r.Against.add(w)
	}
}

// UnknownTerm is a name that no controlled term has.
type UnknownTerm struct {
	TermUse          // the first use of it
	Uses    int      // by records that were accepted
	Nearest []string // slugs of controlled terms that are like it, nearest first
}

// ExitCode is what a command ends with where it came to its end: 0 for success, warnings
// included; 2 where some records were rejected; 1 where nothing was loaded.
func (r *Report) ExitCode() int {
	switch {
	case r.Accepted+r.Terms == 0:
		return 1
	case r.Rejected > 0:
		return 2
	}
	return 0
}

// String is the report's last line: what was read and what became of it.
func (r *Report) String() string {
	parts := []string{fmt.Sprintf("read: %d", r.Read)}
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s: %d", what, n))
		}
	}
	would := ""
	if r.Previewed {
		would = "to be "
	}
	if r.Added+r.Replaced+r.Unchanged+r.Older == 0 {
		add(r.Accepted, "good")
	}
	add(r.Added, would+"added")
	add(r.Replaced, would+"replaced")
	add(r.Unchanged, "unchanged")
	add(r.Older, "older than what is stored")
	add(r.Repeats, "repeated")
	add(r.Rejected, "rejected")
	add(r.Terms, "vocabulary terms")
	add(r.NewStubs, "stubs to be added")
	add(r.Removed, "incidents to be removed")
	add(len(r.Unknown.Items)+r.Unknown.More, "unknown terms")
	add(len(r.Against.Items)+r.Against.More, "contradictions")
	add(r.Stubs, "stubs in the graph")
	return strings.Join(parts, ", ")
}

// WriteTo writes all of the report as lines of text, what was rejected first.
func (r *Report) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	more := func(n int, what string) {
		if n > 0 {
			fmt.Fprintf(&b, "… and %d more %s\n", n, what)
		}
	}
	for _, p := range r.Problems.Items {
		fmt.Fprintf(&b, "rejected: %v\n", p)
	}
	more(r.Problems.More, "problems")
	for _, p := range r.Remarks.Items {
		fmt.Fprintf(&b, "warning: %v\n", p)
	}
	more(r.Remarks.More, "warnings")
	for _, u := range r.Unknown.Items {
		times := "once"
		if u.Uses > 1 {
			times = fmt.Sprintf("%d times", u.Uses)
		}
		fmt.Fprintf(&b, "warning: %v: %s: %s (used %s)\n", u.Place, u.Field, unknownTerm(u.Kind, u.Name, u.Nearest), times)
	}
	more(r.Unknown.More, "unknown terms")
	for _, c := range r.Against.Items {
		fmt.Fprintf(&b, "warning: %s: %s: %s\n", nameShown(c.Key), c.Field, reasonShown(c.Message))
	}
	more(r.Against.More, "contradictions")
	if r.Read+r.Terms == 0 {
		b.WriteString("nothing was loaded: there is no record in what was named\n")
	}
	fmt.Fprintf(&b, "%v\n", r)
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}

func unknownTerm(kind graph.NodeKind, name string, nearest []string) string {
	s := fmt.Sprintf("the vocabulary has no %s %q", kind.Prefix(), clipTo(name, longestName))
	switch len(nearest) {
	case 0:
		return s
	case 1:
		return s + "; the nearest is " + nearest[0]
	}
	return s + "; the nearest are " + strings.Join(nearest, ", ")
}
