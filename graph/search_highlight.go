package graph

import (
	"slices"
	"strings"
)

// Highlight shows where in a text the words of a query are. The texts of its fragments,
// one after another, are the text as written; of a long one they are stretches around what
// was found, with a fragment of Ellipsis in place of whatever is left out.
type Highlight struct {
	Field     Field
	Fragments []Fragment
}

// Fragment is a piece of a text: of what was found, or of what is around it.
type Fragment struct {
	Text string
	Hit  bool
}

// Ellipsis stands for what a highlight leaves out.
const Ellipsis = "…"

// maxHighlights is how many texts of one field are shown.
const maxHighlights = 4

// Highlights shows what the query finds in the texts of an incident, in their order, at
// most four of a field; texts in which it finds nothing are left out. Of the ways to have
// a word (see QueryWord) the first one that the incident has is shown, of a word that
// is longer than what is looked for the part that is; of a query that is the key, the key.
// No character, as people see them, is cut.
func (q *TextQuery) Highlights(passages []Passage) []Highlight {
	out := []Highlight{}
	if len(q.words) == 0 {
		return out
	}
	texts := make([]tracedText, len(passages))
	for i, p := range passages {
		texts[i] = trace(p.Text)
	}
	ways := q.ways(texts)
	shown := map[Field]int{}
	for i, p := range passages {
		hits := texts[i].hits(ways)
		if p.Field == FieldID && KeyWord(p.Text) == q.key {
			hits = []hit{{end: len(p.Text)}}
		}
		if len(hits) > 0 && shown[p.Field] < maxHighlights {
			shown[p.Field]++
			out = append(out, Highlight{p.Field, excerpt(p.Text, hits)})
		}
	}
	return out
}

// ways gives of each word of the query the patterns of the first way in which the texts
// have it; none where they do not.
func (q *TextQuery) ways(texts []tracedText) [][]Pattern {
	missing := func(p Pattern) bool {
		return !slices.ContainsFunc(texts, func(t tracedText) bool {
			return slices.ContainsFunc(t.words, func(w tracedWord) bool { return p.Matches(w.text) })
		})
	}
	out := make([][]Pattern, len(q.words))
	for i, word := range q.words {
		for _, patterns := range word {
			if !slices.ContainsFunc(patterns, missing) {
				out[i] = patterns
				break
			}
		}
	}
	return out
}

// tracedText is a text with its words and where they are from.
type tracedText struct {
	folded
	written string
	words   []tracedWord
}

// tracedWord is a word with those that it is written together of.
type tracedWord struct {
	text string
	of   []atom
}

func trace(written string) tracedText {
	t := tracedText{folded: fold(written, true), written: written}
	t.eachWord(func(word string, of []atom) { t.words = append(t.words, tracedWord{word, slices.Clone(of)}) })
	return t
}

// place gives where in the folded text a byte of the word is.
func (w tracedWord) place(at int) int {
	for _, a := range w.of {
		if at < a.end-a.start {
			return a.start + at
		}
		at -= a.end - a.start
	}
	panic("a place behind the word")
}

// hit is a stretch of a text as written in which a word of the query is.
type hit struct {
	start, end int
	word       int // its place in the query
}

// hits gives where the words of a query are, each to be found in one way, in order.
func (t *tracedText) hits(ways [][]Pattern) []hit {
	var out []hit
	for i, patterns := range ways {
		for _, p := range patterns {
			for _, w := range t.words {
				for _, at := range p.places(w.text) {
					start, end := t.source(w.place(at), w.place(at+len(p.Text)-1)+1)
					start, end = wholeCharacters(t.written, start, end)
					out = append(out, hit{start, end, i})
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b hit) int { return a.start - b.start })
	return out
}

// places gives where a word, as Words gives it, has what the pattern looks for.
func (p Pattern) places(word string) []int {
	switch {
	case !p.Matches(word):
		return nil
	case p.How != Within:
		return []int{0}
	}
	var out []int
	for at := 0; ; at += len(p.Text) {
		next := strings.Index(word[at:], p.Text)
		if next < 0 {
			return out
		}
		at += next
		out = append(out, at)
	}
}
