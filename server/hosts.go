package server

import (
	"net"
	"net/http"
	"strings"
)

// hostNames are the names under which a server may be asked; nil means any.
//
// A server on a loopback address is meant for programs of its own machine, and a page
// from elsewhere reaches it if its author points a name of his own to 127.0.0.1 (DNS
// rebinding). The browser then sends that name as Host, so it is refused.
type hostNames map[string]bool

func hostNamesFor(addr net.Addr, extra []string) hostNames {
	tcp, ok := addr.(*net.TCPAddr)
	loopback := ok && tcp.IP.IsLoopback()
	if !loopback && len(extra) == 0 {
		return nil
	}
	names := hostNames{}
	if loopback {
		names["localhost"], names["127.0.0.1"], names["::1"] = true, true, true
	}
	if ok {
		names[tcp.IP.String()] = true
	}
	for _, name := range extra {
		names[hostName(name)] = true
	}
	return names
}

// hostName takes the name out of a Host header: without port, brackets, the final dot
// of a full domain name, and in lower case.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimPrefix(strings.TrimSuffix(host, "]"), "[")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

func checkingHost(names hostNames, next http.Handler) http.Handler {
	if names == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !names[hostName(r.Host)] {
			writeRefusal(w, r, &refusal{status: http.StatusForbidden, code: CodeHost, message: "this server does not answer under this host name"})
			return
		}
		next.ServeHTTP(w, r)
	})
}
