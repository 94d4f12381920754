package loader

import (
	"cmp"
	"slices"
	"strings"

	"github.com/incidentgraph/incidentgraph/graph"
)

// pageTags is the list of tags that pages print, glued to one another. They are a list
// of their own: a tag that looks like a term is none.
var pageTags = []string{
	"database", "networking", "kubernetes", "cloud", "aws", "gcp", "azure", "deploy", "storage", "dns",
	"cdn", "security", "hardware", "monitoring", "queue", "cache", "time", "payments", "auth", "ai",
}

// pageNames is what a page is cut with: the names that it may print, longest first.
type pageNames struct {
	terms     map[graph.NodeKind][]string // as printed on Korean pages; aliases would make cuts ambiguous
	companies []string                    // every name
	tags      []string
}

func newPageNames(voc *graph.Vocabulary) *pageNames {
	n := &pageNames{terms: map[graph.NodeKind][]string{}, tags: slices.Clone(pageTags)}
	for _, t := range voc.Terms() {
		if t.Kind == graph.KindCompany {
			n.companies = append(n.companies, t.Name.EN, t.Name.KO)
			n.companies = append(n.companies, t.Aliases...)
			continue
		}
		n.terms[t.Kind] = append(n.terms[t.Kind], t.Name.In(graph.KO))
	}
	longestFirst(n.companies)
	longestFirst(n.tags)
	for _, names := range n.terms {
		longestFirst(names)
	}
	return n
}

func longestFirst(names []string) {
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b))
	})
}

// maxRun bounds the work of cutting; no page prints so many terms in one line.
const maxRun = 4096

// cut parts a run of names that stand without a separator. Names are tried longest
// first, and a name that leaves a rest that cannot be cut is given up. ok is false where
// the run does not consist of names; there is no partial cut.
func cut(run string, names []string) (parts []string, ok bool) {
	if run == "" || len(run) > maxRun {
		return nil, false
	}
	// next[i] is where the name at i ends, 0 where what follows i cannot be cut.
	next := make([]int, len(run)+1)
	next[len(run)] = len(run)
	for i := len(run) - 1; i >= 0; i-- {
		if run[i] == ' ' && next[i+1] != 0 {
			next[i] = i + 1
			continue
		}
		for _, name := range names {
			if end := i + len(name); name != "" && strings.HasPrefix(run[i:], name) && next[end] != 0 {
				next[i] = end
				break
			}
		}
	}
	if next[0] == 0 {
		return nil, false
	}
	for i := 0; i < len(run); i = next[i] {
		if run[i] != ' ' {
			parts = append(parts, run[i:next[i]])
		}
	}
	return parts, len(parts) > 0
}

// splitTitle parts a title from the company that is glued to its end. Titles end in
// 다; a company that the vocabulary knows may hold that syllable itself, so known names
// are tried first.
func (n *pageNames) splitTitle(run string) (title, company string) {
	var loose string
	for _, name := range n.companies {
		rest, found := strings.CutSuffix(run, name)
		rest = strings.TrimSpace(rest)
		switch {
		case name == "" || !found || rest == "":
		case strings.HasSuffix(rest, titleEnd):
			return rest, name
		case loose == "":
			loose = name
		}
	}
	if i := strings.LastIndex(run, titleEnd); i >= 0 {
		end := i + len(titleEnd)
		return run[:end], strings.TrimSpace(run[end:])
	}
	return strings.TrimSpace(strings.TrimSuffix(run, loose)), loose
}

const titleEnd = "다"
