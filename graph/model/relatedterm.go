package model

// RelatedTerm is a term that occurs together with another one.
type RelatedTerm struct {
	Term  Term
	Count int // incidents that have both

	All, WithOther int // incidents there are, and those that have the other term
}

// Lift says how many times more often the two occur together than by chance:
// count·N/(a·b), the lift of association rules (Brin et al. 1997, there "interest").
func (t *RelatedTerm) Lift() float64 {
	return float64(t.Count*t.All) / float64(t.WithOther*t.Term.Info().Incidents)
}
