/** What must be known before an answer is believed, as sentences: the same for all answers. */
import type { MissingInput, MissingReason, NotLookedAt } from "../../types.js";
import { NOT_LOOKED_AT_REASONS, notLookedAtSentence, notLookedAtSubject, rowsBesideAnswer } from "./not-looked-at.js";
import { integer } from "./number.js";
import { listed } from "./phrase.js";

/** One sentence, with more about it. */
export interface Caveat {
  /**
   * `incomplete-text`: a part of the text cannot be read. `missing-input`: the text lacks objects that the answer
   * depends on. `applications-deleted`: the decision is empty, and Argo CD has made Applications of the recorded one.
   * `duplicate-applications`: Argo CD would make several of one name. `recorded-differs`: a hub has recorded another
   * decision. `forms-differ`: it has recorded another one in the form of SIG Multicluster. `debug-differs`: its debug
   * result differs. `other-profile`: the other profile decides otherwise. `not-looked-at`: the text has what is not
   * modelled.
   */
  code:
    | "incomplete-text"
    | "missing-input"
    | "applications-deleted"
    | "duplicate-applications"
    | "recorded-differs"
    | "forms-differ"
    | "debug-differs"
    | "other-profile"
    | "not-looked-at";
  /** One sentence. */
  message: string;
  /** More about it, each in lower case without a full stop. */
  details: string[];
}

/** What every answer has that sentences are made from. */
export interface Caveated {
  /** What the answer depends on and the text lacks. */
  missingInputs: MissingInput[];
  /** What of the text is not modelled and can change the answer. */
  notLookedAt: NotLookedAt[];
}

/**
 * All sentences, in the order in which they must come: what comes first makes the others doubtful. `differences`: what
 * the answer is otherwise by what is recorded or by the other profile.
 */
export const allCaveats = (answer: Caveated, differences: Caveat[] = []): Caveat[] => [
  ...missingCaveats(answer.missingInputs),
  ...differences,
  ...notLookedAtCaveats(answer.notLookedAt),
];

/** Whether a sentence stands before the answer; what is not looked at stands behind it. */
export const isBefore = ({ code }: Caveat): boolean => code !== "not-looked-at";

function missingCaveats(missingInputs: MissingInput[]): Caveat[] {
  const missing = missingInputs.filter(({ assumed }) => !assumed);
  if (missing.length === 0) return [];
  return [
    {
      code: "missing-input",
      message: `Incomplete: the text lacks ${listed(shortened(missing.map(missingName)))}.`,
      details: missing.map(missingText),
    },
  ];
}

/** `RuntimeClass kata: the API server adds …; kubectl get runtimeclasses kata -o yaml` */
export const missingText = (row: MissingInput): string => `${missingName(row)}: ${MISSING[row.why]}; ${row.command}`;

function notLookedAtCaveats(all: NotLookedAt[]): Caveat[] {
  const rows = rowsBesideAnswer(all);
  if (rows.length === 0) return [];
  return [
    {
      code: "not-looked-at",
      message: notLookedAtSentence(rows),
      details: rows.map((row) => `${notLookedAtSubject(row)}: ${NOT_LOOKED_AT_REASONS[row.why]}`),
    },
  ];
}

/** What is assumed because the text has nothing of it, as sentences. */
export const assumptions = ({ missingInputs }: Pick<Caveated, "missingInputs">): string[] =>
  missingInputs.flatMap(({ why, assumed }) => (assumed ? (ASSUMED[why] ?? []) : []));

const ASSUMED: Partial<Record<MissingReason, string>> = {
  history: "No PlacementDecision is in the text: `Balance` counts none.",
  budgets: "No PodDisruptionBudget is in the text: none protects a victim.",
  "vm-config": "No ConfigMap in the text has the plugin's config: a typical one is assumed.",
};

const MISSING: Record<MissingReason, string> = {
  placements: "without a placement nothing is decided",
  clusters: "without clusters nothing can be selected",
  "no-sets": "sets and bindings decide which clusters are candidates; all are considered",
  "set-wanted": "`spec.clusterSets` names it",
  "set-bound": "a binding of the namespace names it",
  "not-bound": "without it, clusters of the set are not candidates",
  scores: "a prioritizer reads it; its scores count 0",
  "cel-scores": "a CEL expression reads it",
  recorded: "the hub has recorded it, and `Steady` and `NoSelectIfNew` depend on it",
  history: "`Balance` counts the decisions of all placements",
  nodes: "without nodes no pod is placed",
  "bound-node": "pods of the text are on it; its amounts and its other pods do not count",
  "all-pods":
    "every cluster has pods in `kube-system` or the like, and the text has none: the nodes look emptier than they are",
  "priority-class": "a pod names it; its priority counts as 0",
  "runtime-class": "overhead, nodeSelector and tolerations that it adds to new pods are not counted",
  "namespace-labels":
    "a namespaceSelector needs their labels; namespaces count as without labels, also without " +
    "`kubernetes.io/metadata.name`",
  owner: "the default profile spreads the pod by its selector and those of Services",
  budgets: "disruption budgets decide whom preemption evicts",
  vm: "a pod runs it; the pod is left out",
  "vm-config": "the config of the VM plugin; a typical one is assumed",
  applications: "Argo CD reads decisions as it says",
};

/** `ManagedClusterSet prod`, or `any PlacementDecision` where no name is known. */
function missingName({ kind, namespace, name, why }: MissingInput): string {
  if (why === "all-pods") return "pods of other namespaces";
  if (name === "") return namespace === "" ? `any ${kind}` : `any ${kind} in namespace ${namespace}`;
  return `${kind} ${namespace === "" ? name : `${namespace}/${name}`}`;
}

/** Names that a sentence lists at most. */
const MOST = 4;

/** The first names, and how many more there are. */
export function shortened(names: string[], count = names.length): string[] {
  const most = count > MOST ? MOST - 1 : MOST;
  return count > most ? [...names.slice(0, most), `${integer(count - most)} more`] : names;
}
