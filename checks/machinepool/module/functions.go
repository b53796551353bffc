package module

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// functionTable is the function table of the language. Functions whose result
// depends on files, the clock or an algorithm that no rule needs are there with
// their result type and yield unknown values.
var functionTable = newFunctionTable()

func newFunctionTable() map[string]function.Function {
	table := map[string]function.Function{
		"abs": stdlib.AbsoluteFunc, "ceil": stdlib.CeilFunc, "chomp": stdlib.ChompFunc, "chunklist": stdlib.ChunklistFunc,
		"coalesce": stdlib.CoalesceFunc, "coalescelist": stdlib.CoalesceListFunc, "compact": stdlib.CompactFunc,
		"concat": stdlib.ConcatFunc, "contains": stdlib.ContainsFunc, "csvdecode": stdlib.CSVDecodeFunc,
		"distinct": stdlib.DistinctFunc, "element": stdlib.ElementFunc, "flatten": stdlib.FlattenFunc, "floor": stdlib.FloorFunc,
		"format": formatFunc, "formatdate": stdlib.FormatDateFunc, "formatlist": formatListFunc,
		"indent": indentFunc, "index": stdlib.IndexFunc, "join": stdlib.JoinFunc, "jsondecode": stdlib.JSONDecodeFunc,
		"jsonencode": stdlib.JSONEncodeFunc, "keys": stdlib.KeysFunc, "log": stdlib.LogFunc, "lower": stdlib.LowerFunc,
		"max": stdlib.MaxFunc, "merge": stdlib.MergeFunc, "min": stdlib.MinFunc, "parseint": stdlib.ParseIntFunc, "pow": stdlib.PowFunc,
		"range": stdlib.RangeFunc, "regex": stdlib.RegexFunc, "regexall": stdlib.RegexAllFunc, "reverse": stdlib.ReverseListFunc,
		"setintersection": stdlib.SetIntersectionFunc, "setproduct": setProductFunc, "setsubtract": stdlib.SetSubtractFunc,
		"setunion": stdlib.SetUnionFunc, "signum": stdlib.SignumFunc, "slice": stdlib.SliceFunc, "sort": stdlib.SortFunc,
		"split": stdlib.SplitFunc, "strrev": stdlib.ReverseFunc, "substr": stdlib.SubstrFunc, "timeadd": stdlib.TimeAddFunc,
		"title": stdlib.TitleFunc, "trim": stdlib.TrimFunc, "trimprefix": stdlib.TrimPrefixFunc, "trimspace": stdlib.TrimSpaceFunc,
		"trimsuffix": stdlib.TrimSuffixFunc, "upper": stdlib.UpperFunc, "values": stdlib.ValuesFunc, "zipmap": stdlib.ZipmapFunc,

		"can": tryfunc.CanFunc, "try": tryfunc.TryFunc, "length": lengthFunc, "lookup": lookupFunc, "one": oneFunc,
		"replace": replaceFunc, "alltrue": allFunc(true), "anytrue": allFunc(false), "sum": sumFunc,
		"startswith": testFunc(strings.HasPrefix), "endswith": testFunc(strings.HasSuffix), "strcontains": testFunc(strings.Contains),
		"base64encode": stringFunc(func(s string) (string, error) { return base64.StdEncoding.EncodeToString([]byte(s)), nil }),
		"base64decode": stringFunc(decodeBase64),
		"md5":          stringFunc(func(s string) (string, error) { h := md5.Sum([]byte(s)); return hex.EncodeToString(h[:]), nil }),
		"sha1":         stringFunc(func(s string) (string, error) { h := sha1.Sum([]byte(s)); return hex.EncodeToString(h[:]), nil }),
		"sha256":       stringFunc(func(s string) (string, error) { h := sha256.Sum256([]byte(s)); return hex.EncodeToString(h[:]), nil }),
		"sha512":       stringFunc(func(s string) (string, error) { h := sha512.Sum512([]byte(s)); return hex.EncodeToString(h[:]), nil }),
		"basename":     stringFunc(func(s string) (string, error) { return path.Base(s), nil }),
		"dirname":      stringFunc(func(s string) (string, error) { return path.Dir(s), nil }),
		"tostring":     convertFunc(cty.String), "tonumber": convertFunc(cty.Number), "tobool": convertFunc(cty.Bool),
		"tolist": convertFunc(cty.List(cty.DynamicPseudoType)), "toset": convertFunc(cty.Set(cty.DynamicPseudoType)),
		"tomap":     convertFunc(cty.Map(cty.DynamicPseudoType)),
		"sensitive": identityFunc, "nonsensitive": identityFunc, "ephemeralasnull": identityFunc,
	}
	for _, name := range unknownStrings {
		table[name] = unknownFunc(cty.String)
	}
	for name, result := range unknownOthers {
		table[name] = unknownFunc(result)
	}
	for name, f := range table {
		table["core::"+name] = f
	}
	return table
}

// unknownStrings yield a string that the analysis does not compute.
var unknownStrings = []string{
	"abspath", "base64gzip", "base64sha256", "base64sha512", "bcrypt", "cidrhost", "cidrnetmask", "cidrsubnet", "file", "filebase64",
	"filebase64sha256", "filebase64sha512", "filemd5", "filesha1", "filesha256", "filesha512", "pathexpand", "plantimestamp", "rsadecrypt",
	"templatefile", "textdecodebase64", "textencodebase64", "timestamp", "urlencode", "urldecode", "uuid", "uuidv5", "yamlencode",
	"base64gunzip",
}

var unknownOthers = map[string]cty.Type{
	"fileexists": cty.Bool, "fileset": cty.Set(cty.String), "cidrsubnets": cty.List(cty.String), "issensitive": cty.Bool,
	"timecmp": cty.Number, "yamldecode": cty.DynamicPseudoType, "templatestring": cty.String, "cidrcontains": cty.Bool,
	"matchkeys": cty.DynamicPseudoType, "transpose": cty.Map(cty.List(cty.String)), "type": cty.DynamicPseudoType,
	"map": cty.DynamicPseudoType, "list": cty.DynamicPseudoType,
}

// anything accepts every argument, so that a call never fails for its types.
var anything = &function.Parameter{
	Name: "arguments", Type: cty.DynamicPseudoType, AllowNull: true, AllowUnknown: true, AllowDynamicType: true, AllowMarked: true,
}

func unknownFunc(result cty.Type) function.Function {
	return function.New(&function.Spec{
		VarParam: anything,
		Type:     function.StaticReturnType(result),
		Impl: func([]cty.Value, cty.Type) (cty.Value, error) {
			return cty.UnknownVal(result), nil
		},
	})
}

func stringFunc(f func(string) (string, error)) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: "str", Type: cty.String}},
		Type:   function.StaticReturnType(cty.String),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			s, err := f(args[0].AsString())
			return cty.StringVal(s), err
		},
	})
}

func decodeBase64(s string) (string, error) {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		// The cause would quote the text.
		return "", errors.New("the argument is no base64")
	}
	return string(b), nil
}

func testFunc(f func(s, part string) bool) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: "str", Type: cty.String}, {Name: "part", Type: cty.String}},
		Type:   function.StaticReturnType(cty.Bool),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			return cty.BoolVal(f(args[0].AsString(), args[1].AsString())), nil
		},
	})
}

var identityFunc = function.New(&function.Spec{
	Params: []function.Parameter{*anything},
	Type:   func(args []cty.Value) (cty.Type, error) { return args[0].Type(), nil },
	Impl:   func(args []cty.Value, _ cty.Type) (cty.Value, error) { return args[0], nil },
})

func convertFunc(want cty.Type) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{*anything},
		Type: func(args []cty.Value) (cty.Type, error) {
			if args[0].Type() == cty.DynamicPseudoType {
				return cty.DynamicPseudoType, nil
			}
			v, err := convert.Convert(args[0], want)
			if err != nil {
				return cty.NilType, errors.New("the argument does not convert")
			}
			return v.Type(), nil
		},
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return convert.Convert(args[0], want) },
	})
}

// lengthFunc also measures strings, unlike that of the standard library.
var lengthFunc = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "value", Type: cty.DynamicPseudoType, AllowUnknown: true, AllowDynamicType: true}},
	Type:   function.StaticReturnType(cty.Number),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		v := args[0]
		switch t := v.Type(); {
		case t == cty.DynamicPseudoType:
			return cty.UnknownVal(cty.Number), nil
		case t.IsTupleType():
			return cty.NumberIntVal(int64(t.Length())), nil
		case t.IsObjectType():
			return cty.NumberIntVal(int64(len(t.AttributeTypes()))), nil
		case !v.IsKnown():
			return cty.UnknownVal(cty.Number), nil
		case t == cty.String:
			return stdlib.Strlen(v)
		case t.IsCollectionType():
			return v.Length(), nil
		}
		return cty.NilVal, errors.New("the argument has no length")
	},
})

// lookupFunc allows two arguments, as the language does.
var lookupFunc = function.New(&function.Spec{
	Params:   []function.Parameter{{Name: "map", Type: cty.DynamicPseudoType}, {Name: "key", Type: cty.String}},
	VarParam: &function.Parameter{Name: "default", Type: cty.DynamicPseudoType, AllowNull: true},
	Type:     function.StaticReturnType(cty.DynamicPseudoType),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		m, key := args[0], args[1]
		if t := m.Type(); (t.IsObjectType() && t.HasAttribute(key.AsString())) || (t.IsMapType() && m.HasIndex(key).True()) {
			if t.IsObjectType() {
				return m.GetAttr(key.AsString()), nil
			}
			return m.Index(key), nil
		}
		if len(args) > 2 {
			return args[2], nil
		}
		return cty.NilVal, errors.New("the key is not in the map")
	},
})

var oneFunc = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "list", Type: cty.DynamicPseudoType}},
	Type:   function.StaticReturnType(cty.DynamicPseudoType),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		if !args[0].CanIterateElements() {
			return cty.NilVal, errors.New("the argument is no list")
		}
		switch args[0].LengthInt() {
		case 0:
			return cty.NullVal(cty.DynamicPseudoType), nil
		case 1:
			for it := args[0].ElementIterator(); it.Next(); {
				_, v := it.Element()
				return v, nil
			}
		}
		return cty.NilVal, errors.New("more than one element")
	},
})

// replaceFunc treats a pattern in slashes as a regular expression.
var replaceFunc = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "str", Type: cty.String}, {Name: "substr", Type: cty.String}, {Name: "replace", Type: cty.String}},
	Type:   function.StaticReturnType(cty.String),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		if p := args[1].AsString(); len(p) > 1 && strings.HasPrefix(p, "/") && strings.HasSuffix(p, "/") {
			return stdlib.RegexReplace(args[0], cty.StringVal(p[1:len(p)-1]), args[2])
		}
		return stdlib.Replace(args[0], args[1], args[2])
	},
})

// allFunc is alltrue when all is true, else anytrue.
func allFunc(all bool) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: "list", Type: cty.List(cty.Bool), AllowUnknown: true}},
		Type:   function.StaticReturnType(cty.Bool),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			if !args[0].IsKnown() {
				return cty.UnknownVal(cty.Bool), nil
			}
			unknown := false
			for it := args[0].ElementIterator(); it.Next(); {
				_, v := it.Element()
				switch {
				case !v.IsKnown():
					unknown = true
				case v.IsNull():
					if all {
						return cty.False, nil
					}
				case v.True() != all:
					return cty.BoolVal(!all), nil
				}
			}
			if unknown {
				return cty.UnknownVal(cty.Bool), nil
			}
			return cty.BoolVal(all), nil
		},
	})
}

var sumFunc = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "list", Type: cty.DynamicPseudoType}},
	Type:   function.StaticReturnType(cty.Number),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		if !args[0].CanIterateElements() || args[0].LengthInt() == 0 {
			return cty.NilVal, errors.New("sum of nothing")
		}
		total := cty.Zero
		for it := args[0].ElementIterator(); it.Next(); {
			_, v := it.Element()
			n, err := convert.Convert(v, cty.Number)
			if err != nil || n.IsNull() {
				return cty.NilVal, errors.New("an element is no number")
			}
			total = total.Add(n)
		}
		return total, nil
	},
})
