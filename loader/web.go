package loader

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"
)

// Web says how http and https addresses are read. The zero Web reads public ones.
type Web struct {
	// AllowPrivate lets addresses be read that are not on the public Internet (of this
	// machine, of a private network), and proxies be used that the environment names.
	AllowPrivate bool
	// MaxBytes bounds what one address may send; 0: 1 GiB.
	MaxBytes int64

	permit func(netip.AddrPort) error // instead of publicOnly, in tests
}

const (
	maxWebBytes   = 1 << 30
	maxRedirects  = 5
	webConnect    = 10 * time.Second // to reach a server, and to agree on TLS with it
	webAnswer     = 30 * time.Second // until it begins to answer
	webStill      = 30 * time.Second // between two pieces of an answer
	webPace       = 1 << 10          // bytes a second that an answer comes with at least, after webStill
	webWhole      = time.Hour        // for an answer
	webAcceptable = "application/x-ndjson, application/json, application/yaml, text/yaml, text/plain, */*;q=0.5"
)

// isAddress reports whether a path is an address of the web.
func isAddress(p string) bool {
	scheme, _, ok := strings.Cut(p, "://")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// isOtherAddress reports whether a path that names no file begins as an address does.
func isOtherAddress(p string) bool {
	scheme, _, ok := strings.Cut(p, "://")
	if _, err := os.Stat(p); !ok || err == nil {
		return false
	}
	return scheme != "" && !strings.ContainsFunc(scheme, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '+' && r != '-' && r != '.'
	})
}

// address takes an http or https address.
func (f *finder) address(p string) {
	u, err := url.Parse(p)
	if err != nil || u.Hostname() == "" {
		f.refuse(p, "is no address that can be read")
		return
	}
	if f.Format == Auto && isProse(u.Path) {
		f.refuse(u.Redacted(), prose)
		return
	}
	u.Fragment = ""
	of, _ := formatOfName(u.Path)
	f.add(Input{Name: u.Redacted(), Format: of, Open: func(ctx context.Context) (Body, error) { return f.Web.get(ctx, u) }})
}

// client makes what asks. Whether an address may be asked is decided where it is dialled:
// names may mean anything, at the first request and at each redirect.
func (w Web) client() *http.Client {
	permit := w.permit
	if permit == nil && !w.AllowPrivate {
		permit = publicOnly
	}
	dialer := &net.Dialer{Timeout: webConnect}
	transport := &http.Transport{
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    webConnect,
		ResponseHeaderTimeout:  webAnswer,
		MaxResponseHeaderBytes: 64 << 10,
		DisableCompression:     true, // what is packed is told by its content
		DisableKeepAlives:      true,
	}
	if permit == nil {
		transport.Proxy = http.ProxyFromEnvironment
	} else {
		dialer.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(address)
			if err != nil {
				return err
			}
			return permit(at)
		}
	}
	return &http.Client{Transport: transport, CheckRedirect: func(to *http.Request, via []*http.Request) error {
		switch {
		case len(via) > maxRedirects:
			return fmt.Errorf("it leads on more than %d times", maxRedirects)
		case !isAddress(to.URL.String()):
			return fmt.Errorf("it leads on to %s, which is no http or https address", to.URL.Redacted())
		case via[0].URL.Scheme == "https" && to.URL.Scheme != "https":
			return fmt.Errorf("it leads from https to %s, which anybody may change on the way", to.URL.Redacted())
		}
		return nil
	}}
}

// get asks for a page.
func (w Web) get(ctx context.Context, u *url.URL) (Body, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		cancel(nil)
		return Body{}, err
	}
	request.Header.Set("Accept", webAcceptable)
	request.Header.Set("User-Agent", "incidentgraph")
	answer, err := w.client().Do(request) //nolint:bodyclose // the page closes it
	if err != nil {
		cancel(nil)
		return Body{}, webError(err)
	}
	limit := w.MaxBytes
	if limit == 0 {
		limit = maxWebBytes
	}
	page := &page{body: answer.Body, began: time.Now(), left: limit, limit: limit, cancel: cancel, cause: func() error { return context.Cause(ctx) }}
	switch {
	case answer.StatusCode != http.StatusOK:
		return Body{}, errors.Join(fmt.Errorf("it answers %s", answer.Status), page.Close())
	case answer.ContentLength > limit:
		return Body{}, errors.Join(page.tooLarge(), page.Close())
	}
	format, charset := declaredBy(answer.Header.Get("Content-Type"))
	return Body{page, format, charset}, nil
}

var errStill = fmt.Errorf("it sent nothing for %v", webStill)

// webError leaves out the address, which the message has already.
func webError(err error) error {
	if e := (*url.Error)(nil); errors.As(err, &e) {
		err = e.Err
	}
	if e := (*forbidden)(nil); errors.As(err, &e) {
		return e
	}
	return err
}

// declaredBy reads a Content-Type. Servers call text of any kind text/plain: that is
// nobody's format.
func declaredBy(contentType string) (Format, string) {
	media, parameters, err := mime.ParseMediaType(contentType)
	if err != nil {
		return Auto, ""
	}
	charset := parameters["charset"]
	switch _, subtype, _ := strings.Cut(media, "/"); subtype {
	case "x-ndjson", "ndjson", "jsonl", "x-jsonlines":
		return NDJSON, charset
	case "yaml", "x-yaml":
		return YAML, charset
	}
	return Auto, charset // JSON as well: whether it is one record or lines shows its content
}

// page is an answer's body, within bounds of size, of silence and of time.
type page struct {
	body        io.ReadCloser
	began       time.Time
	left, limit int64
	cancel      context.CancelCauseFunc
	cause       func() error // why it was cancelled
}

func (p *page) Read(b []byte) (int, error) {
	still := time.AfterFunc(webStill, func() { p.cancel(errStill) })
	n, err := p.body.Read(b)
	still.Stop()
	if errors.Is(p.cause(), errStill) {
		return n, errStill
	}
	if p.left -= int64(n); p.left < 0 {
		return 0, p.tooLarge()
	}
	switch took := time.Since(p.began); {
	case err != nil:
		return n, err
	case took > webWhole:
		return 0, fmt.Errorf("it has been sending for %v: fetch the file yourself if it is meant", webWhole)
	case took > webStill && p.limit-p.left < int64(webPace*took.Seconds()):
		return 0, fmt.Errorf("it sends less than %d bytes a second: fetch the file yourself if it is meant", webPace)
	}
	return n, nil
}

func (p *page) tooLarge() error {
	return fmt.Errorf("it sends more than %d MiB: fetch the file yourself if it is meant", p.limit>>20)
}

func (p *page) Close() error {
	p.cancel(nil)
	return p.body.Close()
}

// forbidden is an address that is not on the public Internet.
type forbidden struct{ address netip.Addr }

func (f *forbidden) Error() string {
	return fmt.Sprintf("it leads to %v, which is not on the public Internet: --allow-private lets it be read", f.address)
}

// notPublic holds networks that are not public and that netip does not tell of. (IANA
// special-purpose address registries.) Those of translation lead to IPv4 addresses of any
// kind.
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("100.64.0.0/10"),
	netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("192.88.99.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"),
	netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("::/96"),
	netip.MustParsePrefix("64:ff9b::/96"),
	netip.MustParsePrefix("64:ff9b:1::/48"),
	netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/23"),
	netip.MustParsePrefix("2001:db8::/32"),
	netip.MustParsePrefix("2002::/16"),
	netip.MustParsePrefix("fec0::/10"),
}

// publicOnly refuses what is not on the public Internet: a page named by somebody else must
// not make this program ask its own machine or network.
func publicOnly(at netip.AddrPort) error {
	a := at.Addr().Unmap().WithZone("") // no prefix holds an address with a zone
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return &forbidden{a}
	}
	for _, network := range notPublic {
		if network.Contains(a) {
			return &forbidden{a}
		}
	}
	return nil
}
