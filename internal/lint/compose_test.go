package lint

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// compose is what these tests look at in docker-compose.yml.
type compose struct {
	Services map[string]struct {
		Image       string
		Environment map[string]string
		Ports       []string
		Volumes     []string
		Healthcheck struct{ Test []string }
		DependsOn   map[string]struct{ Condition string } `yaml:"depends_on"`
	}
	Volumes map[string]any
}

func readCompose(t *testing.T) compose {
	t.Helper()
	source, err := os.ReadFile("../../docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	var c compose
	if err := yaml.Unmarshal(source, &c); err != nil {
		t.Fatal(yaml.FormatError(err, false, true))
	}
	return c
}

func TestComposeServices(t *testing.T) {
	c := readCompose(t)
	if len(c.Services) != 2 {
		t.Errorf("%d services, want incidentgraph and neo4j", len(c.Services))
	}
	if got := c.Services["incidentgraph"].DependsOn["neo4j"].Condition; got != "service_healthy" {
		t.Errorf("incidentgraph waits for neo4j to be %q, want service_healthy", got)
	}
	if got := c.Services["neo4j"].Image; !strings.HasPrefix(got, "neo4j:5.26") {
		t.Errorf("the image of neo4j is %q, want the line that is tested, 5.26", got)
	}
	for name, service := range c.Services {
		if len(service.Healthcheck.Test) == 0 {
			t.Errorf("%s has no health check", name)
		}
		for _, volume := range service.Volumes {
			source, _, _ := strings.Cut(volume, ":")
			if _, ok := c.Volumes[source]; !ok {
				t.Errorf("%s mounts %s, which is no volume of the file", name, source)
			}
		}
	}
}

func TestComposeIsReachedFromItsMachineAlone(t *testing.T) {
	for name, service := range readCompose(t).Services {
		if len(service.Ports) == 0 {
			t.Errorf("%s publishes no port", name)
		}
		for _, port := range service.Ports {
			if !strings.HasPrefix(port, "127.0.0.1:") {
				t.Errorf("%s publishes %s beyond the loopback interface", name, port)
			}
		}
	}
}

// A password comes from a variable that must be set: none is in the file, and
// none is used when nothing is set.
func TestComposeHoldsNoPassword(t *testing.T) {
	secret := regexp.MustCompile(`_(AUTH|PASSWORD)$`)
	required := regexp.MustCompile(`^(neo4j/)?\$\{[A-Z0-9_]+:\?[^}]+\}$`)
	seen := 0
	for name, service := range readCompose(t).Services {
		for variable, value := range service.Environment {
			if !secret.MatchString(variable) {
				continue
			}
			seen++
			if !required.MatchString(value) {
				t.Errorf("%s: %s is %q, want ${NAME:?message}", name, variable, value)
			}
		}
	}
	if seen != 2 {
		t.Errorf("%d variables with a password, want NEO4J_AUTH and INCIDENTGRAPH_NEO4J_PASSWORD", seen)
	}
}
