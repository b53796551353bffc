// Package topology holds the rules about changes of managed Cluster API
// clusters: what today's webhooks refuse, what worker version pins add to that,
// and what a change makes roll.
//
// A Change joins one Cluster as it is persisted and as it shall become with what
// else is known of it: control plane, worker objects, Machines, Nodes, class and
// CRD. Rules look at the Change alone. Evidence that is missing is never taken
// for good news: a rule then says so, and what it concludes nevertheless is
// marked as assumed.
package topology
