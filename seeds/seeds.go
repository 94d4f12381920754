package seeds

import (
	"embed"
	"io/fs"
)

//go:embed vocab cases
var files embed.FS

// FS gives the library's files, with vocab and cases at its root.
func FS() fs.FS { return files }
