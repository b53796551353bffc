package source

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// kustomization renders a directory of the working tree.
func (r *reader) kustomization(ctx context.Context) error {
	e := entry{name: filepath.Clean(r.Kustomize), named: true}
	dir, err := realPath(r.Kustomize)
	if err == nil {
		var info fs.FileInfo
		if info, err = os.Stat(dir); err == nil && !info.IsDir() {
			err = errors.New("not a directory")
		}
	}
	if err != nil {
		return r.fail(ctx, e, err)
	}
	return r.render(ctx, e, filesys.MakeFsOnDisk(), dir)
}

// realPath is absolute and without links, as kustomize names files.
func realPath(name string) (string, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(name)
}

// kustomizationAt renders the directory as it was at a revision. A directory
// that the revision does not have held nothing then.
func (r *reader) kustomizationAt(ctx context.Context, revs *revisions) error {
	e := entry{name: r.Revision + ":" + filepath.ToSlash(filepath.Clean(r.Kustomize)), named: true}
	rev, inside, err := revs.at(ctx, r.Kustomize)
	if err == nil {
		_, err = rev.Stat(orDot(inside))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	if err != nil {
		return r.fail(ctx, e, err)
	}
	return r.render(ctx, e, &revisionFS{rev}, "/"+inside)
}

// render builds a kustomization and reads what comes out. What kustomize reads
// goes through a guard, since it has no limits of its own; what it prints has no
// lines in any file.
func (r *reader) render(ctx context.Context, e entry, fsys filesys.FileSystem, dir string) error {
	guard := &guard{FileSystem: fsys, parser: parser{limits: r.Limits}, shown: e.name, dir: dir}
	type result struct {
		yaml []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		yaml, err := build(guard, dir)
		done <- result{yaml, err}
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case built := <-done:
		if guard.refused != nil {
			return r.fail(ctx, e, guard.refused)
		}
		if built.err != nil {
			return r.fail(ctx, e, guard.explain(built.err))
		}
		f := r.file(e)
		f.rendered = true
		return r.documents(ctx, f, bytes.NewReader(built.yaml))
	}
}

func build(fsys filesys.FileSystem, dir string) (yaml []byte, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("kustomize failed inside")
		}
	}()
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(fsys, dir)
	if err != nil {
		return nil, err
	}
	return resources.AsYaml()
}
