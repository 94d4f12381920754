// Command incidentgraph loads incident post-mortems into a graph and answers questions
// about them in GraphQL. One file holds one subcommand. What is data goes to standard
// output, what is said to people goes to standard error.
package main
