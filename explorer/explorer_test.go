package explorer

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

func fetch(t *testing.T, path string) *httptest.ResponseRecorder {
	t.Helper()
	files, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	file, ok := files[path]
	if !ok {
		t.Fatalf("no %s", path)
	}
	w := httptest.NewRecorder()
	file.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

func TestFiles(t *testing.T) {
	for path, mediaType := range map[string]string{
		"/":                         "text/html; charset=utf-8",
		"/questions.json":           "application/json; charset=utf-8",
		"/assets/index.js":          "text/javascript; charset=utf-8",
		"/assets/index.css":         "text/css; charset=utf-8",
		"/assets/icon.svg":          "image/svg+xml",
		"/assets/codicon.ttf":       "font/ttf",
		"/assets/editor.worker.js":  "text/javascript; charset=utf-8",
		"/assets/json.worker.js":    "text/javascript; charset=utf-8",
		"/assets/graphql.worker.js": "text/javascript; charset=utf-8",
		"/assets/licenses.txt":      "text/plain; charset=utf-8",
	} {
		w := fetch(t, path)
		if w.Code != http.StatusOK || w.Body.Len() == 0 || w.Header().Get("Content-Type") != mediaType || w.Header().Get("Content-Security-Policy") != policy {
			t.Errorf("%s: %d, %d bytes, %v", path, w.Code, w.Body.Len(), w.Header())
		}
	}
	if files, err := Files(); err != nil || files["/index.html"] != nil {
		t.Errorf("the page has two addresses (%v)", err)
	}
}

// The policy forbids inline scripts and whatever lies elsewhere, so the page has neither.
func TestPageLoadsItsOwnFilesAlone(t *testing.T) {
	files, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	page := fetch(t, "/").Body.String()
	links := regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(page, -1)
	if len(links) == 0 {
		t.Fatalf("the page loads nothing: %s", page)
	}
	for _, link := range links {
		path, relative := strings.CutPrefix(link[1], ".")
		if !relative || files[path] == nil {
			t.Errorf("the page loads %s", link[1])
		}
	}
	for _, script := range regexp.MustCompile(`<script[^>]*>`).FindAllString(page, -1) {
		if !strings.Contains(script, " src=") {
			t.Errorf("a script stands in the page: %s", script)
		}
	}
	if strings.Contains(page, " style=") || strings.Contains(page, "<style") {
		t.Error("styles stand in the page")
	}
}

func TestQuestions(t *testing.T) {
	var questions []struct {
		Name  string
		Title struct{ En, Ko string }
		Query string
	}
	if err := json.Unmarshal(fetch(t, "/questions.json").Body.Bytes(), &questions); err != nil {
		t.Fatal(err)
	}
	if len(questions) == 0 || questions[0].Name == "" || questions[0].Title.En == "" || questions[0].Title.Ko == "" ||
		!strings.Contains(questions[0].Query, `sharesComponent(component: "코디네이션 키-값 저장소"`) {
		t.Errorf("the flagship is not the first of %+v", questions)
	}
}

func TestLicensesAreListed(t *testing.T) {
	text := fetch(t, "/assets/licenses.txt").Body.String()
	for _, name := range []string{"\ngraphiql 5.", "\nmonaco-editor 0.", "\nmonaco-graphql 1.", "\nreact 19.", "\ngraphql 16."} {
		if !strings.Contains(text, name) {
			t.Errorf("no license of%s", name)
		}
	}
}
