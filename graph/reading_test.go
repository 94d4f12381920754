package graph

import (
	"fmt"
	"testing"
)

// Cards of one key unite, be they few or many.
func TestManyCardsUnite(t *testing.T) {
	voc, err := NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{3, manyCards - 1, manyCards, 3 * manyCards} {
		c := &Case{ID: "HUB"}
		for range 2 {
			for i := range n {
				c.Related = append(c.Related, Card{ID: fmt.Sprintf("k-%d", i), SharedComponents: []string{fmt.Sprintf("c%d", len(c.Related)/n)}})
			}
		}
		c.Normalise()
		r := read(c, voc, func(key string) string { return key })
		if len(r.cards) != n {
			t.Fatalf("%d cards of %d incidents, want one each", len(r.cards), n)
		}
		for i := range n {
			card := r.card(fmt.Sprintf("k-%d", i))
			if card == nil || card.printed != fmt.Sprintf("k-%d", i) || fmt.Sprint(card.components) != "[c0 c1]" {
				t.Errorf("of %d: card %d is %+v", n, i, card)
			}
		}
		if card := r.card("k-x"); card != nil {
			t.Errorf("of %d: a card that there is not: %+v", n, card)
		}
	}
}
