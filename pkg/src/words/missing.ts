/** What an answer depends on and the input lacks, as sentences. */
import type { IncompleteText, MissingInput, MissingReason, UseInStatus } from "../../types.js";
import { amountText, amountWords } from "./amount.js";
import { type DataOf, dataOf, type Found, type Sentence } from "./finding.js";
import { unreadOf } from "./incomplete.js";
import { counted, integer } from "./number.js";
import { listed, shortened } from "./phrase.js";
import { fullName, fullNames, objectText } from "./object-name.js";

/** What an answer depends on and the input lacks, also what is assumed. */
export const missingOf = (answer: Found): MissingInput[] => [
  ...dataOf(answer, "missing-input"),
  ...dataOf(answer, "assumed-input"),
  ...dataOf(answer, "assumed-storage"),
];

/** What is in the input and cannot be read is not lacking: that is said before. */
export function missingSentences(rows: DataOf<"missing-input">[], answer: Found): Sentence[] {
  const incomplete = dataOf(answer, "incomplete-text");
  const unread = (row: MissingInput): boolean =>
    row.name !== "" &&
    row.used === undefined &&
    row.pods === undefined &&
    incomplete.some(({ object }) => object !== null && fullName(object) === fullName(row) && object.kind === row.kind);
  const missing = rows.filter((row) => !unread(row));
  if (missing.length === 0) return [];
  const sentence = (subject: string, begin: string): string =>
    `${begin}${lackingText(missing, incomplete, subject)}${needed(missing)}`;
  return [
    {
      message: sentence("the input lacks", "Incomplete: "),
      further: sentence("The input also lacks", missing.every(({ used }) => used !== undefined) ? "Incomplete: " : ""),
      details: missing.map(missingText),
      allDetails: true,
    },
  ];
}

/** `the input lacks Node n1. It seems to lack pods of t: …` */
function lackingText(missing: MissingInput[], incomplete: IncompleteText[], begin: string): string {
  const seeming = missing.flatMap(({ namespace, used }) => (used === undefined ? [] : [{ namespace, used }]));
  const name = (row: MissingInput): string => {
    const isOther = row.name === "" && unreadOf(incomplete, [row.kind]) !== undefined;
    return isOther ? missingName(row).replace(/^any /, "any other ") : missingName(row);
  };
  const known = missing.filter(({ used }) => used === undefined).map(name);
  const lacks = known.length === 0 ? "" : `${begin} ${listed(shortened(known))}.`;
  const [first] = seeming;
  if (first === undefined) return lacks;
  const names = listed(shortened(seeming.map(({ namespace }) => namespace)));
  const counts = usedText(first.used) + (seeming.length === 1 ? "" : ` in ${first.namespace}`);
  return `${lacks === "" ? "the input" : `${lacks} It`} seems to lack pods of ${names}: ${counts}.`;
}

/** `` `status.used` counts 5.5 CPUs, the pods of the input 1 `` */
const usedText = ({ resource, status, pods }: UseInStatus): string =>
  `\`status.used\` counts ${amountWords(resource, status)}, the pods of the input ${amountText(resource, pods)}`;

/** What a new pod is not admitted without. */
const ADMITTING: readonly MissingReason[] = ["priority-class", "runtime-class"];

/** ` The API server refuses new pods whose PriorityClass does not exist.` */
function needed(missing: MissingInput[]): string {
  const kinds = new Set(missing.flatMap(({ kind, why }) => (ADMITTING.includes(why) ? [kind] : [])));
  const refused =
    kinds.size === 0 ? "" : ` The API server refuses new pods whose ${[...kinds].join(" or ")} does not exist.`;
  const admitted = missing.some(({ why }) => why === "default-class")
    ? " The API server refuses new pods with a priority that is not their class's."
    : "";
  const agents = agentText(missing.filter(({ why }) => why === "agent-vm"));
  return `${refused}${admitted}${volumesNeeded(missing)}${meantText(missing)}${agents}`;
}

/** ` Volumes keep no pod from a node here; the command … prints what decides.` */
function volumesNeeded(missing: MissingInput[]): string {
  const row = missing.find(({ why }) => why === "volumes");
  return row === undefined
    ? ""
    : ` The volumes of claims are unknown, and keep no pod from a node here: add the output of \`${row.command}\`.`;
}

/** ` Did you mean ManagedClusterSet global?` */
function meantText(missing: MissingInput[]): string {
  const sets = missing.filter(({ kind }) => kind === "ManagedClusterSet");
  const meant = [...new Set(sets.flatMap(({ near = [] }) => fullNames(near)))];
  return meant.length === 0 ? "" : ` Did you mean ManagedClusterSet ${shortened(meant).join(" or ")}?`;
}

/** ` A Timeline agent matches no VM: did you mean dev/a or vms/a?` */
function agentText(agents: MissingInput[]): string {
  if (agents.length === 0) return "";
  const near = shortened(agents.flatMap(({ near = [] }) => fullNames(near)));
  const act = agents.length === 1 ? "A Timeline agent matches" : "Timeline agents match";
  return ` ${act} no VM${near.length === 0 ? "." : `: did you mean ${near.join(" or ")}?`}`;
}

/** `RuntimeClass kata: the API server adds …; kubectl get runtimeclasses kata -o yaml` */
export const missingText = (row: MissingInput): string =>
  `${missingName(row)}: ${row.used === undefined ? "" : `${usedText(row.used)}: `}${MISSING[row.why]}; ${row.command}`;

/** `No CSINode is in the input: no limit of attached volumes counts. … prints what decides.` */
export function storageSentences(rows: DataOf<"assumed-storage">[]): Sentence[] {
  const [first] = rows;
  if (first === undefined) return [];
  const parts = rows.map(({ kind }) => `No ${kind} is in the input: ${NO_STORAGE[kind] ?? "none is counted"}.`);
  return [{ message: `${parts.join(" ")} Add the output of \`${first.command}\`.`, details: [] }];
}

const NO_STORAGE: Partial<Record<string, string>> = {
  PersistentVolume: "no volume that exists serves a claim",
  CSINode: "no limit of attached volumes counts",
  CSIDriver: "no driver looks at the storage that is left",
  CSIStorageCapacity: "no storage is left for new volumes",
};

/** What is assumed because the input has nothing of it, a sentence each. */
export function assumedSentences(rows: DataOf<"assumed-input">[]): Sentence[] {
  const others = rows.filter(({ cannotHelp = false }) => !cannotHelp);
  const ofKinds = [...new Set(others.flatMap(({ why }) => ASSUMED[why] ?? []))];
  return [...cannotHelpText(rows), ...ofKinds, ...others.flatMap(computedText)].map((message) => ({
    message,
    details: [],
  }));
}

/** `The input lacks any PersistentVolumeClaim. Without a change, no pod gets a node either way; …` */
function cannotHelpText(rows: MissingInput[]): string[] {
  const names = [...new Set(rows.flatMap((row) => (row.cannotHelp === true ? [missingName(row)] : [])))];
  if (names.length === 0) return [];
  return [
    `The input lacks ${listed(shortened(names))}. Without a change, no pod gets a node either way; whether a change ` +
      "helps may depend on what is missing.",
  ];
}

/**
 * `1 disruption is allowed: computed, PodDisruptionBudget shop/web has no status. 3 of 3 expected pods are ready, 2
 * must be.`
 */
function computedText({ namespace, name, computed }: MissingInput): string[] {
  if (computed === undefined) return [];
  const { disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods, assumedReady, assumedReplicas } = computed;
  const owners = shortened(assumedReplicas.map(objectText));
  return [
    [
      `PodDisruptionBudget ${namespace}/${name} allows ${counted(disruptionsAllowed, "disruption")}: computed, the ` +
        `PodDisruptionBudget has no status (expectedPods ${integer(expectedPods)}, currentHealthy ` +
        `${integer(currentHealthy)}, desiredHealthy ${integer(desiredHealthy)}).`,
      ...(assumedReady > 0
        ? [
            `${counted(assumedReady, "pod")} without a Ready condition ` +
              `${assumedReady === 1 ? "counts" : "count"} as ready.`,
          ]
        : []),
      ...(owners.length > 0 ? [`The input lacks ${listed(owners)}: the number of pods counts as \`replicas\`.`] : []),
    ].join(" "),
  ];
}

const ASSUMED: Partial<Record<MissingReason, string>> = {
  history: "No PlacementDecision is in the input: `Balance` counts none.",
  "some-scores": "Some feasible clusters have no AddOnPlacementScore that a prioritizer reads: theirs count 0.",
  "one-namespace":
    "All pods of the input that a cluster has stored are in one namespace. Those of others take room, too: " +
    "`kubectl get pods -A -o yaml` brings all.",
  budgets: "No PodDisruptionBudget is in the input, so none limits evictions.",
};

const MISSING: Record<MissingReason, string> = {
  placements: "without a placement nothing is decided",
  clusters: "without clusters nothing can be selected",
  "no-sets": "sets and bindings decide which clusters are candidates; all are considered",
  "set-wanted": "`spec.clusterSets` names it",
  "set-bound": "a binding of the namespace names it",
  "not-bound": "without it, clusters of the set are not candidates",
  scores: "a prioritizer reads it; its scores count 0",
  "some-scores": "a prioritizer reads it, and some feasible clusters have none, which counts 0",
  "cel-scores": "a CEL expression reads it",
  "set-clusters": "its status counts them, and they may be selected instead",
  recorded: "the hub has recorded it, and `Steady` and `NoSelectIfNew` depend on it",
  history: "`Balance` counts the decisions of all placements",
  nodes: "without nodes no pod is placed",
  allocatable: "every kubelet writes it; the node counts as full",
  "allocatable-pods": "every kubelet writes it; the node counts as full",
  "bound-node": "pods of the input are on it; its amounts and its other pods do not count",
  "other-nodes": "kube-scheduler has tried more nodes for a pending pod than the input has; their room does not count",
  "workload-pods":
    "its status counts them; their room and quota look free, so they are scheduled as new pods, or left out",
  "quota-pods": "the room and quota that pods outside of the input take look free",
  "all-pods":
    "every cluster has pods in namespaces such as `kube-system`, and the input has none: nodes look too empty",
  "one-namespace": "pods of other namespaces take room, too",
  "priority-class": "a new pod names it; without it the priority is what the pod states, or 0",
  "default-class":
    "a new pod has a priority and no class: the API server takes it only where a class with `globalDefault` has that " +
    "value",
  "runtime-class": "a new pod names it; overhead, nodeSelector and tolerations that it adds are not counted",
  volumes: "pods have claims; their volumes keep no pod from a node here",
  "free-volumes": "one that exists could serve a claim; none is assumed to exist",
  "volume-limits": "it has the number of volumes that a node can attach; no number is too large here",
  "storage-capacity": "a driver may limit where volumes fit; none is assumed to exist",
  "namespace-labels":
    "a namespaceSelector needs their labels; namespaces count as without labels, also without " +
    "`kubernetes.io/metadata.name`",
  owner: "the default profile spreads the pod by its selector and those of Services",
  "budget-status": "no controller has written its status, which is computed",
  budgets: "PodDisruptionBudgets decide which pods preemption evicts",
  "agent-vm": "an agent of the Timeline acts for it, and has no effect without it",
  vm: "a pod runs it; the pod is left out",
  "vm-config": "the config of the VM plugin; a typical one is assumed",
  applications: "Argo CD reads decisions as it says",
};

/** `ManagedClusterSet prod`, or `any PlacementDecision` where no name is known. */
function missingName({ kind, namespace, name, why, pods = 0 }: MissingInput): string {
  if (why === "workload-pods") return `${counted(pods, "pod")} of ${kind} ${namespace}/${name}`;
  if (why === "set-clusters") return `${counted(pods, "cluster")} of ${kind} ${name}`;
  if (why === "quota-pods") return `pods of ${namespace}`;
  if (why === "allocatable") return `\`status.allocatable\` of Node ${name}`;
  if (why === "allocatable-pods") return `\`pods\` in \`status.allocatable\` of Node ${name}`;
  if (why === "all-pods" || why === "one-namespace") return "pods of other namespaces";
  if (why === "other-nodes") return "other nodes";
  if (why === "default-class") return "a PriorityClass that is the global default";
  if (why === "vm-config") return "a ConfigMap with the plugin's config";
  if (why === "recorded" && name === "") return `${kind}s of the placement in namespace ${namespace}`;
  if (name === "") return namespace === "" ? `any ${kind}` : `any ${kind} in namespace ${namespace}`;
  return objectText({ kind, namespace, name });
}
