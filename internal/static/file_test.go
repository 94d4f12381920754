package static

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

var (
	long  = strings.Repeat("long text ", 200)
	short = "short"
)

func ask(f *File, method string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/x", nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	return w
}

func TestFile(t *testing.T) {
	w := ask(New("text/css; charset=utf-8", []byte(short)), "GET", "Accept-Encoding", "gzip")
	h := w.Header()
	if w.Code != 200 || w.Body.String() != short || h.Get("Content-Type") != "text/css; charset=utf-8" ||
		h.Get("Cache-Control") != "no-cache" || h.Get("Content-Length") != "5" || h.Get("Content-Encoding") != "" || h.Get("Vary") != "" {
		t.Errorf("a short file: %d %q %v", w.Code, w.Body, h)
	}

	f := New("text/plain", []byte(long))
	w = ask(f, "GET")
	if w.Body.String() != long || w.Header().Get("Content-Length") != "2000" || w.Header().Get("Vary") != "Accept-Encoding" {
		t.Errorf("a long file, plain: %v", w.Header())
	}
	plainTag := w.Header().Get("ETag")

	w = ask(f, "GET", "Accept-Encoding", "br, gzip")
	unpacked, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil || string(text) != long || w.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("a long file, compressed: %v %v", err, w.Header())
	}
	gzipTag := w.Header().Get("ETag")
	if plainTag == "" || gzipTag == "" || plainTag == gzipTag {
		t.Errorf("tags %s and %s of two encodings", plainTag, gzipTag)
	}
	if other := ask(New("text/plain", []byte(long+".")), "GET").Header().Get("ETag"); other == plainTag {
		t.Error("other bytes have the same tag")
	}
	if again := ask(New("text/plain", []byte(long)), "GET").Header().Get("ETag"); again != plainTag {
		t.Error("equal bytes have another tag")
	}

	for name, header := range map[string][]string{
		"plain":      {"If-None-Match", plainTag},
		"compressed": {"If-None-Match", gzipTag, "Accept-Encoding", "gzip"},
	} {
		if w := ask(f, "GET", header...); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
			t.Errorf("%s, unchanged: %d, %d bytes", name, w.Code, w.Body.Len())
		}
	}
	if w := ask(f, "GET", "If-None-Match", gzipTag); w.Code != 200 {
		t.Errorf("the tag of the other encoding: %d", w.Code)
	}
	if w := ask(f, "HEAD"); w.Code != 200 || w.Body.Len() > 0 || w.Header().Get("Content-Length") != "2000" || w.Header().Get("ETag") != plainTag {
		t.Errorf("HEAD: %d %v", w.Code, w.Header())
	}
}

func TestTakesGzip(t *testing.T) {
	for accept, want := range map[string]bool{
		"":                     false,
		"gzip":                 true,
		"GZIP":                 true,
		"br, gzip;q=0.5":       true,
		"gzip;q=0":             false,
		"gzip; q=0.0, *":       false,
		"*":                    true,
		"*;q=0":                false,
		"identity":             false,
		"gzip;q=many":          false,
		"deflate, gzip ; q=1":  true,
		"x-gzip, compress, br": false,
	} {
		if got := takesGzip([]string{accept}); got != want {
			t.Errorf("%q: %v, want %v", accept, got, want)
		}
	}
	if !takesGzip([]string{"br", "gzip"}) || takesGzip(nil) {
		t.Error("several headers, or none")
	}
}
