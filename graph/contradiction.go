package graph

// Warning tells of a contradiction that did not keep anything from being loaded.
type Warning struct {
	Key     string // of the case that said what was not followed
	Field   Field
	Message string
}

// Contradictions gives what the cards of a case say otherwise than the cases do that they
// name, as Build finds it. The cases are in named, in any order; others there make no
// difference, and what is missing counts as known from cards alone.
func Contradictions(by *Case, named []*Case, voc *Vocabulary) []Warning {
	readings := readAll(append([]*Case{by}, named...), voc)
	own := readings[FoldKey(by.ID)]
	if own == nil {
		return nil // another case stands for it
	}
	_, warnings := assemble(own.key, own, nil, readings)
	for i := range own.cards {
		to := own.cards[i].to
		_, more := assemble(to, readings[to], []*reading{own}, readings)
		for _, w := range more {
			if w.Key == by.ID { // else it is of the named one's own cards
				warnings = append(warnings, w)
			}
		}
	}
	return warnings
}
