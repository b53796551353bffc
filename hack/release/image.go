package main

import (
	"bytes"
	"encoding/pem"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

const (
	imageProgram = "usr/local/bin/kubectl-rollout_pin"
	imageTag     = "localhost/rollout-pin:dev"
	// Container functions are run as user nobody, which engines look up here.
	passwd = "root:x:0:0:root:/:/sbin/nologin\nnobody:x:65534:65534:nobody:/:/sbin/nologin\n"
	group  = "root:x:0:\nnobody:x:65534:\n"
)

// writeImage writes the multi-platform image as an OCI layout, and the one of
// each architecture as an archive that `podman load` and `docker load` read.
func (r *release) writeImage(work string) error {
	index := v1.ImageIndex(mutate.IndexMediaType(empty.Index, types.OCIImageIndex))
	for _, p := range r.targets {
		if p.os != "linux" {
			continue
		}
		img, err := r.imageOf(p, filepath.Join(work, p.os, p.arch, p.binary()))
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add: img, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: p.os, Architecture: p.arch}},
		})
		tag, err := name.NewTag(imageTag)
		if err != nil {
			return err
		}
		if err := tarball.WriteToFile(filepath.Join(r.out, "rollout-pin_image_"+p.arch+".tar"), tag, img); err != nil {
			return err
		}
	}
	dir := filepath.Join(r.out, "image")
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	_, err := layout.Write(dir, index)
	return err
}

// imageOf puts the program on an empty base: there is nothing else in it to
// update or to attack.
func (r *release) imageOf(p platform, binary string) (v1.Image, error) {
	layer, err := r.layer(binary)
	if err != nil {
		return nil, err
	}
	base := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	img, err := mutate.Append(base, mutate.Addendum{
		Layer: layer, MediaType: types.OCILayer,
		History: v1.History{Created: v1.Time{Time: r.date}, CreatedBy: "rollout-pin " + r.version},
	})
	if err != nil {
		return nil, err
	}
	file, err := img.ConfigFile()
	if err != nil {
		return nil, err
	}
	file = file.DeepCopy()
	file.OS, file.Architecture, file.Created = p.os, p.arch, v1.Time{Time: r.date}
	file.Config = r.config()
	return mutate.ConfigFile(img, file)
}

// config runs the program, by default as a KRM function: functions get no
// arguments.
func (r *release) config() v1.Config {
	return v1.Config{
		User:       "65534:65534",
		Entrypoint: []string{"/" + imageProgram},
		Cmd:        []string{"fn"},
		Env:        []string{"PATH=/usr/local/bin", "HOME=/tmp", "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt"},
		WorkingDir: "/",
		Labels: map[string]string{
			"org.opencontainers.image.title":       "rollout-pin",
			"org.opencontainers.image.description": "Preflight for NodePools, worker version pins, MachinePool modules and render versions",
			"org.opencontainers.image.version":     r.version,
			"org.opencontainers.image.revision":    r.commit,
			"org.opencontainers.image.created":     r.date.Format(time.RFC3339),
			"org.opencontainers.image.licenses":    "Apache-2.0",
			"org.opencontainers.image.source":      "https://github.com/rollout-pin/kubectl-rollout-pin",
		},
	}
}

func (r *release) layer(binary string) (v1.Layer, error) {
	program, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	members := []member{
		{"etc/", 0o755, nil},
		{"etc/group", 0o644, []byte(group)},
		{"etc/passwd", 0o644, []byte(passwd)},
		{"etc/ssl/", 0o755, nil},
		{"etc/ssl/certs/", 0o755, nil},
		{"etc/ssl/certs/ca-certificates.crt", 0o644, roots()},
		{"tmp/", 0o1777, nil},
		{"usr/", 0o755, nil},
		{"usr/local/", 0o755, nil},
		{"usr/local/bin/", 0o755, nil},
		{imageProgram, 0o755, program},
	}
	var buf bytes.Buffer
	if err := writeTar(&buf, members, r.date); err != nil {
		return nil, err
	}
	return tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(buf.Bytes())), nil
	}, tarball.WithMediaType(types.OCILayer))
}

// roots are the certificate authorities that the bundle module pins: the same
// on every machine. Roots that are only valid under further constraints are
// left out, since a file of certificates cannot say so.
func roots() []byte {
	var buf bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint != nil {
			continue
		}
		_ = pem.Encode(&buf, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}) // a buffer takes everything
	}
	return buf.Bytes()
}
