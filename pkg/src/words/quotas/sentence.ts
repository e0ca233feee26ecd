/** The answer in one sentence: the verdict with rule, resource and numbers. */
import type {
  EvictAcrossNodesAnswer,
  SimulatePodAnswer,
  Loan,
  PreemptionAnswer,
  QuotaExcess,
  QuotasAnswer,
  QuotaRejectionAnswer,
  QuotaState,
} from "../../../types.js";
import { dataOf, type Found } from "../finding.js";
import { chosenText, tieSentence } from "../nodes/default-profile.js";
import { someNames } from "../nodes/fault.js";
import { deletingPhrases, hasNoNode, kubeletPhrases, otherSchedulerPhrases, refusedPhrases } from "../nodes/untried.js";
import { allOf, counted, integer } from "../number.js";
import { amountOf } from "../own.js";
import { after, capital, listed, type Phrase, phraseText, plain, quiet, strong } from "../phrase.js";
import { amountText } from "../amount.js";
import { foreignText } from "./foreign.js";
import { asked, isCounted, maxOf, minOf, resourceWords, scarceFirst, tightest, usedOf, usedOfMin } from "./quota.js";
import { amountWords } from "../amount.js";
import { victimsPhrases } from "../victims.js";
import { dependencePhrases, evictingPhrases, refusalPhrases } from "../volumes.js";
import { fullName } from "../object-name.js";

/** The outcome for a pod; `cross`: the result of evicting on several nodes, for a pod that waits. */
export function verdictSentence(cycle: SimulatePodAnswer, cross: EvictAcrossNodesAnswer | null = null): Phrase[] {
  const before = [...kubeletPhrases(cycle), ...refusedPhrases(cycle)];
  return hasNoNode(cycle) ? before : after(before, schedulingSentence(cycle, cross));
}

/** What the scheduler does with the pod once it is admitted. */
function schedulingSentence(cycle: SimulatePodAnswer, cross: EvictAcrossNodesAnswer | null): Phrase[] {
  // Where there are quotas, a scheduler with CapacityScheduling is asked about, and that has a name of its own.
  const others = cycle.quotas.length === 0 ? otherSchedulerPhrases(cycle) : withoutQuotasPhrases(cycle);
  return after([...others, ...deletingPhrases(cycle)], outcomeSentence(cycle, cross));
}

/** What the outcome is not, where the configuration in the input leaves CapacityScheduling out. */
function withoutQuotasPhrases(answer: Found): Phrase[] {
  const rows = [...dataOf(answer, "not-modelled"), ...dataOf(answer, "not-looked-at")];
  if (!rows.some(({ why }) => why === "no-capacity-scheduling")) return [];
  return [strong("The configured scheduler ignores ElasticQuotas."), plain(" With CapacityScheduling, ")];
}

function outcomeSentence(cycle: SimulatePodAnswer, cross: EvictAcrossNodesAnswer | null): Phrase[] {
  const pod = strong(fullName(cycle.pod));
  const rest = (text: string): Phrase[] => (text === "" ? [] : [quiet(` ${text}`)]);
  switch (cycle.outcome) {
    case "Schedulable":
      if (cycle.volumeDependence !== undefined)
        return [...dependencePhrases(cycle.volumeDependence, cycle.pod), ...rest(quotaWithPod(cycle))];
      return [pod, ...fitting(cycle), ...rest(quotaWithPod(cycle))];
    case "Preempt": {
      if (cycle.volumeDependence !== undefined) {
        const evicts = phraseText(victimsPhrases(cycle, `on ${cycle.node ?? ""}`, 2));
        return evictingPhrases(cycle.volumeDependence, cycle.pod, evicts);
      }
      const tie = nodeTieText(cycle);
      const [one, going] = [cycle.victims.length === 1, cycle.terminating === undefined ? "" : ","];
      return [
        pod,
        plain(" "),
        ...victimsPhrases(cycle, `on ${cycle.node ?? ""}`, 2),
        plain(`${going} and takes ${one ? "its" : "their"} place.`),
        ...(tie === "" ? [] : [plain(` ${tie}`)]),
        ...rest(whyEvict(cycle)),
      ];
    }
    case "Unschedulable":
      return [pod, ...waiting(cycle), ...rest(noEviction(cycle, cross))];
    case "Gated":
      return [
        pod,
        plain(` is held back by ${cycle.gates.length === 1 ? "the scheduling gate " : "scheduling gates "}`),
        strong(listed(cycle.gates)),
        plain(": it is never tried."),
      ];
    case "Error":
      if (cycle.preemption === null)
        return [
          pod,
          plain(` fits ${counted(cycle.feasible, "node")} and waits: `),
          strong("the scheduler fails"),
          plain(" before it scores them."),
        ];
      return [
        pod,
        plain(" waits: "),
        strong("the scheduler fails"),
        ...(cycle.preemption.error === undefined
          ? [plain(" while it looks for pods to evict."), quiet(" An upstream bug; the preview skips the node.")]
          : [plain(` while it looks for pods to evict: ${cycle.preemption.error}.`)]),
      ];
  }
}

/** `It is a tie: evicting on n2 costs the same, and the scheduler takes either node.`; empty: no tie. */
export function nodeTieText({ preemption, node }: Pick<SimulatePodAnswer, "preemption" | "node">): string {
  const others = (preemption?.chosenAnyOf ?? []).filter((name) => name !== node);
  if (others.length === 0) return "";
  const takes = others.length === 1 ? "either node" : "any of these nodes";
  return `It is a tie: evicting on ${someNames(others, "node")} costs the same, and the scheduler takes ${takes}.`;
}

/** Whether the pod fits the node that it is nominated for: then no other node is looked at. */
export const takesNominated = ({ outcome, node, nominatedNode }: SimulatePodAnswer): boolean =>
  outcome === "Schedulable" && nominatedNode !== null && node === nominatedNode;

function fitting(cycle: SimulatePodAnswer): Phrase[] {
  const { feasible, nodesTotal, node, choice } = cycle;
  if (feasible === 1 && takesNominated(cycle))
    return [plain(" fits "), strong(node ?? ""), plain(", the node that it is nominated for.")];
  if (feasible === 1) return [plain(" fits "), strong(node ?? ""), plain(".")];
  const all =
    feasible === nodesTotal ? allOf(nodesTotal, "node") : `${integer(feasible)} of ${counted(nodesTotal, "node")}`;
  if (choice === null) return [plain(" fits "), strong(all), plain(` and goes to ${node ?? ""}.`)];
  if (choice.tied > 0) return [plain(" fits "), strong(all), plain(`. ${tieSentence(choice)}`)];
  return [plain(" fits "), strong(all), plain(` and goes to ${chosenText(choice)}.`)];
}

function waiting(cycle: SimulatePodAnswer): Phrase[] {
  const { rejection, misfits, nodesTotal } = cycle;
  if (rejection !== null) {
    const all = excesses(rejection);
    const who = rejection.reason === "OverMax" ? cycle.pod.namespace : "all quotas together";
    return [
      plain(` waits: with it ${who} would use `),
      strong(usesText(all)),
      plain(rejection.reason === "OverMax" ? ", its max is " : ", their mins add up to "),
      strong(boundsText(all)),
      plain("."),
    ];
  }
  if (nodesTotal === 0) return [plain(" waits: the input has "), strong("no Node"), plain(".")];
  if (cycle.volumeRefusal !== undefined) return refusalPhrases(cycle.volumeRefusal);
  const words = misfits.map(({ reason, nodes }) => `${integer(nodes)} ${reason}`).join(", ");
  return [
    ...(nodesTotal === 1
      ? [plain(" waits: it "), strong("does not fit"), plain(" the only node")]
      : [plain(" waits: it fits "), strong(`none of ${counted(nodesTotal, "node")}`)]),
    plain(words === "" ? "." : `: ${words}.`),
  ];
}

/** All resources of which more would be used than the rule allows; first the one that the scheduler names. */
const excesses = (rejection: QuotaRejectionAnswer): QuotaExcess[] => [rejection, ...rejection.others];

/** `its max is 6`, `its max is 1 CPU and 1Gi of memory`, `its max does not list memory, which counts as 0` */
function limitText(rejection: QuotaRejectionAnswer): string {
  const all = excesses(rejection);
  if (rejection.reason !== "OverMax") return `their mins add up to ${boundsText(all)}`;
  const stated = all.filter((of) => of.unlisted !== true);
  const unlisted = unlistedText(rejection);
  const parts = [...(stated.length === 0 ? [] : [`is ${boundsText(stated, all.length)}`]), unlisted];
  return `its max ${parts.filter((part) => part !== "").join(" and ")}`;
}

/** `does not list memory, which counts as 0`; empty: the max lists all resources that exceed it. */
export function unlistedText(rejection: QuotaRejectionAnswer): string {
  const names = excesses(rejection).flatMap(({ resource, unlisted }) => (unlisted === true ? [resource] : []));
  return names.length === 0
    ? ""
    : `does not list ${listed(names)}, which ${names.length === 1 ? "counts" : "count"} as 0`;
}

/** `6`, `1 CPU and 1Gi of memory`. `count`: of the amounts that the sentence has. */
const boundsText = (all: QuotaExcess[], count = all.length): string =>
  listed(all.map(({ resource, bound }) => (count === 1 ? amountText : amountWords)(resource, bound)));

const usesText = (all: QuotaExcess[]): string =>
  listed(all.map(({ resource, wouldUse }) => amountWords(resource, wouldUse)));

/** `team-a would use 7 GPUs, its max is 6` */
export function rejectionText(rejection: QuotaRejectionAnswer, namespace: string): string {
  const who = rejection.reason === "OverMax" ? namespace : "all quotas together";
  return `${who} would use ${usesText(excesses(rejection))}, ${limitText(rejection)}`;
}

/** The same in a line of a list: `team-a: 7 of at most 6 GPUs and 2Gi of at most 1Gi of memory` */
export function shortRejection(rejection: QuotaRejectionAnswer, namespace: string): string {
  const who = rejection.reason === "OverMax" ? `${namespace}:` : "all quotas:";
  const parts = excesses(rejection).map(
    ({ resource, wouldUse, bound }) => `${amountText(resource, wouldUse)} of at most ${amountWords(resource, bound)}`,
  );
  return `${who} ${listed(parts)}`;
}

/** The pod's quota with the pod, if it fits. */
function quotaWithPod(cycle: SimulatePodAnswer): string {
  const quota = cycle.quotas.find(({ namespace }) => namespace === cycle.quota?.namespace);
  if (quota === undefined) {
    const foreign = foreignText(cycle);
    return foreign === null ? "Its namespace has no ElasticQuota." : `Its ${foreign}.`;
  }
  const after = (resource: string): number => usedOf(quota, resource) + amountOf(cycle.podRequest, resource);
  const resources = asked(cycle.podRequest);
  const over = resources.filter((resource) => after(resource) > minOf(quota, resource));
  const resource = tightest(over.length > 0 ? over : resources, (name) =>
    over.length > 0 ? (maxOf(quota, name) ?? Infinity) - after(name) : minOf(quota, name) - after(name),
  );
  if (resource === null) return `It requests nothing that counts towards the quota of ${quota.namespace}.`;
  const min = minOf(quota, resource);
  const use = `With it ${quota.namespace} would use `;
  if (after(resource) <= min) return `${use}${usedOfMin(resource, after(resource), min)}.`;
  const max = maxOf(quota, resource);
  const whole = isCounted(resource) ? "them" : "it";
  const beyond = min === 0 ? `all of ${whole}` : `${amountText(resource, after(resource) - min)} of ${whole}`;
  const uses = `${use}${amountWords(resource, after(resource))}`;
  return `${uses}, ${beyond} borrowed; its max is ${amountText(resource, max)}.`;
}

/** Why the victims may be evicted for the pod, with the amounts of the pod's quota. */
function whyEvict(cycle: SimulatePodAnswer): string {
  const quota = cycle.quotas.find(({ namespace }) => namespace === cycle.quota?.namespace);
  if (quota === undefined) return "No ElasticQuota governs it or the victims, and the victims' priority is lower.";
  const after = (resource: string): number => usedOf(quota, resource) + amountOf(cycle.podRequest, resource);
  const resource = tightest(asked(cycle.podRequest), (name) => minOf(quota, name) - after(name));
  const victims = [...new Set(cycle.victims.map(({ namespace }) => namespace))];
  if (resource === null) return mayEvict(cycle);
  const min = minOf(quota, resource);
  const use = `With it ${quota.namespace} would use `;
  const used = after(resource);
  if (cycle.overMinWithPod === true) {
    const uses = used > min ? `${use}${usedOfMin(resource, used, min)}` : `With it ${quota.namespace} is over its min`;
    return `${uses}, so it may evict only its own pods of lower priority.`;
  }
  const below = cycle.quotas.flatMap(belowMinText);
  const lenders = listed(victims.slice(0, 3));
  const one = victims.length === 1;
  if (below.length === 0)
    return `${use}${usedOfMin(resource, used, min)}: it reclaims what ${lenders} ${one ? "has" : "have"} borrowed.`;
  // A pod may be larger than what its quota has borrowed.
  const over = `${lenders}, which ${one ? "is over its min" : "are over their mins"}`;
  return `${use}${usedOfMin(resource, used, min)}, so it may evict pods of ${over}. That leaves ${listed(below)}.`;
}

/** `team-a 3 of the 4 guaranteed GPUs`, of a quota that evictions take below its min; else empty. */
function belowMinText(quota: QuotaState): string[] {
  const { namespace, usedAfterEviction: after } = quota;
  if (after === undefined) return [];
  const taken = scarceFirst(Object.keys(quota.min)).filter((resource) => {
    const min = minOf(quota, resource);
    return usedOf(quota, resource) >= min && amountOf(after, resource) < min;
  });
  const [resource] = taken;
  if (resource === undefined) return [];
  return [`${namespace} ${usedOfMin(resource, amountOf(after, resource), minOf(quota, resource))}`];
}

/** The rule by which the pod evicts others. */
export function mayEvict({
  quota,
  overMinWithPod,
  pod,
}: Pick<SimulatePodAnswer, "quota" | "overMinWithPod" | "pod">): string {
  if (quota === null)
    return `${pod.namespace} has no ElasticQuota: it may evict only pods of lower priority in namespaces without one.`;
  return overMinWithPod === true
    ? `With it ${quota.namespace} is over its min, so it may evict only pods of ${quota.namespace} of lower priority.`
    : `With it ${quota.namespace} is not over its min, so it may evict pods of other quotas that are over theirs.`;
}

/** Why preemption does not help. */
export function noEviction(cycle: SimulatePodAnswer, cross: EvictAcrossNodesAnswer | null = null): string {
  const { preemption, nodes, nodesTotal } = cycle;
  if (preemption === null || nodesTotal === 0) return "";
  const held = ineligible(preemption);
  if (held !== "") return held;
  if (preemption.tried === 0) return "Evicting would not help on any node.";
  const tried = nodes.flatMap(({ dryRun }) => (dryRun === null ? [] : [dryRun.outcome]));
  const all = tried.length === preemption.tried;
  if (all && tried.every((outcome) => outcome === "no-victims")) return `It may not evict any pod. ${mayEvict(cycle)}`;
  if (cross?.possible === true) {
    const pods = counted(cross.victims.length, "pod");
    const nodes = new Set(cross.victims.map(({ node }) => node));
    const [only] = nodes;
    // A scheduler evicts where the pod goes, and by the rules of quotas on that node alone.
    if (only !== undefined && nodes.size === 1) {
      return (
        `Evicting as a scheduler does is not enough; evicting ${pods} on ${only} would let it go to ` +
        `${cross.node ?? ""}, but no scheduler does that.`
      );
    }
    return (
      `Evicting on one node is not enough; evicting ${pods} on ${counted(nodes.size, "node")} would be, but no ` +
      "scheduler does that."
    );
  }
  const where = preemption.tried === 1 ? "the only node tried" : `any one of ${counted(preemption.tried, "node")}`;
  const isQuota =
    all && tried.every((outcome) => outcome === "quota" || outcome === "no-victims" || outcome === "contradiction");
  const still = isQuota ? "a quota still rejects it" : "it still does not fit";
  return `Evicting every pod that it may on ${where} is not enough: ${still}.`;
}

/** Why the pod may not evict others, as a sentence; empty if it may. */
export function ineligible(preemption: PreemptionAnswer): string {
  const held = heldText(preemption);
  const then = " The pod is tried again there once that one is gone.";
  return held && `${capital(held)}.${preemption.ineligibleReason === "terminating" ? then : ""}`;
}

/** `it may not evict others: its preemptionPolicy is Never`; empty if it may. */
export function heldText({
  ineligibleReason,
  terminating,
}: Pick<PreemptionAnswer, "ineligibleReason" | "terminating">): string {
  switch (ineligibleReason) {
    case "policy":
      return "it may not evict others: its preemptionPolicy is Never";
    case "profile":
      return "it may not evict others: its profile switches preemption off";
    case "terminating": {
      const pod = terminating === null ? "a pod" : fullName(terminating);
      return `it evicts no pod now: ${pod} is already terminating on its nominated node`;
    }
    case "node-affinity-conflict":
      return "it may not evict others: the node names that its affinity requires exclude each other";
    case "volumes":
      return "it evicts no pod: no eviction changes its volumes";
    case null:
      return "";
  }
}

/** All quotas, if no pod is chosen. */
export function quotasSentence(report: QuotasAnswer & Found): Phrase[] {
  const count = report.quotas.filter(({ governs }) => governs).length;
  const foreign = foreignText(report);
  if (count === 0 && foreign !== null) return [plain("Its "), strong(foreign), plain(".")];
  if (count === 0) return [plain("The input has "), strong("no ElasticQuota"), plain(".")];
  const uses = report.resources.filter(
    (resource) => amountOf(report.min, resource) > 0 || amountOf(report.used, resource) > 0,
  );
  const use = (resource: string): string => {
    const min = amountOf(report.min, resource);
    const of = `${amountText(resource, min)} guaranteed ${resourceWords(resource, min)}`;
    return `${amountText(resource, amountOf(report.used, resource))} of ${of}`;
  };
  const shown = uses.filter((resource) => amountOf(report.used, resource) > 0);
  const parts = (shown.length > 0 ? shown : uses).slice(0, 3).map(use);
  const start = [strong(counted(count, "quota")), plain(count === 1 ? " uses " : " use ")];
  if (parts.length === 0) return [strong(counted(count, "quota")), plain(" with a min of 0, and nothing is used.")];
  return [...start, strong(listed(parts)), plain("."), quiet(` ${loansText(report.loans)}`)];
}

/** `team-a borrows 2 GPUs from team-b.` */
export function loansText(loans: Loan[]): string {
  if (loans.length === 0) return "No quota borrows.";
  if (loans.length > 3) {
    const borrowers = [...new Set(loans.map(({ borrower }) => borrower))];
    const lenders = [...new Set(loans.flatMap(({ lender }) => (lender === null ? [] : [lender])))];
    const names = (all: string[]): string => (all.length > 3 ? counted(all.length, "namespace") : listed(all));
    const verb = borrowers.length === 1 ? ["borrows", "uses"] : ["borrow", "use"];
    if (lenders.length === 0) return `${names(borrowers)} ${verb[1]} more than the sum of all mins.`;
    return `${names(borrowers)} ${verb[0]} from ${names(lenders)}.`;
  }
  const words = loans.map(({ resource, lender, borrower, amount }) =>
    lender === null
      ? `${borrower} uses ${amountWords(resource, amount)} more than the sum of all mins`
      : `${borrower} borrows ${amountWords(resource, amount)} from ${lender}`,
  );
  return `${words.join("; ")}.`;
}
