package nodepool

import (
	"time"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Types of NodePool conditions that the explanation reads.
const (
	UpdatingConfig      = "UpdatingConfig"
	UpdatingVersion     = "UpdatingVersion"
	UpdatingTemplate    = "UpdatingPlatformMachineTemplate"
	ConfigUpdatePending = "ConfigUpdatePending"
	ReconcileActive     = "ReconciliationActive"
	ValidPayload        = "ValidGeneratedPayload"
	ReachedIgnition     = "ReachedIgnitionEndpoint"
)

// inPlaceFailed is the reason of a False Updating* condition that does not
// mean "done".
const inPlaceFailed = "InplaceUpgradeFailed"

// managementDrift is the reason of a True ConfigUpdatePending.
const managementDrift = "ManagementConfigDrift"

// stopping lists, in the order of evaluation, the conditions whose False ends
// the operator's pass.
var stopping = []string{
	"UpdateManagementEnabled", "ValidReleaseImage", "IgnitionEndpointAvailable", "ValidArchPlatform",
	"ValidMachineConfig", "ValidPlatformImage", "AWSSecurityGroupAvailable", "ValidMachineTemplate", "ValidTuningConfig",
}

// Condition is one entry of status.conditions.
type Condition struct {
	Type, Status, Reason, Message string
	// ObservedGeneration is 0 when absent.
	ObservedGeneration int
	// Changed is lastTransitionTime, zero when absent or unreadable.
	Changed time.Time
	// Value is the place in the object, for positions.
	Value checks.Value
}

// True and False compare the status; a failure may also have an empty one.
func (c Condition) True() bool { return c.Status == "True" }

// False reports whether the status is False.
func (c Condition) False() bool { return c.Status == "False" }

// Conditions are the conditions of one object, in its order.
type Conditions []Condition

// readConditions reads a list of conditions, as found below status.
func readConditions(list checks.Value) Conditions {
	var out Conditions
	for _, item := range list.Items() {
		c := Condition{
			Type: item.Get("type").Text(), Status: item.Get("status").Text(),
			Reason: item.Get("reason").Text(), Message: item.Get("message").Text(),
			Changed: readTime(item.Get("lastTransitionTime")), Value: item,
		}
		c.ObservedGeneration, _ = item.Get("observedGeneration").Int()
		out = append(out, c)
	}
	return out
}

func readTime(v checks.Value) time.Time {
	t, err := time.Parse(time.RFC3339, v.Text())
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}

// Get finds a condition by type.
func (cs Conditions) Get(typ string) (Condition, bool) {
	for _, c := range cs {
		if c.Type == typ {
			return c, true
		}
	}
	return Condition{}, false
}

// Blocking lists the conditions that stop the operator's pass, in the order
// of evaluation; the conditions after the first are stale.
func (cs Conditions) Blocking() []Condition {
	var out []Condition
	for _, typ := range stopping {
		if c, ok := cs.Get(typ); ok && c.False() {
			out = append(out, c)
		}
	}
	return out
}
