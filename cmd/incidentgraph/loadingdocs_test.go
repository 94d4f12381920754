package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// endsWith is how the document says that a command ends with another code than 0.
var endsWith = regexp.MustCompile(`\s+# (?:ends with|종료 코드) (\d)$`)

// Every file of the document on loading is written, every command is run as it stands
// there, and what stands below commands is all that they say.
func TestCommandsOfLoading(t *testing.T) {
	for _, name := range []string{"docs/loading.md", "docs/loading.ko.md"} {
		t.Run(name, func(t *testing.T) {
			ran := runDocument(t, newProgram(t), root(t, name), func(f fence) bool { return !strings.Contains(f.text, "NEO4J") })
			if ran < 15 {
				t.Errorf("only %d commands were run", ran)
			}
		})
	}
}

// runDocument runs the commands of a document and gives how many there were.
func runDocument(t *testing.T, p *program, path string, wanted func(fence) bool) int {
	t.Helper()
	ran, said := 0, ""
	for _, f := range fencesOf(t, path) {
		switch f.lang {
		case "yaml":
			first, _, _ := strings.Cut(f.text, "\n")
			p.write(strings.TrimPrefix(first, "# "), f.text)
		case "sh":
			said = ""
			if !wanted(f) {
				continue
			}
			for _, line := range strings.Split(strings.TrimSpace(f.text), "\n") {
				said += p.shell(t, line)
				ran++
			}
		case "text":
			if said != f.text {
				t.Errorf("line %d: what was run says\n%s", f.line, said)
			}
		}
	}
	return ran
}

// shell runs one line as a shell does and gives all that it says.
func (p *program) shell(t *testing.T, line string) string {
	t.Helper()
	want := "0"
	if m := endsWith.FindStringSubmatchIndex(line); m != nil {
		want, line = line[m[2]:m[3]], line[:m[0]]
	}
	if strings.HasPrefix(line, "export ") { // those name a server that is not this one
		return ""
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", line)
	base := p.command()
	cmd.Dir = p.home
	cmd.Env = append(base.Env, "PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); (code == 0) != (want == "0") || want != "0" && code != int(want[0]-'0') {
		t.Errorf("%s: %v\n%s", line, err, out)
	}
	return string(out)
}
