// Package neo4jtest gives tests a real Neo4j 5.26.
//
// A Neo4j is found in three ways, in this order:
//
//  1. INCIDENTGRAPH_TEST_NEO4J_URI names one that runs already;
//     INCIDENTGRAPH_TEST_NEO4J_USER (neo4j when unset) and
//     INCIDENTGRAPH_TEST_NEO4J_PASSWORD sign in. NEO4J_URI is never read.
//  2. Docker runs the image neo4j:5.26-community, if its daemon answers.
//  3. Java 17 or newer runs the published artifacts of Neo4j, which Maven
//     fetches once into the user's cache folder.
//
// A package whose tests need Neo4j hands its TestMain to [Main] and calls
// [Open] in each such test:
//
//	func TestMain(m *testing.M) { neo4jtest.Main(m) }
//
//	func TestStore(t *testing.T) {
//		config := neo4jtest.Open(t) // the graph is empty and nobody else's
//		…
//	}
//
// Its files carry the build constraint !embedded_only, so that a machine
// without Neo4j can still test everything else. There is no skipping: where no
// Neo4j can be had, the tests fail and say what to install.
//
// Each test binary would start a server of its own. The command in the folder
// with starts one for all of them:
//
//	go run ./internal/neo4jtest/with -- go test ./...
//
// [Import] starts a server on a graph that Neo4j's import tool made. It needs
// Java and Maven, whatever the rest is content with.
//
// A server that this package starts listens on the loopback interface alone,
// has a random password, ends with the process that started it, however that
// process ends, and loses its data then. INCIDENTGRAPH_TEST_NEO4J_HEAP and
// INCIDENTGRAPH_TEST_NEO4J_PAGECACHE (both in Neo4j's notation, such as 2g)
// give it more memory, for benchmarks.
package neo4jtest
