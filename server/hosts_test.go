package server

import (
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestHostHeader(t *testing.T) {
	tcp := func(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 8080} }
	tests := []struct {
		name    string
		addr    net.Addr
		extra   []string
		allowed []string
		refused []string
	}{
		{"loopback", tcp("127.0.0.1"), nil,
			[]string{"localhost", "localhost:8080", "LOCALHOST:8080", "localhost.:1", "127.0.0.1", "127.0.0.1:8080", "[::1]", "[::1]:8080"},
			[]string{"", "evil.test", "evil.test:8080", "localhost.evil.test", "127.0.0.1.evil.test", "127.0.0.2", "0.0.0.0", "[::]", "localhost:80:80", "evil.test#localhost"}},
		{"another loopback address", tcp("127.0.0.9"), nil, []string{"127.0.0.9:8080", "localhost"}, []string{"127.0.0.2"}},
		{"loopback of IPv6", tcp("::1"), nil, []string{"[::1]:8080", "localhost"}, []string{"[::2]"}},
		{"loopback behind a name", tcp("127.0.0.1"), []string{"graph.test", "Box:8080"}, []string{"graph.test:443", "GRAPH.test", "box", "localhost"}, []string{"evil.test"}},
		{"all addresses", tcp("0.0.0.0"), nil, []string{"graph.test", "10.0.0.7:8080", ""}, nil},
		{"all addresses, one name", tcp("0.0.0.0"), []string{"graph.test"}, []string{"graph.test"}, []string{"localhost", "evil.test", ""}},
		{"a socket file", &net.UnixAddr{Name: "/run/x", Net: "unix"}, nil, []string{"anything"}, nil},
		{"unknown", nil, nil, []string{"anything"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, _ := newServer(t, ExecutorOptions{}, Options{AllowedHosts: tt.extra})
			h := s.Handler(tt.addr)
			ask := func(host string) (int, string) {
				r := post(`{"query":"{hello}"}`)
				r.Host = host
				w := do(h, r)
				return w.Code, w.Body.String()
			}
			for _, host := range tt.allowed {
				if status, body := ask(host); status != http.StatusOK {
					t.Errorf("Host %q: %d %s", host, status, body)
				}
			}
			for _, host := range tt.refused {
				if status, body := ask(host); status != http.StatusForbidden || !strings.Contains(body, "HOST_NOT_ALLOWED") || host != "" && strings.Contains(body, host) {
					t.Errorf("Host %q: %d %s", host, status, body)
				}
			}
		})
	}
}
