package schema_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/unicode/norm"

	"github.com/incidentgraph/incidentgraph/graph"
	"github.com/incidentgraph/incidentgraph/loader"
)

// A rule is one on which the loader and the JSON Schema part, because JSON Schema cannot
// say it. The schema's description names each.
type rule struct {
	name string
	said string // in the schema's description
	// What the loader says where it refuses what the schema takes.
	reason *regexp.Regexp
	// What makes a record that the loader takes one that the schema takes, too.
	mend func(record any) any
}

var rules = []rule{
	{name: "a key twice", said: "a key that stands twice in one object",
		reason: regexp.MustCompile(`^the key stands twice in one object`)},
	{name: "half a character", said: "an escape that names half a character",
		reason: regexp.MustCompile(`^is not JSON: invalid surrogate pair`)},
	{name: "a number's digits", said: "a duration as a number that is not written in digits alone (26.0, 2.6e1, -0)",
		reason: regexp.MustCompile(`^"-?[0-9.]+([eE][-+]?[0-9]+)?" is not a duration`)},
	{name: "too long", said: "a duration in words that is longer than 2147483647 minutes or than 60 bytes",
		reason: regexp.MustCompile(`is too long a duration$|^".*…" is not a duration`)},
	{name: "no letter", said: "a name of a term or company that has no letter or digit of any script",
		reason: regexp.MustCompile(`has no letter or digit to name a `)},
	{name: "spaces", said: "spaces around a field's name in lost, none_given and inferred",
		mend: func(record any) any { return mapFieldNames(record, graph.Clean) }},
	{name: "Unicode form", said: "a key, date, time, duration or such name in a Unicode form other than NFC",
		mend: func(record any) any { return mapStrings(record, norm.NFC.String) }},
	{name: "no width", said: "a mark of no width at an end of a key, date, time, duration or such name",
		mend: func(record any) any { return mapStrings(record, graph.Clean) }},
	{name: "a repeat", said: "a key in replaces that repeats an earlier one with marks that show nothing",
		mend: withoutRepeats},
}

// TestRulesAreNamed holds the list above against what the schema tells its readers.
func TestRulesAreNamed(t *testing.T) {
	description := document(t)["description"].(string)
	for _, r := range rules {
		if !strings.Contains(description, r.said) {
			t.Errorf("the schema's description does not say: %s", r.said)
		}
	}
}

// decode reads a text as the loader does a file of JSON: it is one record.
func decode(t testing.TB, text string) loader.Record {
	t.Helper()
	voc, err := graph.NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	records := loader.Decode("record", loader.JSON, []byte(text), voc)
	if len(records) != 1 {
		t.Fatalf("%s: %d records", text, len(records))
	}
	return records[0]
}

// parting gives the names of the rules by which the two part on a record, none where
// they agree. explained is false where no rule tells why they part.
func parting(t testing.TB, compiled *jsonschema.Schema, text string) (names []string, explained bool) {
	t.Helper()
	problems := decode(t, text).Problems
	record := parse(t, []byte(text))
	invalid := compiled.Validate(record)
	switch {
	case (len(problems) == 0) == (invalid == nil):
		return nil, true
	case invalid == nil:
		for _, p := range problems {
			i := slices.IndexFunc(rules, func(r rule) bool { return r.reason != nil && r.reason.MatchString(p.Reason) })
			if i < 0 {
				return nil, false
			}
			names = append(names, rules[i].name)
		}
		return names, true
	}
	for _, r := range rules {
		if r.mend == nil {
			continue
		}
		names, record = append(names, r.name), r.mend(record)
		if compiled.Validate(record) == nil {
			return names, true
		}
	}
	return nil, false
}

// TestVerdictsOnRecords holds the loader and the JSON Schema against verdicts that were
// given by hand.
func TestVerdictsOnRecords(t *testing.T) {
	compiled := validator(t)
	for _, tt := range goodRecords {
		t.Run(tt.name, func(t *testing.T) {
			if problems := decode(t, tt.text).Problems; len(problems) > 0 {
				t.Errorf("the loader refuses it: %v", problems)
			}
			if err := compiled.Validate(parse(t, []byte(tt.text))); err != nil {
				t.Errorf("the schema refuses it: %v", err)
			}
		})
	}
	for _, tt := range badRecords {
		t.Run("not "+tt.name, func(t *testing.T) {
			problems := decode(t, tt.text).Problems
			if !slices.ContainsFunc(problems, func(p loader.Problem) bool { return string(p.Field) == tt.field }) {
				t.Errorf("the loader says of %q nothing: %v", tt.field, problems)
			}
			if compiled.Validate(parse(t, []byte(tt.text))) == nil {
				t.Error("the schema takes it")
			}
		})
	}
}

// TestVerdictsApart shows every rule on which the two part at work.
func TestVerdictsApart(t *testing.T) {
	compiled := validator(t)
	shown := map[string]bool{}
	for _, tt := range partingRecords {
		names, explained := parting(t, compiled, tt.text)
		if !explained || !slices.Contains(names, tt.rule) {
			t.Errorf("%s parts by %q, want %q", tt.text, names, tt.rule)
		}
		loaderTakes := len(decode(t, tt.text).Problems) == 0
		same(t, "the loader takes "+tt.text, loaderTakes, tt.good)
		shown[tt.rule] = true
	}
	for _, r := range rules {
		if !shown[r.name] {
			t.Errorf("no record shows the rule %q", r.name)
		}
	}
}

// TestVerdictsOnMutations holds the two against each other on good records to which one
// to three things were done at random.
func TestVerdictsOnMutations(t *testing.T) {
	compiled := validator(t)
	random := rand.New(rand.NewPCG(20240304, 1))
	keys := slices.Sorted(maps.Keys(wholeRecord(t)))
	good, bad, apart := 0, 0, 0
	for range 5_000 {
		var record any
		if err := json.Unmarshal([]byte(goodRecords[random.IntN(len(goodRecords))].text), &record); err != nil {
			t.Fatal(err)
		}
		m := mutator{random, keys, record.(object)}
		for range 1 + random.IntN(3) {
			m.mutate()
		}
		text, err := json.Marshal(m.record)
		if err != nil {
			t.Fatal(err)
		}
		switch names, explained := parting(t, compiled, string(text)); {
		case !explained:
			t.Errorf("the verdicts part on %s:\nloader: %v\nschema: %v", text, decode(t, string(text)).Problems, compiled.Validate(parse(t, text)))
		case len(names) > 0:
			apart++
		case len(decode(t, string(text)).Problems) == 0:
			good++
		default:
			bad++
		}
	}
	// A run that meets but one kind of record shows little.
	if good < 1000 || bad < 1000 || apart < 10 {
		t.Errorf("%d good records, %d bad ones and %d apart: too few of a kind", good, bad, apart)
	}
}

// mapStrings gives a JSON value with every string mapped.
func mapStrings(v any, to func(string) string) any {
	switch v := v.(type) {
	case string:
		return to(v)
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = mapStrings(e, to)
		}
		return out
	case object:
		out := object{}
		for k, e := range v {
			out[k] = mapStrings(e, to)
		}
		return out
	}
	return v
}

// mapFieldNames gives a record with the names in lost, none_given and inferred mapped.
func mapFieldNames(v any, to func(string) string) any {
	out := object{}
	for k, e := range v.(object) {
		if k == "lost" || k == "none_given" || k == "inferred" {
			e = mapStrings(e, to)
		}
		out[k] = e
	}
	return out
}

// withoutRepeats gives a record whose replaces has no name twice, told as names are.
func withoutRepeats(v any) any {
	out := maps.Clone(v.(object))
	keys, _ := out["replaces"].([]any)
	var kept []any
	seen := map[string]bool{}
	for _, k := range keys {
		s, isText := k.(string)
		if folded := graph.Fold(s); !isText || !seen[folded] {
			kept = append(kept, k)
			seen[folded] = true
		}
	}
	if kept != nil {
		out["replaces"] = kept
	}
	return out
}
