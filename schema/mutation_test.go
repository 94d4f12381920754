package schema_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/incidentgraph/incidentgraph/graph"
)

// mutator does things to a record at random.
type mutator struct {
	random *rand.Rand
	keys   []string // that a record may have
	record object
}

// Values and characters that one rule or another cares about.
var (
	oddValues = []any{
		nil, true, false, 0, 26, -1, 1.5, 2147483647, 2147483648, json.Number("26.0"), json.Number("-0"), json.Number("1e2"),
		"", " ", "\u00a0", "x", "-", "—", "①", "a\tb", "occurred", "published ", "X-0123456789ab", "x-0123456789AB", "PM-0142", "PM 0142",
		"2019", "2019-13", "2019-02-28", "2019-02-29", "2020-02-29", "1900-02-29", "2000-02-29", "0999", "0000-02-29", "2019-04-31",
		"2019-01-18T09:09:00Z", "2019-01-18t9:09z", "2019-01-18T24:00Z", "2019-01-18T09:09", "2019-01-18T09:09:00,5+24:60", "2019-01-18T09:09:60Z",
		"26", "3h 54m", "54m 3h", "3H\u00a054 MIN", "P", "PT", "P1DT", "PT1.5S", "pt3h54m", "P1Y", "1시간 30분", "99999999999999999999", "9999999h", "0 초",
		[]any{}, []any{nil}, []any{""}, []any{"x"}, []any{"title"}, []any{object{}}, []any{5},
		object{}, object{"en": "x"}, object{"ko": nil}, object{"en": " "}, object{"fr": "x"}, object{"kind": "deploy"},
	}
	oddRunes = []rune(" \t\n\u00a0\u0085\ufeff\u200b-._:+,/TtZzXxPpKh059한시\u1112\u212aé")
)

func (m mutator) mutate() {
	switch m.random.IntN(6) {
	case 0: // a member of the record comes, or is another
		m.record[m.key()] = m.value()
	case 1: // something deep inside is another
		m.somewhere(m.record, func(any) any { return m.value() })
	case 2: // a string changes a little
		m.somewhere(m.record, func(v any) any {
			if s, is := v.(string); is {
				return m.edit(s)
			}
			return v
		})
	case 3: // fields are lost, none given, inferred
		list := []string{"lost", "none_given", "none_given", "inferred"}[m.random.IntN(4)]
		fields := graph.Fields()
		names, _ := m.record[list].([]any)
		m.record[list] = append(slices.Clone(names), string(fields[m.random.IntN(len(fields))]))
	case 4: // a member goes, often one of an inner object
		m.somewhere(m.record, func(v any) any {
			if inner, is := v.(object); is && len(inner) > 0 {
				keys := slices.Sorted(maps.Keys(inner))
				delete(inner, keys[m.random.IntN(len(keys))])
			}
			return v
		})
		delete(m.record, m.key())
	default: // a member of one name stands under another
		m.record[m.key()] = m.record[m.key()]
	}
}

// key gives a key of a record, seldom a wrong one.
func (m mutator) key() string {
	if i := m.random.IntN(len(m.keys) + 1); i < len(m.keys) {
		return m.keys[i]
	}
	return []string{"ID", "titel", "symptoms.terms", "$schema", ""}[m.random.IntN(5)]
}

func (m mutator) value() any {
	return mapStrings(oddValues[m.random.IntN(len(oddValues))], func(s string) string { return s }) // a copy
}

// somewhere changes one value inside v, of those that are no lists and objects or, here
// and there, one that is.
func (m mutator) somewhere(v any, change func(any) any) {
	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			i := m.random.IntN(len(v))
			v[i] = m.step(v[i], change)
		}
	case object:
		if len(v) > 0 {
			keys := slices.Sorted(maps.Keys(v))
			k := keys[m.random.IntN(len(keys))]
			v[k] = m.step(v[k], change)
		}
	}
}

func (m mutator) step(v any, change func(any) any) any {
	_, isList := v.([]any)
	_, isObject := v.(object)
	if (isList || isObject) && m.random.IntN(4) > 0 {
		m.somewhere(v, change)
		return v
	}
	return change(v)
}

// edit puts a character into a string, takes one away, or changes one.
func (m mutator) edit(s string) string {
	runes := []rune(s)
	odd := oddRunes[m.random.IntN(len(oddRunes))]
	at := m.random.IntN(len(runes) + 1)
	if m.random.IntN(3) == 0 {
		at = []int{0, len(runes)}[m.random.IntN(2)]
	}
	switch {
	case at == len(runes) || m.random.IntN(3) == 0:
		return string(slices.Insert(runes, at, odd))
	case m.random.IntN(2) == 0:
		return string(slices.Delete(runes, at, at+1))
	}
	runes[at] = odd
	return string(runes)
}
