package neo4jtest

import (
	"context"
	_ "embed" // for Boot.java
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

//go:embed Boot.java
var bootJava []byte

// javaEngine runs Neo4j from its published artifacts.
type javaEngine struct {
	java     string // the java program
	lib      string // the folder of jars
	home     string // the server's own folder, removed with it
	password string
}

func newJava(ctx context.Context, config Config) (*javaEngine, error) {
	java, err := findJava(ctx)
	if err != nil {
		return nil, err
	}
	lib, err := libraries(ctx)
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp("", "incidentgraph-neo4j-")
	if err != nil {
		return nil, err
	}
	e := &javaEngine{java: java, lib: lib, home: home, password: config.Password}
	if err := e.furnish(strings.TrimPrefix(config.URI, "neo4j://")); err != nil {
		return nil, errors.Join(err, e.remove())
	}
	return e, nil
}

// furnish writes what the server reads when it starts.
func (e *javaEngine) furnish(address string) error {
	var conf strings.Builder
	for _, s := range append(settings(address),
		setting{"server.bolt.enabled", "true"},
		setting{"server.bolt.listen_address", address},
		setting{"dbms.security.auth_enabled", "true"},
	) {
		fmt.Fprintf(&conf, "%s=%s\n", s.name, s.value)
	}
	if err := os.WriteFile(filepath.Join(e.home, "neo4j.conf"), []byte(conf.String()), 0o600); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(e.home, "Boot.java"), bootJava, 0o600)
}

func (e *javaEngine) launch(ctx context.Context) (*process, error) {
	arguments := append(e.forNeo4j(), "-Xmx"+heap(), filepath.Join(e.home, "Boot.java"), e.home)
	return launch(ctx, exec.Command(e.java, arguments...), e.password)
}

// forNeo4j are the arguments of java that everything of Neo4j's needs.
func (e *javaEngine) forNeo4j() []string {
	return []string{
		"--add-opens=java.base/java.nio=ALL-UNNAMED",
		"--add-opens=java.base/java.io=ALL-UNNAMED",
		"--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
		"-cp", filepath.Join(e.lib, "*"),
	}
}

func (e *javaEngine) kill(p *process) error {
	if err := p.cmd.Process.Kill(); !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

func (e *javaEngine) remove() error { return os.RemoveAll(e.home) }

var javaBase = regexp.MustCompile(`(?m)^java\.base@(\d+)`)

// findJava returns a java that is new enough and can run a source file.
func findJava(ctx context.Context) (string, error) {
	name := "java"
	if home := os.Getenv("JAVA_HOME"); home != "" {
		name = filepath.Join(home, "bin", name)
	}
	java, err := exec.LookPath(name)
	if err != nil {
		return "", err
	}
	modules, err := exec.CommandContext(ctx, java, "--list-modules").Output()
	if err != nil {
		return "", fmt.Errorf("%s --list-modules: %w (Java 8 or older?)", java, err)
	}
	found := javaBase.FindSubmatch(modules)
	if found == nil {
		return "", fmt.Errorf("%s --list-modules does not list java.base", java)
	}
	if major, err := strconv.Atoi(string(found[1])); err != nil || major < 17 {
		return "", fmt.Errorf("%s is Java %s; Neo4j 5.26 needs 17 or newer", java, found[1])
	}
	if !strings.Contains(string(modules), "jdk.compiler@") {
		return "", fmt.Errorf("%s has no compiler; a JDK is needed, not a JRE", java)
	}
	return java, nil
}
