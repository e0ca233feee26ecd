// Every question with every option that it has.

const elasticQuota = {
  apiVersion: "scheduling.x-k8s.io/v1alpha1",
  kind: "ElasticQuota",
  metadata: { name: "q", namespace: "n" },
  spec: {},
};
const plainPod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", namespace: "n", uid: "1" },
  spec: { containers: [] },
};
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
  pods: { state: "bound", find: "web", node: "node-1", offset: 0, limit: 1 },
  nodes: { offset: 0, limit: 1 },
  scoreNodes: {
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
  simulatePod: { pod, profile: "Upstream", offset: 0, limit: 1 },
  explainNode: { pod, node: "node-1", profile: "Upstream" },
  evictAcrossNodes: { pod, profile: "Upstream" },
  compareRecorded: { profile: "Upstream", offset: 0, limit: 1 },
  drain: { node: "node-1", profile: "Upstream", offset: 0, limit: 1 },
  more: { pod, profile: "Upstream", most: 10, limit: 1 },
  quotas: { profile: "Upstream" },
  queue: { profile: "Proposal", scorer: names[0], weights, maxSteps: 5, offset: 1, limit: 3 },
  queueLimits: {
    profile: "Upstream",
    scorers: ["DefaultProfile", ...names],
    weights,
    maxSteps: 5,
    offset: 0,
    limit: 1,
  },
  queueStep: { step: 1, queue: { profile: "Proposal", scorer: names[0], maxSteps: 5 }, offset: 0, limit: 1 },
  quotaEvents: {
    profile: "Upstream",
    events: [
      { type: "addElasticQuota", elasticQuota },
      { type: "updateElasticQuota", elasticQuota, oldElasticQuota: elasticQuota },
      { type: "updatePod", pod: plainPod, oldPod: plainPod },
      { type: "reserve", pod: plainPod, node: "node-1" },
    ],
  },
};
const resource = { watermark: 0.9, system: "1" };
const config = {
  memBlockSize: "1Gi",
  schedulerName: "s",
  doMigration: false,
  nodeDefaults: { cpu: resource, memory: { ...resource, system: "1Gi" }, computeUnit: { vCPUs: 1, mem: 4 } },
  nodeOverrides: [],
  dumpState: { port: 1, timeoutSeconds: 1 },
};
const vm = { pod: "a", node: "n1", cpu: [1, 2, 4], mem: [4, 8, 16], slot: "1Gi", sched: "s", alwaysMigrate: true };
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
  vmEvents: {
    config,
    nodes: [{ name: "n1", cpu: "8", mem: "32Gi" }],
    initial: [{ ...vm, pod: "b" }],
    events: [
      { op: "reserve", ...vm },
      { op: "filter", ...vm, exclude: ["b"] },
      { op: "score", pod: "c", node: "n1", containers: [{ req: { cpu: "1" }, lim: { cpu: "1", mem: "1Gi" } }] },
      { op: "agent", pod: "a", want: [2, 8], load: [1, 0.5], proto: 2 },
      { op: "vm_use", pod: "a", want: [1, 4] },
      { op: "add_node", node: "n2", total: { cpu: 4, mem: "8Gi" } },
      { op: "config", config },
      { op: "migration_end", pod: "a" },
      { op: "restart", config },
      { op: "unreserve", pod: "a" },
      { op: "delete", pod: "b" },
    ],
  },
  vmLimits: { config, cpu: "8", mem: "32Gi" },
});
/** What a question cannot do without. */
export const needed = {
  drain: "node",
  queueStep: "step",
  vmStep: "step",
  vmDump: "step",
  vmEvents: "config",
  vmLimits: "config",
};

export { elasticQuota, plainPod };
