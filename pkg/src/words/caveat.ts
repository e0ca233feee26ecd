/** What must be known before an answer is believed, as sentences: the same for all answers. */
import type { Finding, FindingPlace, Severity } from "../../types.js";
import type { Code, Found } from "./finding.js";
import { findingCaveats } from "./findings.js";
import { kubernetesText } from "./kubernetes.js";

/** One sentence, with more about it. */
export interface Caveat {
  /**
   * `incomplete-text`: a part of the input cannot be read. `invalid-field`: a field that the answer rests on is
   * invalid. `ending-namespace`: a namespace of it is being deleted.
   * `recorded-failure`: the controller of a workload recorded that it failed. `quota-fault`: a quota that it rests on
   * is misconfigured. `misspelt-field`: one is misspelt and ignored.
   * `misspelt-requirement`: no candidate has a key or value of a predicate, but has one like it.
   * `unknown-score`: a prioritizer names a score that no add-on reports. `quotas-as-before`: quotas are answered as
   * with an earlier version of Kubernetes. `later-change`: a later version reads something of the input otherwise.
   * `cel-skipped`: CEL was not evaluated on all clusters.
   * `missing-input`: the input lacks objects that the answer depends on. `assumed-input`: nothing in the input says
   * whether there are such objects. `applications-deleted`: the decision is
   * empty, and Argo CD has made Applications of the recorded one. `duplicate-applications`: Argo CD would make
   * several of one name. `recorded-differs`: a hub has recorded another decision. `released-recorded`: another one,
   * which the released hub also makes for a placement that is a preview here. `forms-differ`: it has recorded another
   * one in the form of SIG Multicluster. `verdict-differs`: kube-scheduler has recorded that it could not place the
   * pod. `other-scheduler`: pods name another scheduler, and the answer is as by the default profile.
   * `other-profile`: the other scheduler decides otherwise. `kubernetes-version`: the version of Kubernetes that the
   * answer assumes.
   * `idle-selector`: a selector selects no pod.
   * `vm-model`: which plugin of VMs is modelled. `vm-label`: VMs would not migrate today.
   * `node-not-ready`: a pod goes to a node that is not ready, because no taint says so.
   * `event-pods`: events name pods that the input lacks.
   * `attached-elsewhere`: a pod does not start, because one of its volumes is attached to another node.
   * `rollout-due`: a rollout is not complete. `budget-blocks`: a budget never allows a disruption.
   * `not-modelled`: the pods that the answer is about have what is not modelled and can change it. `not-looked-at`:
   * the rest of the input has it.
   */
  code:
    | Code
    | "applications-deleted"
    | "duplicate-applications"
    | "scores-expired"
    | "recorded-differs"
    | "released-recorded"
    | "forms-differ"
    | "other-profile"
    | "kubernetes-version";
  /** Whether it comes before or after the answer. */
  at: FindingPlace;
  /** How bad it is. */
  severity: Severity;
  /** One sentence. */
  message: string;
  /** The sentence after one that says that a part of the input cannot be read; absent: `message`. */
  further?: string;
  /** More about it, each in lower case without a full stop. */
  details: string[];
  /** Whether all details are always shown: without the commands an incomplete text stays incomplete. */
  allDetails?: true;
}

/**
 * The sentences about any answer, in the order in which they must come: what comes first makes the others doubtful.
 * Findings keep the order of the engine. What the answer's own sentence says is left out, and what cannot be read,
 * which each surface shows itself. `differences`: what the answer is otherwise by what is recorded or by the other
 * profile; `others`: by another profile of pods.
 */
export function caveatsAround(answer: Found, differences: Caveat[], others: Caveat[] = []): Caveat[] {
  const isShown = ({ at, code }: Finding): boolean => at !== "beside" && code !== "incomplete-text";
  const codes = [...new Set((answer.findings ?? []).filter(isShown).map(({ code }) => code))];
  const found = (places: number): Caveat[] =>
    codes.filter((code) => (PLACES[code] ?? 0) === places).flatMap((code) => findingCaveats(answer, code));
  return [...found(0), ...differences, ...found(1), ...others, ...versionCaveats(answer), ...found(2)];
}

/** `As in Kubernetes 1.36, the newest version that nodes report.` */
const versionCaveats = ({ kubernetesVersion: assumed }: Found): Caveat[] =>
  assumed === undefined
    ? []
    : [
        {
          code: "kubernetes-version",
          at: "after",
          severity: "info",
          message: `As in ${kubernetesText(assumed)}.`,
          details: [],
        },
      ];

/** What follows differences (1), and the other profile of pods (2). */
const PLACES: Partial<Record<Code, number>> = {
  "verdict-differs": 1,
  "other-scheduler": 1,
  "quotas-as-before": 2,
  "later-change": 2,
  "node-not-ready": 2,
  "attached-elsewhere": 2,
  "not-modelled": 2,
  "assumed-input": 2,
  "not-looked-at": 2,
};

/** Whether a sentence stands before the answer. */
export const isBefore = ({ at }: Caveat): boolean => at === "before";

/** Caveats of several answers, each sentence once. */
export const onceEach = (all: readonly Caveat[]): Caveat[] => [
  ...new Map(all.map((caveat) => [caveat.message, caveat])).values(),
];

/** Whether it is a warning, and not only something that is assumed. */
export const isWarning = ({ severity }: Caveat): boolean => severity !== "info";
