package manifest

import (
	"fmt"
	"strconv"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

const (
	minSizeAnnotation   = "cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size"
	maxSizeAnnotation   = "cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size"
	managedByAnnotation = "cluster.x-k8s.io/replicas-managed-by"
)

// autoscaling is what the provider reads from a pool's annotations
// (seeds/003, "autoscaling (input)").
type autoscaling struct {
	enabled  bool
	min, max int
	// problem says why annotations that are there do not switch it on, at
	// points at the one to blame.
	problem string
	at      checks.Value
}

func (p *pool) autoscaling() autoscaling {
	low, high := p.annotation(minSizeAnnotation), p.annotation(maxSizeAnnotation)
	switch {
	case !low.Present() && !high.Present():
		return autoscaling{}
	case !high.Present():
		return autoscaling{problem: "only " + minSizeAnnotation + " is set", at: p.at(minSizeAnnotation)}
	case !low.Present():
		return autoscaling{problem: "only " + maxSizeAnnotation + " is set", at: p.at(maxSizeAnnotation)}
	}
	minSize, err := size32(low)
	if err != nil {
		return autoscaling{problem: err.Error(), at: p.at(minSizeAnnotation)}
	}
	maxSize, err := size32(high)
	if err != nil {
		return autoscaling{problem: err.Error(), at: p.at(maxSizeAnnotation)}
	}
	switch {
	case minSize < 0:
		return autoscaling{problem: fmt.Sprintf("the minimum %d is below 0", minSize), at: p.at(minSizeAnnotation)}
	case minSize > maxSize:
		return autoscaling{problem: fmt.Sprintf("the minimum %d is above the maximum %d", minSize, maxSize), at: p.at(maxSizeAnnotation)}
	}
	return autoscaling{enabled: true, min: minSize, max: maxSize, at: p.at(maxSizeAnnotation)}
}

// size32 reads an annotation the way Cluster API does: a decimal of 32 bits.
func size32(v checks.Value) (int, error) {
	n, err := strconv.ParseInt(v.Text(), 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%q is no whole number", v.Text())
	}
	return int(n), nil
}
