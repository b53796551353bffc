package provider

import (
	"bytes"
	"embed"
	"fmt"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed data/*.yaml
var files embed.FS

// Table answers questions about resource types.
type Table struct {
	files     []*File
	resources map[string]entry
	data      map[string]entry
}

type entry struct {
	row  *Row
	file *File
}

// Known returns the table of the program. It is read once, at first use.
func Known() *Table { return known() }

var known = sync.OnceValue(func() *Table {
	t, err := load()
	if err != nil {
		// The files are part of the program; a test reads every one.
		panic(err)
	}
	return t
})

func load() (*Table, error) {
	entries, err := files.ReadDir("data")
	if err != nil {
		return nil, fmt.Errorf("read resource table: %w", err)
	}
	t := &Table{resources: map[string]entry{}, data: map[string]entry{}}
	for _, e := range entries {
		data, err := files.ReadFile("data/" + e.Name())
		if err != nil {
			return nil, fmt.Errorf("read resource table: %w", err)
		}
		f := &File{}
		dec := yaml.NewDecoder(bytes.NewReader(data))
		dec.KnownFields(true)
		if err := dec.Decode(f); err != nil {
			return nil, fmt.Errorf("read resource table %s: %w", e.Name(), err)
		}
		t.add(f)
	}
	return t, nil
}

func (t *Table) add(f *File) {
	t.files = append(t.files, f)
	for _, list := range []struct {
		rows  []*Row
		index map[string]entry
	}{{f.Resources, t.resources}, {f.Data, t.data}} {
		for _, r := range list.rows {
			list.index[r.Type] = entry{r, f}
			for _, same := range r.Same {
				list.index[same] = entry{r, f}
			}
		}
	}
}

// Resource returns the row of a managed resource type and the file it is in.
func (t *Table) Resource(typ string) (*Row, *File) {
	e := t.resources[typ]
	return e.row, e.file
}

// DataSource returns the row of a data source and the file it is in.
func (t *Table) DataSource(typ string) (*Row, *File) {
	e := t.data[typ]
	return e.row, e.file
}

// Files lists the providers of the table.
func (t *Table) Files() []*File { return t.files }

// Describes reports whether the file is about the provider with this source
// address; an empty source stands for the default of the local name.
func (f *File) Describes(name, source string) bool {
	if source == "" {
		source = "hashicorp/" + name
	}
	if host, rest, ok := strings.Cut(source, "/"); ok && strings.Contains(rest, "/") {
		_ = host
		source = rest
	}
	for _, s := range f.Sources {
		if strings.EqualFold(s, source) {
			return true
		}
	}
	return len(f.Sources) == 0
}
