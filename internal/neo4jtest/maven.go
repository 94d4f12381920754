package neo4jtest

import (
	"context"
	_ "embed" // for pom.xml
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/gofrs/flock"
)

//go:embed pom.xml
var pom []byte

// libraries returns the folder with the jars of Neo4j, which Maven fills the
// first time. Processes that come meanwhile wait for the one that fetches.
func libraries(ctx context.Context) (string, error) {
	cache, err := cacheFolder()
	if err != nil {
		return "", err
	}
	lock := flock.New(filepath.Join(cache, "neo4j-"+version+".lock"))
	if err := lock.Lock(); err != nil {
		return "", fmt.Errorf("locking %s: %w", lock.Path(), err)
	}
	defer lock.Close()
	lib := filepath.Join(cache, "neo4j-"+version, "lib")
	if _, err := os.Stat(lib); !errors.Is(err, os.ErrNotExist) {
		return lib, err
	}
	return lib, fetch(ctx, lib)
}

// fetch lets Maven put the jars into the folder lib, which is there whole or not at all.
func fetch(ctx context.Context, lib string) error {
	mvn, err := exec.LookPath("mvn")
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "neo4jtest: fetching Neo4j %s with Maven (once, 120 MB)\n", version)
	parent := filepath.Dir(lib)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp(parent, "fetch-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.WriteFile(filepath.Join(work, "pom.xml"), pom, 0o600); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, mvn, "--batch-mode", "--quiet", "--strict-checksums",
		"-Dneo4j.version="+version,
		"org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies",
		"-DoutputDirectory=lib")
	cmd.Dir = work
	if printed, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", cmd, err, printed)
	}
	return os.Rename(filepath.Join(work, "lib"), lib)
}

// cacheFolder returns the user's folder for what can be fetched or made again.
func cacheFolder() (string, error) {
	user, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(user, "incidentgraph")
	return folder, os.MkdirAll(folder, 0o755)
}
