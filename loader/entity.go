package loader

import (
	"html"
	"regexp"
)

// entity is an HTML entity with its semicolon. HTML lets some go without; in plain text
// those would be words: "a&copy=1".
var entity = regexp.MustCompile(`&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`)

// decodeEntities decodes the HTML entities that a page's text was left with, once: what
// they spell may look like one, and stays. Records are taken as they are written.
func decodeEntities(text string) string {
	return entity.ReplaceAllStringFunc(text, html.UnescapeString)
}
