package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// member is one file of an archive.
type member struct {
	name string
	mode int64
	data []byte
}

// writeArchive packs the program and the licence, in a fixed order, with fixed
// owners and times.
func (r *release) writeArchive(p platform, binary string) error {
	program, err := os.ReadFile(binary)
	if err != nil {
		return err
	}
	licence, err := os.ReadFile(filepath.Join(r.root, "LICENSE"))
	if err != nil {
		return err
	}
	members := []member{{"LICENSE", 0o644, licence}, {p.binary(), 0o755, program}}
	var buf bytes.Buffer
	pack := packTar
	if strings.HasSuffix(p.archive(), ".zip") {
		pack = packZip
	}
	if err := pack(&buf, members, r.date); err != nil {
		return err
	}
	return writeFile(filepath.Join(r.out, p.archive()), buf.Bytes())
}

func packTar(w io.Writer, members []member, date time.Time) error {
	zw, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := writeTar(zw, members, date); err != nil {
		return err
	}
	return zw.Close()
}

func writeTar(w io.Writer, members []member, date time.Time) error {
	tw := tar.NewWriter(w)
	for _, m := range members {
		head := &tar.Header{Name: m.name, Mode: m.mode, Size: int64(len(m.data)), ModTime: date, Typeflag: tar.TypeReg, Format: tar.FormatUSTAR}
		if strings.HasSuffix(m.name, "/") {
			head.Typeflag = tar.TypeDir
		}
		if err := tw.WriteHeader(head); err != nil {
			return err
		}
		if _, err := tw.Write(m.data); err != nil {
			return err
		}
	}
	return tw.Close()
}

func packZip(w io.Writer, members []member, date time.Time) error {
	zw := zip.NewWriter(w)
	for _, m := range members {
		head := &zip.FileHeader{Name: m.name, Method: zip.Deflate, Modified: date}
		head.SetMode(os.FileMode(m.mode))
		part, err := zw.CreateHeader(head)
		if err != nil {
			return err
		}
		if _, err := part.Write(m.data); err != nil {
			return err
		}
	}
	return zw.Close()
}

// writeChecksums writes what `sha256sum --check` reads.
func (r *release) writeChecksums(sums map[string]string) error {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(&b, "%s  %s\n", sums[name], name)
	}
	return writeFile(filepath.Join(r.out, "checksums.txt"), []byte(b.String()))
}

func sha256File(name string) (string, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// writeFile writes beside the target and renames: a result is whole or absent.
func writeFile(name string, data []byte) error {
	tmp := name + ".tmp"
	if err := os.WriteFile(tmp, data, 0o644); err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	return os.Rename(tmp, name)
}
