package docs

import (
	"embed"
	"fmt"
	"path"
	"regexp"
	"strings"
)

//go:embed questions.md questions.ko.md questions/*.graphql
var files embed.FS

// A Question is one that an analyst asks of the shipped library.
type Question struct {
	Name  string `json:"name"` // of its file, without the ending
	Title Title  `json:"title"`
	Query string `json:"query"` // a GraphQL document that needs no variables
}

// A Title is the question as people say it.
type Title struct {
	English string `json:"en"`
	Korean  string `json:"ko"`
}

// Questions gives the saved questions in the order of their names, which is the order of
// questions.md and questions.ko.md, whose headings are the titles. It fails for a
// question that either of them leaves out.
func Questions() ([]Question, error) {
	english, err := headings("questions.md")
	if err != nil {
		return nil, err
	}
	korean, err := headings("questions.ko.md")
	if err != nil {
		return nil, err
	}
	entries, err := files.ReadDir("questions") // sorted by name
	if err != nil {
		return nil, err
	}
	questions := make([]Question, len(entries))
	for i, entry := range entries {
		query, err := files.ReadFile(path.Join("questions", entry.Name()))
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(entry.Name(), ".graphql")
		title := Title{english[name], korean[name]}
		if title.English == "" || title.Korean == "" {
			return nil, fmt.Errorf("docs: questions.md and questions.ko.md do not both show the question %s", name)
		}
		questions[i] = Question{name, title, string(query)}
	}
	return questions, nil
}

var (
	heading = regexp.MustCompile(`(?m)^## \d+\. (.+)$`)
	answer  = regexp.MustCompile(`\(questions/([^)]+)\.json\)`)
)

// headings gives the heading of each section of a document that links a question's
// answer, by the question's name.
func headings(document string) (map[string]string, error) {
	b, err := files.ReadFile(document)
	if err != nil {
		return nil, err
	}
	text := string(b)
	titles := map[string]string{}
	starts := heading.FindAllStringSubmatchIndex(text, -1)
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		if link := answer.FindStringSubmatch(text[at[1]:end]); link != nil {
			titles[link[1]] = text[at[2]:at[3]]
		}
	}
	return titles, nil
}
