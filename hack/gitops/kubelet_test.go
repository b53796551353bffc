package gitops

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

const nodeName = "local"

// kubelet runs the first container of every pod as a process of this machine:
// there is no image, no isolation and no scheduler. A ConfigMap is laid out as a
// kubelet does, and the token is one of the pod's own ServiceAccount.
type kubelet struct {
	cfg    *rest.Config
	client kubernetes.Interface
	// programs are the local files of commands.
	programs map[string]string
	root     string

	mu   sync.Mutex
	logs map[string]string // by pod
}

// startKubelet adds a node and serves it until the test ends.
func startKubelet(t *testing.T, p *plane) *kubelet {
	t.Helper()
	k := &kubelet{
		cfg: p.cfg, client: p.client, root: t.TempDir(), logs: map[string]string{},
		programs: map[string]string{"/usr/local/bin/kubectl-rollout_pin": p.program},
	}
	_, err := k.client.CoreV1().Nodes().Create(t.Context(), &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: nodeName}}, metav1.CreateOptions{})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		k.serve(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-done
	})
	return k
}

// serve runs new pods one after the other. An error is the log of its pod.
func (k *kubelet) serve(ctx context.Context) {
	for ctx.Err() == nil {
		pods, err := k.client.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{FieldSelector: "status.phase=Pending"})
		if err == nil {
			for i := range pods.Items {
				if err := k.pod(ctx, &pods.Items[i]); err != nil {
					k.log(pods.Items[i].Name, "kubelet: "+err.Error())
				}
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// pod binds a pod, runs it and reports its end.
func (k *kubelet) pod(ctx context.Context, pod *corev1.Pod) error {
	pods := k.client.CoreV1().Pods(pod.Namespace)
	binding := &corev1.Binding{ObjectMeta: metav1.ObjectMeta{Name: pod.Name}, Target: corev1.ObjectReference{Kind: "Node", Name: nodeName}}
	if pod.Spec.NodeName == "" {
		if err := pods.Bind(ctx, binding, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	cmd, err := k.command(ctx, pod)
	if err != nil {
		return err // stays Pending, as with a kubelet that cannot mount a volume
	}
	out, err := cmd.CombinedOutput()
	k.log(pod.Name, string(out))
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	bound, err := pods.Get(ctx, pod.Name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	end(bound, cmd.ProcessState.ExitCode())
	_, err = pods.UpdateStatus(ctx, bound, metav1.UpdateOptions{})
	return err
}

// end sets the status of a pod whose process is over.
func end(pod *corev1.Pod, code int) {
	pod.Status.Phase = corev1.PodSucceeded
	if code != 0 {
		pod.Status.Phase = corev1.PodFailed
	}
	state := corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: int32(code), FinishedAt: metav1.Now()}}
	pod.Status.ContainerStatuses = []corev1.ContainerStatus{{Name: pod.Spec.Containers[0].Name, State: state}}
}

// command is the process of the first container, with the paths of its mounts
// replaced by local folders. Nothing can be written in its home, as in an image
// that is mounted read-only.
func (k *kubelet) command(ctx context.Context, pod *corev1.Pod) (*exec.Cmd, error) {
	c := pod.Spec.Containers[0]
	if len(c.Command) == 0 || k.programs[c.Command[0]] == "" {
		return nil, fmt.Errorf("no program for command %q", c.Command)
	}
	cmd := exec.CommandContext(ctx, k.programs[c.Command[0]])
	cmd.Dir, cmd.Env = "/", []string{"HOME=/proc"}
	args := append(append([]string{}, c.Command[1:]...), c.Args...)
	for _, mount := range c.VolumeMounts {
		dir := filepath.Join(k.root, pod.Name, mount.Name)
		for _, v := range pod.Spec.Volumes {
			switch {
			case v.Name != mount.Name:
			case v.ConfigMap != nil:
				if err := k.configMap(ctx, pod.Namespace, v.ConfigMap.Name, dir); err != nil {
					return nil, err
				}
			case v.Projected != nil:
				file, err := k.token(ctx, pod, dir)
				if err != nil {
					return nil, err
				}
				cmd.Env = append(cmd.Env, "KUBECONFIG="+file)
			}
		}
		for i, arg := range args {
			if arg == mount.MountPath || strings.HasPrefix(arg, mount.MountPath+"/") {
				args[i] = path.Join(dir, strings.TrimPrefix(arg, mount.MountPath))
			}
		}
	}
	cmd.Args = append(cmd.Args, args...)
	return cmd, nil
}

// configMap writes a volume: the files are links through ..data into a folder
// with the time in its name, so that an update is one rename.
func (k *kubelet) configMap(ctx context.Context, namespace, name, dir string) error {
	cm, err := k.client.CoreV1().ConfigMaps(namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	const stamp = "..2026_01_02_03_04_05.0000000006"
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(filepath.Join(dir, stamp), 0o755)); err != nil {
		return err
	}
	err = os.Symlink(stamp, filepath.Join(dir, "..data"))
	for key, text := range cm.Data {
		err = errors.Join(err,
			os.WriteFile(filepath.Join(dir, stamp, key), []byte(text), 0o644),
			os.Symlink(filepath.Join("..data", key), filepath.Join(dir, key)))
	}
	return err
}

// token writes a kubeconfig with a token of the pod's ServiceAccount, bound to
// the pod.
func (k *kubelet) token(ctx context.Context, pod *corev1.Pod, dir string) (string, error) {
	request := &authenticationv1.TokenRequest{Spec: authenticationv1.TokenRequestSpec{
		BoundObjectRef: &authenticationv1.BoundObjectReference{APIVersion: "v1", Kind: "Pod", Name: pod.Name, UID: pod.UID},
	}}
	token, err := k.client.CoreV1().ServiceAccounts(pod.Namespace).CreateToken(ctx, pod.Spec.ServiceAccountName, request, metav1.CreateOptions{})
	if err != nil {
		return "", err
	}
	config := clientcmdapi.NewConfig()
	config.Clusters["pod"] = &clientcmdapi.Cluster{Server: k.cfg.Host, CertificateAuthorityData: k.cfg.CAData}
	config.AuthInfos["pod"] = &clientcmdapi.AuthInfo{Token: token.Status.Token}
	config.Contexts["pod"] = &clientcmdapi.Context{Cluster: "pod", AuthInfo: "pod", Namespace: pod.Namespace}
	config.CurrentContext = "pod"
	file := filepath.Join(dir, "kubeconfig")
	return file, clientcmd.WriteToFile(*config, file)
}

func (k *kubelet) log(pod, text string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.logs[pod] = text
}

// jobLog is what the pod of a Job printed.
func (k *kubelet) jobLog(t *testing.T, job string) string {
	t.Helper()
	owner, err := k.client.BatchV1().Jobs(namespace).Get(t.Context(), job, metav1.GetOptions{})
	require.NoError(t, err)
	pods, err := k.client.CoreV1().Pods(namespace).List(t.Context(), metav1.ListOptions{LabelSelector: "batch.kubernetes.io/controller-uid=" + string(owner.UID)})
	require.NoError(t, err)
	require.Len(t, pods.Items, 1, "one pod, no retry")
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.logs[pods.Items[0].Name]
}
