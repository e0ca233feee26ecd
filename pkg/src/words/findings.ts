/** The sentences of findings: one for each code. */
import type { LaterChange, MisspeltRequirement, QuotaDiagnostic, RefusedField, UnknownScore } from "../../types.js";
import type { Caveat } from "./caveat.js";
import { type Code, type DataOf, dataOf, type Found, isOther, type Sentence } from "./finding.js";
import { idleSentences } from "./idle-selector.js";
import { incompleteDetails, incompleteText } from "./incomplete.js";
import { assumedSentences, missingSentences, storageSentences } from "./missing.js";
import { notLookedAtSentences, notModelledSentences } from "./not-looked-at.js";
import { counted } from "./number.js";
import { capital, clause } from "./phrase.js";
import { defaultsTexts } from "./quotas/default-request.js";
import { quotaDiagnosticText } from "./quotas/diagnostic.js";
import { orderedPodText, orderedSetText } from "./quotas/ordered-set.js";
import { vmLabelSentences, vmModelSentences } from "./vms/model.js";
import { eventPodsSentences, schedulerSentences, unreadySentences, verdictSentences } from "./schedulers.js";
import { objectText } from "./object-name.js";
import { attachedSentences } from "./volumes.js";
import { budgetBlocksSentences, rolloutDueSentences } from "./stalls.js";

/** The sentences about an answer's findings of a code; none if there are no such findings. */
export function findingCaveats<C extends Code>(answer: Found, code: C): Caveat[] {
  const place = answer.findings?.find((finding) => finding.code === code);
  const [first, ...others] = dataOf(answer, code);
  if (place === undefined || first === undefined) return [];
  const { at, severity } = place;
  return SENTENCES[code]([first, ...others], answer).map((sentence) => ({ code, at, severity, ...sentence }));
}

/** For each code, the sentences about its findings. A code without its sentences does not compile. */
const SENTENCES: { [C in Code]: (found: [DataOf<C>, ...DataOf<C>[]], answer: Found) => Sentence[] } = {
  "incomplete-text": (places) => [{ message: incompleteText(places) ?? "", details: incompleteDetails(places) }],

  // No API server holds the input as it is. What a program cannot read is left out of its answer, or has its default.
  "invalid-field": ([first, ...others], { pod }) => {
    const rest = others.length === 0 ? "" : `; and ${counted(others.length, "more invalid field")}`;
    const message = `${ended(`${invalidText(first)}${rest}`, first, others)}${invalidEnd(first, pod)}`;
    return [{ message, details: others.map(whole) }];
  },

  // The answer is the scheduler's, and most likely not what is wanted.
  "quota-fault": ([first, ...others]) => {
    const rest = others.length === 0 ? "" : `; and ${counted(others.length, "more fault")} of quotas`;
    const message = `Misconfigured: ${quotaFaultText(first)}${rest}.`;
    return [{ message, details: others.map(quotaFaultText) }];
  },

  "ending-namespace": (namespaces) =>
    namespaces.map(({ namespace }) => ({
      message:
        `Namespace ${namespace} is being deleted: the API server creates no pods in it, and pods that are deleted ` +
        `are not replaced.`,
      details: [],
    })),

  // A ReplicaSet and its Deployment record the same.
  "recorded-failure": (failures) =>
    [...new Map(failures.map((failure) => [failure.message, failure])).values()].map(({ object, reason, message }) => ({
      message: `${objectText(object)} recorded ${reason}: ${clause(message)}.`,
      details: [],
    })),

  "missing-input": missingSentences,
  "assumed-storage": storageSentences,

  "cel-skipped": ([{ clusters }]) => [
    {
      message:
        `Incomplete: CEL was not evaluated on ${counted(clusters, "cluster")}, which ` +
        `${clusters === 1 ? "counts" : "count"} as filtered out: it takes too many steps on all clusters together.`,
      details: [],
    },
  ],

  "misspelt-field": ([first, ...others]) => {
    const rest = others.length === 0 ? "" : `; and ${counted(others.length, "more such field")}`;
    const message = ended(`Ignored: ${whole(first)}${rest}`, first, others);
    return [{ message, details: others.map(whole) }];
  },

  "misspelt-requirement": (words) =>
    words.map((word) => ({ message: `${capital(misspeltRequirementText(word))}?`, details: [] })),

  "unknown-score": (scores) =>
    scores.map((score) => ({
      message: `${capital(unknownScoreText(score))}${score.meant === null ? "." : "?"}`,
      details: [],
    })),

  "verdict-differs": verdictSentences,
  "other-scheduler": schedulerSentences,
  "node-not-ready": unreadySentences,
  "event-pods": eventPodsSentences,
  "attached-elsewhere": attachedSentences,
  "rollout-due": rolloutDueSentences,
  "budget-blocks": budgetBlocksSentences,
  "not-modelled": notModelledSentences,

  "unknown-class": (classes) =>
    classes.map((one) => ({
      message: `Its priority is taken as 0: the input lacks PriorityClass ${one.class}, which it names.`,
      details: [],
    })),

  "default-request": (requests) =>
    defaultsTexts(requests).map((text) => ({ message: `It requests ${text}.`, details: [] })),

  "ordered-set": (sets, { pod }) =>
    sets.map((set) => ({
      message: pod == null ? orderedSetText(set) : orderedPodText(set, pod),
      details: [],
    })),

  "idle-selector": idleSentences,
  "vm-model": vmModelSentences,
  "vm-label": vmLabelSentences,
  "assumed-input": assumedSentences,
  "not-looked-at": notLookedAtSentences,

  "quotas-as-before": ([{ version, quotasOf }]) => [
    {
      message:
        `CapacityScheduling panics in preemption if it is built with Kubernetes ${version}: quotas are answered as ` +
        `with ${quotasOf}.`,
      details: [],
    },
  ],

  "later-change": ([first, ...others]) => {
    const rest = others.length === 0 ? "" : `; and ${counted(others.length, "more such field")}`;
    const message = `Kubernetes ${first.version} (alpha) reads this differently: ${laterText(first)}${rest}.`;
    return [{ message, details: others.map(laterText) }];
  },
};

/** `Pod shop/web, spec.selector: {} …`, without an end. */
const laterText = ({ change, object, path }: LaterChange): string =>
  `${faultyObject({ object })}, ${path}: ${laterChanges[change]}`;

const laterChanges: Record<LaterChange["change"], string> = {
  "empty-spread-selector": "an empty selector counts all pods of the namespace, and here none",
  "empty-budget-selector": "preemption applies an empty selector to all pods of the namespace, and here to none",
};

/** `Pod shop/web`; `KubeSchedulerConfiguration`, which has no name. */
export function faultyObject({ object: { kind, namespace, name } }: Pick<RefusedField, "object">): string {
  if (name === "") return namespace === "" ? kind : `${kind} without a name in ${namespace}`;
  return objectText({ kind, namespace, name });
}

const fieldText = ({ path, message }: RefusedField): string => (path === "" ? message : `${path}: ${message}`);

const whole = (field: RefusedField): string =>
  `${faultyObject(field)}${field.path === "" ? ":" : ","} ${fieldText(field)}`;

/** A sentence about fields with its end: one that ends with a suggestion is a question. */
const ended = (words: string, { suggestion }: RefusedField, others: RefusedField[]): string =>
  `${words}${suggestion !== undefined && others.length === 0 ? "?" : "."}`;

function invalidText(first: RefusedField): string {
  switch (first.object.kind) {
    case "VirtualMachine":
      return `Incomplete: ${faultyObject(first)} cannot be read, and the run is without it: ${fieldText(first)}`;
    case "KubeSchedulerConfiguration":
      return `Invalid: kube-scheduler does not start with ${whole(first)}`;
    default:
      return `${first.code === "placeholder" ? "Incomplete" : "Invalid"}: ${whole(first)}`;
  }
}

const invalidEnd = (field: RefusedField, pod: Found["pod"]): string => {
  // The engine knows a pod by its name.
  if (isOther(field, pod))
    return ` It is ${field.object.name === "" ? "not counted" : "counted with its valid fields"}.`;
  return field.object.kind === "KubeSchedulerConfiguration"
    ? " The answer takes its valid fields, and defaults for the others."
    : "";
};

function quotaFaultText(fault: QuotaDiagnostic): string {
  const object = fault.object ?? { kind: "ElasticQuota", namespace: "", name: "" };
  return `${faultyObject({ object })}: ${quotaDiagnosticText(fault)}`;
}

/** ``no candidate has the label `regoin`: did you mean `region` ``, without an end. */
export const misspeltRequirementText = ({ on, required, meant }: MisspeltRequirement): string =>
  `no candidate has the ${on} \`${required}\`: did you mean \`${meant}\``;

/** ``no AddOnPlacementScore net has a score `cpuAvailible`: did you mean `cpuAvailable` ``, without an end. */
export const unknownScoreText = ({ addOn, score, meant }: UnknownScore): string =>
  `no AddOnPlacementScore ${addOn} has a score \`${score}\`: ${
    meant === null ? "it counts 0 for every cluster" : `did you mean \`${meant}\``
  }`;
