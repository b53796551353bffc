package flow

// each maps every taint of the value.
func (v *Value) each(f func(Taint) Taint) *Value {
	out := *v
	out.taint = f(v.taint)
	if v.fields != nil {
		out.fields = make(map[string]*Value, len(v.fields))
		for k, x := range v.fields {
			out.fields[k] = x.each(f)
		}
	}
	if v.elem != nil {
		out.elem = v.elem.each(f)
	}
	return &out
}

func (v *Value) limit(c Certainty) *Value {
	if c == Yes || v == clean {
		return v
	}
	if c == No {
		return &Value{members: v.members, hashed: v.hashed}
	}
	out := v.each(func(t Taint) Taint { return t.limit(c) })
	return out.weaken()
}

func (v *Value) weaken() *Value {
	out := *v
	out.weak = true
	if v.elem != nil {
		out.elem = v.elem.weaken()
	}
	if v.fields != nil {
		out.fields = make(map[string]*Value, len(v.fields))
		for k, x := range v.fields {
			out.fields[k] = x.weaken()
		}
	}
	return &out
}

// via adds a step to every proof in the value.
func (v *Value) via(trace bool, step func() Step) *Value {
	if !trace || v == clean {
		return v
	}
	return v.each(func(t Taint) Taint { return t.via(step) })
}
