package graph

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// maxMinutes is the longest duration that a case may give: it fits GraphQL's Int.
const maxMinutes = math.MaxInt32

var (
	// 2d, 3h 54m, 1시간 30분, 1 hour 30 minutes: number and unit, largest unit first.
	wordDuration = regexp.MustCompile(`^(?:(\d+)\s*(?:w|weeks?|주))?\s*(?:(\d+)\s*(?:d|days?|일))?\s*(?:(\d+)\s*(?:h|hrs?|hours?|시간))?\s*(?:(\d+)\s*(?:m|mins?|minutes?|분))?\s*(?:(\d+)\s*(?:s|secs?|seconds?|초))?$`)
	// ISO 8601 without years and months, whose length is not fixed.
	isoDuration = regexp.MustCompile(`^p(?:(\d+)w)?(?:(\d+)d)?(?:t(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)(?:\.\d+)?s)?)?$`)
)

// ParseMinutes reads a duration: whole minutes ("234"), words ("3h 54m", "2d",
// "1시간 30분") or ISO 8601 ("PT3H54M"). Seconds are floored to minutes. A negative
// duration, or one longer than 2^31-1 minutes, is an error.
func ParseMinutes(s string) (int, error) {
	bad := fmt.Errorf("%q is not a duration: write minutes (234), 3h 54m or PT3H54M", s)
	text := strings.ToLower(strings.TrimSpace(s))
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		if n > maxMinutes {
			return 0, fmt.Errorf("%q is too long a duration", s)
		}
		return int(n), nil
	}
	m := wordDuration.FindStringSubmatch(text)
	if m == nil {
		m = isoDuration.FindStringSubmatch(text)
	}
	if m == nil {
		return 0, bad
	}
	seconds, given := 0.0, false
	for i, unit := range []float64{7 * 86400, 86400, 3600, 60, 1} {
		if m[i+1] == "" {
			continue
		}
		n, err := strconv.ParseUint(m[i+1], 10, 32)
		if err != nil {
			return 0, fmt.Errorf("%q is too long a duration", s)
		}
		given = true
		seconds += float64(n) * unit
	}
	switch {
	case !given:
		return 0, bad
	case seconds >= (maxMinutes+1)*60.0:
		return 0, fmt.Errorf("%q is too long a duration", s)
	}
	return int(seconds / 60), nil
}
