// What is held by transcripts: by file of golden/, the calls that it is made of. Every example is asked what its
// view shows; those below are asked more.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

const clock = ["--now", "2026-11-20T12:00:00Z"];

/** Whom to ask about. */
const about = {
  "spread-over-regions": "prod-eu-3",
  "story-1-cpu-and-memory-ratio": "azure-prod-1",
  "story-2-largest-memory": "gcp-prod-1",
  "story-3-follow-cpu-and-memory": "onprem-1",
  "story-4-pin-decisions": "new-par-2",
  "story-5-gpus": "web-1",
  "cluster-sets": "prod-old",
  "taints-and-tolerations": "gcp-prod-2",
  "decision-groups": "store-1",
  "addon-scores": "edge-store-17",
  balance: "aws-prod-2",
  "required-space": "edge-32",
  "clusters-grow": "aws-1",
  "use-case-1-claims": "edge-1",
  "use-case-2-even-spread": "us-east-1a-3",
  "use-case-3-max-skew-1": "us-east-1a-3",
  "use-case-3-max-skew-2": "us-west-1a-1",
  "use-case-4-joint-spread": "us-east-1b-3",
  "api-example": "us-west-1a-3",
  "implementation-example": "c3",
  "limit-aware-use-case": "default/pod5",
  "quota-story-1": "quota-b/b-2",
  "quota-story-2": "quota-b/b-2",
  "quota-story-2-same-quota": "quota-b/pod-c",
  "quota-cross-namespace": "quota2/nginx-0",
  "quota-cross-node": "quota2/nginx-0",
  "quota-reprieve": "team-a/api",
  "quota-lint": "twice/large",
  "scores-default-profile": "shop/search-1",
  "scores-near-tie": "media/thumbnails-x4v8p",
  "scores-pod-level": "ci/build-2841",
  "scores-configuration": "media/render-3",
  "filters-tainted-zone": "shop/web-6c5f7d9b8-w8d5r",
  "filters-namespace-selector": "security/vault-0",
  "filters-named-nodes": "kube-system/node-agent-debug",
  "filters-overhead": "tenants/untrusted-2",
  "filters-anti-affinity": "payments/ledger-2",
  "filters-host-port": "ingress/gateway-new",
  "volumes-bound-zone": "shop/db-0",
  "volumes-first-consumer": "shop/cache-0",
  "volumes-attach-limit": "shop/queue-0",
  "quota-failed-pod": "team-a/train-1",
  "quota-equal-pods": "billing/invoice",
  "quota-gated": "ml/train-large",
  "quota-resource-quota": "batch/etl-0",
};

/** The step that is explained. */
const steps = {
  "vm-watermark-crossed": 17,
  "vm-over-correction": 20,
  "vm-system-raised": 12,
  "vm-watermark-changed": 5,
  "vm-mixed-pods": 9,
  "vm-compute-unit-changed": 10,
};

const more = {
  "quota-resource-quota": (file) => [["pods", "batch/etl-0", file]],
  "use-case-3-max-skew-1": (file) => [
    ["place", file, "--step", "0", ...clock],
    ["compare", file, "examples/use-case-3-max-skew-2.yaml", ...clock],
    ["compare", file, "--max-skew", "zone=2", ...clock, "-o", "json"],
    ["whatif", "change", "--selects", "us-east-1a-3", "--max-skew", "zone=2", file, ...clock],
    ["whatif", "sweep", "--count", "--max-skew", "zone=2", file, ...clock],
    ["place", file, "--profile", "Upstream", ...clock],
    ["place", file, "--steps", "--profile", "Upstream", ...clock],
  ],
  "story-1-cpu-and-memory-ratio": (file) => [
    ["compare", file, "--weight", "ResourceRatioCPU=0", "--number-of-clusters", "2", ...clock],
    ["compare", file, "examples/story-5-gpus.yaml", ...clock],
    ["place", file, "--number-of-clusters", "all", "--selected", "-q", ...clock],
    ["place", file, "--find", "prod", "-q", ...clock],
    ["place", file, "-o", "yaml", "-q", ...clock],
    ["why", "azure-prod-1", file, "-o", "json", "-q", ...clock],
  ],
  "quota-story-1": (file) => [
    ["quota", "why", "quota-a/a-4", file, "--node", "gpu-1"],
    ["queue", file, "--step", "4", "-o", "wide"],
    ["queue", file, "--profile", "Upstream", "--max-steps", "3"],
    ["quota", file, "-o", "json"],
  ],
  "clusters-grow": (file) => [
    ["place", file, "--verify", "--why", ...clock],
    ["compare", file, "--recorded", ...clock],
    ["compare", file, "--recorded", "-o", "name", ...clock],
  ],
  "quota-story-2": (file) => [
    ["quota", "why", "quota-b/b-2", file, "-o", "markdown"],
    ["lint", file, "-o", "markdown"],
    ["compare", file, file],
    ["compare", file, "examples/quota-story-2-same-quota.yaml"],
    ["compare", file, "--recorded"],
    ["compare", file, "--recorded", "-o", "json"],
    ["compare", file, "--profile", "Upstream", "-o", "name"],
  ],
  "vm-capacity-runs-out": (file) => [["compare", file, "examples/vm-mixed-pods.yaml", "-q"]],
  "quota-reprieve": (file) => [["quota", "why", "api", file, "--profile", "Upstream", "-o", "yaml"]],
  "limit-aware-use-case": (file) => [
    ["pods", "pod5", file, "-o", "wide", "--order", "LimitAware"],
    ["pods", file, "--state", "pending", "-o", "json"],
    ["queue", file, "--compare-scorers", "--weight", "LimitAware=1", "--weight", "LeastAllocated=17"],
    ["queue", file, "--weight", "LimitAware=2", "--weight", "LeastAllocated=1", "-q"],
    [
      "pods",
      "pod5",
      file,
      "--scorer",
      "RequestedToCapacityRatio",
      "--shape",
      "0=10,100=0",
      "--resources",
      "cpu=2,memory=1",
    ],
  ],
  "scores-near-tie": (file) => [["pods", "resize-k2d9n", file, "-q"]],
  "scores-pod-level": (file) => [["quota", "why", "build-2841", file, "--profile", "Upstream"]],
  "scores-configuration": (file) => [["pods", "render-4", file, "-q"]],
  "filters-tainted-zone": (file) => [
    ["quota", "why", "web-6c5f7d9b8-w8d5r", file],
    ["quota", "why", "web-7b9d4c6f5-tn6vj", file],
  ],
  "filters-namespace-selector": (file) => [
    ["quota", "why", "vault-0", file, "--profile", "Upstream"],
    ["quota", "why", "vault-0", file],
  ],
  "filters-named-nodes": (file) => [
    ["quota", "why", "node-agent-debug", file],
    ["quota", "why", "restore", file],
    ["quota", "why", "probe", file],
  ],
  "filters-host-port": (file) => [["quota", "why", "gateway-new", file, "--profile", "Upstream"]],
  "volumes-first-consumer": (file) => [["quota", "why", "index-0", file]],
  "vm-over-correction": (file) => [
    ["vm", "run", file, "--variant", "smaller steps", "--limit", "0"],
    ["vm", "run", file, "--sustained-requests", "3", "--limit", "0", "-q"],
    ["vm", "run", file, "--kind", "migration-done", "-o", "name"],
  ],
  "vm-system-raised": (file) => [["vm", "step", "7", file]],
  "vm-startup-uncertainty": (file) => [
    ["vm", "step", "0", file],
    ["vm", "step", "24", file],
    ["vm", "run", file, "--kind", "restart"],
    ["vm", "dump", file, "--step", "24"],
  ],
  "vm-mixed-pods": (file) => [
    ["vm", "dump", file, "-o", "wide"],
    ["vm", "dump", file, "--step", "2", "-o", "yaml"],
    ["vm", "dump", file, "-o", "name"],
  ],
  "vm-watermark-crossed": (file) => [
    ["compare", file, "--variant", "no migrations"],
    ["compare", file, "--variant", "no migrations", "-o", "name"],
    ["compare", file, file, "-q"],
    ["whatif", "sweep", "--watermark", "cpu", file],
    ["whatif", "sweep", "--watermark", "memory", "--variant", "no migrations", file],
    ["whatif", "sweep", "--system", "cpu", file, "-o", "markdown"],
    ["whatif", "sweep", "--compute-unit", "memory", "--node", "n9", file],
    ["vm", "step", "18", file, "-o", "wide"],
    ["vm", "step", "17", file, "-o", "json"],
  ],
};

const views = {
  placement: (name, file) => [
    ["place", file, "-o", "wide", ...clock],
    ["why", about[name], file, "-q", ...clock],
    ...(readFileSync(join(root, file), "utf8").includes("spreadConstraints")
      ? [
          ["place", file, "--steps", "-q", ...clock],
          ["place", file, "--step", "2", "-q", ...clock],
        ]
      : []),
  ],
  nodes: (name, file) => [
    ["pods", file],
    ["pods", about[name], file],
  ],
  quotas: (name, file) => [
    ["pods", file, "--state", "pending"],
    ["quota", file],
    ["quota", "why", about[name], file],
    ["queue", file],
    ["queue", file, "--step", "1"],
  ],
  vms: (name, file) => [
    ["vm", "run", file],
    ["vm", "step", String(steps[name] ?? 6), file],
  ],
};

const examples = JSON.parse(readFileSync(join(root, "examples/index.json"), "utf8"));

/** What would change a decision, by the examples of examples/what-if. */
const whatIf = (name, ...calls) =>
  calls.map(([command, ...args]) => [command, ...args, `examples/what-if/${name}.yaml`, ...clock]);
const whatIfs = [
  ...whatIf(
    "steady-and-load",
    ["whatif", "change", "--selects", "aws"],
    ["whatif", "change", "--selects", "aws", "--family", "weight", "-o", "json"],
    ["whatif", "change", "--selects", "aws", "--apply", "--dry-run"],
    ["whatif", "change", "--selects", "azure"],
    ["whatif", "change", "--selects", "gcp", "--drops", "aws", "--family", "count"],
    ["whatif", "sweep", "--weight", "AddOn/load/free", "--cluster", "aws"],
    ["whatif", "sweep", "--count"],
    ["whatif", "sweep", "--count", "-o", "markdown"],
    ["whatif", "change", "--selects", "aws", "-o", "markdown"],
    ["whatif", "sweep", "--weight", "AddOn/load/free", "--rank", "aws"],
    ["whatif", "sweep", "--weight", "Steady", "--rank", "aws", "-o", "json"],
    ["whatif", "sweep", "--stability", "-o", "wide"],
    ["whatif", "without", "--cluster", "azure"],
    ["whatif", "without", "azure"],
    ["whatif", "without", "azur"],
    ["whatif", "without", "cloud=x"],
  ),
  ...whatIf(
    "wrong-zone-and-tainted",
    ["whatif", "change", "--selects", "far"],
    ["whatif", "change", "--selects", "gpu", "--apply", "--dry-run"],
    ["whatif", "change", "--selects", "both"],
    ["why", "both"],
    ["why", "both", "-o", "markdown"],
  ),
  ...whatIf(
    "two-placements",
    ["whatif", "change", "--selects", "c", "-p", "web"],
    ["whatif", "change", "--selects", "c", "-p", "web", "--family", "set"],
    ["whatif", "without", "c"],
  ),
  ...whatIf(
    "zone-lost",
    ["whatif", "without", "zone=b"],
    ["whatif", "without", "zone=z"],
    ["whatif", "without", "--each", "zone"],
    ["whatif", "without", "--each", "cluster", "-o", "name"],
  ),
  ...whatIf(
    "max-skew",
    ["whatif", "change", "--count", "4"],
    ["whatif", "sweep", "--max-skew", "zone"],
    ["whatif", "sweep", "--stability"],
  ),
];

/** Calls by the name of their file. */
export const transcripts = Object.fromEntries([
  ...examples.map(({ file, view }) => {
    const [name, path] = [file.replace(/\.yaml$/, ""), `examples/${file}`];
    return [name, [...views[view](name, path), ["lint", path], ...(more[name]?.(path) ?? [])]];
  }),
  [
    "what-if-pods",
    [
      ["whatif", "drain", "n1", "examples/what-if/pods-drain.yaml"],
      ["whatif", "drain", "n1", "examples/what-if/pods-drain.yaml", "-o", "name"],
      ["whatif", "drain", "n4", "examples/what-if/pods-drain.yaml"],
      ["whatif", "rollout", "web", "examples/what-if/pods-rollout.yaml"],
      ["whatif", "rollout", "statefulset/shop/db", "examples/what-if/pods-rollout.yaml"],
      ["whatif", "rollout", "web", "examples/what-if/pods-rollout.yaml", "-o", "name"],
      ["whatif", "more", "--like", "team-a/api", "examples/what-if/pods-more.yaml"],
      ["whatif", "more", "--like", "team-b/api", "examples/what-if/pods-more.yaml"],
      ["whatif", "more", "--like", "team-a/api=2", "--like", "team-b/api", "examples/what-if/pods-more.yaml"],
      ["whatif", "more", "--like", "deployment/web", "--pending-first", "examples/what-if/pods-rollout.yaml"],
      ["whatif", "more", "--like", "team-b/api", "--most", "2", "examples/what-if/pods-more.yaml", "-o", "json"],
      ["whatif", "nodes", "--shape", "cpu=4,memory=16Gi,nvidia.com/gpu=2", "examples/what-if/pods-quota.yaml"],
      ["nodes", "--needed", "--like", "n1", "examples/what-if/pods-rollout.yaml"],
      ["whatif", "change", "--pod", "team-a/train-3", "--admitted", "examples/what-if/pods-quota.yaml"],
      [
        ...["whatif", "change", "--pod", "train-3", "--admitted", "--family", "quota", "--apply", "--dry-run"],
        "examples/what-if/pods-quota.yaml",
      ],
      [
        "whatif",
        "change",
        "--pod",
        "ops/urgent",
        "--admitted",
        "--spares",
        "cache",
        "examples/what-if/pods-spares.yaml",
      ],
      ["whatif", "change", "--pod", "ops/urgent", "examples/what-if/pods-spares.yaml"],
      ["quota", "why", "ops/urgent", "examples/what-if/pods-spares.yaml"],
      ["quota", "why", "ops/cache", "examples/what-if/pods-spares.yaml"],
      ["queue", "examples/what-if/pods-spares.yaml", "--step", "1"],
      ["whatif", "change", "--pod", "wide", "--admitted", "examples/what-if/pods-two-edits.yaml"],
      ["quota", "why", "wide", "examples/what-if/pods-two-edits.yaml"],
      ["whatif", "change", "--pod", "search", "--admitted", "examples/what-if/pods-labels.yaml"],
      [
        "whatif",
        "change",
        "--pod",
        "search",
        "--admitted",
        "--family",
        "node",
        "--apply",
        "--dry-run",
        "examples/what-if/pods-labels.yaml",
      ],
    ],
  ],
  [
    "what-if-more",
    [
      ["whatif", "sweep", "--pod", "train-3", "--max", "nvidia.com/gpu", "examples/what-if/pods-quota.yaml"],
      ["whatif", "sweep", "--pod", "team-a/train-3", "--priority", "examples/what-if/pods-quota.yaml"],
      ["whatif", "sweep", "--pod", "ops/urgent", "--request", "cpu", "examples/what-if/pods-spares.yaml"],
      ["whatif", "sweep", "--pod", "ops/urgent", "--request", "cpu", "--priority", "examples/what-if/pods-spares.yaml"],
      ["whatif", "without", "node=n1", "examples/what-if/pods-drain.yaml"],
      ["whatif", "without", "--nodes", "--each", "node", "examples/what-if/pods-drain.yaml"],
      // Without a Placement, nodes are meant.
      ["whatif", "without", "n1", "examples/what-if/pods-drain.yaml"],
      ["whatif", "change", "--stays", "n1", "examples/vm-watermark-crossed.yaml"],
      ["whatif", "change", "--granted", "default/web", "examples/vm-watermark-crossed.yaml", "-o", "name"],
      ["whatif", "change", "--starts", "examples/vm-watermark-crossed.yaml"],
    ],
  ],
  ["what-if", whatIfs],
  [
    "policy-tests",
    [
      ["test", "examples/policy"],
      ["test", "examples/policy", "-o", "markdown"],
      ["test", "examples/policy", "-o", "junit"],
      ["test", "examples/policy", "-o", "github"],
      ["test", "examples/policy", "-o", "json"],
    ],
  ],
  [
    "example",
    [
      ["example", "scores-near-tie", "-q"],
      ["example", "scores-neartie"],
    ],
  ],
  ["completion-bash", [["completion", "bash"]]],
  ["completion-zsh", [["completion", "zsh"]]],
  ["completion-fish", [["completion", "fish"]]],
]);
