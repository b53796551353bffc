package machinepool

import (
	_ "embed"
	"strings"
)

// The examples are whole modules that keep the contract, one for each way of
// doing so; the failing example of a rule differs from one in a few words.
var (
	//go:embed examples/contract.txtar
	contractExample string
	//go:embed examples/aws.txtar
	awsExample string
	//go:embed examples/google.txtar
	googleExample string
	//go:embed examples/azure.txtar
	azureExample string
	//go:embed examples/oci.txtar
	ociExample string
	//go:embed examples/machines.txtar
	machinesExample string
)

func awsPool(changes ...string) string    { return changed(awsExample, changes) }
func googlePool(changes ...string) string { return changed(googleExample, changes) }
func azurePool(changes ...string) string  { return changed(azureExample, changes) }
func ociPool(changes ...string) string    { return changed(ociExample, changes) }
func machines(changes ...string) string   { return changed(machinesExample, changes) }

// changed puts the contract's part in front and replaces old text by new text,
// given in pairs, at their first place.
func changed(example string, pairs []string) string {
	text := contractExample + example
	for n := 0; n+1 < len(pairs); n += 2 {
		text = strings.Replace(text, pairs[n], pairs[n+1], 1)
	}
	return text
}
