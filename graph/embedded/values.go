package embedded

import (
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/incidentgraph/incidentgraph/graph"
)

// valueFields gives the fields with plain values, in the order of their numbers.
var valueFields = [...]graph.ValueField{graph.Domain, graph.Severity, graph.Region, graph.Tag}

// values tells who has which plain values. Each spelling of a value has a set of its own,
// so that the commonest of any list can be told.
type values struct {
	spelt  [len(valueFields)]map[string]*value   // by spelling
	folded [len(valueFields)]map[string][]*value // by what they are the same by
}

// value is one spelling of a value, with its incidents.
type value struct {
	text, folded string
	incidents    *roaring.Bitmap
}

func newValues() values {
	var v values
	for _, field := range valueFields {
		v.spelt[field], v.folded[field] = map[string]*value{}, map[string][]*value{}
	}
	return v
}

func (v *values) add(field graph.ValueField, text string, n uint32) {
	of := v.spelt[field][text]
	if of == nil {
		text = strings.Clone(text) // it is part of a fact
		of = &value{text, graph.Fold(text), roaring.New()}
		v.spelt[field][text] = of
		v.folded[field][of.folded] = append(v.folded[field][of.folded], of)
	}
	of.incidents.Add(n)
}

// remove takes out what add put in.
func (v *values) remove(field graph.ValueField, text string, n uint32) {
	of := v.spelt[field][text]
	of.incidents.Remove(n)
	if !of.incidents.IsEmpty() {
		return
	}
	delete(v.spelt[field], text)
	rest := slices.DeleteFunc(v.folded[field][of.folded], func(o *value) bool { return o == of })
	if v.folded[field][of.folded] = rest; len(rest) == 0 {
		delete(v.folded[field], of.folded)
	}
}

// times are those of an incident.
type times struct{ detect, recover minutes }

// minutes is a time that may be unknown: 1 more than its minutes, 0 where it is.
type minutes uint32

func (t minutes) known() bool { return t > 0 }

// value gives the minutes, or graph.UnknownMinutes.
func (t minutes) value() int { return int(t) - 1 }
