// Package static serves over HTTP what does not change while the program runs: embedded
// files and what is made of them at the start.
package static
