/** What kube-scheduler says of nodes that a pod does not fit, clause by clause. */
import { counted } from "./number.js";
import { taintText } from "./node-taint.js";

/** Whether one of the clauses is about volumes. */
export const isAboutVolumes = (clauses: Clause[]): boolean =>
  clauses.some(({ text }) => /volume|storage|disk|ReadWriteOncePod|bound to non-existent/i.test(text));

/** A clause of a message: as it stands there, and what it means. */
export interface Clause {
  text: string;
  /** In lower case, without a full stop; `null`: it is not known. */
  meaning: string | null;
}

/** Events of older releases say of claims no number of nodes; what fails once a node is picked is not about nodes. */
const MESSAGE =
  /\d+\/\d+ nodes are available: (.*)|(pod has unbound immediate PersistentVolumeClaims.*)|(running \w+ plugin ".*)/s;

/** What a message of kube-scheduler means that is about what fails once a node is picked; `null`: it is another one. */
export function failedAfterChoice(message: string): string | null {
  const found = /running (?:Reserve|Permit|PreBind|Bind) plugin ".*/s.exec(message);
  return found === null ? null : meaningOf(found[0], MEANINGS);
}

/** The clauses of the first message of kube-scheduler in a text that has no objects; `null`: it has none. */
export function verdictClauses(text: string): Clause[] | null {
  const lines = text.split(/\r?\n/);
  for (const [at, first] of lines.entries()) {
    const line = unfolded(first, lines.slice(at + 1));
    const found = MESSAGE.exec(messageIn(line).replaceAll('\\"', '"'));
    if (found === null) continue;
    const [, ofNodes, ofClaims, ofPlugin = ""] = found;
    const said = ofNodes ?? ofClaims;
    if (said !== undefined) return clausesOf(said);
    const isQuoted = ofPlugin.split('"').length % 2 === 0;
    const text = ofPlugin.replace(isQuoted ? /",?\s*$/ : /'?\s*$/, "");
    return [{ text, meaning: meaningOf(text, MEANINGS) }];
  }
  return null;
}

/** The value of a `message` in YAML, which kubectl folds; any other line as it is. */
function unfolded(first: string, next: string[]): string {
  const [, lead] = /^( *(?:- )?)message: /.exec(first) ?? [];
  if (lead === undefined) return first;
  const end = next.findIndex((line) => line.search(/\S/) <= lead.length);
  const folded = next.slice(0, end < 0 ? next.length : end).map((line) => line.trim());
  return [first, ...folded].join(" ").replaceAll("''", "'");
}

/** A line, or the message that a log line or a field in JSON has. */
function messageIn(written: string): string {
  const field = written.trim().replace(/,$/, "");
  const line = field.startsWith('"') ? `{${field}}` : written;
  if (!line.trimStart().startsWith("{")) return line;
  let found: string | undefined;
  try {
    JSON.parse(line, (_, value: unknown) => {
      if (typeof value === "string" && MESSAGE.test(value)) found ??= value;
      return value;
    });
  } catch {
    return written;
  }
  return found ?? "";
}

/** A clause without what a sentence or a quotation ends with. */
const withoutEnd = (text: string): string => text.trim().replace(/["']?\.?["']?$/, "");

/** Numbers begin clauses; a taint may contain a comma. */
const BETWEEN = /, (?=\d+ |pod has |persistentvolumeclaim |resourceclaim |storageclass)/;

function clausesOf(message: string): Clause[] {
  const [own = "", preemption] = message.split(/[.,]? *(?:no new claims to deallocate, *)?preemption: /);
  const nodes = own.split(BETWEEN).map(withoutEnd);
  const others = (preemption ?? "").replace(/^\d+\/\d+ nodes are available: /, "").split(BETWEEN);
  const evicting = others.map(withoutEnd);
  return [
    ...nodes.filter((text) => text !== "").map((text) => ({ text, meaning: meaningOf(text, MEANINGS) })),
    ...evicting
      .filter((text) => text !== "")
      .map((text) => ({ text: `preemption: ${text}`, meaning: meaningOf(text, EVICTING) })),
  ];
}

/** A number of nodes, with the verbs that agree with it. */
interface Nodes {
  nodes: string;
  are: string;
  have: string;
  lack: string;
  fit: string;
  were: string;
}

type Meaning = [RegExp, (of: Nodes, name: string) => string];

function meaningOf(text: string, meanings: Meaning[]): string | null {
  const [, count, clause = text] = /^(\d+) (.*)$/s.exec(text) ?? [];
  const isOne = Number(count) === 1;
  const [are, have, lack, fit, were] = isOne
    ? ["is", "has", "lacks", "does not fit", "was"]
    : ["are", "have", "lack", "do not fit", "were"];
  const nodes = { nodes: counted(Number(count ?? 0), "node"), are, have, lack, fit, were } as Nodes;
  for (const [pattern, meaning] of meanings) {
    const found = pattern.exec(clause);
    if (found !== null)
      return meaning(nodes, found[1] ?? "")
        .replaceAll(/\s+/g, " ")
        .trim();
  }
  return null;
}

/** What follows what a plugin could not do. */
const afterChoice = "a node was picked, so no node's room or labels are the cause; kube-scheduler tries again";

const MEANINGS: Meaning[] = [
  [
    /^running PreBind plugin "VolumeBinding": .*(?:context deadline exceeded|timed out)/s,
    () =>
      "a volume of the pod was not bound or provisioned within bindTimeoutSeconds (10 minutes by default): the " +
      `events of its PersistentVolumeClaims and the log of the CSI provisioner say why; ${afterChoice}`,
  ],
  [
    /^running PreBind plugin "VolumeBinding": .*provisioning failed/s,
    () => `the provisioner made no volume for a claim of the pod on the picked node; ${afterChoice}`,
  ],
  [
    /^running PreBind plugin "VolumeBinding"/,
    () => `the volumes of the pod could not be bound on the picked node; ${afterChoice}`,
  ],
  [
    /^running PreBind plugin "DynamicResources"/,
    () => `the ResourceClaims of the pod could not be allocated on the picked node; ${afterChoice}`,
  ],
  [/^running Bind plugin/, () => `the API server did not take the binding of the pod; ${afterChoice}`],
  [
    /^running (?:Reserve|Permit|PreBind) plugin "([^"]*)"/,
    (_, name) => `the plugin ${name} failed before the pod was bound; ${afterChoice}`,
  ],
  [
    /^Insufficient (\S+)/,
    ({ nodes }, resource) => `on ${nodes}, the pods request too much ${resource} to add this one`,
  ],
  [/^Too many pods/, ({ nodes, have }) => `${nodes} ${have} as many pods as the kubelet allows`],
  [
    /(?:untolerated taint\(?s?\)? ?|had taints? )\{([^}]*)\}/,
    ({ nodes, have }, taint) =>
      `${nodes} ${have} the taint ${taintText(taint.trim().replace(/:$/, ""))}, which the pod does not tolerate`,
  ],
  [
    /untolerated taint|had taints? that/,
    ({ nodes, have }) => `${nodes} ${have} a taint that the pod does not tolerate`,
  ],
  [/were unschedulable/, ({ nodes, are }) => `${nodes} ${are} cordoned (spec.unschedulable)`],
  [/were not ready|weren't ready/, ({ nodes, are }) => `${nodes} ${are} not ready`],
  [
    /didn't match Pod's node affinity|didn't match node selector/,
    ({ nodes, lack }) => `${nodes} ${lack} labels that the pod's nodeSelector or node affinity requires`,
  ],
  [
    /didn't satisfy existing pods anti-affinity/,
    ({ nodes }) => `on ${nodes}, pods that are there keep this one away by their anti-affinity`,
  ],
  [
    /didn't match pod anti-affinity/,
    ({ nodes }) => `on ${nodes}, a pod is near that this one's anti-affinity excludes`,
  ],
  [
    /didn't match pod affinity\/anti-affinity/,
    ({ nodes }) => `on ${nodes}, an affinity or anti-affinity between pods is not met; other parts say which`,
  ],
  [/didn't match pod affinity/, ({ nodes, are }) => `${nodes} ${are} not near a pod that this one's affinity requires`],
  [
    /topology spread constraints \(missing required label\)/,
    ({ nodes, lack }) => `${nodes} ${lack} the label of a topologyKey of the pod's spread constraints`,
  ],
  [/topology spread constraints/, ({ nodes }) => `on ${nodes}, the pod would exceed maxSkew of a spread constraint`],
  [/free ports/, ({ nodes }) => `on ${nodes}, another pod has a host port that this one requests`],
  [/requested node name/, ({ nodes, are }) => `${nodes} ${are} not the node that spec.nodeName names`],
  [
    /volume node affinity conflict|didn't match PersistentVolume's node affinity/,
    ({ nodes }) => `the pod's volumes cannot be used on ${nodes}`,
  ],
  [/bound to non-existent/, () => "a claim of the pod is bound to a PersistentVolume that does not exist"],
  [
    /with the same name and ReadWriteOncePod/,
    () => "another pod uses a claim of the pod whose access mode is ReadWriteOncePod",
  ],
  [/no available disk/, ({ nodes }) => `on ${nodes}, another pod uses a disk of the pod`],
  [/no available volume zone/, ({ nodes }) => `the pod's volumes are in another zone than ${nodes}`],
  [
    /exceed max volume count/,
    ({ nodes, have }) => `${nodes} ${have} as many volumes attached as the CSI driver allows`,
  ],
  [
    /not have enough free storage|not enough free storage/,
    ({ nodes }) => `for ${nodes}, the storage class has too little capacity left to provision a volume`,
  ],
  [
    /didn't find available persistent volumes/,
    ({ nodes }) => `for ${nodes}, no PersistentVolume fits a claim of the pod, and none can be provisioned`,
  ],
  [
    /unbound immediate PersistentVolumeClaims/,
    () => "a claim of the pod is not bound to a volume yet, and its class binds immediately",
  ],
  [/persistentvolumeclaim "([^"]*)" not found/, (_, name) => `the claim ${name} does not exist`],
  [/persistentvolumeclaim "([^"]*)" is being deleted/, (_, name) => `the claim ${name} is being deleted`],
  [/storageclass\S* "([^"]*)" not found/, (_, name) => `the StorageClass ${name} of a claim does not exist`],
  [
    /cannot allocate all claims|resourceclaim not available on the node/,
    ({ nodes }) => `on ${nodes}, no free device meets a ResourceClaim of the pod`,
  ],
  [/resourceclaim "([^"]*)" not found/, (_, name) => `the ResourceClaim ${name} does not exist`],
  [
    /didn't match Pod's required features/,
    ({ nodes, lack }) => `${nodes} ${lack} a feature of the kubelet that the pod requires`,
  ],
  [/had (memory|disk|PID) pressure/, ({ nodes, are }, what) => `${nodes} ${are} short of ${what}`],
  [
    /rejected in PreFilter because .*ElasticQuota.* more than Max/i,
    () => "the ElasticQuota of the pod's namespace would use more than its max",
  ],
  [
    /rejected in PreFilter because .*ElasticQuota.* more than .*Min/i,
    () => "all ElasticQuotas together would use more than their mins",
  ],
  [
    /didn't satisfy plugin|filtered out by the prefilter/,
    ({ nodes, were }) => `${nodes} ${were} left out before the filters, by the pod's affinity or its volumes`,
  ],
];

const EVICTING: Meaning[] = [
  [/^No preemption victims found/, ({ nodes }) => `on ${nodes}, no pods of lower priority make room`],
  [/^Preemption is not helpful/, ({ nodes, fit }) => `no eviction changes why ${nodes} ${fit}`],
  [/preemptionPolicy=Never/, () => "the pod may not evict others"],
  ...MEANINGS,
];
