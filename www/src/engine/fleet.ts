/** Fleets from a seed, for trying the page at scale: nodes with pods or VMs, and spread for the package's clusters. */

/** A generator of numbers below 1: xorshift, by 32 bits. */
function numbers(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b9) ^ 0x85ebca6b) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** What scales with a node: its cores. */
const shapes = [8, 16, 32];
const zones = ["a", "b", "c"];

/** `count` nodes with `perNode` pods on each, and a pending pod for every ten nodes. */
export function nodesText(seed: number, count: number, perNode: number): string {
  const next = numbers(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
  const parts: string[] = [];
  const pod = (name: string, node: string | null, cores: number): void => {
    const requests = `{cpu: ${cores * 100}m, memory: ${cores * 256}Mi}`;
    // Some promise more than they ask for.
    const [more, moreMemory] = [1 + Math.floor(next() * 4), 1 + Math.floor(next() * 2)];
    const limits = `{cpu: ${cores * 100 * more}m, memory: ${cores * 256 * moreMemory}Mi}`;
    parts.push(`apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: default
spec:${node === null ? "" : `\n  nodeName: ${node}`}
  containers:
  - name: main
    resources:
      requests: ${requests}
      limits: ${limits}
status:
  phase: ${node === null ? "Pending" : "Running"}
`);
  };
  for (let i = 1; i <= count; i += 1) {
    const cores = pick(shapes);
    const name = `node-${i}`;
    parts.push(`apiVersion: v1
kind: Node
metadata:
  name: ${name}
  labels:
    topology.kubernetes.io/zone: zone-${pick(zones)}
status:
  allocatable: {cpu: "${cores}", memory: ${cores * 4}Gi, pods: "110"}
`);
    // A pod takes up to a tenth of a node in tenths of a core, so that all of them fit.
    for (let j = 1; j <= perNode; j += 1)
      pod(`app-${i}-${j}`, name, 1 + Math.floor(next() * ((cores * 10) / perNode - 1)));
  }
  for (let i = 1; i <= Math.max(1, Math.floor(count / 10)); i += 1)
    pod(`pending-${i}`, null, 10 + Math.floor(next() * 20));
  return parts.join("---\n");
}

/** `count` nodes with `perNode` autoscaled VMs on each, whose loads rise and fall for five minutes. */
export function vmsText(seed: number, count: number, perNode: number): string {
  const next = numbers(seed);
  const parts = [
    `apiVersion: v1
kind: ConfigMap
metadata: {name: scheduler-plugin-config, namespace: kube-system}
data:
  autoscaler-enforcer-config.json: |
    { "memBlockSize": "1Gi",
      "nodeDefaults": {
        "cpu": { "watermark": 0.7, "system": "1" },
        "memory": { "watermark": 0.7, "system": "2Gi" },
        "computeUnit": { "vCPUs": 1, "mem": 4 } },
      "schedulerName": "autoscale-scheduler" }
`,
  ];
  const agents: string[] = [];
  for (let i = 1; i <= count; i += 1) {
    parts.push(`apiVersion: v1
kind: Node
metadata: {name: node-${i}}
status: {allocatable: {cpu: "10", memory: 42Gi}}
`);
    for (let j = 1; j <= perNode; j += 1) {
      const name = `vm-${i}-${j}`;
      parts.push(`apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: {name: ${name}}
spec:
  schedulerName: autoscale-scheduler
  guest: {cpus: {min: 1, use: 1, max: 4}, memorySlots: {min: 4, use: 4, max: 16}}
status: {podName: ${name}, node: node-${i}}
`);
      const units = (): number => 1 + Math.floor(next() * 3);
      const [up, down] = [20 + Math.floor(next() * 80), 120 + Math.floor(next() * 150)];
      const steps = `{at: 0s, units: ${units()}}, {at: ${up}s, units: ${units() + 1}}, {at: ${down}s, units: 1}`;
      agents.push(`  - vms: [${name}]\n    load: {steps: [${steps}]}\n`);
    }
  }
  parts.push(`apiVersion: schedscope.dev/v1alpha1
kind: Timeline
metadata: {name: five-minutes}
spec:
  duration: 5m
  agents:
${agents.join("")}`);
  return parts.join("---\n");
}

/** The generated placement has no spread; with it, a fleet shows it. In the order of the generated fields. */
const spread = `  spreadPolicy:
    spreadConstraints:
    - maxSkew: 1
      topologyKey: provider
      topologyKeyType: Label
      whenUnsatisfiable: DoNotSchedule
    - maxSkew: 2
      topologyKey: region
      topologyKeyType: Label
      whenUnsatisfiable: DoNotSchedule
    - maxSkew: 1
      topologyKey: zone
      topologyKeyType: Label
      whenUnsatisfiable: ScheduleAnyway
`;
const spreadWeight = `    - scoreCoordinate:
        builtIn: Spread
        type: BuiltIn
      weight: 2
`;

/** The text of a hub whose placement spreads by provider, region and zone, given the text of one that does not. */
export function spreadHub(text: string): string {
  const start = text.indexOf("\nkind: Placement\n");
  const end = text.indexOf("\n---\n", start);
  if (start < 0 || end < 0) return text;
  const placement = text
    .slice(start, end)
    .replace("    mode: Exact\n", `${spreadWeight}    mode: Exact\n`)
    .replace("  tolerations:\n", `${spread}  tolerations:\n`);
  return text.slice(0, start) + placement + text.slice(end);
}
