package version

// MaxSkew is how many minor versions a kubelet may be older than the API
// server. Cluster API has this constant for every version.
//
// Source: https://kubernetes.io/releases/version-skew-policy/
const MaxSkew = 3

// legacyMinor is the first 1.x kubelet that the policy allows three minors.
const legacyMinor = 25

// Skew is how many minors the worker is behind the control plane, negative when
// it is ahead. It means something only when SameMajor holds.
func Skew(controlPlane, worker Version) int { return controlPlane.Minor() - worker.Minor() }

// SameMajor reports whether a skew can be computed at all.
func SameMajor(a, b Version) bool { return a.core[0] == b.core[0] }

// PolicySkew is how many minors the Kubernetes policy allows this kubelet, which
// for kubelets before 1.25 is one less than Cluster API allows.
func PolicySkew(kubelet Version) int {
	if kubelet.Major() == 1 && kubelet.Minor() < legacyMinor {
		return MaxSkew - 1
	}
	return MaxSkew
}
