package flow

// Launches are the launch resources that a group starts members with; complete
// is false when it also names something else.
func (n *Node) Launches() (list []*Node, complete bool) {
	complete = true
	if n.row == nil {
		return nil, false
	}
	for _, l := range n.row.Launches {
		for _, path := range l.Arguments {
			for _, p := range n.places(path) {
				targets := launchTargets(p.instance.eval(p.env, p.expr).at(p.rest...))
				complete = complete && len(targets) > 0
				list = appendNew(list, targets...)
			}
		}
	}
	return list, complete
}

// Targets reports whether a scaler certainly or perhaps acts on a group.
func (n *Node) Targets(group *Node) Certainty {
	if n.row == nil || n.row.Target == "" {
		return No
	}
	out := No
	for _, p := range n.places(n.row.Target) {
		origins := p.instance.eval(p.env, p.expr).at(p.rest...).origins
		if len(origins) == 0 {
			out = max(out, Maybe)
		}
		for _, o := range origins {
			if o.node == group {
				return Yes
			}
		}
	}
	return out
}
