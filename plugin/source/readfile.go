package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ReadFile returns the content of one file, at a git revision unless that is "".
// Errors name the file as the caller did, with the revision in front.
func ReadFile(ctx context.Context, ref, name string) ([]byte, error) {
	limits := Limits{}.orDefaults()
	if ref == "" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fileError(name, err)
		}
		defer f.Close()
		return readLimited(f, name, limits.ParseBytes)
	}
	shown := ref + ":" + name
	revs := &revisions{ref: ref, max: limits.FileBytes, open: map[string]*revision{}}
	defer revs.close()
	rev, inside, err := revs.at(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown, err)
	}
	f, err := rev.Open(inside)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: the revision has no such file", shown)
	}
	if err != nil {
		return nil, fileError(shown, err)
	}
	defer f.Close()
	return readLimited(f, shown, limits.ParseBytes)
}

func readLimited(r io.Reader, name string, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, fileError(name, err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s: more than %d bytes", name, limit)
	}
	return data, nil
}
