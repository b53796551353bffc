package nodepool

import (
	"regexp"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// requestedVersion finds V, the release version of spec.release.image, in the
// places that can tell it, best first. That it equals status.version because
// nothing is updating is found by narrowing.
func requestedVersion(p *Pool) Fact {
	if f := p.assumption(KeyVersion); f.Known {
		return f
	}
	for _, find := range []func(*Pool) (Fact, bool){versionFromCondition, versionFromToken, versionFromHistory, versionFromTag} {
		if f, ok := find(p); ok {
			return f
		}
	}
	return unknown("the release image " + p.ReleaseImage() + " does not tell its version")
}

func versionFromCondition(p *Pool) (Fact, bool) {
	c, ok := p.Current(UpdatingVersion)
	if !ok || !c.True() {
		return Fact{}, false
	}
	v := lastWord(c.Message)
	return known(v, "message of condition UpdatingVersion"), versionPattern.MatchString(v)
}

// versionFromToken uses a token secret that was made for the same image.
func versionFromToken(p *Pool) (Fact, bool) {
	for _, s := range p.Secrets {
		image, ok := s.Data("release")
		if s.Role != TokenSecret || !ok || string(image) != p.ReleaseImage() {
			continue
		}
		if v, ok := s.Data("release-version"); ok && versionPattern.Match(v) {
			return known(string(v), "token secret "+s.Name+" was made for the same release image"), true
		}
	}
	return Fact{}, false
}

func versionFromHistory(p *Pool) (Fact, bool) {
	for _, o := range []*checks.Object{p.HostedCluster, p.ControlPlane} {
		if o == nil {
			continue
		}
		for _, status := range []checks.Value{o.Get("status", "version"), o.Get("status", "versionStatus")} {
			entries := append(status.Get("history").Items(), status.Get("desired"))
			for _, e := range entries {
				if e.Get("image").Text() == p.ReleaseImage() && versionPattern.MatchString(e.Get("version").Text()) {
					return known(e.Get("version").Text(), o.Kind+" "+o.Name+" lists the same release image in its version history"), true
				}
			}
		}
	}
	return Fact{}, false
}

// releaseTag is a tag as the release pipeline makes them: the version, and
// maybe an architecture.
var releaseTag = regexp.MustCompile(`^(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+?)??)(?:-(?:x86_64|amd64|aarch64|arm64|ppc64le|s390x|multi))?$`)

func versionFromTag(p *Pool) (Fact, bool) {
	v := tagVersion(p.ReleaseImage())
	return known(v, "tag of spec.release.image"), v != ""
}

// tagVersion reads the version in the tag of a release image, "" when the
// image is named by digest or its tag is no release.
func tagVersion(image string) string {
	colon := strings.LastIndexByte(image, ':')
	if colon < 0 || strings.Contains(image, "@") {
		return ""
	}
	if m := releaseTag.FindStringSubmatch(image[colon+1:]); m != nil {
		return m[1]
	}
	return ""
}

func lastWord(message string) string {
	words := strings.Fields(message)
	if len(words) == 0 {
		return ""
	}
	return strings.TrimRight(words[len(words)-1], ".,")
}
