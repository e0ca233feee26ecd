/** Words for node fit, for preemption on a node, and for the verdicts on its pods. */
import type {
  EvictAcrossNodesAnswer,
  EvictionChoice,
  NamespacedName,
  NodeDryRunAnswer,
  NodeVerdict,
  PodVerdict,
  QuotaRejectionAnswer,
  SimulatePodAnswer,
} from "../../../types.js";
import type { Check } from "../check.js";
import { counted, integer } from "../number.js";
import { cureText, misfitNumbers, misfitText } from "../nodes/misfit.js";
import { amountOf } from "../own.js";
import { listed } from "../phrase.js";
import { amountText } from "../amount.js";
import { foreignText } from "./foreign.js";
import { asked, maxOf, minOf, requestText, tightest, usedOf, usedOfMin } from "./quota.js";
import { amountWords } from "../amount.js";
import { hardSum, keyText, refuserName, refusingKeys } from "./resource-quota.js";
import { rejectionText, takesNominated, unlistedText } from "./sentence.js";
import { evictedOf, victimsText } from "../victims.js";
import { fullName, fullNames } from "../object-name.js";

const titles: Record<SimulatePodAnswer["outcome"], string> = {
  Schedulable: "Why it fits",
  Preempt: "Why it may evict",
  Unschedulable: "Why it waits",
  Gated: "Why it is never tried",
  Error: "Why it waits",
};

/** The heading of the explanation. */
export const whyTitle = ({ outcome, resourceQuota, deleting }: SimulatePodAnswer): string =>
  resourceQuota !== null ? "Why it is refused" : deleting ? titles.Gated : titles[outcome];

/** The rules in the order in which they are checked. */
export function checks(cycle: SimulatePodAnswer): Check[] {
  const { quota, rejection, nodesTotal, feasible, misfits, gates, deleting } = cycle;
  const all: Check[] = [];
  if (cycle.resourceQuota !== null) {
    for (const key of refusingKeys(cycle.resourceQuota)) {
      const words = key.rule === "exceeded" ? `${key.resource}: ${hardSum(key)}` : keyText(key);
      all.push({ rule: `${refuserName(key)}, at admission`, holds: false, words });
    }
  }
  if (deleting) all.push({ rule: "Not being deleted", holds: false, words: "kube-scheduler skips it" });
  if (gates.length > 0) {
    all.push({
      rule: "No scheduling gates",
      holds: false,
      words: `${listed(gates)}; quota and nodes are not looked at`,
    });
    return all;
  }
  if (quota === null) {
    const foreign = foreignText(cycle);
    all.push({
      rule: "Quota",
      holds: foreign === null ? true : null,
      words: foreign === null ? `${cycle.pod.namespace} has no ElasticQuota, so none is checked` : `its ${foreign}`,
    });
  } else {
    const overMax = rejection?.reason === "OverMax";
    all.push({ rule: `Max of ${quota.namespace}`, holds: !overMax, words: maxSum(cycle) });
    all.push({
      rule: "Sum of all mins",
      holds: overMax ? null : rejection === null,
      words: overMax ? "not checked: over the max already" : minSum(cycle),
    });
  }
  all.push({
    rule: "A node that fits",
    holds: rejection === null ? feasible > 0 : null,
    words:
      rejection !== null
        ? "not checked: the quota rejected it"
        : nodesTotal === 0
          ? "the input has no Node"
          : takesNominated(cycle)
            ? `${cycle.node ?? ""}, for which it is nominated; no other node is looked at`
            : feasible > 0
              ? `${integer(feasible)} of ${counted(nodesTotal, "node")}`
              : cycle.message || misfits.map(({ reason, nodes }) => `${integer(nodes)} ${reason}`).join(", "),
  });
  if (cycle.outcome === "Error" && cycle.preemption === null)
    all.push({ rule: "Scores of the nodes", holds: false, words: cycle.message });
  if (cycle.preemption !== null && nodesTotal > 0) {
    const { eligible, tried, candidates } = cycle.preemption;
    all.push({
      rule: "Evicting others",
      holds: eligible ? candidates > 0 : null,
      words: !eligible
        ? "not tried"
        : tried === 0
          ? "no node where it could help"
          : `tried on ${counted(tried, "node")}, ${rejection === null ? "makes room" : "helps"} on ` +
            (candidates === 0 ? "none" : integer(candidates)),
    });
  }
  return all;
}

/** `6 used + 1 for the pod = 7, max 6 GPUs` */
function sumText(
  resource: string,
  used: number,
  pod: number,
  kept: number,
  bound: number | null,
  limit: string,
): string {
  const text = (amount: number): string => amountText(resource, amount);
  const more = kept > 0 ? ` + ${text(kept)} kept for nominated pods` : "";
  const sum = `${text(used)} used + ${text(pod)} for the pod${more} = ${text(used + pod + kept)}`;
  return bound === null ? `${sum}, no limit for ${resource}` : `${sum}, ${limit} ${amountWords(resource, bound)}`;
}

function maxSum(cycle: SimulatePodAnswer): string {
  const { rejection, podRequest, requestWithNominatedOfQuota: own } = cycle;
  const quota = cycle.quotas.find(({ namespace }) => namespace === cycle.quota?.namespace);
  if (quota === undefined) return "";
  const after = (resource: string): number => usedOf(quota, resource) + amountOf(own, resource);
  const room = (resource: string): number => (maxOf(quota, resource) ?? Infinity) - after(resource);
  const shown =
    rejection?.reason === "OverMax" ? exceeded(rejection) : [tightest(asked(podRequest), room)].filter(isNamed);
  const sums = shown.map((resource) => {
    const pod = amountOf(podRequest, resource);
    const kept = amountOf(own, resource) - pod;
    return sumText(resource, usedOf(quota, resource), pod, kept, maxOf(quota, resource), "max");
  });
  const unlisted = rejection === null ? "" : unlistedText(rejection);
  const all = unlisted === "" ? sums : [...sums, `the max ${unlisted}`];
  return all.join("; ") || "the pod requests nothing that is counted";
}

const exceeded = ({ resource, others }: QuotaRejectionAnswer): string[] => [
  resource,
  ...others.map((other) => other.resource),
];

const isNamed = (resource: string | null): resource is string => resource !== null;

function minSum(cycle: SimulatePodAnswer): string {
  const { rejection, podRequest, requestWithNominated: all, quotas } = cycle;
  const sum = (of: (quota: (typeof quotas)[number]) => number): number =>
    quotas.reduce((total, quota) => total + of(quota), 0);
  const used = (resource: string): number => sum((quota) => usedOf(quota, resource));
  const mins = (resource: string): number => sum((quota) => minOf(quota, resource));
  const room = (resource: string): number => mins(resource) - used(resource) - amountOf(all, resource);
  const shown =
    rejection?.reason === "OverAggregatedMin"
      ? exceeded(rejection)
      : [tightest(asked(podRequest), room)].filter(isNamed);
  const sums = shown.map((resource) => {
    const pod = amountOf(podRequest, resource);
    return sumText(resource, used(resource), pod, amountOf(all, resource) - pod, mins(resource), "sum of mins");
  });
  return sums.join("; ") || "the pod requests nothing that is counted";
}

/** Whether it is known that a node fits or does not. */
export const isChecked = ({ fits, dryRun }: NodeVerdict): boolean =>
  fits !== null || (dryRun !== null && dryRun.outcome !== "no-victims");

/** Whether a node fits, in a word or two. */
export function fitsText(verdict: NodeVerdict): string {
  const { fits, misfit, dryRun } = verdict;
  if (fits === true) return "fits";
  if (dryRun?.outcome === "candidate")
    return evictedOf(dryRun).length > 0 ? "fits after evicting" : "fits after waiting";
  if (!isChecked(verdict)) return "not checked";
  // Pods that its affinity wants may still come.
  return misfit?.code === "UnschedulableAndUnresolvable" && misfit.podAffinity === null ? "never fits" : "no";
}

/** The result of preemption on a node. */
export function dryRunText(dryRun: NodeDryRunAnswer, pod: NamespacedName): string {
  const { outcome, misfit, rejection, victims, reprieved, reasons, contradictedBy, numPDBViolations } = dryRun;
  switch (outcome) {
    case "candidate": {
      const kept = reprieved.length > 0 ? `, ${integer(reprieved.length)} reprieved` : "";
      const broken =
        numPDBViolations > 0
          ? `, ${counted(numPDBViolations, "disruption budget violated", "disruption budgets violated")}`
          : "";
      if (dryRun.terminating !== undefined) return `${victimsText(dryRun, "", 2)}, which makes room${kept}${broken}`;
      return (
        `evicting ${victims.length > 2 ? counted(victims.length, "pod") : listed(fullNames(victims))} makes ` +
        `room${kept}${broken}`
      );
    }
    case "no-victims":
      return "it may not evict any pod here";
    case "misfit": {
      const parts =
        misfit === null ? reasons : [misfitText(misfit), misfitNumbers(misfit)].filter((part) => part !== "");
      return `evicting every pod that it may is not enough: ${parts.join(", ")}`;
    }
    case "quota":
      return rejection === null
        ? reasons.join(", ")
        : `evicting every pod that it may is not enough: ${rejectionText(rejection, pod.namespace)}`;
    case "error":
      return reasons.join(", ");
    case "contradiction":
      return (
        `a quota rejects it even without ${contradictedBy === null ? "the victim" : fullName(contradictedBy)}` +
        (rejection === null ? "" : `: ${rejectionText(rejection, pod.namespace)}`)
      );
  }
}

/** Why a node was picked, or its total; empty where there is nothing to tell. */
export function pickText({ node, total, fits, dryRun }: NodeVerdict, cycle: SimulatePodAnswer): string {
  if (fits === null && dryRun === null) return uncheckedText(cycle);
  if (cycle.outcome === "Preempt") return node === cycle.node ? choiceText(cycle) : "";
  const { choice, feasible } = cycle;
  if (cycle.outcome !== "Schedulable") return "";
  if (takesNominated(cycle)) return "picked: the pod is nominated for it";
  if (choice === null) return node === cycle.node && feasible === 1 ? "the only node that fits" : "";
  if (choice.node === node || choice.tiedWith.includes(node))
    return choice.tied === 0
      ? `picked: the highest total, ${integer(choice.total)}`
      : `total ${integer(choice.total)}: one of ${integer(choice.tied + 1)} is picked at random`;
  return total === null ? "" : `total ${integer(total)}`;
}

/** Why the filters were not asked about a node. */
function uncheckedText(cycle: SimulatePodAnswer): string {
  if (takesNominated(cycle)) return `${cycle.node ?? ""} fits, for which the pod is nominated`;
  if (cycle.rejection !== null) return "a quota rejects the pod first";
  return cycle.nodeNames === null ? "" : "its node affinity does not name it";
}

/** Why the chosen node was chosen: by the first criterion of Kubernetes in which it is better than the next one. */
export function choiceText({ preemption }: Pick<SimulatePodAnswer, "preemption">): string {
  const any = preemption?.chosenAnyOf ?? [];
  if (any.length > 1) return `chosen: first by name among ${listed(any)}, which cost the least`;
  if (preemption?.candidates === 1) return "chosen: the only node where eviction helps";
  return preemption?.decided == null ? "" : `chosen: ${decidedText(preemption.decided)}`;
}

/** `the highest priority of a victim is lower: 5, on n1 10`: what decides between a node and the next one. */
function decidedText({ by, other, value, otherValue }: EvictionChoice): string {
  const [of, than] = [value ?? 0, otherValue ?? 0];
  const numbers = `${integer(of)}, on ${other} ${integer(than)}`;
  switch (by) {
    case "violations":
      return of === 0
        ? `evicting there violates no PodDisruptionBudget, on ${other} ${counted(than, "eviction")} would`
        : `fewer evictions violate a PodDisruptionBudget: ${numbers}`;
    case "highest-priority":
      return `the highest priority of a victim is lower: ${numbers}`;
    case "priority-sum":
      return of < than
        ? `the sum of the victims' priorities is lower: ${numbers}`
        : `fewer pods are evicted than on ${other} (Kubernetes adds 2^31 to each priority and compares the sums)`;
    case "victims":
      return `fewer pods are evicted: ${numbers}`;
    case "start":
      return `its victims with the highest priority started later than those on ${other}`;
  }
}

/** The pod for which others are evicted, and the quotas before that. */
export type Evictor = Pick<SimulatePodAnswer, "pod" | "priority" | "quotas">;

/** The reason for the verdict on a pod. */
export function verdictText(verdict: PodVerdict, cycle: Evictor): string {
  const own = cycle.pod.namespace;
  const hasQuota = cycle.quotas.some(({ namespace }) => namespace === own);
  switch (verdict.verdict) {
    case "victim": {
      const broken = verdict.violatesPDB
        ? `; ${budgetsText(verdict)} ${verdict.violatedPDBs.length === 1 ? "is" : "are"} violated`
        : "";
      if (verdict.misfit !== null) return `${cureText(verdict.misfit, verdict.pod)}${broken}`;
      if (verdict.rejection !== null) return `while it stays, ${rejectionText(verdict.rejection, own)}${broken}`;
      return `it makes room${broken}`;
    }
    case "reprieved":
      return `${reprieveText(verdict)}${hasQuota ? ", and no quota is exceeded" : ""}`;
    case "considered":
      return "may be evicted, but that would not help here";
    case "protected":
      return protectionText(verdict, cycle);
  }
}

/** `PodDisruptionBudget web`; `PodDisruptionBudgets web and db` */
const budgetsText = ({ violatedPDBs: names }: PodVerdict): string =>
  `PodDisruptionBudget${names.length === 1 ? "" : "s"} ${listed(names.map(({ name }) => name))}`;

function reprieveText(verdict: PodVerdict): string {
  if (!verdict.violatesPDB) return "reprieved: both pods fit";
  return `reprieved first, because evicting it would violate ${budgetsText(verdict)}: both pods fit`;
}

function protectionText({ protection, priority, used, pod }: PodVerdict, cycle: Evictor): string {
  const own = cycle.pod.namespace;
  const theirs = pod.namespace;
  switch (protection) {
    case "priority":
      return `its priority, ${integer(priority)}, is not lower than ${integer(cycle.priority)}`;
    case "other-namespace":
      return `in another namespace: ${own} would be over its min, so it may evict only its own pods`;
    case "own-namespace":
      return `in ${own} itself, which is not over its min and may evict only pods of other quotas`;
    case "no-quota":
      return `${theirs} has no ElasticQuota, ${own} has one: neither evicts pods of the other`;
    case "quota":
      return `${theirs} has an ElasticQuota, ${own} has none: neither evicts pods of the other`;
    case "within-min": {
      const quota = cycle.quotas.find(({ namespace }) => namespace === theirs);
      if (quota === undefined || used === null) return `${theirs} is not over its min`;
      const named = Object.keys(quota.min).filter((resource) => minOf(quota, resource) > 0);
      const resource = tightest(named, (name) => minOf(quota, name) - amountOf(used, name));
      if (resource === null) return `${theirs} is not over its min`;
      const before = usedOf(quota, resource) > minOf(quota, resource) ? "by then " : "";
      return `${before}${theirs} uses ${usedOfMin(resource, amountOf(used, resource), minOf(quota, resource))}`;
    }
    case null:
      return "";
  }
}

/** Pods of a node with the same verdict. */
export interface VerdictGroup {
  verdict: PodVerdict["verdict"];
  title: string;
  pods: PodVerdict[];
}

/** The pods of a node by verdict; groups without any are left out. */
export function verdictGroups(
  verdicts: PodVerdict[],
  { victims, reprieved }: Pick<NodeDryRunAnswer, "victims" | "reprieved">,
): VerdictGroup[] {
  const inOrder = (of: PodVerdict["verdict"], pods: NamespacedName[]): PodVerdict[] => {
    const place = new Map(pods.map((pod, i) => [fullName(pod), i]));
    return verdicts
      .filter(({ verdict }) => verdict === of)
      .sort((a, b) => (place.get(fullName(a.pod)) ?? 0) - (place.get(fullName(b.pod)) ?? 0));
  };
  const all: VerdictGroup[] = [
    { verdict: "victim", title: "Victims, most important first", pods: inOrder("victim", victims) },
    { verdict: "reprieved", title: "Considered and reprieved", pods: inOrder("reprieved", reprieved) },
    { verdict: "considered", title: "Considered, but not enough", pods: inOrder("considered", []) },
    { verdict: "protected", title: "Protected", pods: inOrder("protected", []) },
  ];
  return all.filter(({ pods }) => pods.length > 0);
}

/** `priority 0, 2 GPUs`; `priority 0, no requests` */
export const chargeText = ({ priority, charge }: PodVerdict): string =>
  `priority ${integer(priority)}, ${asked(charge).length === 0 ? "no requests" : requestText(charge)}`;

/** The result of evicting on several nodes, which no scheduler does. */
export function evictAcrossNodesText({
  possible,
  reason,
  node,
  victims,
  smallest,
  numPDBViolations,
}: EvictAcrossNodesAnswer): string {
  if (!possible) {
    switch (reason) {
      case "policy":
        return "Evicting on several nodes would not be allowed either: its preemptionPolicy is Never.";
      case "no-quota":
        return "Evicting on several nodes would not help: without a quota only the pods of one node matter.";
      case "no-victims":
        return "Evicting on several nodes would not help either: it may not evict any pod on any node.";
      case "no-room":
        return "Evicting on several nodes would not help either: no node would have room.";
      case "quota":
        return "Evicting on several nodes would not help either: even then a quota rejects it.";
      default:
        return "Whether evicting on several nodes would help is unknown: the search ran out of its budget.";
    }
  }
  const nodes = new Set(victims.map((victim) => victim.node));
  const together = nodes.size > 1 ? " together" : "";
  const broken =
    numPDBViolations > 0
      ? ` ${counted(numPDBViolations, "disruption budget would be violated", "disruption budgets would be violated")}.`
      : "";
  return (
    `Evicting ${victims.length === 1 ? "this pod" : `these ${counted(victims.length, "pod")}`}${together} would ` +
    `make room on ${node ?? ""}. ` +
    `${smallest ? "No smaller set is enough." : "A smaller set may be enough; the search ran out of its budget."}` +
    broken
  );
}
