package schema

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.graphql
var files embed.FS

// SDL gives the whole schema in GraphQL's schema definition language: the files in order
// of name, parted by empty lines.
func SDL() string {
	var parts []string
	names, _ := fs.Glob(files, "*.graphql") // the pattern is well formed
	for _, name := range names {
		text, _ := files.ReadFile(name) // it is embedded
		parts = append(parts, string(text))
	}
	return strings.Join(parts, "\n")
}
