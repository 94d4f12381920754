package neo4jstore

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/incidentgraph/incidentgraph/graph"
)

// A search is answered in two steps. The full-text index hands out candidates, and then
// what graph.TextQuery.Finds says is asked of each of them, word by word.
//
// An incident keeps its words (see graph.Words) by tier, parted by spaces, with a space
// before the first and after the last: to have a word, one that begins with a pattern, or
// one that holds it, is to contain ` word `, ` pattern` or `pattern`. The names of its terms
// are not among them: a term keeps its own, so that a term can be renamed without a look
// at its incidents, and queries look up first which terms have what is looked for.
//
// The index is over the property `tokens`: what an incident can be found by, whatever the
// tier. A word that begins in ASCII is a token of its own; any other is cut into pairs of
// characters that overlap, its borders marked, so that what it holds can be looked up:
// `저장소` is `_저 저장 장소 소_`. The ids of the incident's terms are tokens, too, and so is its
// key.

// wordsOf names the property that holds the words of a tier.
var wordsOf = map[graph.Tier]string{
	graph.TierTitle:   "titleWords",
	graph.TierSummary: "summaryWords",
	graph.TierText:    "textWords",
}

// nameWords names the property of a term that holds the words of its names.
const nameWords = "nameWords"

// textProperties gives the properties of an incident that it is searched by. c is its
// case, nil for a stub.
func textProperties(i *graph.Incident, c *graph.Case) map[string]any {
	words := map[graph.Tier][]string{}
	tokens := []string{graph.KeyWord(i.Key)}
	for _, p := range graph.Passages(i, c, nil) {
		words[p.Tier] = append(words[p.Tier], graph.Words(p.Text)...)
	}
	out := map[string]any{}
	for tier, name := range wordsOf {
		out[name] = joinWords(words[tier])
		for _, word := range words[tier] {
			tokens = append(tokens, tokensOf(word)...)
		}
	}
	for _, kind := range graph.TermEdgeKinds() {
		for _, slug := range i.Terms(kind) {
			tokens = append(tokens, string(graph.NewID(kind.To(), slug)))
		}
	}
	slices.Sort(tokens)
	out["tokens"] = strings.Join(slices.Compact(tokens), " ")
	return out
}

// wordsOfTerm gives the words of a term's names, as nameWords holds them.
func wordsOfTerm(t graph.Term) string {
	return joinWords(append(graph.Words(t.Name.EN), graph.Words(t.Name.KO)...))
}

// joinWords writes words, each once.
func joinWords(words []string) string {
	words = slices.Clone(words)
	slices.Sort(words)
	return strings.Join(append(append([]string{""}, slices.Compact(words)...), ""), " ")
}

// border marks where a word begins and ends; no word has it.
const border = "_"

// isCut reports whether a word is cut into pairs. What is looked for at the start of words
// is cut as they are; what is looked for within them is of scripts that are cut.
func isCut(word string) bool { return word != "" && word[0] >= utf8.RuneSelf }

// tokensOf gives the tokens of a word.
func tokensOf(word string) []string {
	if !isCut(word) {
		return []string{word}
	}
	return pairs(border + word + border)
}

// pairs cuts a text into pairs of characters that overlap.
func pairs(text string) []string {
	runes := []rune(text)
	var out []string
	for i := 1; i < len(runes); i++ {
		out = append(out, string(runes[i-1:i+1]))
	}
	return out
}

// contained gives what words have to contain for one of them to match a pattern.
func contained(p graph.Pattern) string {
	switch p.How {
	case graph.Whole:
		return " " + p.Text + " "
	case graph.Start:
		return " " + p.Text
	}
	return p.Text
}

// mostOfToken is how many characters of a word are looked for: the index cuts tokens that
// are longer than 255.
const mostOfToken = 100

// allDocuments is the query of the full-text index that finds all incidents.
const allDocuments = "*:*"

// clauses gives a query of the full-text index that finds the tokens of every word that
// matches a pattern, and how many clauses it has. Words have nothing in them that the
// index takes for syntax.
func clauses(p graph.Pattern) (query string, count int) {
	text := p.Text
	switch {
	case !isCut(text) && p.How != graph.Within && utf8.RuneCountInString(text) > mostOfToken:
		return string([]rune(text)[:mostOfToken]) + "*", 1
	case !isCut(text) && p.How == graph.Whole:
		return quoteToken(text), 1
	case !isCut(text) && p.How == graph.Start:
		return text + "*", 1
	case !isCut(text):
		return allDocuments, 1
	case p.How == graph.Within && utf8.RuneCountInString(text) == 1:
		return "*" + text + "*", 1
	case p.How == graph.Whole:
		text = border + text + border
	case p.How == graph.Start:
		text = border + text
	}
	parts := pairs(text)
	slices.Sort(parts)
	parts = slices.Compact(parts)
	for i, token := range parts {
		parts[i] = "+" + quoteToken(token)
	}
	return "(" + strings.Join(parts, " ") + ")", len(parts)
}

// quoteToken writes a token as the full-text index takes it.
func quoteToken(token string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(token) + `"`
}

// mostClauses is how many clauses a search may have in a query of the full-text index,
// which takes 1,024.
const mostClauses = 900

// searches is the searches of one call, each once, as queries take them.
type searches struct {
	typed []string
	rows  []any
}

func newSearches() searches { return searches{rows: []any{}} } // an empty list, not null

// number gives the number of a search; -1 if it finds nothing.
func (t *searches) number(q *graph.TextQuery) int {
	if len(q.Words()) == 0 {
		return -1
	}
	typed, _ := q.MarshalText()
	if n := slices.Index(t.typed, string(typed)); n >= 0 {
		return n
	}
	t.typed = append(t.typed, string(typed))
	t.rows = append(t.rows, textRow(q))
	return len(t.rows) - 1
}

var asciiKey = regexp.MustCompile(`^[a-z0-9]+$`)

// textRow gives a search as lookUpTexts takes it: the key that it may be, its patterns,
// and its words as ways to have them, each a list of numbers of patterns.
func textRow(q *graph.TextQuery) map[string]any {
	numbers := map[graph.Pattern]int{}
	patterns, words := []map[string]any{}, []any{}
	count := 0
	for _, word := range q.Words() {
		ways := []any{}
		for _, way := range word {
			of := []int{}
			for _, p := range way {
				n, known := numbers[p]
				if !known {
					n = len(patterns)
					numbers[p] = n
					query, size := clauses(p)
					patterns = append(patterns, map[string]any{"n": n, "of": contained(p), "tokens": query})
					count += size
				}
				of = append(of, n)
			}
			ways = append(ways, of)
		}
		words = append(words, ways)
	}
	key := q.KeyWord()
	if !asciiKey.MatchString(key) {
		key = "" // no key is like that
	}
	// A pattern that more terms have than this is not looked up in the index.
	terms := max(mostClauses-count, 0) / len(patterns)
	return map[string]any{"key": key, "patterns": patterns, "words": words, "terms": terms}
}

// lookUpTexts gives the Cypher for texts, the searches $texts with what the graph knows of
// them: of each pattern the terms that have it, and the query of the full-text index.
var lookUpTexts = `
  CALL () {
    UNWIND range(0, size($texts) - 1) AS n
    WITH n, $texts[n] AS text
    CALL (text) {
      UNWIND text.patterns AS p
      CALL (p) {
        MATCH (t:Term) USING INDEX SEEK t:Term(order) WHERE t.order > '' AND t.` + nameWords + ` CONTAINS p.of
        RETURN collect(t) AS terms
      }
      WITH p, CASE WHEN size(terms) > text.terms THEN '` + allDocuments + `'
          ELSE reduce(query = p.tokens, t IN terms | query + ' "' + t.id + '"') END AS query,
        [list IN [` + listsByLabel() + `] | {list: list.name, slugs: [t IN terms WHERE list.label IN labels(t) | t.slug]}] AS terms
      WITH p, query, [list IN terms WHERE list.slugs <> []] AS terms ORDER BY p.n
      RETURN collect({of: p.of, terms: terms}) AS patterns, collect(query) AS queries
    }
    WITH n, text, patterns, reduce(all = '', word IN text.words | all + ' +(' +
        reduce(any = '', way IN word | any + ' (' + reduce(every = '', p IN way | every + ' +(' + queries[p] + ')') + ')') + ')') AS query
    WITH {key: text.key, patterns: patterns, words: text.words,
      query: CASE WHEN text.key = '' THEN query ELSE '(' + query + ') "' + text.key + '"' END} AS text ORDER BY n
    RETURN collect(text) AS texts
  }`

// listsByLabel gives the lists of terms that an incident has, with the labels of the terms.
func listsByLabel() string {
	var out []string
	for _, kind := range graph.TermEdgeKinds() {
		out = append(out, fmt.Sprintf("{name: '%s', label: '%s'}", lists[kind], kind.To()))
	}
	return strings.Join(out, ", ")
}

// notFound stands for the tier of what is not found.
const notFound = graph.TierText + 1

// tierOf gives the Cypher for the tier in which a search of texts finds an incident, or
// notFound. Its own names do not clash with those around it.
func tierOf(text, i string) string {
	return strings.NewReplacer("<text>", text, "<i>", i, "<not>", fmt.Sprint(notFound), "<key>", fmt.Sprint(graph.TierKey),
		"<title>", fmt.Sprint(graph.TierTitle), "<terms>", fmt.Sprint(graph.TierTerms),
		"<summary>", fmt.Sprint(graph.TierSummary), "<text tier>", fmt.Sprint(graph.TierText)).Replace(
		`CASE WHEN <text>.key <> '' AND <text>.key = replace(replace(replace(<i>.folded, '-', ''), '.', ''), '_', '') THEN <key> ELSE
        [tiers IN [[p IN <text>.patterns | CASE
          WHEN <i>.titleWords CONTAINS p.of THEN <title>
          WHEN any(have IN p.terms WHERE any(slug IN <i>[have.list] WHERE slug IN have.slugs)) THEN <terms>
          WHEN <i>.summaryWords CONTAINS p.of THEN <summary>
          WHEN <i>.textWords CONTAINS p.of THEN <text tier>
          ELSE <not> END]] |
        reduce(worst = <key>, word IN <text>.words | [best IN [
          reduce(best = <not>, way IN word | [tier IN [reduce(tier = <key>, n IN way | CASE WHEN tiers[n] > tier THEN tiers[n] ELSE tier END)] |
            CASE WHEN tier < best THEN tier ELSE best END][0])
          ] | CASE WHEN best > worst THEN best ELSE worst END][0])][0] END`)
}
