package source

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// member is a file of an archive; pairs keep the order.
type member struct{ name, text string }

func tarOf(t *testing.T, members ...member) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range members {
		h := &tar.Header{Name: m.name, Mode: 0o644, Size: int64(len(m.text)), Typeflag: tar.TypeReg}
		switch {
		case strings.HasSuffix(m.name, "/"):
			h.Typeflag = tar.TypeDir
		case strings.HasPrefix(m.text, "-> "):
			h.Typeflag, h.Linkname, h.Size, m.text = tar.TypeSymlink, m.text[3:], 0, ""
		}
		require.NoError(t, w.WriteHeader(h))
		_, err := w.Write([]byte(m.text))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.String()
}

func zipOf(t *testing.T, members ...member) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		f, err := w.Create(m.name)
		require.NoError(t, err)
		_, err = f.Write([]byte(m.text))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.String()
}

func gzipOf(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.String()
}

func TestArchives(t *testing.T) {
	members := []member{
		{"./dump/", ""},
		{"./dump/a.yaml", configMap("a")},
		{"dump/b.json", `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"}}`},
		{"dump/pod.log", "no"},
		{"dump/._a.yaml", "no"},
		{".x/c.yaml", "no"},
	}
	want := []string{"a X!/dump/a.yaml", "b X!/dump/b.json"}
	for name, text := range map[string]string{
		"x.tar": tarOf(t, members...), "x.tar.gz": gzipOf(t, tarOf(t, members...)), "x.tgz": gzipOf(t, tarOf(t, members...)),
		"x.zip": zipOf(t, members...), "misnamed.yaml": gzipOf(t, tarOf(t, members...)), "unnamed": zipOf(t, members...),
	} {
		t.Run(name, func(t *testing.T) {
			dir := write(t, map[string]string{name: text})
			for _, input := range []string{filepath.Join(dir, name), dir} {
				s, err := load(t, Options{Recursive: true}, input)
				require.NoError(t, err)
				if input == dir && name == "unnamed" {
					require.Empty(t, s.All())
					continue
				}
				require.Equal(t, want, namesOf(s, filepath.ToSlash(filepath.Join(dir, name))))
				require.Equal(t, checks.ReadStats{Files: 2, Documents: 2, SkippedFiles: 3}, s.Stats())
			}
			s, err := load(t, Options{Stdin: strings.NewReader(text)}, "-")
			require.NoError(t, err)
			require.Equal(t, want, namesOf(s, "-"))
		})
	}
}

// namesOf is names with the archive called X.
func namesOf(s *checks.Snapshot, archive string) []string {
	var out []string
	for _, o := range s.All() {
		out = append(out, o.Name+" "+strings.Replace(o.Origin.File, archive, "X", 1))
	}
	return out
}

func TestCompressedFiles(t *testing.T) {
	dir := write(t, map[string]string{"a.yaml.gz": gzipOf(t, "\n"+configMap("a")), "pod.log.gz": gzipOf(t, "no"), "b.gz": gzipOf(t, configMap("b"))})
	s, err := load(t, Options{Recursive: true}, dir)
	require.NoError(t, err)
	require.Equal(t, []string{"a a.yaml.gz"}, names(s, dir))
	a, _ := s.Get(configMaps, "default", "a")
	require.Equal(t, 5, a.Get("metadata", "name").Line())
	require.Equal(t, 2, s.Stats().SkippedFiles)

	s, err = load(t, Options{}, filepath.Join(dir, "b.gz"))
	require.NoError(t, err)
	require.Equal(t, []string{"b b.gz"}, names(s, dir))
}

func TestArchivesInArchives(t *testing.T) {
	third := gzipOf(t, tarOf(t, member{"c.yaml", configMap("c")}, member{"deep.zip", zipOf(t, member{"d.yaml", configMap("d")})}))
	second := tarOf(t, member{"b.yaml", configMap("b")}, member{"third.tgz", third})
	first := zipOf(t, member{"a.yaml", configMap("a")}, member{"second.tar", second}, member{"second.yaml.gz", gzipOf(t, configMap("e"))})
	dir := write(t, map[string]string{"first.zip": first})
	s, err := load(t, Options{Recursive: true}, dir)
	require.NoError(t, err)
	require.Equal(t, []string{"a first.zip!/a.yaml", "b first.zip!/second.tar!/b.yaml", "e first.zip!/second.yaml.gz"}, names(s, dir))
	require.Equal(t, 1, s.Stats().SkippedFiles, "the third level")
}

func TestHostileArchives(t *testing.T) {
	bomb := strings.Repeat("# x\n", 2<<20)
	limits := Limits{ArchiveFloor: 1 << 20, ArchiveRatio: 50}
	cut := gzipOf(t, tarOf(t, member{"a.yaml", configMap("a")}))
	for name, test := range map[string]struct{ file, text, want string }{
		"path that leads out":          {"x.tar", tarOf(t, member{"a/../../b.yaml", "x"}), "x.tar: a member of the archive has a name that leads out of it"},
		"absolute path":                {"x.tar.gz", gzipOf(t, tarOf(t, member{"/etc/b.yaml", "x"})), "leads out of it"},
		"path that leads out of a zip": {"x.zip", zipOf(t, member{`..\b.yaml`, "x"}), "leads out of it"},
		"bomb in a tar":                {"x.tgz", gzipOf(t, tarOf(t, member{"a.yaml", bomb})), "x.tgz!/a.yaml: the archive grows to more than 50 times its size"},
		"bomb that is not read":        {"x.tgz", gzipOf(t, tarOf(t, member{"a.log", bomb})), "x.tgz: the archive grows to more than 50 times its size"},
		"bomb in a zip":                {"x.zip", zipOf(t, member{"a.yaml", bomb}), "the archive grows to more than 50 times its size"},
		"bomb of many members":         {"x.zip", zipOf(t, member{"a.yaml", bomb[:900<<10]}, member{"b.yaml", bomb[:900<<10]}), "x.zip!/b.yaml: the archive grows to more than 50 times its size"},
		"bomb in a file":               {"x.yaml.gz", gzipOf(t, bomb), "x.yaml.gz: the archive grows to more than 50 times its size"},
		"cut off":                      {"x.tar.gz", cut[:len(cut)-20], "x.tar.gz"},
		"no archive":                   {"x.tar.gz", "hunter2", "x.tar.gz: not the kind of archive that its name promises"},
		"no zip":                       {"x.zip", "PK\x03\x04hunter2", "x.zip: zip: not a valid zip file"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := write(t, map[string]string{test.file: test.text, "z.yaml": configMap("z")})
			_, err := load(t, Options{Limits: limits, Tolerant: strings.HasPrefix(name, "no ")}, filepath.Join(dir, test.file))
			require.ErrorContains(t, err, test.want)
			require.NotContains(t, err.Error(), "hunter")

			s, err := load(t, Options{Recursive: true, Tolerant: true, Limits: limits}, dir)
			require.NoError(t, err)
			require.NotEmpty(t, s.Problems())
			_, ok := s.Get(configMaps, "default", "z")
			require.True(t, ok, "the rest is read")
		})
	}
}

func TestLinksInArchivesAreSkipped(t *testing.T) {
	dir := write(t, map[string]string{"x.tar": tarOf(t, member{"a.yaml", configMap("a")}, member{"b.yaml", "-> /etc/passwd"})})
	s, err := load(t, Options{}, filepath.Join(dir, "x.tar"))
	require.NoError(t, err)
	require.Equal(t, checks.ReadStats{Files: 1, Documents: 1, SkippedFiles: 1}, s.Stats())
}

func TestIgnoreInArchives(t *testing.T) {
	dir := write(t, map[string]string{"x.tar": tarOf(t, member{"a.yaml", configMap("a")}, member{"templates/b.yaml", "{{ x"})})
	_, err := load(t, Options{Ignore: []string{"templates"}}, filepath.Join(dir, "x.tar"))
	require.NoError(t, err)
}

func TestBrokenMemberOfANamedArchive(t *testing.T) {
	dir := write(t, map[string]string{"x.tar": tarOf(t, member{"a.yaml", "a: [\n"}, member{"b.yaml", configMap("b")})})
	name := filepath.Join(dir, "x.tar")
	_, err := load(t, Options{}, name)
	require.ErrorContains(t, err, "x.tar!/a.yaml:1: not valid YAML")
	s, err := load(t, Options{Tolerant: true}, name)
	require.NoError(t, err)
	require.Len(t, s.Problems(), 1)
	require.Len(t, s.All(), 1)
}

func TestZipThatIsNoFileIsReadIntoMemory(t *testing.T) {
	text := zipOf(t, member{"a.yaml", configMap("a")})
	_, err := load(t, Options{Stdin: strings.NewReader(text), Limits: Limits{DocumentBytes: 50}}, "-")
	require.ErrorIs(t, err, ErrLimit)
}
