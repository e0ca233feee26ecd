/** Taints that a controller adds and removes, so that tolerating or removing them by hand is not what helps. */

const byCondition = (condition: string): string => `the node controller removes it once ${condition}`;

const byController: Readonly<Record<string, string>> = {
  "node.kubernetes.io/not-ready": byCondition("the node is Ready"),
  "node.kubernetes.io/unreachable": byCondition("the kubelet reports again"),
  "node.kubernetes.io/memory-pressure": byCondition("MemoryPressure is False"),
  "node.kubernetes.io/disk-pressure": byCondition("DiskPressure is False"),
  "node.kubernetes.io/pid-pressure": byCondition("PIDPressure is False"),
  "node.kubernetes.io/network-unavailable": byCondition("the network of the node is set up"),
  "node.cloudprovider.kubernetes.io/uninitialized":
    "the cloud-controller-manager removes it once it has initialized the node",
  "node.cloudprovider.kubernetes.io/shutdown": "the cloud-controller-manager removes it once the node runs again",
  "node.cilium.io/agent-not-ready": "Cilium removes it once its agent runs on the node",
  ToBeDeletedByClusterAutoscaler: "the cluster autoscaler removes this node",
  "karpenter.sh/disrupted": "Karpenter removes this node",
};

/** A taint, given as `key=value:effect`, `key:effect` or `key: value`, with who removes it unless people do. */
export function taintText(taint: string): string {
  const removedBy = byController[/^[^=: ]*/.exec(taint)?.[0] ?? ""];
  return removedBy === undefined ? taint : `${taint} (${removedBy})`;
}
