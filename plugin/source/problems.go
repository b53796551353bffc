package source

// yamlProblems says in plain words what the parser of YAML complains about. A
// problem that is not here is told as "not valid YAML".
var yamlProblems = map[string]string{
	"block sequence entries are not allowed in this context":       "a list item where none can be",
	"control characters are not allowed":                           "a control character",
	"could not find expected ':'":                                  "a key without a colon",
	"did not find expected ',' or ']'":                             "a list in brackets without a comma or its end",
	"did not find expected ',' or '}'":                             "a map in braces without a comma or its end",
	"did not find expected '-' indicator":                          "a list item is expected: look at the indentation",
	"did not find expected alphabetic or numeric character":        "an anchor or alias without a name",
	"did not find expected comment or line break":                  "text after a block scalar indicator",
	"did not find expected hexdecimal number":                      "an escape without its hexadecimal digits",
	"did not find expected key":                                    "a key is expected: look at the indentation",
	"did not find expected node content":                           "a value is missing",
	"did not find expected whitespace or line break":               "a space is missing",
	"exceeded max depth of 10000":                                  "nested too deep",
	"found a tab character that violates indentation":              "a tab where spaces must indent",
	"found a tab character where an indentation space is expected": "a tab where spaces must indent",
	"found an indentation indicator equal to 0":                    "an indentation indicator of zero",
	"found character that cannot start any token":                  "a character that cannot begin a value; quote it",
	"found incompatible YAML document":                             "a YAML version that is not known",
	"found invalid Unicode character escape code":                  "an escape that is no character",
	"found undefined tag handle":                                   "a tag that is not declared",
	"found unexpected document indicator":                          "the document ends inside of a quoted text",
	"found unexpected end of stream":                               "it ends inside of a quoted text",
	"found unknown directive name":                                 "an unknown directive",
	"found unknown escape character":                               "an unknown escape in a quoted text",
	"mapping keys are not allowed in this context":                 "a key where none can be",
	"mapping values are not allowed in this context":               "a colon where none can be; quote the text",
}
