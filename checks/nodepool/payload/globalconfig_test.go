package payload_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool/payload"
)

func TestGlobalConfig(t *testing.T) {
	const proxyHead = `{"metadata":{"name":"cluster","creationTimestamp":null},"spec":`
	const plainImage = proxyHead + `{"additionalTrustedCA":{"name":""},"registrySources":{}},"status":{}}` + "\n"
	for _, c := range []struct{ name, cluster, version, want string }{
		{"nothing configured", "spec: {}", "4.18.5", plainGlobal},
		{"from 4.23 with a null profile", "spec: {}", "4.23.0", plainGlobal + "null\n"},
		{"a pre-release counts as its release", "spec: {}", "4.23.0-rc.1", plainGlobal + "null\n"},
		{"a newer major", "spec: {}", "5.0.0", plainGlobal + "null\n"},
		{"an unreadable version has no profile", "spec: {}", "latest", plainGlobal},
		{
			"a profile before 4.23 does not count",
			"spec: {configuration: {apiServer: {tlsSecurityProfile: {type: Old, old: {}}}}}", "4.22.9", plainGlobal,
		},
		{
			"a profile", "spec: {configuration: {apiServer: {tlsSecurityProfile: {type: Old, old: {}}}}}", "4.23.1",
			plainGlobal + `{"type":"Old","old":{}}` + "\n",
		},
		{
			"a custom profile",
			"spec: {configuration: {apiServer: {tlsSecurityProfile: {type: Custom, custom: {ciphers: [X], minTLSVersion: VersionTLS12}}}}}",
			"4.23.1", plainGlobal + `{"type":"Custom","custom":{"ciphers":["X"],"minTLSVersion":"VersionTLS12"}}` + "\n",
		},
		{
			"a trusted CA alone is no proxy", "spec: {configuration: {proxy: {trustedCA: {name: ca}}}}", "4.18.5",
			proxyHead + `{"trustedCA":{"name":"ca"}},"status":{}}` + "\n" + plainImage,
		},
		{
			"a proxy on Azure", `spec:
  platform: {type: Azure}
  networking:
    machineNetwork: [{cidr: 10.0.0.0/16}]
    clusterNetwork: [{cidr: 10.132.0.0/14}]
    serviceNetwork: [{cidr: 172.31.0.0/16}]
  configuration: {proxy: {httpProxy: "http://p:3128", noProxy: "b.example,,a.example,localhost"}}`, "4.18.5",
			proxyHead + `{"httpProxy":"http://p:3128","noProxy":"b.example,,a.example,localhost","trustedCA":{"name":""}},` +
				`"status":{"httpProxy":"http://p:3128","noProxy":".cluster.local,.local,.svc,10.0.0.0/16,10.132.0.0/14,127.0.0.1,` +
				`169.254.169.254,172.31.0.0/16,a.example,b.example,localhost"}}` + "\n" + plainImage,
		},
		{
			"a proxy on AWS, first region",
			`spec: {platform: {type: AWS, aws: {region: us-east-1}}, configuration: {proxy: {httpsProxy: "https://p"}}}`, "4.18.5",
			proxyHead + `{"httpsProxy":"https://p","trustedCA":{"name":""}},"status":{"httpsProxy":"https://p",` +
				`"noProxy":".cluster.local,.ec2.internal,.local,.svc,127.0.0.1,169.254.169.254,localhost"}}` + "\n" + plainImage,
		},
		{
			"a proxy on AWS, another region",
			`spec: {platform: {type: AWS, aws: {region: eu-west-1}}, configuration: {proxy: {httpsProxy: "https://p?a&b"}}}`, "4.18.5",
			proxyHead + `{"httpsProxy":"https://p?a\u0026b","trustedCA":{"name":""}},"status":{"httpsProxy":"https://p?a\u0026b",` +
				`"noProxy":".cluster.local,.eu-west-1.compute.internal,.local,.svc,127.0.0.1,169.254.169.254,localhost"}}` + "\n" + plainImage,
		},
		{
			"registries", `spec: {configuration: {image: {registrySources: {blockedRegistries: [bad.example]},
  allowedRegistriesForImport: [{domainName: ok.example, insecure: true}], imageStreamImportMode: Legacy}}}`, "4.18.5",
			proxyHead + `{"trustedCA":{"name":""}},"status":{}}` + "\n" +
				proxyHead + `{"allowedRegistriesForImport":[{"domainName":"ok.example","insecure":true}],"additionalTrustedCA":{"name":""},` +
				`"registrySources":{"blockedRegistries":["bad.example"]},"imageStreamImportMode":"Legacy"},"status":{}}` + "\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := payload.NewCluster(object(t, c.cluster)).GlobalConfig(payload.ElementsOf(c.version))
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestGlobalConfigErrorsNamePlacesOnly(t *testing.T) {
	c := payload.NewCluster(object(t, "spec: {configuration: {proxy: [planted-value]}}"))
	_, err := c.GlobalConfig(payload.Elements{})
	require.ErrorContains(t, err, "spec.configuration.proxy")
	assert.NotContains(t, err.Error(), "planted-value")
}

func TestStream(t *testing.T) {
	for _, c := range []struct {
		requested, version string
		runc               bool
		want               string
	}{
		{"", "4.18.5", false, ""},
		{"rhel-9", "4.22.0", false, ""},
		{"rhel-10", "4.22.0", false, "rhel-10"},
		{"rhel-10", "5.0.0", false, ""},
		{"rhel-9", "5.0.0-ec.1", false, "rhel-9"},
		{"rhel-9", "5.1.0", true, ""},
		{"rhel-10", "5.1.0", true, "rhel-10"},
	} {
		assert.Equal(t, c.want, payload.Stream(c.requested, c.version, c.runc), "%+v", c)
	}
}
