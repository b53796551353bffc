package nodepool

// RequestedVersion is V, the release version of spec.release.image, as far as
// the pool's objects tell it without an explanation. It also uses that V equals
// the completed version when nothing is updating.
func (p *Pool) RequestedVersion() Fact {
	f := requestedVersion(p)
	if f.Known {
		return f
	}
	c, current := p.Current(UpdatingVersion)
	if done := p.completedVersion(); current && c.False() && c.Reason != inPlaceFailed && done.Set() {
		return known(done.Value, "status.version, because condition UpdatingVersion is False")
	}
	return f
}

// JudgeOperator tells the generation of the operator from the pool's objects.
func (p *Pool) JudgeOperator() Operator { return judgeOperator(p) }

// TagVersion reads the version in the tag of a release image, "" when the image
// is named by digest or its tag is no release.
func TagVersion(image string) string { return tagVersion(image) }
