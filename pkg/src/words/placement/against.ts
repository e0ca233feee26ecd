/** A selection against another one, its baseline: what is kept, added and removed. */
import type { Profile } from "../../../types.js";
import { counted, integer } from "../number.js";
import { type Phrase, plain, strong } from "../phrase.js";
import { RELEASED_HUB } from "../released.js";

/** Clusters by name; of very many, only the first are named. */
export interface NamedClusters {
  names: readonly string[];
  /** The number of all of them. */
  count: number;
}

/** How a selection differs from its baseline. */
export interface SelectionDifference {
  /** Selected in both, in the order of the selection. */
  kept: NamedClusters;
  /** Selected now and not in the baseline. */
  added: NamedClusters;
  /** Selected in the baseline and not now. */
  removed: NamedClusters;
}

/** What a selection is compared with. `edit`: the decision before the last edit of the input. */
export type BaselineKind = "recorded" | "edit" | "pinned" | "profile" | "text";

/**
 * `In the preview`; `In released OCM 1.3`; `With the released scheduler`: the profile that is not in force, at the
 * beginning of a sentence. `profile`: the one in force; `whose`: who decides.
 */
export const byOtherProfile = (profile: Profile, whose: "hub" | "scheduler"): string =>
  profile === "Upstream" ? "In the preview" : whose === "hub" ? `In ${RELEASED_HUB}` : "With the released scheduler";

/** All names; `before` and `after` in the order in which they were selected. */
export function selectionDifference(before: readonly string[], after: readonly string[]): SelectionDifference {
  const [was, is] = [new Set(before), new Set(after)];
  const of = (names: string[]): NamedClusters => ({ names, count: names.length });
  return {
    kept: of(after.filter((name) => was.has(name))),
    added: of([...is].filter((name) => !was.has(name))),
    removed: of([...was].filter((name) => !is.has(name))),
  };
}

/** Whether both select the same clusters. */
export const isSameSelection = (difference: SelectionDifference): boolean =>
  difference.added.count + difference.removed.count === 0;

/** Clusters that are named in a sentence. */
const mostNamed = 5;

const clustersText = ({ names, count }: NamedClusters, sign: string): string =>
  count > mostNamed || names.length < count
    ? sign + counted(count, "cluster")
    : names.map((name) => sign + name).join(" ");

const sameTexts: Record<Exclude<BaselineKind, "profile">, string> = {
  recorded: "The hub recorded the same clusters.",
  edit: "The last edit changes no selected cluster.",
  pinned: "The same clusters as in the pinned decision.",
  text: "The other input selects the same clusters.",
};

/**
 * `+prod-5 +prod-6 −prod-1 (1 unchanged).` Which clusters are added and removed is emphasised. `profile`: the one in
 * force.
 */
export function selectionPhrases(
  difference: SelectionDifference,
  baseline: BaselineKind,
  profile: Profile = "Proposal",
): Phrase[] {
  const { kept, added: comes, removed: out } = difference;
  if (isSameSelection(difference))
    return [
      plain(
        baseline === "profile"
          ? `${byOtherProfile(profile, "hub")} the same clusters are selected.`
          : sameTexts[baseline],
      ),
    ];
  const phrases: Phrase[] = [];
  for (const [sign, names] of [
    ["+", comes],
    ["−", out],
  ] as const) {
    if (names.count > 0) phrases.push(plain(phrases.length > 0 ? " " : ""), strong(clustersText(names, sign)));
  }
  return [...phrases, plain(kept.count === 0 ? "." : ` (${integer(kept.count)} unchanged).`)];
}
