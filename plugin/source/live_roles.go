package source

import (
	"bytes"
	"fmt"
	"slices"

	rbac "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// Roles are the ClusterRoles that permit what the commands read, by file name.
func Roles() (map[string][]byte, error) {
	out := map[string][]byte{}
	for file, resources := range map[string][]Resource{"explain.yaml": ExplainResources(), "check.yaml": CheckResources()} {
		text, err := role("rollout-pin-"+file[:len(file)-len(".yaml")], resources)
		if err != nil {
			return nil, err
		}
		out[file] = text
	}
	return out, nil
}

const roleHead = `# Made by "go run ./cmd/gen rbac" from the table of what the command reads.
# Nothing is ever written. Secrets are listed as metadata; Kubernetes has no right
# for that alone. Leave a rule out, and the answer says what it lacks without it.
`

func role(name string, resources []Resource) ([]byte, error) {
	r := rbac.ClusterRole{
		TypeMeta:   metav1.TypeMeta{APIVersion: rbac.SchemeGroupVersion.String(), Kind: "ClusterRole"},
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app.kubernetes.io/name": "rollout-pin"}},
	}
	for _, res := range resources {
		r.Rules = permit(r.Rules, res)
	}
	text, err := yaml.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("write role %s: %w", name, err)
	}
	return append(bytes.Clone([]byte(roleHead)), text...), nil
}

// permit adds a resource to the rule of the same group and verbs, if there is one.
func permit(rules []rbac.PolicyRule, r Resource) []rbac.PolicyRule {
	var verbs, names []string
	if r.Get {
		verbs = append(verbs, "get")
	}
	if r.List {
		verbs = append(verbs, "list")
	}
	if r.Suffices != "" {
		names = []string{r.Suffices}
	}
	for i, rule := range rules {
		if rule.APIGroups[0] != r.Group || !slices.Equal(rule.Verbs, verbs) || !slices.Equal(rule.ResourceNames, names) {
			continue
		}
		if !slices.Contains(rule.Resources, r.Name) {
			rules[i].Resources = append(rules[i].Resources, r.Name)
		}
		return rules
	}
	return append(rules, rbac.PolicyRule{APIGroups: []string{r.Group}, Resources: []string{r.Name}, Verbs: verbs, ResourceNames: names})
}
