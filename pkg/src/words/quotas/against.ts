/** A pod's verdict and the use of quotas against a baseline. */
import type { NamespacedName, Profile, QuotasAnswer, SimulatePodAnswer } from "../../../types.js";
import { counted } from "../number.js";
import { amountOf, own } from "../own.js";
import { listed, type Phrase, plain, strong } from "../phrase.js";
import { type BaselineKind, byOtherProfile } from "../placement/against.js";
import { amountWords } from "../amount.js";
import { fullNames } from "../object-name.js";

/** What becomes of a pod. */
export interface PodVerdictAgainst {
  /** The node that it gets, or where it evicts others; null: none. */
  node: string | null;
  /** The pods that it evicts. */
  victims: readonly NamespacedName[];
}

/** The verdict of a cycle. */
export const verdictOf = ({ outcome, node, victims }: SimulatePodAnswer): PodVerdictAgainst => ({
  node: outcome === "Schedulable" || outcome === "Preempt" ? node : null,
  victims,
});

const sameVerdict: Record<Exclude<BaselineKind, "profile">, string> = {
  recorded: "The input records the same node.",
  edit: "The last edit does not change the outcome.",
  pinned: "The same outcome as in the pinned input.",
  text: "The other input has the same outcome.",
};

const evicting = ({ victims }: PodVerdictAgainst): string =>
  victims.length === 0 ? "" : victims.length > 2 ? counted(victims.length, "pod") : listed(fullNames(victims));

/** `The pod evicts team-b/job-1 on n1 instead of waiting.` `profile`: the one in force. */
export function verdictPhrases(
  before: PodVerdictAgainst,
  after: PodVerdictAgainst,
  baseline: BaselineKind,
  profile: Profile = "Proposal",
): Phrase[] {
  const [was, is] = [verb(before), verb(after)];
  if (was.text === is.text && fullNames(before.victims).sort().join() === fullNames(after.victims).sort().join())
    return [
      plain(
        baseline === "profile"
          ? `${byOtherProfile(profile, "scheduler")} the outcome is the same.`
          : sameVerdict[baseline],
      ),
    ];
  return [
    plain("The pod "),
    strong(is.text),
    plain(` instead of ${was.gerund}${baseline === "recorded" ? ", as the input records" : ""}.`),
  ];
}

function verb(of: PodVerdictAgainst): { text: string; gerund: string } {
  if (of.node === null) return { text: "waits", gerund: "waiting" };
  const victims = evicting(of);
  if (victims === "") return { text: `goes to ${of.node}`, gerund: `going to ${of.node}` };
  return { text: `evicts ${victims} on ${of.node}`, gerund: `evicting ${victims} on ${of.node}` };
}

/** The use of a resource by a quota. */
export interface QuotaUse {
  quota: string;
  resource: string;
  amount: number;
}

/** What the quotas of the input use, as the scheduler counts it. */
export const usedBy = ({ quotas, resources }: QuotasAnswer): QuotaUse[] =>
  quotas
    .filter(({ governs }) => governs)
    .flatMap(({ namespace, used }) =>
      resources.map((resource) => ({ quota: namespace, resource, amount: amountOf(used, resource) })),
    );

/** A use that differs from the baseline's. */
export interface QuotaUseChange {
  quota: string;
  resource: string;
  /** As text; null: there is no such quota, or none is recorded. */
  before: string | null;
  after: string | null;
}

/** The uses that differ, in the order of the input on show; of quotas that are gone last. */
export function useChanges(before: readonly QuotaUse[], after: readonly QuotaUse[]): QuotaUseChange[] {
  const keyOf = ({ quota, resource }: QuotaUse): string => JSON.stringify([quota, resource]);
  const text = ({ resource, amount }: QuotaUse): string => amountWords(resource, amount);
  const was = new Map(before.map((use) => [keyOf(use), use]));
  const is = new Set(after.map(keyOf));
  const changed = after.flatMap((use): QuotaUseChange[] => {
    const old = was.get(keyOf(use));
    if ((old?.amount ?? 0) === use.amount) return [];
    return [
      { quota: use.quota, resource: use.resource, before: old === undefined ? null : text(old), after: text(use) },
    ];
  });
  const gone = before.filter((use) => !is.has(keyOf(use)) && use.amount > 0);
  return [
    ...changed,
    ...gone.map((use) => ({ quota: use.quota, resource: use.resource, before: text(use), after: null })),
  ];
}

/** Where `status.used` is not what the quota's controller would write for the pods of the input. */
export const recordedChanges = ({ quotas }: QuotasAnswer): QuotaUseChange[] =>
  quotas
    .filter(({ governs, statusUsed }) => governs && statusUsed !== null)
    .flatMap(({ namespace, statusUsed, statusExpected }) => {
      const resources = [...new Set([...Object.keys(statusExpected), ...Object.keys(statusUsed ?? {})])];
      return resources.flatMap((resource): QuotaUseChange[] => {
        const before = own(statusUsed ?? {}, resource) ?? "0";
        const after = own(statusExpected, resource) ?? "0";
        if (before === after) return [];
        return [{ quota: namespace, resource, before, after: `${after} of ${resource}` }];
      });
    });

/** Whether a quota of the input has a recorded use. */
export const isUseRecorded = ({ quotas }: QuotasAnswer): boolean =>
  quotas.some(({ governs, statusUsed }) => governs && statusUsed !== null && Object.keys(statusUsed).length > 0);

const sameUse: Record<Exclude<BaselineKind, "profile">, string> = {
  recorded: "Quotas use what their status records.",
  edit: "The last edit changes no quota's use.",
  pinned: "Quotas use the same as in the pinned input.",
  text: "In the other input quotas use the same.",
};

/** Changes that are named. */
const mostNamed = 3;

/** `team-a uses 4 GPUs instead of 6 GPUs.` `profile`: the one in force. */
export function quotaUsePhrases(
  changes: readonly QuotaUseChange[],
  baseline: BaselineKind,
  profile: Profile = "Proposal",
): Phrase[] {
  if (changes.length === 0)
    return [
      plain(
        baseline === "profile" ? `${byOtherProfile(profile, "scheduler")} quotas use the same.` : sameUse[baseline],
      ),
    ];
  const recorded = baseline === "recorded" ? ", which its status records" : "";
  const phrases = changes.slice(0, mostNamed).flatMap(({ quota, before, after }, i): Phrase[] => {
    const start = i > 0 ? " " : "";
    if (after === null) return [plain(`${start}${quota} has no quota any more.`)];
    return [
      plain(`${start}${quota} uses `),
      strong(after),
      plain(before === null ? "; it had no quota." : ` instead of ${before}${recorded}.`),
    ];
  });
  const more = changes.length - mostNamed;
  if (more <= 0) return phrases;
  return [...phrases, plain(` ${counted(more, "more use")} ${more === 1 ? "differs" : "differ"}.`)];
}
