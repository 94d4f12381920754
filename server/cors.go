package server

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/rs/cors"
)

// newCORS lets pages of the given origins read answers; nil origins: of none. An
// origin is written as browsers send it, scheme://host or scheme://host:port. "*",
// alone, stands for all; answers never depend on cookies, so none are allowed.
func newCORS(origins []string) (func(http.Handler) http.Handler, error) {
	if len(origins) == 0 {
		// rs/cors takes an empty list for "all".
		return func(next http.Handler) http.Handler { return next }, nil
	}
	for _, origin := range origins {
		if err := checkOrigin(origin, len(origins)); err != nil {
			return nil, fmt.Errorf("CORS origin %q: %w", origin, err)
		}
	}
	return cors.New(cors.Options{
		AllowedOrigins: slices.Clone(origins),
		AllowedMethods: []string{http.MethodGet, http.MethodHead, http.MethodPost},
		AllowedHeaders: []string{"Accept", "Accept-Language", "Content-Type"},
		ExposedHeaders: []string{"Retry-After"},
		MaxAge:         600,
	}).Handler, nil
}

func checkOrigin(origin string, among int) error {
	if origin == "*" {
		if among > 1 {
			return fmt.Errorf("all origins are allowed by it: give it alone")
		}
		return nil
	}
	origin = strings.ToLower(origin)
	u, err := url.Parse(origin)
	switch {
	case err != nil, u.Host == "", u.Scheme+"://"+u.Host != origin, strings.Contains(origin, "*"):
		return fmt.Errorf("give scheme://host or scheme://host:port, without path or wildcard, or * alone")
	case u.Scheme == "http" && u.Port() == "80", u.Scheme == "https" && u.Port() == "443":
		return fmt.Errorf("browsers leave the default port out: do the same")
	}
	return nil
}
