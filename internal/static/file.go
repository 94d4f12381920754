package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// minCompressed is the size in bytes from which compressing pays.
const minCompressed = 1 << 10

// File answers GET and HEAD with the same bytes always. Their names say nothing of what
// they hold, so browsers are told to ask each time; the entity tag, a hash of the bytes,
// then spares sending them again. Clients that take gzip get it, with a tag of its own.
type File struct {
	mediaType  string
	plain      body
	compressed func() body // made when first asked for
}

type body struct {
	content []byte
	tag     string
}

// New makes a File of a media type. The content must not change any more.
func New(mediaType string, content []byte) *File {
	sum := sha256.Sum256(content)
	tag := hex.EncodeToString(sum[:16])
	return &File{
		mediaType: mediaType,
		plain:     body{content, `"` + tag + `"`},
		compressed: sync.OnceValue(func() body {
			return body{compress(content), `"` + tag + `-gzip"`}
		}),
	}
}

func compress(content []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(content) // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

func (f *File) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.mediaType)
	h.Set("Cache-Control", "no-cache")
	sent := f.plain
	if len(f.plain.content) >= minCompressed {
		h.Add("Vary", "Accept-Encoding")
		if takesGzip(r.Header["Accept-Encoding"]) {
			sent = f.compressed()
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("ETag", sent.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(sent.content))
}

// takesGzip says whether the values of Accept-Encoding allow gzip.
func takesGzip(values []string) bool {
	named, others := -1.0, 0.0
	for _, item := range strings.Split(strings.Join(values, ","), ",") {
		coding, params, _ := strings.Cut(item, ";")
		weight := 1.0
		if q, ok := strings.CutPrefix(strings.TrimSpace(params), "q="); ok {
			weight, _ = strconv.ParseFloat(q, 64) // what is no number is 0
		}
		switch strings.ToLower(strings.TrimSpace(coding)) {
		case "gzip":
			named = weight
		case "*":
			others = weight
		}
	}
	if named < 0 {
		return others > 0
	}
	return named > 0
}
