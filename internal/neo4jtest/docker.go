package neo4jtest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// dockerLabel marks the containers of this package.
const dockerLabel = "incidentgraph.test"

// dockerEngine runs Neo4j in a container. The data are the container's own.
type dockerEngine struct{ container string }

// underStdin is what the container runs: the image's own entry point, for as
// long as standard input lasts, which ends with the client attached to it. (A
// shell gives its background commands no standard input of its own: hence 3.)
const underStdin = `exec 3<&0; /startup/docker-entrypoint.sh neo4j & cat <&3 >/dev/null & wait -n`

func newDocker(ctx context.Context, config Config) (engine, error) {
	// A daemon that is there answers at once; one that hangs is as good as none.
	asking, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if _, err := docker(asking, nil, "version", "--format", "{{.Server.Version}}"); err != nil {
		return nil, err
	}
	// Containers of processes that could not remove them: they have stopped long ago.
	if _, err := docker(ctx, nil, "container", "prune", "--force",
		"--filter", "label="+dockerLabel, "--filter", "until=24h"); err != nil {
		return nil, err
	}
	address := strings.TrimPrefix(config.URI, "neo4j://")
	create := []string{
		"create", "--interactive", "--label", dockerLabel,
		"--publish", address + ":7687",
		// In place of the image's volumes, which would outlive the container.
		"--tmpfs", "/data", "--tmpfs", "/logs",
		"--env", "NEO4J_AUTH", // the value is handed over unseen, in the client's environment
	}
	for _, s := range append(settings(address),
		setting{"server.memory.heap.max_size", heap()},
		setting{"server.directories.data", "/var/lib/neo4j/throwaway"},
	) {
		create = append(create, "--env", containerVariable(s))
	}
	create = append(create, "--entrypoint", "bash", image, "-c", underStdin)
	fmt.Fprintf(os.Stderr, "neo4jtest: starting %s with Docker\n", image)
	container, err := docker(ctx, []string{"NEO4J_AUTH=" + config.User + "/" + config.Password}, create...)
	if err != nil {
		return nil, err
	}
	return &dockerEngine{container: container}, nil
}

// containerVariable writes a setting as the variable that the image's entry point reads.
func containerVariable(s setting) string {
	return "NEO4J_" + strings.NewReplacer("_", "__", ".", "_").Replace(s.name) + "=" + s.value
}

func (e *dockerEngine) launch(ctx context.Context) (*process, error) {
	return launch(ctx, exec.Command("docker", "start", "--attach", "--interactive", e.container), "")
}

func (e *dockerEngine) kill(p *process) error {
	select {
	case <-p.done: // killing a container that has stopped is an error
		return nil
	default:
		_, err := docker(context.Background(), nil, "kill", "--signal", "KILL", e.container)
		return err
	}
}

func (e *dockerEngine) remove() error {
	_, err := docker(context.Background(), nil, "rm", "--force", e.container)
	return err
}

// docker runs the client with additional variables and returns what it printed
// to standard output, trimmed.
func docker(ctx context.Context, environment []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "docker", args...)
	cmd.Env = append(os.Environ(), environment...)
	var talk strings.Builder
	cmd.Stderr = &talk
	printed, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("docker %s: %w %s", args[0], err, strings.TrimSpace(talk.String()))
	}
	return strings.TrimSpace(string(printed)), nil
}
