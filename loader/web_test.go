package loader

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/korean"
)

func TestPublicOnly(t *testing.T) {
	for address, public := range map[string]bool{
		"8.8.8.8": true, "2606:4700::1111": true, "172.32.0.1": true, "100.128.0.1": true, "::ffff:8.8.8.8": true,
		"127.0.0.1": false, "127.8.9.1": false, "0.0.0.0": false, "10.1.2.3": false, "172.16.0.1": false,
		"192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false, "224.0.0.1": false, "255.255.255.255": false,
		"198.18.0.1": false, "240.0.0.1": false, "::1": false, "::": false, "fe80::1": false, "fd00::1": false, "fec0::1": false,
		"64:ff9b::7f00:1%lo": false, "::7f00:1%lo": false, "2002:7f00:1::%lo": false, "::ffff:127.0.0.1%lo": false, "2606:4700::1111%eth0": true,
		"::ffff:127.0.0.1": false, "::127.0.0.1": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false, "ff02::1": false,
	} {
		err := publicOnly(netip.AddrPortFrom(netip.MustParseAddr(address), 80))
		if (err == nil) != public {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// fromWeb reads records from an address.
func fromWeb(t *testing.T, address string, web Web) string {
	t.Helper()
	l, err := Read(t.Context(), Find([]string{address}, Sources{Web: web}), Options{Vocabulary: pageVocabulary(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var out []string
	for batch, err := range l.Batches() {
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range batch.Cases {
			out = append(out, c.ID+" "+c.Title.KO)
		}
	}
	for _, p := range l.Report.Problems.Items {
		out = append(out, p.Reason)
	}
	return strings.Join(out, "\n")
}

// site answers by path.
func site(t *testing.T, pages map[string]http.HandlerFunc) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	for path, page := range pages {
		mux.HandleFunc(path, page)
	}
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func says(contentType, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(w, text)
	}
}

func TestAddresses(t *testing.T) {
	cp949, err := korean.EUCKR.NewEncoder().String("id: A\ntitle: 멈춤\n")
	if err != nil {
		t.Fatal(err)
	}
	s := site(t, map[string]http.HandlerFunc{
		"/a.yaml":    says("text/plain", "id: A\ntitle: t\n"),
		"/lines":     says("application/x-ndjson; charset=utf-8", "{\"id\": \"A\", \"title\": \"t\"}\n{\"id\": \"B\", \"title\": \"u\"}\n"),
		"/korean":    says("text/yaml; charset=EUC-KR", cp949),
		"/packed":    says("application/octet-stream", packed(t, "{\"id\": \"A\", \"title\": \"t\"}\n")),
		"/page":      says("text/html", "<!doctype html><p>x"),
		"/none":      http.NotFound,
		"/large":     says("text/yaml", strings.Repeat("#", 2<<20)),
		"/endless":   func(w http.ResponseWriter, _ *http.Request) { _, _ = io.Copy(w, endless{}) },
		"/short":     cutShort,
		"/to/a.yaml": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/a.yaml", http.StatusFound) },
		"/round":     func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/round", http.StatusFound) },
		"/file": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/hosts", http.StatusFound)
		},
	})
	for path, want := range map[string]string{
		"/a.yaml":    "A t",
		"/lines":     "A t\nB u",
		"/korean":    "A 멈춤",
		"/packed":    "A t",
		"/page":      "is HTML or XML, not text: save the page as plain text, or write the case down as YAML",
		"/none":      "cannot be read: it answers 404 Not Found",
		"/large":     "cannot be read: it sends more than 1 MiB: fetch the file yourself if it is meant",
		"/endless":   "cannot be read: it sends more than 1 MiB: fetch the file yourself if it is meant",
		"/short":     "cannot be read: it breaks off in the middle: the connection was cut, or the file is not whole",
		"/to/a.yaml": "A t",
		"/round":     "cannot be read: it leads on more than 5 times",
		"/file":      "cannot be read: it leads on to file:///etc/hosts, which is no http or https address",
	} {
		same(t, path, fromWeb(t, s.URL+path, Web{AllowPrivate: true, MaxBytes: 1 << 20}), want)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '\n'
	}
	return len(p), nil
}

// cutShort promises more than it sends.
func cutShort(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Content-Length", "1000")
	_, _ = io.WriteString(w, "{\"id\": \"A\", \"title\": \"t\"}\n")
}

// What is not public is refused where it is dialled: by whatever name, and after a redirect.
func TestPrivateAddressesAreRefused(t *testing.T) {
	asked := false
	inside := site(t, map[string]http.HandlerFunc{"/a.yaml": func(http.ResponseWriter, *http.Request) { asked = true }})
	port := inside.URL[strings.LastIndex(inside.URL, ":"):]
	const refusal = "cannot be read: it leads to 127.0.0.1, which is not on the public Internet: --allow-private lets it be read"
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]"} {
		got := fromWeb(t, "http://"+host+port+"/a.yaml", Web{})
		if !strings.Contains(got, "which is not on the public Internet") {
			t.Errorf("%s: %s", host, got)
		}
	}
	outside := site(t, map[string]http.HandlerFunc{"/a.yaml": func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, inside.URL+"/a.yaml", http.StatusFound)
	}})
	public, err := netip.ParseAddrPort(strings.TrimPrefix(outside.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	got := fromWeb(t, outside.URL+"/a.yaml", Web{permit: func(at netip.AddrPort) error {
		if at == public {
			return nil
		}
		return publicOnly(at)
	}})
	same(t, "after a redirect", got, refusal)
	if asked {
		t.Error("the server inside was asked")
	}
}

func TestAddressesThatAreNone(t *testing.T) {
	found := Find([]string{"http://", "https://a b/", "http://user:secret@h.invalid/x.yaml"}, Sources{})
	same(t, "found", shown(found, ""), []string{
		"read http://user:xxxxx@h.invalid/x.yaml yaml",
		"refuse http://: is no address that can be read",
		"refuse https://a b/: is no address that can be read",
	})
}

// A load that is cancelled lets go of a server that says nothing.
func TestAddressIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	s := site(t, map[string]http.HandlerFunc{"/": func(http.ResponseWriter, *http.Request) {
		cancel()
		<-release
	}})
	defer close(release)
	_, err := Read(ctx, Find([]string{s.URL + "/"}, Sources{Web: Web{AllowPrivate: true}}), Options{Vocabulary: pageVocabulary(t)})
	if !errors.Is(err, context.Canceled) {
		t.Error(fmt.Errorf("the load ended with %w", err))
	}
}

// An answer that trickles in is given up, and so is one that takes too long as a whole.
func TestSlowAnswers(t *testing.T) {
	for name, tt := range map[string]struct {
		ago  time.Duration
		size int
		want string
	}{
		"as it begins":        {0, 1, "<nil>"},
		"slow at first":       {webStill - time.Second, 1, "<nil>"},
		"fast enough":         {time.Minute, 1 << 20, "<nil>"},
		"a byte now and then": {time.Minute, 12, "it sends less than 1024 bytes a second: fetch the file yourself if it is meant"},
		"without end":         {webWhole + time.Second, 16 << 20, "it has been sending for 1h0m0s: fetch the file yourself if it is meant"},
	} {
		t.Run(name, func(t *testing.T) {
			text := io.NopCloser(strings.NewReader(strings.Repeat("x", tt.size)))
			p := &page{body: text, began: time.Now().Add(-tt.ago), left: maxWebBytes, limit: maxWebBytes, cause: func() error { return nil }}
			_, err := p.Read(make([]byte, tt.size))
			same(t, "error", fmt.Sprint(err), tt.want)
		})
	}
}
