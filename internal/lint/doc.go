// Package lint tests the files that no compiler reads: that the linter's
// configuration catches a forbidden import (build tag lint, run by `make lint`),
// and that docker-compose.yml opens nothing beyond the loopback interface and
// holds no password.
package lint
