package neo4jtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestStartSaysWhatToInstall(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("JAVA_HOME", "")
	server, err := Start(t.Context())
	if err == nil {
		t.Fatal("a server came from nowhere:", server.Stop())
	}
	for _, want := range []string{"install Docker, or Java 17 (a JDK) and Maven", envURI, "`make test-embedded`"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
}

func TestFindJava(t *testing.T) {
	const base, compiler = "java.base@%s\n", "jdk.compiler@%[1]s\n"
	for _, c := range []struct{ name, version, modules, want string }{
		{"new enough", "17.0.15", base + compiler, ""},
		{"newer", "21", base + compiler, ""},
		{"too old", "11.0.2", base + compiler, "is Java 11; Neo4j 5.26 needs 17 or newer"},
		{"without a compiler", "17.0.15", base, "a JDK is needed, not a JRE"},
		{"something else", "17.0.15", "hello\n", "does not list java.base"},
	} {
		t.Run(c.name, func(t *testing.T) {
			home := t.TempDir()
			modules := strings.ReplaceAll(strings.ReplaceAll(c.modules, "%[1]s", c.version), "%s", c.version)
			script := fmt.Sprintf("#!/bin/sh\necho '%s'\n", modules)
			if err := os.Mkdir(filepath.Join(home, "bin"), 0o755); err != nil {
				t.Fatal(err)
			}
			java := filepath.Join(home, "bin", "java")
			if err := os.WriteFile(java, []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
			t.Setenv("JAVA_HOME", home)
			got, err := findJava(t.Context())
			if c.want == "" && (err != nil || got != java) {
				t.Errorf("got %q, %v; want %q", got, err, java)
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

func TestFill(t *testing.T) {
	folder, home := t.TempDir(), t.TempDir()
	const script = `#!/bin/sh
echo "$PWD $NEO4J_HOME $NEO4J_CONF"
for argument; do echo "$argument"; done > arguments
exit $STATUS
`
	java := filepath.Join(home, "java")
	if err := os.WriteFile(java, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	e := &javaEngine{java: java, lib: "lib", home: home}

	t.Setenv("STATUS", "0")
	if _, err := e.fill(t.Context(), folder, []string{"--nodes=Film=films.csv"}); err != nil {
		t.Fatal(err)
	}
	arguments, err := os.ReadFile(filepath.Join(folder, "arguments"))
	if want := "\norg.neo4j.cli.AdminTool\ndatabase\nimport\nfull\n--nodes=Film=films.csv\n"; err != nil || !strings.HasSuffix(string(arguments), want) {
		t.Errorf("got the arguments %q, %v; want %q at their end", arguments, err, want)
	}

	t.Setenv("STATUS", "70")
	_, err = e.fill(t.Context(), folder, nil)
	if want := fmt.Sprintf("exit status 70, and it printed:\n%s %s %[2]s\n", folder, home); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v, want %q at its end", err, want)
	}
}

func TestContainerVariable(t *testing.T) {
	got := containerVariable(setting{"server.memory.heap.max_size", "1g"})
	if want := "NEO4J_server_memory_heap_max__size=1g"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestLockPath(t *testing.T) {
	path := func(uri string) string {
		t.Helper()
		path, err := lockPath(Config{URI: uri})
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	home := path("neo4j://graph.example:7687")
	for _, same := range []string{"bolt://graph.example:7687", "neo4j://Graph.Example", "neo4j+s://graph.example"} {
		if path(same) != home {
			t.Errorf("%s has another lock", same)
		}
	}
	for _, other := range []string{"neo4j://graph.example:7688", "neo4j://graph2.example"} {
		if path(other) == home {
			t.Errorf("%s has the same lock", other)
		}
	}
}

func TestFromEnvironment(t *testing.T) {
	t.Setenv("NEO4J_URI", "neo4j://production.example")
	t.Setenv(envURI, "")
	t.Setenv(envUser, "")
	t.Setenv(envPassword, "secret")
	if config, ok := fromEnvironment(); ok {
		t.Errorf("got %+v where nothing is named", config)
	}
	t.Setenv(envURI, "neo4j://test.example")
	config, ok := fromEnvironment()
	if want := (Config{"neo4j://test.example", "neo4j", "secret"}); !ok || config != want {
		t.Errorf("got %+v, %v; want %+v", config, ok, want)
	}
}
