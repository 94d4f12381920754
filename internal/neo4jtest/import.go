package neo4jtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// Import fills a new Neo4j from CSV files by its import tool, starts it, and
// tells how long the tool's process ran, Java's own start included. arguments
// are those of `neo4j-admin database import full`, files in them relative to
// folder, where the tool leaves its report, too. Tool and server run by Java,
// also where Start would choose Docker. The caller stops the server.
func Import(ctx context.Context, folder string, arguments ...string) (server *Server, took time.Duration, err error) {
	config, err := newConfig()
	if err != nil {
		return nil, 0, err
	}
	engine, err := newJava(ctx, config)
	if err != nil {
		return nil, 0, fmt.Errorf("importing into Neo4j takes Java 17 (a JDK) and Maven: %w", err)
	}
	server = &Server{Config: config, engine: engine}
	if took, err = engine.fill(ctx, folder, arguments); err == nil {
		err = server.launch(ctx)
	}
	if err != nil {
		return nil, 0, errors.Join(fmt.Errorf("importing into Neo4j: %w", err), server.Stop())
	}
	return server, took, nil
}

// fill runs the import tool over the home of a server that has never run. Like
// neo4j-admin it leaves the size of the heap to Java, and takes the collector
// that wants throughput.
func (e *javaEngine) fill(ctx context.Context, folder string, arguments []string) (time.Duration, error) {
	java := append(e.forNeo4j(), "-XX:+UseParallelGC", "org.neo4j.cli.AdminTool", "database", "import", "full")
	cmd := exec.CommandContext(ctx, e.java, append(java, arguments...)...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "NEO4J_HOME="+e.home, "NEO4J_CONF="+e.home)
	start := time.Now()
	printed, err := cmd.CombinedOutput()
	took := time.Since(start)
	if err != nil {
		return 0, fmt.Errorf("the import tool: %w, and it printed:\n%s", err, printed)
	}
	return took, nil
}
