package payload

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/rollout-pin/kubectl-rollout-pin/checks"
)

// Cluster reads hash inputs from a HostedCluster (or a HostedControlPlane,
// whose spec has the same fields).
type Cluster struct{ spec checks.Value }

// NewCluster wraps the object.
func NewCluster(o *checks.Object) Cluster { return Cluster{o.Get("spec")} }

// PullSecret is the name of the pull secret.
func (c Cluster) PullSecret() string { return c.spec.Get("pullSecret", "name").Text() }

// TrustBundle is the name of the additional trust bundle, "" for none.
func (c Cluster) TrustBundle() string { return c.spec.Get("additionalTrustBundle", "name").Text() }

// HasProxy reports whether the cluster has an HTTP or HTTPS proxy.
func (c Cluster) HasProxy() bool {
	p := c.spec.Get("configuration", "proxy")
	return p.Get("httpProxy").Text() != "" || p.Get("httpsProxy").Text() != ""
}

// object is the frame of the two configuration objects. The creation time is
// null, as the operator's encoder prints it.
type object struct {
	Metadata struct {
		Name              string  `json:"name"`
		CreationTimestamp *string `json:"creationTimestamp"`
	} `json:"metadata"`
	Spec   any `json:"spec"`
	Status any `json:"status"`
}

func newObject(spec, status any) object {
	o := object{Spec: spec, Status: status}
	o.Metadata.Name = "cluster"
	return o
}

type reference struct {
	Name string `json:"name"`
}

type proxySpec struct {
	HTTPProxy          string    `json:"httpProxy,omitempty"`
	HTTPSProxy         string    `json:"httpsProxy,omitempty"`
	NoProxy            string    `json:"noProxy,omitempty"`
	ReadinessEndpoints []string  `json:"readinessEndpoints,omitempty"`
	TrustedCA          reference `json:"trustedCA"`
}

type proxyStatus struct {
	HTTPProxy  string `json:"httpProxy,omitempty"`
	HTTPSProxy string `json:"httpsProxy,omitempty"`
	NoProxy    string `json:"noProxy,omitempty"`
}

type imageSpec struct {
	AllowedRegistriesForImport []registryLocation `json:"allowedRegistriesForImport,omitempty"`
	ExternalRegistryHostnames  []string           `json:"externalRegistryHostnames,omitempty"`
	AdditionalTrustedCA        reference          `json:"additionalTrustedCA"`
	RegistrySources            registrySources    `json:"registrySources"`
	// The operator removes the empty text; printing it only when set has the
	// same effect.
	ImageStreamImportMode string `json:"imageStreamImportMode,omitempty"`
}

type registryLocation struct {
	DomainName string `json:"domainName"`
	Insecure   bool   `json:"insecure,omitempty"`
}

type registrySources struct {
	InsecureRegistries               []string `json:"insecureRegistries,omitempty"`
	BlockedRegistries                []string `json:"blockedRegistries,omitempty"`
	AllowedRegistries                []string `json:"allowedRegistries,omitempty"`
	ContainerRuntimeSearchRegistries []string `json:"containerRuntimeSearchRegistries,omitempty"`
}

type tlsProfile struct {
	Type         string      `json:"type"`
	Old          *struct{}   `json:"old,omitempty"`
	Intermediate *struct{}   `json:"intermediate,omitempty"`
	Modern       *struct{}   `json:"modern,omitempty"`
	Custom       *tlsCiphers `json:"custom,omitempty"`
}

type tlsCiphers struct {
	Ciphers       []string `json:"ciphers"`
	MinTLSVersion string   `json:"minTLSVersion"`
}

// Elements says which parts of the global configuration a hash takes.
type Elements struct {
	// ProxyStatus adds the computed proxy status; rollout hashes leave it out.
	ProxyStatus bool
	// TLSProfile adds the API server's TLS profile, since 4.23.
	TLSProfile bool
}

// ElementsOf are the elements of the full hash for a version.
func ElementsOf(version string) Elements {
	return Elements{ProxyStatus: true, TLSProfile: atLeast(version, 4, 23)}
}

// GlobalConfig is the text of the cluster configuration in a hash: one line of
// JSON each for proxy, image and, from 4.23, the TLS profile.
func (c Cluster) GlobalConfig(e Elements) (string, error) {
	var spec proxySpec
	if err := decode(c.spec.Get("configuration", "proxy"), &spec); err != nil {
		return "", err
	}
	var status proxyStatus
	if e.ProxyStatus {
		status = c.proxyStatus(spec)
	}
	var image imageSpec
	if err := decode(c.spec.Get("configuration", "image"), &image); err != nil {
		return "", err
	}
	parts := []any{newObject(spec, status), newObject(image, struct{}{})}
	if e.TLSProfile {
		profile, err := c.tlsProfile()
		if err != nil {
			return "", err
		}
		parts = append(parts, profile)
	}
	return lines(parts)
}

// lines encodes with the escaping of Go's default encoder, as the operator does.
func lines(parts []any) (string, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	for _, p := range parts {
		if err := enc.Encode(p); err != nil {
			return "", fmt.Errorf("encode the global configuration: %w", err)
		}
	}
	return out.String(), nil
}

func (c Cluster) tlsProfile() (*tlsProfile, error) {
	v := c.spec.Get("configuration", "apiServer", "tlsSecurityProfile")
	if !v.Exists() {
		return nil, nil
	}
	var profile tlsProfile
	return &profile, decode(v, &profile)
}

// proxyStatus computes what the operator computes: without a proxy nothing,
// else the addresses that never go through it, sorted and without repetition.
func (c Cluster) proxyStatus(spec proxySpec) proxyStatus {
	status := proxyStatus{HTTPProxy: spec.HTTPProxy, HTTPSProxy: spec.HTTPSProxy}
	if spec.HTTPProxy == "" && spec.HTTPSProxy == "" {
		return status
	}
	direct := []string{"127.0.0.1", "localhost", ".svc", ".cluster.local", ".local"}
	for _, network := range []string{"machineNetwork", "clusterNetwork", "serviceNetwork"} {
		for _, entry := range c.spec.Get("networking", network).Items() {
			direct = append(direct, entry.Get("cidr").Text())
		}
	}
	direct = append(direct, c.platformAddresses()...)
	for _, entry := range strings.Split(spec.NoProxy, ",") {
		if entry != "" {
			direct = append(direct, entry)
		}
	}
	slices.Sort(direct)
	status.NoProxy = strings.Join(slices.Compact(direct), ",")
	return status
}

func (c Cluster) platformAddresses() []string {
	const metadata = "169.254.169.254"
	switch c.spec.Get("platform", "type").Text() {
	case "Azure":
		return []string{metadata}
	case "AWS":
		region := c.spec.Get("platform", "aws", "region").Text()
		if region == "us-east-1" {
			return []string{metadata, ".ec2.internal"}
		}
		return []string{metadata, "." + region + ".compute.internal"}
	}
	return nil
}

// decode reads a value into a struct by its JSON names; unknown fields are
// dropped, as a typed client drops them. The error names the place, never what
// stands there.
func decode(v checks.Value, into any) error {
	if !v.Exists() {
		return nil
	}
	var tree any
	if err := v.Node().Decode(&tree); err != nil {
		return fmt.Errorf("%s is not readable", v.Path())
	}
	text, err := json.Marshal(tree)
	if err != nil {
		return fmt.Errorf("%s is not readable", v.Path())
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s does not have the expected form", v.Path())
	}
	return nil
}
