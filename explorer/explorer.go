package explorer

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"path"

	"github.com/incidentgraph/incidentgraph/docs"
	"github.com/incidentgraph/incidentgraph/internal/static"
)

//go:embed dist
var dist embed.FS

// policy lets the page use what comes from its own server and nothing else. Styles may
// stand in the document, for the editor writes its own as it goes; scripts may not.
// Workers obey the policy that they come with, which is this one, too.
const policy = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; " +
	"style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// mediaTypes are those of the files in dist, by their endings.
var mediaTypes = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".ttf":  "font/ttf",
	".txt":  "text/plain; charset=utf-8",
}

// Files gives the handlers of GET and HEAD by the paths that they are to be mounted at:
// "/" is the page, "/questions.json" the saved questions, an array of
// {name, title: {en, ko}, query}, and the rest what the page loads. They set their own
// Content-Security-Policy. The page asks /graphql beside it, by a relative address, so
// all of it can stand below a path of a proxy. It fails for a build with a file of an
// unknown kind.
func Files() (map[string]http.Handler, error) {
	files := map[string]http.Handler{}
	err := fs.WalkDir(dist, "dist", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := dist.ReadFile(name)
		if err != nil {
			return err
		}
		mediaType, known := mediaTypes[path.Ext(name)]
		if !known {
			return fmt.Errorf("explorer: %s has no media type", name)
		}
		files[name[len("dist"):]] = guarded(static.New(mediaType, content))
		return nil
	})
	if err != nil {
		return nil, err
	}
	files["/"] = files["/index.html"]
	delete(files, "/index.html")

	questions, err := docs.Questions()
	if err != nil {
		return nil, err
	}
	content, err := json.Marshal(questions)
	if err != nil {
		return nil, fmt.Errorf("explorer: questions.json: %w", err)
	}
	files["/questions.json"] = guarded(static.New("application/json; charset=utf-8", content))
	return files, nil
}

func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}
