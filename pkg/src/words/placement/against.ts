/** A selection against another one, its baseline: what is kept, added and removed. */
import type { Profile } from "../../../types.js";
import { counted } from "../number.js";
import { listed, type Phrase, plain, strong } from "../phrase.js";

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

/** What a selection is compared with. `edit`: the decision before the last edit of the text. */
export type BaselineKind = "recorded" | "edit" | "pinned" | "profile" | "text";

/**
 * `With the proposals`; `By today's scheduler`: the profile that is not in force, at the beginning of a sentence.
 * `profile`: the one in force; `whose`: who decides today.
 */
export const byOtherProfile = (profile: Profile, whose: string): string =>
  profile === "Upstream" ? "With the proposals" : `By today's ${whose}`;

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

const clustersText = ({ names, count }: NamedClusters): string =>
  count > mostNamed || names.length < count ? counted(count, "cluster") : listed([...names]);

const sameTexts: Record<Exclude<BaselineKind, "profile">, string> = {
  recorded: "The hub recorded the same clusters.",
  edit: "The last edit changes no selected cluster.",
  pinned: "The same clusters as in the pinned decision.",
  text: "The other text selects the same clusters.",
};

/**
 * `Keeps dr-1. In: prod-5 and prod-6. Out: prod-1.` Which clusters come and go is emphasised. `profile`: the one in
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
  const phrases: Phrase[] = kept.count === 0 ? [] : [plain(`Keeps ${clustersText(kept)}.`)];
  for (const [word, names] of [
    ["In", comes],
    ["Out", out],
  ] as const) {
    if (names.count > 0)
      phrases.push(plain(`${phrases.length > 0 ? " " : ""}${word}: `), strong(clustersText(names)), plain("."));
  }
  return phrases;
}
