package flow

// class says how a function treats its arguments.
type class int8

const (
	// computes: the result is a new value that follows all arguments.
	computes class = iota
	// keeps: the result is the first argument.
	keeps
	// picks: the result is one of the arguments.
	picks
	// lists: the elements of the first argument in another order or number.
	lists
	// joins: the elements of all arguments.
	joins
	// tests: a result that follows the arguments only now and then.
	tests
	// hashes: a digest.
	hashes
	// edits: text that was parsed or changed.
	edits
	// impure: another result in each plan.
	impure
	// special functions have a case of their own.
	special
)

var classes = map[string]class{
	"nonsensitive": keeps, "sensitive": keeps, "tostring": keeps, "tonumber": keeps, "tobool": keeps, "tomap": keeps, "tolist": keeps,
	"trimspace": keeps, "chomp": keeps, "ephemeralasnull": keeps,
	"try": picks, "coalesce": picks,
	"sort": lists, "distinct": lists, "reverse": lists, "compact": lists, "slice": lists, "chunklist": special, "toset": special,
	"concat": joins, "coalescelist": joins, "setunion": joins,
	"startswith": tests, "endswith": tests, "contains": tests, "strcontains": tests, "can": tests, "alltrue": tests, "anytrue": tests,
	"issensitive": tests, "length": special, "timecmp": tests, "fileexists": tests, "index": tests, "cidrcontains": tests,
	"md5": hashes, "sha1": hashes, "sha256": hashes, "sha512": hashes, "base64sha256": hashes, "base64sha512": hashes, "uuidv5": hashes,
	"regex": edits, "regexall": edits, "replace": edits, "split": edits, "substr": special, "yamldecode": edits, "jsondecode": edits,
	"csvdecode": edits, "trim": edits, "trimprefix": edits, "trimsuffix": edits, "strrev": edits, "upper": edits, "lower": edits,
	"title": edits, "textdecodebase64": edits,
	"timestamp": impure, "plantimestamp": impure, "uuid": impure, "bcrypt": impure,
	"merge": special, "flatten": special, "one": special, "element": special, "lookup": special, "keys": special, "values": special,
	"zipmap": special, "base64encode": special, "base64decode": special, "base64gzip": special, "templatefile": special,
	"setintersection": special, "setsubtract": special, "setproduct": special, "matchkeys": special, "range": computes, "join": special,
	"format": special, "indent": special, "jsonencode": special, "yamlencode": special, "templatestring": special, "formatlist": special,
}

func coreName(name string) string {
	const core = "core::"
	if len(name) > len(core) && name[:len(core)] == core {
		return name[len(core):]
	}
	return name
}
