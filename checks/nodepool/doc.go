// Package nodepool explains HyperShift NodePools: which of the operator's
// rollout states a pool is in, which full hash the operator maintains secrets
// for, what the next pass would write and what becomes of every secret.
//
// The way of a pool through the package:
//
//   - NewFleet links the objects of a snapshot into Pools (fleet.go, pool.go,
//     workload.go, machine.go, secret.go, condition.go);
//   - Pool.Explain reads the Evidence (evidence.go), three-valued: each Fact is
//     known with its basis or not known with the reason;
//   - everything the evidence leaves open is enumerated as Worlds, complete
//     assignments of the unknown inputs (world.go), which current conditions
//     and secrets narrow (narrow.go);
//   - Decide, a pure function, is applied to every world (decide.go), as are
//     the gates and secret verdicts (gate.go, verdict.go); what all worlds
//     agree on is certain, the rest is "unknown" (explanation.go);
//   - Hazards, a list of rules over the explained pool, adds the findings.
//
// Symbols, as the field uses them: H is the full payload hash wanted now, R
// and Rw are the rollout hash with and without version, V the wanted release
// version; D and DV are hash and version that the workload names; C, S and crc
// are hash, version and rollout baseline of the last completed rollout; ip and
// WT are the request marker on the NodePool and the target on the workload, I
// the one of them that counts; E is the effective hash the state machine picks.
//
// The states and their conditions are those of the "NodePool Rollout State
// Machine" document of the operator.
package nodepool
