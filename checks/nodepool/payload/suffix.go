package payload

// Suffix holds everything that follows the MachineConfig text in a hash.
type Suffix struct {
	// Version is the OCP version of the NodePool's release.
	Version string
	// PullSecret and TrustBundle are names; the contents take no part.
	PullSecret, TrustBundle string
	// GlobalConfig is the text that Cluster.GlobalConfig makes.
	GlobalConfig string
	// Stream is the RHEL stream, empty unless it differs from the default.
	Stream string
}

func (s Suffix) full() string {
	return s.Version + s.PullSecret + s.TrustBundle + s.GlobalConfig + s.Stream
}

// withoutVersion leaves the global configuration out as well; that is how the
// operator has always done it, and why a proxy change alone does not move
// nodePoolCurrentConfig.
func (s Suffix) withoutVersion() string { return s.PullSecret + s.TrustBundle + s.Stream }

// WithVersion returns the suffix for another release.
func (s Suffix) WithVersion(version string) Suffix {
	s.Version = version
	return s
}

// Full is the hash that names secrets, from the state after the MachineConfig
// text.
func (s Suffix) Full(config Hash) Hash { return config.Append(s.full()) }

// WithoutVersion is the hash in nodePoolCurrentConfig and, for generation A, in
// the message of UpdatingConfig.
func (s Suffix) WithoutVersion(config Hash) Hash { return config.Append(s.withoutVersion()) }

// Config is the state after the MachineConfig text, from a full hash.
func (s Suffix) Config(full Hash) Hash { return full.Strip(s.full()) }

// ConfigOfWithoutVersion is the same from a hash without version.
func (s Suffix) ConfigOfWithoutVersion(h Hash) Hash { return h.Strip(s.withoutVersion()) }

// SameConfig reports whether two full hashes are consistent with one and the
// same MachineConfig text, each under its own suffix. Two different texts pass
// with a chance of one in 2^32.
func SameConfig(a Hash, sa Suffix, b Hash, sb Suffix) bool { return sa.Config(a) == sb.Config(b) }

// Predict is the full hash that the payload behind the given one would have
// under another suffix, for example for another release.
func Predict(full Hash, from, to Suffix) Hash { return to.Full(from.Config(full)) }
