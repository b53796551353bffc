// Package flow answers what a change of an input does to a module: which
// arguments change, which resources are updated in place or replaced, and
// whether the members of a scaling group roll.
//
// The model has values and resources. A value carries, for each source (an
// input), whether a change of the source changes it: no, maybe or yes. Objects
// and lists keep that per field and element. Locals, module calls, templates,
// functions, conditionals, splats and dynamic blocks are followed; conditions
// that the given inputs decide are followed on one branch only.
//
// A resource turns changed arguments into changed attributes. Edges are
//
//   - expression: an argument follows what its expression reads;
//   - update: attributes that the table lists change with an update in place;
//   - replacement: every computed attribute changes when an argument that
//     replaces the resource changes, or a replace_triggered_by;
//   - ignored: an argument under ignore_changes keeps its value until the
//     resource is replaced;
//   - depends_on of a data source: it is read again, after the apply, when
//     something that it depends on changes.
//
// Preconditions, validations, checks, descriptions, provisioners and outputs of
// the root module are no edges.
//
// "Yes" is a proof with a path; everything that rests on an unknown resource
// type, an unknown function, a remote module or an unverified fact is at most
// "maybe". A function result that follows its argument only sometimes (a
// comparison, a length) is "maybe" too, until evaluating it with two concrete
// values of the source decides.
package flow
