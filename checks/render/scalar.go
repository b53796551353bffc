package render

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Kind is the kind of a value at a path.
type Kind string

// The kinds. Varying stands where the bundles of a case do not agree on one.
const (
	Map     Kind = "map"
	List    Kind = "list"
	String  Kind = "string"
	Int     Kind = "int"
	Float   Kind = "float"
	Bool    Kind = "bool"
	Null    Kind = "null"
	Varying Kind = "varying"
)

// decimal is an integer of any size; the YAML library would turn large ones
// into floats and lose digits.
var decimal = regexp.MustCompile(`^[-+]?[0-9][0-9_]*$`)

// scalar resolves a scalar as kyaml resolves an untyped node (`yes` is a
// string) and brings numbers into their shortest exact JSON form.
func scalar(n *yaml.Node) (Kind, string) {
	switch n.ShortTag() {
	case "!!null":
		return Null, ""
	case "!!bool":
		var b bool
		if n.Decode(&b) == nil {
			return Bool, strconv.FormatBool(b)
		}
	case "!!int":
		if i, ok := new(big.Int).SetString(integerText(n.Value), 0); ok {
			return Int, i.String()
		}
	case "!!float":
		return float(n.Value)
	}
	return String, n.Value
}

// integerText drops what Go does not read; a leading zero stays octal in both.
func integerText(s string) string {
	return strings.TrimPrefix(strings.ReplaceAll(s, "_", ""), "+")
}

func float(text string) (Kind, string) {
	if decimal.MatchString(text) {
		if i, ok := new(big.Int).SetString(integerText(text), 10); ok {
			return Int, i.String()
		}
	}
	exact, ok := new(big.Rat).SetString(strings.ReplaceAll(text, "_", ""))
	if !ok || len(text) > maxNumber {
		return Float, strings.ToLower(text) // .inf, .nan
	}
	short, _ := exact.Float64()
	shortest := strconv.FormatFloat(short, 'g', -1, 64)
	if back, ok := new(big.Rat).SetString(shortest); ok && back.Cmp(exact) == 0 {
		return Float, shortest
	}
	return Float, exactDecimal(text)
}

// maxNumber bounds the text of a float that is brought into exact form.
const maxNumber = 400

// exactDecimal normalises a decimal number that float64 cannot hold, so that
// two spellings of one number are equal and two numbers never are.
func exactDecimal(text string) string {
	text = strings.ToLower(strings.ReplaceAll(text, "_", ""))
	mantissa, exponent, _ := strings.Cut(text, "e")
	exp, _ := strconv.Atoi(exponent)
	sign := ""
	if strings.HasPrefix(mantissa, "-") {
		sign = "-"
	}
	mantissa = strings.TrimLeft(mantissa, "+-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	exp -= len(fraction)
	trimmed := strings.TrimRight(digits, "0")
	exp += len(digits) - len(trimmed)
	return sign + trimmed + "e" + strconv.Itoa(exp)
}
