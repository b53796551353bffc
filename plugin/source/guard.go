package source

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/kyaml/filesys"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// guard is a file system that lets kustomize read only what is within the
// limits, and only kustomizations that stay on this machine.
type guard struct {
	filesys.FileSystem
	parser parser
	// shown is how the user named dir.
	shown, dir string

	total int64
	// refused is the first reason not to render. The others may be why it
	// fails: the first text that is no valid YAML, which need not be one that
	// kustomize parses, and the first key that stands twice.
	refused, broken, twice error
}

// ReadFile implements filesys.FileSystem.
func (g *guard) ReadFile(name string) ([]byte, error) {
	if g.refused != nil {
		return nil, g.refused
	}
	data, err := g.read(name)
	if err == nil {
		err = g.check(g.display(name), data)
	}
	if err == nil && isKustomization(name) {
		err = g.local(name, data)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		g.refused = err
	}
	return data, err
}

func (g *guard) read(name string) ([]byte, error) {
	f, err := g.FileSystem.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, fileError(g.display(name), errors.Join(err, errors.New("not a regular file")))
	}
	limit := g.parser.limits.FileBytes
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	g.total += int64(len(data))
	switch {
	case err != nil:
		return nil, fileError(g.display(name), err)
	case int64(len(data)) > limit:
		return nil, fileError(g.display(name), tooLong(limit))
	case g.total > g.parser.limits.TotalBytes:
		return nil, fileError(g.display(name), limitError(tooLong(g.parser.limits.TotalBytes).Error()+" in all"))
	}
	return data, nil
}

// display names a file as the user would, from the directory that is rendered.
func (g *guard) display(name string) string {
	rel, err := filepath.Rel(g.dir, name)
	if err != nil {
		return name
	}
	if ref, dir, ok := strings.Cut(g.shown, ":"); ok && !filepath.IsAbs(g.shown) {
		return ref + ":" + filepath.ToSlash(filepath.Join(dir, rel))
	}
	return filepath.ToSlash(filepath.Join(g.shown, rel))
}

var (
	aliasToken = regexp.MustCompile(`(?m)(^|[\s,\[{])\*[\w-]`)
	// fewAliases cannot make a text grow much: the worst that this many can do
	// is some thousand times.
	fewAliases = 20
)

// check applies the limits to the documents of a file. Text that is no YAML
// can be the content of a ConfigMap, so that alone is no reason to refuse it.
func (g *guard) check(name string, data []byte) error {
	s := newSplitter(bytes.NewReader(data), g.parser.limits.DocumentBytes)
	for {
		c, err := s.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			var trees []tree
			trees, _, err = g.parser.parse(c, name)
			g.note(trees)
		} else {
			err = s.error(name, err)
		}
		switch {
		case err == nil:
		case errors.Is(err, ErrLimit), len(aliasToken.FindAllIndex(data, fewAliases)) >= fewAliases:
			return err
		case g.broken == nil:
			g.broken = err
		}
	}
}

// note remembers the first key that stands twice: kustomize refuses it too.
func (g *guard) note(trees []tree) {
	for _, t := range trees {
		if twice := t.prep.duplicates(checks.NewValue(t.node)); len(twice) > 0 && g.twice == nil {
			g.twice = &Error{Position: twice[0].Second, Problem: "a key stands twice in one map, first in line " + strconv.Itoa(twice[0].First.Line)}
		}
	}
}

func isKustomization(name string) bool {
	for _, known := range konfig.RecognizedKustomizationFileNames() {
		if filepath.Base(name) == known {
			return true
		}
	}
	return false
}

// explain is an error without the words of kustomize: they quote files.
func (g *guard) explain(err error) error {
	switch {
	case g.broken != nil:
		return g.broken
	case g.twice != nil && strings.Contains(err.Error(), "already defined at line"):
		return g.twice
	}
	problem := "kustomize cannot render it"
	for _, known := range kustomizeProblems {
		if strings.Contains(err.Error(), known.text) {
			problem += ": " + known.means
			break
		}
	}
	return &Error{
		Position: checks.Position{File: g.shown}, Err: err,
		Problem: problem + "; `kustomize build` tells more (its message is not repeated here, since it can hold secrets)",
	}
}

// kustomizeProblems are reasons that can be told without quoting.
var kustomizeProblems = []struct{ text, means string }{
	{"unable to find one of", "there is no kustomization file"},
	{"Found multiple kustomization files", "a directory has more than one kustomization file"},
	{"is not in or below", "a file lies outside of the kustomization that names it"},
	{"cycle detected", "kustomizations name each other"},
	{"may not add resource with an already registered id", "two resources are the same object"},
	{"already registered id", "two resources are the same object"},
	{"no matches for Id", "a patch matches no resource"},
	{"failed to find unique target for patch", "a patch matches no resource, or several"},
	{"no such file or directory", "a file that it names does not exist"},
	{"unknown field", "a kustomization has an unknown field"},
}
