package graph

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// Case is one post-mortem as written down: the record that is loaded, exported and
// returned by the JSON API. A nil pointer, an empty string and an empty list mean
// "not known"; Lost and NoneGiven say more (see [Case.State]). Strings are in NFC
// and without outer spaces (see [Case.Normalise]). Terms are named as printed: by
// slug, Korean or English name, or alias.
type Case struct {
	ID            string   `json:"id,omitempty"` // empty: provisional, keyed by ProvisionalKey
	Title         Text     `json:"title,omitzero"`
	Summary       Text     `json:"summary,omitzero"`
	Organisation  string   `json:"organisation,omitempty"`
	Date          Date     `json:"date,omitzero"`
	DateKind      DateKind `json:"date_kind,omitempty"`
	Domain        string   `json:"domain,omitempty"`
	Tags          []string `json:"tags,omitempty"`
	Severity      string   `json:"severity,omitempty"`
	ImpactScope   Text     `json:"impact_scope,omitzero"`
	AffectedUsers Text     `json:"affected_users,omitzero"`
	Regions       []string `json:"regions,omitempty"`
	TimeToDetect  *int     `json:"time_to_detect,omitempty"`  // minutes
	TimeToRecover *int     `json:"time_to_recover,omitempty"` // minutes
	StartedAt     string   `json:"started_at,omitempty"`      // see Instant
	DetectedAt    string   `json:"detected_at,omitempty"`
	EndedAt       string   `json:"ended_at,omitempty"`
	Symptoms      Symptoms `json:"symptoms,omitzero"`
	Trigger       Trigger  `json:"trigger,omitzero"`
	RootCauses    []string `json:"root_causes,omitempty"`
	Components    []string `json:"components,omitempty"`
	Factors       []string `json:"contributing_factors,omitempty"`
	Timeline      []Moment `json:"timeline,omitempty"`
	Detection     Text     `json:"detection,omitzero"`
	Remediation   []Text   `json:"remediation,omitempty"`
	ActionItems   []Text   `json:"action_items,omitempty"`
	Lessons       Text     `json:"lessons,omitzero"`
	Sources       []Source `json:"sources,omitempty"`
	References    []Source `json:"references,omitempty"`
	Related       []Card   `json:"related,omitempty"`
	Replaces      []string `json:"replaces,omitempty"` // provisional keys that this case stands for
	UpdatedAt     string   `json:"updated_at,omitempty"`
	Lost          []Field  `json:"lost,omitempty"`
	NoneGiven     []Field  `json:"none_given,omitempty"`
	Inferred      []Field  `json:"inferred,omitempty"`
}

// DateKind says what a case's date is the day of.
type DateKind string

// The kinds of date. An empty one is unsaid.
const (
	Occurred  DateKind = "occurred"
	Published DateKind = "published"
)

// Symptoms is what users saw: in words, and as terms.
type Symptoms struct {
	Text  Text     `json:"text,omitzero"`
	Terms []string `json:"terms,omitempty"`
}

// IsZero reports whether nothing is known.
func (s Symptoms) IsZero() bool { return s.Text.IsZero() && len(s.Terms) == 0 }

// Trigger is what set the incident off: a term, words, or both. Words without a
// kind are normal and make no edge.
type Trigger struct {
	Kind string `json:"kind,omitempty"`
	Text Text   `json:"text,omitzero"`
}

// Moment is one line of a timeline. At is as printed.
type Moment struct {
	At   string `json:"at,omitempty"`
	Text Text   `json:"text,omitzero"`
}

// Source is a page that a case stands on or points to.
type Source struct {
	Title      string `json:"title,omitempty"`
	URL        string `json:"url,omitempty"`
	ArchiveURL string `json:"archive_url,omitempty"`
}

// Card is one related case as a case shows it. ID is empty for a card that lost its
// header: it is kept and counted, and makes no node.
type Card struct {
	ID               string   `json:"id,omitempty"`
	Title            Text     `json:"title,omitzero"`
	Organisation     string   `json:"organisation,omitempty"`
	Date             Date     `json:"date,omitzero"`
	Severity         string   `json:"severity,omitempty"`
	SameCause        bool     `json:"same_cause,omitempty"`
	SharedComponents []string `json:"shared_components,omitempty"`
}

// MarshalJSON writes the card with its id first, null where it has none.
func (c Card) MarshalJSON() ([]byte, error) {
	type plain Card
	if c.ID != "" {
		return json.Marshal(plain(c))
	}
	return json.Marshal(struct {
		ID *string `json:"id"`
		plain
	}{nil, plain(c)})
}

// Lang is a language of texts and names.
type Lang string

// The languages.
const (
	EN Lang = "en"
	KO Lang = "ko"
)

// Text is a text in English, Korean or both. A plain string in a record serves both
// languages: EN and KO are equal then. Paragraphs are parted by an empty line.
type Text struct {
	EN string `json:"en,omitempty"`
	KO string `json:"ko,omitempty"`
}

// PlainText is a text that serves both languages.
func PlainText(s string) Text { return Text{EN: s, KO: s} }

// IsZero reports whether the text is unknown in both languages.
func (t Text) IsZero() bool { return t == Text{} }

// In gives the text in a language, falling back to the other one.
func (t Text) In(lang Lang) string {
	if lang == KO && t.KO != "" || t.EN == "" {
		return t.KO
	}
	return t.EN
}

// MarshalJSON writes a plain string where both languages are served by one, else an
// object; null where unknown.
func (t Text) MarshalJSON() ([]byte, error) {
	type plain Text
	switch asIs := needsNoEscape(t.EN) && needsNoEscape(t.KO); {
	case t.IsZero():
		return []byte("null"), nil
	case t.EN == t.KO && asIs:
		return []byte(`"` + t.EN + `"`), nil
	case t.EN == t.KO:
		return marshal(t.EN)
	case t.EN != "" && t.KO != "" && asIs:
		return []byte(`{"en":"` + t.EN + `","ko":"` + t.KO + `"}`), nil
	}
	return marshal(plain(t))
}

// needsNoEscape reports whether a string stands in JSON as it is, as marshal writes it. It
// spares most texts the encoder, which goes through each of them three times.
func needsNoEscape(s string) bool {
	for _, r := range s {
		if r < ' ' || r == '"' || r == '\\' || r == utf8.RuneError || r == '\u2028' || r == '\u2029' {
			return false
		}
	}
	return true
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *Text) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		var s string
		err := json.Unmarshal(b, &s)
		*t = PlainText(s)
		return err
	}
	type plain Text
	return json.Unmarshal(b, (*plain)(t))
}

// EncodeCase writes a case as one line of JSON, without a line end. Equal cases give
// equal bytes, and DecodeCase reads them back to an equal case.
func EncodeCase(c *Case) ([]byte, error) {
	b, err := marshal(c)
	if err != nil {
		return nil, fmt.Errorf("case %s: %w", c.ID, err)
	}
	return b, nil
}

// DecodeCase reads what EncodeCase wrote. It is for stores: it trusts its input's
// form and knows neither lines nor unknown keys.
func DecodeCase(b []byte) (*Case, error) {
	c := new(Case)
	if err := json.Unmarshal(b, c); err != nil {
		return nil, &Error{Code: CodeCorrupt, Message: "a stored case cannot be read", Err: err}
	}
	return c, nil
}

// marshal is json.Marshal that leaves <, > and & alone.
func marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}
