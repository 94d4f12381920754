package loader

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
)

// writeTree writes files, with the folders that they need, and gives the folder that
// holds them.
func writeTree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// shown writes what was found, one line each, with dir left out.
func shown(f Found, dir string) []string {
	var out []string
	for _, in := range f.Inputs {
		line := "read " + in.Name + " " + string(in.Format)
		if in.Vocabulary {
			line += " vocabulary"
		}
		if in.Kind.IsTerm() {
			line += " " + in.Kind.Prefix()
		}
		out = append(out, line)
	}
	for _, p := range f.Refused {
		out = append(out, "refuse "+p.Error())
	}
	for _, p := range f.Ignored {
		out = append(out, "ignore "+p.File)
	}
	if dir != "" {
		for i := range out {
			out[i] = strings.ReplaceAll(out[i], dir+string(filepath.Separator), "")
		}
	}
	return out
}

func TestFindInFolder(t *testing.T) {
	outside := writeTree(t, map[string]string{"secret.yaml": "id: S\n"})
	dir := writeTree(t, map[string]string{
		"b.yaml": "", "a/2.ndjson": "", "a/10.jsonl": "", "a/z.json": "", "c.YML": "", "page.txt": "",
		"vocab/components.yaml": "", "vocab/causes.jsonl": "", "vocab/colours.yaml": "",
		"deep/vocab/components.yaml": "",
		"notes.md":                   "", "LICENSE": "",
		".hidden.yaml": "", ".git/x.yaml": "",
	})
	link := func(target, name string) {
		t.Helper()
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	link("b.yaml", "inside.yaml")
	link("a", "folder-inside")
	link(".git", "hidden-inside")
	link("../hidden-inside", "a/by-two-links")
	link(".", "itself")
	link(filepath.Join(outside, "secret.yaml"), "outside.yaml")
	link("../"+filepath.Base(outside)+"/secret.yaml", "dots.yaml")
	link("gone.yaml", "dangling.yaml")
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.yaml"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"read deep/vocab/components.yaml yaml vocabulary component",
		"read vocab/causes.jsonl ndjson vocabulary cause",
		"read vocab/colours.yaml yaml vocabulary",
		"read vocab/components.yaml yaml vocabulary component",
		"read a/10.jsonl ndjson",
		"read a/2.ndjson ndjson",
		"read a/z.json json",
		"read b.yaml yaml",
		"read c.YML yaml",
		"read inside.yaml yaml",
		"read page.txt ",
		"refuse dangling.yaml: is a link to a file that does not exist",
		"refuse dots.yaml: is a link that leaves the folder: name the file itself",
		"refuse outside.yaml: is a link that leaves the folder: name the file itself",
		"refuse pipe.yaml: is a named pipe, not a file",
		"ignore LICENSE",
		"ignore a/by-two-links",
		"ignore hidden-inside",
		"ignore notes.md",
	}
	same(t, "found", shown(Find([]string{dir}, Sources{}), dir), want)

	forced := Find([]string{dir}, Sources{Format: NDJSON})
	same(t, "a forced format does not touch vocabularies", forced.Inputs[3].Format, YAML)
	same(t, "a forced format", forced.Inputs[5].Format, NDJSON)
}

func TestFindNamed(t *testing.T) {
	dir := writeTree(t, map[string]string{"a.yaml": "id: A\n", "odd.case": "id: B\n", ".dot.yaml": "id: C\n", "front.md": "---\ntitle: x\n---\nText.\n"})
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := syscall.Mkfifo(in("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	found := Find([]string{in("odd.case"), in("a.yaml"), in(".dot.yaml"), in("pipe"), in("none"), in("front.md"), "/dev/null", Stdin}, Sources{Stdin: strings.NewReader("id: D\n")})
	same(t, "found", shown(found, dir), []string{
		"read odd.case ",
		"read a.yaml yaml",
		"read .dot.yaml yaml",
		"read standard input ",
		"refuse pipe: is a named pipe, not a file: give its content on standard input (-)",
		"refuse none: cannot be read: no such file or directory",
		"refuse front.md: is text for people, as its name tells: write the case down as YAML (--format says otherwise)",
		"refuse /dev/null: is a device, not a file: give its content on standard input (-)",
	})
	var all string
	for _, in := range found.Inputs {
		file, err := in.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		all += string(text)
	}
	same(t, "content", all, "id: B\nid: A\nid: C\nid: D\n")
}

// Names that begin with a dot are matched by such parts of a pattern alone.
func TestPatternsAndHiddenNames(t *testing.T) {
	dir := writeTree(t, map[string]string{
		"a/h.yaml": "", ".hid/h.yaml": "", ".hid/sub/h.yaml": "", "a/.sub/h.yaml": "", "a/.h.yaml": "",
	})
	for pattern, want := range map[string][]string{
		"*/h.yaml":       {"read a/h.yaml yaml"},
		".h*/h.yaml":     {"read .hid/h.yaml yaml"},
		".hid/*.yaml":    {"read .hid/h.yaml yaml"},
		".hid/*/h.yaml":  {"read .hid/sub/h.yaml yaml"},
		"*/*/h.yaml":     {"refuse " + filepath.Join(dir, "*/*/h.yaml") + ": matches no file"},
		"*/.*/h.yaml":    {"read a/.sub/h.yaml yaml"},
		"a/*.yaml":       {"read a/h.yaml yaml"},
		"a//../*/h.yaml": {"read a/h.yaml yaml"},
		"a/.*.yaml":      {"read a/.h.yaml yaml"},
		"?hid/h.yaml":    {"refuse " + filepath.Join(dir, "?hid/h.yaml") + ": matches no file"},
	} {
		got := shown(Find([]string{dir + "/" + pattern}, Sources{}), "")
		for i := range got {
			if !strings.HasPrefix(got[i], "refuse") {
				got[i] = strings.ReplaceAll(got[i], dir+string(filepath.Separator), "")
			}
		}
		same(t, pattern, got, want)
	}
}

// Nothing is what a program says that has no record to give; a file that should hold one
// is another matter.
func TestEmptyInputs(t *testing.T) {
	dir := writeTree(t, map[string]string{"a.ndjson": "", "b.jsonl": "\n", "c.yaml": "", "d.txt": "", "vocab/causes.ndjson": ""})
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, tt := range []struct {
		path     string
		format   Format
		rejected int
	}{
		{in("a.ndjson"), Auto, 0}, {in("b.jsonl"), Auto, 0}, {in("c.yaml"), Auto, 1}, {in("c.yaml"), NDJSON, 0}, {in("d.txt"), Auto, 1},
		{Stdin, Auto, 0}, {Stdin, NDJSON, 0}, {Stdin, YAML, 1}, {dir, Auto, 2},
	} {
		report, err := readOnly(Find([]string{tt.path}, Sources{Format: tt.format, Stdin: strings.NewReader("")}), Options{Vocabulary: pageVocabulary(t)})
		same(t, "error", err, nil)
		same(t, tt.path+" as "+string(tt.format), report.Rejected, tt.rejected)
		same(t, "read", report.Read, tt.rejected)
	}
}

// Lines of records are taken for what they are, also in a file that is called JSON.
func TestLinesInJSON(t *testing.T) {
	for text, want := range map[string]string{
		"{\"id\": \"A\"}\n{\"id\": \"B\"}\n":                                      "A B",
		"\n {\"id\": \"A\", \"id\": null} \r\n\n{\"id\": \"B\",\n{\"id\": \"C\"}": "C",
		"{\"id\": \"A\"}\n":                    "A",
		"{\"id\": \"A\", \"related\": [{}\n]}": "A",
		"{\"id\": \"A\"}\n[{\"id\": \"B\"}]":   "A",
		"{\"id\": \"A\", \"lessons\": \"" + strings.Repeat("x", 5000) + "\"}\n{\"id\": \"B\"}": "A B",
	} {
		same(t, text, keys(t, read(t, texts{{"rejects.json", text}}, Options{})), want)
	}
}

func TestFindInFileSystem(t *testing.T) {
	library := fstest.MapFS{
		"cases/2020/EX-1.yaml":  {Data: []byte("id: EX-1\n")},
		"vocab/components.yaml": {Data: []byte("- slug: cache\n  en: Cache\n")},
	}
	found := FindIn(library, "library")
	same(t, "found", shown(found, ""), []string{
		"read library/vocab/components.yaml yaml vocabulary component",
		"read library/cases/2020/EX-1.yaml yaml",
	})
}

// TestLinkThatIsTurnedOutwards: a link that is made to leave the folder after it was
// found is not followed, either.
func TestLinkThatIsTurnedOutwards(t *testing.T) {
	outside := writeTree(t, map[string]string{"secret.yaml": "id: S\n"})
	dir := writeTree(t, map[string]string{"a.yaml": "id: A\n"})
	found := Find([]string{dir}, Sources{})
	name := filepath.Join(dir, "a.yaml")
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "secret.yaml"), name); err != nil {
		t.Fatal(err)
	}
	if file, err := found.Inputs[0].Open(t.Context()); err == nil {
		file.Close()
		t.Error("the link was followed")
	}
}

// The file that rejected records are written to is no input of folders and patterns.
func TestRejectsAreNoInput(t *testing.T) {
	dir := writeTree(t, map[string]string{"a.ndjson": "", "r.ndjson": ""})
	rejects := filepath.Join(dir, "r.ndjson")
	for _, path := range []string{dir, filepath.Join(dir, "*.ndjson")} {
		found := Find([]string{path}, Sources{Rejects: rejects})
		same(t, path, shown(found, dir), []string{"read a.ndjson ndjson", "ignore r.ndjson"})
	}
}

func TestOtherAddresses(t *testing.T) {
	found := Find([]string{"ftp://example.com/a.yaml", "file:///a.yaml", "://a.yaml"}, Sources{})
	same(t, "found", shown(found, ""), []string{
		"refuse ftp://example.com/a.yaml: is an address of a kind that is not read: only http and https are; name a file by its path",
		"refuse file:///a.yaml: is an address of a kind that is not read: only http and https are; name a file by its path",
		"refuse ://a.yaml: cannot be read: no such file or directory",
	})
}
