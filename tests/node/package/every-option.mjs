// Every question with every option that it has.

/** The scorers, in their order. */
export const names = [
  "LimitAware",
  "LeastAllocated",
  "MostAllocated",
  "RequestedToCapacityRatio",
  "BalancedAllocation",
  "NodeResourcesAllocatableLeast",
  "NodeResourcesAllocatableMost",
];
/** A weight for each scorer and each plugin of the default profile. */
const plugins = [
  "DefaultProfile",
  "TaintToleration",
  "NodeAffinity",
  "PodTopologySpread",
  "InterPodAffinity",
  "NodeResourcesFit",
  "NodeResourcesBalancedAllocation",
  "ImageLocality",
];
const weights = Object.fromEntries([...names, ...plugins].map((name, index) => [name, index + 1]));
const pod = "team-a/api";
/** The options, by the name of the question. They are about the text `quotas`. */
export const everyOption = {
  pods: {
    kubernetesVersion: "1.35",
    state: "bound",
    find: "web",
    labels: "app=web",
    node: "node-1",
    workload: { kind: "Deployment", namespace: "team-a", name: "web" },
    offset: 0,
    limit: 1,
  },
  nodes: { kubernetesVersion: "1.35", labels: "!gone", offset: 0, limit: 1 },
  scoreNodes: {
    kubernetesVersion: "1.35",
    pod,
    resources: [{ name: "cpu", weight: 100 }],
    shape: [
      [0, 10],
      [100, 0],
    ],
    bestEffort: { amount: 5 },
    scorers: names,
    defaultProfile: true,
    profile: "Upstream",
    order: names[6],
    offset: 0,
    limit: 2 ** 32 - 1,
  },
  simulatePod: { kubernetesVersion: "1.35", pod, profile: "Upstream", offset: 0, limit: 1 },
  explainNode: { kubernetesVersion: "1.35", pod, node: "node-1", profile: "Upstream" },
  evictAcrossNodes: { kubernetesVersion: "1.35", pod, profile: "Upstream" },
  compareRecorded: { kubernetesVersion: "1.35", profile: "Upstream", offset: 0, limit: 1 },
  recordedNode: { kubernetesVersion: "1.35", pod: "team-b/web", profile: "Upstream", limit: 1 },
  drain: { kubernetesVersion: "1.35", node: "node-1", profile: "Upstream", offset: 0, limit: 1 },
  more: {
    kubernetesVersion: "1.35",
    pod,
    like: [{ kind: "Pod", namespace: "team-a", name: "api", copies: 2 }],
    pendingFirst: true,
    profile: "Upstream",
    most: 10,
    limit: 1,
  },
  nodesNeeded: {
    kubernetesVersion: "1.35",
    shape: { cpu: "4", memory: "16Gi" },
    like: "node-1",
    labels: { pool: "new" },
    taints: ["dedicated=gpu:NoSchedule"],
    profile: "Upstream",
    most: 10,
    limit: 1,
  },
  rollout: {
    kubernetesVersion: "1.35",
    object: { kind: "Deployment", namespace: "team-a", name: "web" },
    profile: "Upstream",
    offset: 0,
    limit: 1,
  },
  quotas: { kubernetesVersion: "1.35", profile: "Upstream" },
  queue: {
    kubernetesVersion: "1.35",
    profile: "Proposal",
    scorer: names[0],
    weights,
    maxSteps: 5,
    offset: 1,
    limit: 3,
  },
  queueLimits: {
    kubernetesVersion: "1.35",
    profile: "Upstream",
    scorers: ["DefaultProfile", ...names],
    weights,
    maxSteps: 5,
    offset: 0,
    limit: 1,
  },
  queueStep: { step: 1, queue: { profile: "Proposal", scorer: names[0], maxSteps: 5 }, offset: 0, limit: 1 },
};
const mitigations = { largestStep: 1, capacityPressureFactor: 0.5, sustainedRequests: 2 };
Object.assign(everyOption, {
  vmTimeline: {
    mitigations,
    offset: 0,
    limit: 1,
    pod: "n/p",
    node: "node-1",
    kind: "request",
    event: 0,
    series: ["node-1"],
    points: 10,
    heat: true,
  },
  vmStep: { mitigations, step: 1, nodes: ["node-1"] },
  vmDump: { mitigations, step: 0 },
});
/** What a question cannot do without: an option, or one of two. */
export const needed = {
  more: ["pod", "like"],
  nodesNeeded: ["shape", "like"],
  drain: "node",
  rollout: "object",
  queueStep: "step",
  vmStep: "step",
  vmDump: "step",
};
