package plugin

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/render"
	"github.com/rollout-pin/kubectl-rollout-pin/plugin/source"
)

// renderReader reads renders and pins of the working tree, or of a git revision.
type renderReader struct {
	revision string
	// extra options of the command line.
	ignore, secret render.Globs
	open           bool
}

func (r renderReader) options(o render.Options) render.Options {
	o.Ignore = append(append(render.Globs{}, o.Ignore...), r.ignore...)
	o.SecretPaths = append(append(render.Globs{}, o.SecretPaths...), r.secret...)
	o.OpenEmbedded = o.OpenEmbedded || r.open
	return o
}

// render reads one render: a stream or a folder of streams.
func (r renderReader) render(ctx context.Context, name string) (render.Render, error) {
	docs, err := source.Documents(ctx, source.Options{Filenames: []string{name}, Recursive: true, Revision: r.revision})
	if err != nil {
		return nil, err
	}
	out := make(render.Render, 0, len(docs))
	for _, d := range docs {
		for _, twice := range d.Duplicates {
			return nil, fmt.Errorf("%s:%d:%d: key %s stands twice, first in line %d: keep one of them",
				d.File, twice.Second.Line, twice.Second.Column, twice.Path, twice.First.Line)
		}
		out = append(out, render.Document{Node: d.Node, Position: checks.Position{File: d.File, Line: d.Node.Line, Column: d.Node.Column}})
	}
	return out, nil
}

// pin reads a pin file.
func (r renderReader) pin(ctx context.Context, name string) (*render.Pin, error) {
	data, err := source.ReadFile(ctx, r.revision, name)
	if err != nil {
		return nil, err
	}
	return render.ParsePin(name, data)
}

// pinnedSide reads the version and renders that a pin names, relative to it. A
// version that cannot be read is part of the side; a render that cannot is an error.
func (r renderReader) pinnedSide(ctx context.Context, name string, pin *render.Pin) (*render.Side, error) {
	dir := filepath.Dir(name)
	var outputs []render.Output
	for _, c := range pin.Spec.Cases {
		one := render.Case{Name: c.Name}
		for _, file := range c.Renders {
			docs, err := r.render(ctx, filepath.Join(dir, file))
			if err != nil {
				return nil, fmt.Errorf("case %s: %w", c.Name, err)
			}
			one.Renders = append(one.Renders, docs)
		}
		outputs = append(outputs, one.Merge(r.options(pin.Options())))
	}
	version, err := r.version(ctx, dir, name, pin.Spec.VersionFrom)
	return render.NewSide(version, err, outputs), nil
}

func (r renderReader) version(ctx context.Context, dir, pin string, from render.VersionFrom) (render.Version, error) {
	switch {
	case !from.Value.IsZero():
		number, err := render.Integer(checks.NewValue(&from.Value))
		if err != nil {
			err = fmt.Errorf("%s:%d:%d: spec.versionFrom.value: %w", pin, from.Value.Line, from.Value.Column, err)
		}
		return render.Version{Number: number, Position: checks.Position{File: pin, Line: from.Value.Line, Column: from.Value.Column}}, err
	case from.GoConst != nil:
		name := filepath.Join(dir, from.GoConst.File)
		src, err := source.ReadFile(ctx, r.revision, name)
		if err != nil {
			return render.Version{}, err
		}
		return render.GoConst(name, src, from.GoConst.Name)
	}
	return r.fieldVersion(ctx, filepath.Join(dir, from.Field.File), from.Field.Path)
}

func (r renderReader) fieldVersion(ctx context.Context, name, field string) (render.Version, error) {
	path, err := render.ParseFieldPath(field)
	if err != nil {
		return render.Version{}, err
	}
	data, err := source.ReadFile(ctx, r.revision, name)
	if err != nil {
		return render.Version{}, err
	}
	docs, err := render.ParseRender(name, data)
	if err != nil {
		return render.Version{}, err
	}
	var found []checks.Value
	for _, d := range docs {
		if v := path.In(checks.NewValue(d.Node)); v.Present() {
			found = append(found, v)
		}
	}
	if len(found) != 1 {
		return render.Version{}, fmt.Errorf("%s: %d documents have the field %s, one must", name, len(found), field)
	}
	at := checks.Position{File: name, Line: found[0].Line(), Column: found[0].Column()}
	number, err := render.Integer(found[0])
	if err != nil {
		return render.Version{}, fmt.Errorf("%s:%d:%d: %s: %w", name, at.Line, at.Column, field, err)
	}
	return render.Version{Number: number, Position: at}, nil
}
