package graph

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
)

var (
	keyForm         = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)
	provisionalForm = regexp.MustCompile(`^[Xx]-[0-9A-Fa-f]{12}$`)
)

// ValidKey reports whether s can be the key of a case.
func ValidKey(s string) bool { return keyForm.MatchString(s) }

// FoldKey gives the form under which keys are looked up: keys that differ in case
// only name one case. Full-width forms, outer spaces and zero-width marks, which no
// key holds, are forgiven in what people type.
func FoldKey(s string) string { return Fold(s) }

// SameKey reports whether two keys name the same case.
func SameKey(a, b string) bool { return strings.EqualFold(a, b) }

// IsProvisionalKey reports whether s has the form of the key of a case that lost its
// own: "X-" and 12 hex digits.
func IsProvisionalKey(s string) bool {
	return len(s) == len("X-")+12 && provisionalForm.MatchString(s) // most keys are of another length
}

// ProvisionalKey gives the key of a case that has none: "X-" and the first 12 hex
// digits of SHA-256 over the case as EncodeCase writes it, with its terms as slugs,
// so that the spelling of a term does not matter.
func ProvisionalKey(c *Case, voc *Vocabulary) (string, error) {
	bare := *c
	bare.ID = ""
	mapTerms(&bare, func(kind NodeKind, printed string) string { return voc.Resolve(kind, printed) })
	b, err := EncodeCase(&bare)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(b)
	return "X-" + hex.EncodeToString(sum[:6]), nil
}
