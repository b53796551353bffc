package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// maxSize is more than any settings need.
const maxSize = 1 << 20

// Loaded is settings with their origin.
type Loaded struct {
	Settings
	// File as the user named it, or as it was found; "" when there is none.
	File string
	// Positions of the values in File.
	Positions Positions
}

// Path makes a file that the settings name relative to their own directory
// relative to the working directory.
func (l *Loaded) Path(file string) string {
	if file == "" || filepath.IsAbs(file) || l.File == "" {
		return file
	}
	return filepath.Join(filepath.Dir(l.File), file)
}

// Gates lists the feature gates as flags write them: A=true,B=false.
func (s Settings) Gates() string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(s.FeatureGates)) {
		out = append(out, name+"="+strconv.FormatBool(s.FeatureGates[name]))
	}
	return strings.Join(out, ",")
}

// Load reads the named settings. Without a name it looks for FileName in dir
// and its parents up to the root of the git repository, outside of a repository
// in dir alone; it is no error when there is none.
func Load(name, dir string) (*Loaded, error) {
	if name == "" {
		name = find(dir)
	}
	if name == "" {
		return &Loaded{}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("read settings %s: %w", name, err)
	}
	if len(data) > maxSize {
		return nil, fmt.Errorf("read settings %s: more than %d bytes", name, maxSize)
	}
	return Parse(data, name)
}

// find returns the settings file that serves dir, relative to it, or "".
func find(dir string) string {
	names := []string{}
	for at, up := dir, ""; ; at, up = filepath.Dir(at), filepath.Join("..", up) {
		names = append(names, filepath.Join(up, FileName))
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			break
		}
		if at == filepath.Dir(at) {
			names = names[:1]
			break
		}
	}
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			return name
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return name
		}
	}
	return ""
}
