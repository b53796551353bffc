package nodepool

import (
	"strings"
	"time"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

// SecretRole tells the two secrets of a payload apart.
type SecretRole string

// The roles.
const (
	TokenSecret    SecretRole = "token"
	UserDataSecret SecretRole = "userData"
)

// prefix of the names of the role.
func (r SecretRole) prefix() string {
	if r == TokenSecret {
		return "token-"
	}
	return "user-data-"
}

// SecretName is the name of a pool's secret. The operator shortens nothing.
func SecretName(role SecretRole, pool, hash string) string { return role.prefix() + pool + "-" + hash }

// ReferenceHash extracts the deployed hash from a bootstrap reference as the
// dual-hash operator does: at least four segments between dashes, the last one
// counts, whatever it is. Other names give "".
func ReferenceHash(name string) string {
	parts := strings.Split(name, "-")
	if len(parts) < 4 {
		return ""
	}
	return parts[len(parts)-1]
}

// Secret is a token or user-data secret that carries the pool's annotation.
type Secret struct {
	Object *checks.Object
	Name   string
	Role   SecretRole
	// Hash is the one in the name, "" when the name is not exactly the
	// pool's prefix and 8 lower-case hexadecimal digits.
	Hash string
	// Created is the creation time, zero when unknown.
	Created time.Time
	// Rotated is when the token was made last, zero when not recorded.
	Rotated time.Time
	// Marked tells that the token carries an expiry; Expires is its time, zero
	// when it cannot be read, which counts as over.
	Marked  bool
	Expires time.Time
}

// newSecret reads a secret of a pool; ok is false for names that are none of
// the pool's business, such as copies that infrastructure providers make.
func newSecret(o *checks.Object, pool string) (*Secret, bool) {
	s := &Secret{Object: o, Name: o.Name, Created: readTime(o.Get("metadata", "creationTimestamp"))}
	switch {
	case strings.HasPrefix(o.Name, "token"):
		s.Role = TokenSecret
	case strings.HasPrefix(o.Name, "user-data") && !strings.HasSuffix(o.Name, "-userdata"):
		s.Role = UserDataSecret
	default:
		return nil, false
	}
	if rest, ok := strings.CutPrefix(o.Name, SecretName(s.Role, pool, "")); ok && hashPattern.MatchString(rest) {
		s.Hash = rest
	}
	s.Rotated = readTime(o.Get("metadata", "annotations", AnnotationRotated))
	if v := o.Get("metadata", "annotations", AnnotationExpiry); v.Exists() && s.Role == TokenSecret {
		s.Marked, s.Expires = true, readTime(v)
	}
	return s, true
}

// Expired reports whether the mark's time is over.
func (s *Secret) Expired(now time.Time) bool { return s.Marked && !now.Before(s.Expires) }

// Data returns the decoded value of a key and whether it is readable: not
// absent, not elided by a dump tool and valid base64. The value may be secret:
// it must never reach a message, a report or a log.
func (s *Secret) Data(key string) (value []byte, readable bool) {
	value, state := payload.Field(s.Object, key)
	return value, state == payload.Readable
}
