package nodepool

import "slices"

// Selection says which pools are wanted; empty fields do not restrict.
type Selection struct {
	// Names are NAME or NAMESPACE/NAME.
	Names         []string
	Namespace     string
	HostedCluster string
	// Matches is a label selector over the NodePool's labels.
	Matches func(labels map[string]string) bool
}

// Select returns the wanted pools in order, and the names that no pool has.
func (f *Fleet) Select(s Selection) (pools []*Pool, missing []string) {
	found := map[string]bool{}
	for _, p := range f.Pools {
		if !s.wants(p) {
			continue
		}
		if len(s.Names) > 0 {
			i := slices.IndexFunc(s.Names, p.named)
			if i < 0 {
				continue
			}
			for _, n := range s.Names {
				found[n] = found[n] || p.named(n)
			}
		}
		pools = append(pools, p)
	}
	for _, n := range s.Names {
		if !found[n] && !slices.Contains(missing, n) {
			missing = append(missing, n)
		}
	}
	return pools, missing
}

func (p *Pool) named(name string) bool { return name == p.Name || name == p.ID() }

func (s Selection) wants(p *Pool) bool {
	if s.Namespace != "" && s.Namespace != p.Namespace {
		return false
	}
	if s.HostedCluster != "" && s.HostedCluster != p.ClusterName && s.HostedCluster != p.Namespace+"/"+p.ClusterName {
		return false
	}
	if s.Matches == nil {
		return true
	}
	labels := map[string]string{}
	for k, v := range p.Object.Get("metadata", "labels").Fields() {
		labels[k] = v.Text()
	}
	return s.Matches(labels)
}
