package embedded

import (
	"slices"

	"github.com/klauspost/compress/s2"

	"github.com/incidentgraph/incidentgraph/graph"
)

// casePacker packs cases, one after the other.
type casePacker struct {
	packer
	compressed []byte
}

// pack writes a case as it is stored: packed, compressed and sealed. To bring a batch
// up to date, the cases around it are read, a few for each; packed ones are read in a
// fraction of the time that JSON takes. S2 is chosen for its speed: at a few kilobytes a
// case it takes a third of the time of Zstandard's fastest level to write, a fifth to
// read, and leaves a sixth more. A load is bound by the processor, not by the disk.
func (p *casePacker) pack(number uint32, c *graph.Case) []byte {
	p.b = p.b[:0]
	formCase(p, c)
	p.compressed = slices.Grow(p.compressed[:0], s2.MaxEncodedLen(len(p.b)))
	packed := s2.Encode(p.compressed[:cap(p.compressed)], p.b)
	out := make([]byte, sealSize, sealSize+len(packed))
	return putSeal(number, append(out, packed...))
}

// unpackCase reads what a casePacker wrote.
func unpackCase(number uint32, sealed []byte) (*graph.Case, error) {
	packed, ok := unseal(number, sealed)
	if !ok {
		return nil, errBroken(bucketCases, number)
	}
	plain, err := s2.Decode(nil, packed)
	if err != nil {
		return nil, errBroken(bucketCases, number)
	}
	c, ok := decodeCase(string(plain))
	if !ok {
		return nil, errBroken(bucketCases, number)
	}
	return c, nil
}

func decodeCase(packed string) (c *graph.Case, ok bool) {
	r := cursor{rest: packed}
	c = new(graph.Case)
	formCase(&r, c)
	return c, r.done()
}

// formCase names all parts of a case. It is part of the file's format.
func formCase(f form, c *graph.Case) {
	f.string(&c.ID)
	formText(f, &c.Title)
	formText(f, &c.Summary)
	f.string(&c.Organisation)
	f.date(&c.Date)
	formWord(f, &c.DateKind)
	f.string(&c.Domain)
	formStrings(f, &c.Tags)
	f.string(&c.Severity)
	formText(f, &c.ImpactScope)
	formText(f, &c.AffectedUsers)
	formStrings(f, &c.Regions)
	formOptional(f, &c.TimeToDetect)
	formOptional(f, &c.TimeToRecover)
	f.string(&c.StartedAt)
	f.string(&c.DetectedAt)
	f.string(&c.EndedAt)
	formText(f, &c.Symptoms.Text)
	formStrings(f, &c.Symptoms.Terms)
	f.string(&c.Trigger.Kind)
	formText(f, &c.Trigger.Text)
	formStrings(f, &c.RootCauses)
	formStrings(f, &c.Components)
	formStrings(f, &c.Factors)
	formList(f, &c.Timeline, func(m *graph.Moment) {
		f.string(&m.At)
		formText(f, &m.Text)
	})
	formText(f, &c.Detection)
	formList(f, &c.Remediation, func(t *graph.Text) { formText(f, t) })
	formList(f, &c.ActionItems, func(t *graph.Text) { formText(f, t) })
	formText(f, &c.Lessons)
	formSources(f, &c.Sources)
	formSources(f, &c.References)
	formList(f, &c.Related, func(card *graph.Card) {
		f.string(&card.ID)
		formText(f, &card.Title)
		f.string(&card.Organisation)
		f.date(&card.Date)
		f.string(&card.Severity)
		formBool(f, &card.SameCause)
		formStrings(f, &card.SharedComponents)
	})
	formStrings(f, &c.Replaces)
	f.string(&c.UpdatedAt)
	formWords(f, &c.Lost)
	formWords(f, &c.NoneGiven)
	formWords(f, &c.Inferred)
}

func formSources(f form, list *[]graph.Source) {
	formList(f, list, func(s *graph.Source) {
		f.string(&s.Title)
		f.string(&s.URL)
		f.string(&s.ArchiveURL)
	})
}
