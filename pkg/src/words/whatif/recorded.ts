/** What a text records of its pods and quotas, against what would be decided now, in words. */
import type {
  CompareRecordedAnswer,
  NominationAnswer,
  RecordedPodAnswer,
  RecordedQuotaAnswer,
  RecordedUseAnswer,
} from "../../../types.js";
import { exactAmount } from "../amount.js";
import { dataOf, type Found } from "../finding.js";
import { misfitNumbers, misfitText } from "../nodes/misfit.js";
import { allOf, counted, integer } from "../number.js";
import { capital, listed, type Phrase, plain, quiet, strong, shortened } from "../phrase.js";
import { rejectionText } from "../quotas/sentence.js";
import { type Victims, victimsText } from "../victims.js";
import { fullName, fullNames } from "../object-name.js";

/** The numbers of an answer that its sentence is made from. */
type Summed = Omit<CompareRecordedAnswer, "pods"> & Found;

/**
 * `2 of 9 pods would not get their node now: 1 does not fit it, 1 is rejected by its quota.` Differences come first; a
 * node that scores higher now is not a difference.
 */
export function recordedSentence(answer: Summed): Phrase[] {
  if (answer.same === null) return [plain("The input records nothing about pods or quotas."), ...notAsked(answer)];
  return [
    ...podsSentence(answer),
    ...nominationsSentence(answer),
    ...waitingSentence(answer),
    ...quotasSentence(answer),
    ...elsewhereNote(answer),
    ...notAsked(answer),
  ].map((phrase, i) => (i === 0 ? { ...phrase, text: phrase.text.trimStart() } : phrase));
}

function podsSentence({ asked, misfits, rejected }: Summed): Phrase[] {
  if (asked === 0) return [];
  if (misfits + rejected === 0)
    return asked === 1
      ? [plain("The only pod on a node "), strong("still fits it"), plain(", and no quota rejects it.")]
      : [strong(capital(allOf(asked, "pod"))), plain(" on nodes still fit them, and no quota rejects one.")];
  const why = [
    ...(misfits === 0 ? [] : [`${integer(misfits)} ${misfits === 1 ? "does" : "do"} not fit`]),
    ...(rejected === 0
      ? []
      : [`${integer(rejected)} ${rejected === 1 ? "is rejected by its quota" : "are rejected by their quotas"}`]),
  ];
  return [
    strong(`${integer(misfits + rejected)} of ${counted(asked, "pod")}`),
    plain(` on nodes would not get there now: ${why.join(", ")}.`),
  ];
}

function nominationsSentence(answer: Summed): Phrase[] {
  const { nominated, nominations, lost } = answer;
  if (nominated === 0) return [];
  // Those that do not hold come first.
  const [first] = nominations;
  if (first !== undefined && lost === 1)
    return [
      plain(" "),
      strong(`The nomination of ${fullName(first.pod)} for ${first.node} does not hold`),
      plain(`: ${nominationText(first)}.`),
    ];
  if (lost > 1)
    return [plain(" "), strong(`${integer(lost)} of ${counted(nominated, "nomination")}`), plain(" do not hold.")];
  const unknown = nominations.filter(({ kind }) => kind === "unknown").length;
  if (unknown > 0)
    return [
      plain(` ${counted(unknown, "nomination")} ${unknown === 1 ? "is" : "are"} for nodes that the input lacks.`),
    ];
  if (nominated === 1 && first !== undefined)
    return [plain(` The nomination of ${fullName(first.pod)} for ${first.node} holds: it ${nominationText(first)}.`)];
  return [plain(` ${capital(allOf(nominated, "nomination"))} hold.`)];
}

/** Of pods that kube-scheduler could not place: whether one gets a node now. */
function waitingSentence(answer: Summed): Phrase[] {
  const { unschedulable } = answer;
  const placed = dataOf(answer, "verdict-differs").length;
  if (unschedulable === 0) return [];
  const of = unschedulable === 1 ? "The pod" : `${integer(placed)} of ${counted(unschedulable, "pod")}`;
  if (placed === 0)
    return [
      plain(
        unschedulable === 1
          ? " The pod that kube-scheduler could not place finds no node now either."
          : ` Of the ${integer(unschedulable)} pods that kube-scheduler could not place none finds a node now.`,
      ),
    ];
  const verb = placed === 1 ? "gets" : "get";
  return [plain(" "), strong(`${of} that kube-scheduler could not place`), plain(` ${verb} a node now.`)];
}

function quotasSentence({ quotas, quotasRecorded }: Summed): Phrase[] {
  if (quotasRecorded === 0) return [];
  const [first] = quotas;
  if (first === undefined)
    return [
      plain(
        quotasRecorded === 1
          ? " The status of the ElasticQuota is what its controller would write."
          : ` The status of ${allOf(quotasRecorded, "ElasticQuota")} is what their controller would write.`,
      ),
    ];
  if (quotas.length > 1)
    return [
      plain(" The status of "),
      strong(`${integer(quotas.length)} of ${counted(quotasRecorded, "ElasticQuota")}`),
      plain(" is not what their controller would write."),
    ];
  const [use] = first.resources;
  return [
    plain(` The status of ElasticQuota ${fullName(first)} `),
    strong(use === undefined ? "differs" : useText(use)),
    plain(`: ${causeText(first)}.`),
  ];
}

function elsewhereNote({ elsewhere, asked }: Summed): Phrase[] {
  if (elsewhere === 0) return [];
  const of = asked === 1 ? "it" : elsewhere === asked ? "each of them" : counted(elsewhere, "pod");
  return [
    quiet(
      ` For ${of} another node scores higher now, which is not a fault: kube-scheduler chose in another state of the ` +
        "cluster.",
    ),
  ];
}

function notAsked({ onUnknownNodes, terminating, mirrors, unscheduled }: Summed): Phrase[] {
  const parts = [
    ...(onUnknownNodes === 0 ? [] : [`${counted(onUnknownNodes, "pod")} on nodes that the input lacks`]),
    ...(terminating === 0 ? [] : [`${integer(terminating)} terminating`]),
    ...(mirrors === 0 ? [] : [`${counted(mirrors, "mirror")} of static pods`]),
    ...(unscheduled === 0 ? [] : [`${counted(unscheduled, "pod")} whose \`spec.nodeName\` no scheduler set`]),
  ];
  return parts.length === 0 ? [] : [quiet(` Not checked: ${listed(parts)}.`)];
}

/** Why a pod would not get its node now, or why another one scores higher. */
export function recordedWhy({ kind, pod, misfit, rejection, chosen, scores }: RecordedPodAnswer): string {
  const quota = rejection === null ? "" : rejectionText(rejection, pod.namespace);
  if (misfit !== null) {
    const numbers = misfitNumbers(misfit);
    const text = misfitText(misfit);
    return [numbers === "" ? text : `${text}: ${numbers}`, quota].filter((part) => part !== "").join("; ");
  }
  if (kind === "rejected") return quota;
  if (scores === null) return "another node scores higher";
  const terms = scores.terms.map(({ plugin, own, best }) => `${plugin} ${integer(best)} instead of ${integer(own)}`);
  return `${chosen ?? ""} scores ${integer(scores.best)}, its node ${integer(scores.own)}: ${terms.join(", ")}`;
}

/** `evicts d/x on b`, `waits for d/y on b, terminating already` */
const preemptText = ({ victims, terminating = [] }: Victims, where: string): string =>
  terminating.length > 0
    ? victimsText({ victims, terminating }, where)
    : `evicts ${listed(shortened(fullNames(victims)))} ${where}`;

/** What would become of a pod if it were pending: `goes to b`, `evicts d/x on b`, `waits`. */
export function ifPendingText(row: Pick<RecordedPodAnswer, "outcome" | "chosen" | "victims" | "terminating">) {
  const { outcome, chosen } = row;
  if (chosen === null) return "waits";
  return outcome === "Preempt" ? preemptText(row, `on ${chosen}`) : `goes to ${chosen}`;
}

/** What becomes of a nomination: `evicts d/x there`, `goes to b`, `no node takes it`. */
export function nominationText(row: NominationAnswer): string {
  const { kind, outcome, waitsFor } = row;
  switch (kind) {
    case "lost":
      return "no node takes it now";
    case "moved":
      return `it ${ifPendingText(row)} now`;
    case "unknown":
      return "the input does not have that node";
    case "holds":
      if (waitsFor !== null) return `waits for ${fullName(waitsFor)}, which is terminating there`;
      return outcome === "Preempt" ? preemptText(row, "there") : "fits there";
  }
}

/** `counts 3 of cpu, the running pods come to 2` */
export const useText = ({ resource, recorded, counted: sum }: RecordedUseAnswer): string =>
  `counts ${recorded} of ${resource}, the running pods come to ${sum}`;

/** What the scheduler charges, where that is another amount; else empty. */
export function chargedText({ resource, counted: sum, charged }: RecordedUseAnswer): string {
  const text = charged === null ? "" : exactAmount(resource, charged);
  return text === sum ? "" : text;
}

/** The likeliest cause of a status that differs, without a full stop. */
export function causeText({ cause, causePods, causePodsTotal }: RecordedQuotaAnswer): string {
  const pods = listed(shortened(fullNames(causePods), causePodsTotal));
  const one = causePodsTotal === 1;
  switch (cause) {
    case "ended-pods":
      return `most likely it still counts ${pods}, which ${one ? "has" : "have"} ended`;
    case "new-pods":
      return `most likely it does not count ${pods} yet, which ${one ? "is the newest pod" : "are the newest pods"}`;
    case "missing-pods":
      return "most likely it counts pods that the input lacks, or that have been deleted since";
    case "older":
      return "most likely it was written before pods of the input started";
  }
}

/** Pods that differ for the same reason on the same node. */
export interface RecordedGroup {
  /** The first of them. */
  first: RecordedPodAnswer;
  /** Their names. */
  pods: string[];
  /** Why. */
  why: string;
  /** What would become of each. */
  ifPending: string;
}

/** Pods of one node with the same reason, together; in the order of their first ones. */
export function recordedGroups(rows: readonly RecordedPodAnswer[]): RecordedGroup[] {
  const groups = new Map<string, RecordedGroup>();
  for (const row of rows) {
    const [why, ifPending] = [recordedWhy(row), ifPendingText(row)];
    const key = JSON.stringify([row.kind, row.node, why, ifPending]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { first: row, pods: [fullName(row.pod)], why, ifPending });
    else known.pods.push(fullName(row.pod));
  }
  return [...groups.values()];
}
