//go:build embedded_only

package main

import (
	"fmt"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	remove, err := buildBinary()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	remove()
	os.Exit(code)
}
