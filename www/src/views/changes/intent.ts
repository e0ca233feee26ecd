/** The order of suggestions on the page: what somebody most likely meant comes first. */
import { integer } from "schedscope/words/number";
import { shortName } from "schedscope/words/placement";
import { lastKey, objections, shortEditText, statedEdits } from "schedscope/words/whatif";
import type { Change, ChangeEdit, Family } from "../../engine/types";

/** Whether the text can take a change as it is written. */
export const isWritable = ({ edits }: Change): boolean => edits.every(({ writable }) => writable);

/** A typo, then what lets in, then the limits of spread, the count, weights, and what costs capacity. */
const order: Record<Family, number> = {
  name: 0,
  toleration: 1,
  label: 1,
  claim: 1,
  set: 1,
  predicate: 1,
  skew: 2,
  count: 3,
  weight: 4,
  request: 5,
  quota: 5,
  volume: 5,
  priority: 5,
  vmConfig: 5,
  allocatable: 5,
  score: 5,
  decision: 5,
  taint: 1,
  node: 6,
  release: 7,
};

const rank = ({ edits }: Change): number => Math.max(...edits.map(({ family }) => order[family]));

const deletes = ({ family, new: now }: ChangeEdit): boolean =>
  now === null && family !== "weight" && family !== "count";

const isNegative = ({ family, to }: ChangeEdit): boolean => family === "weight" && to !== null && to < 0;

/** Whether a change works and is seldom meant: it deletes something, sets a negative weight, or has side effects. */
const onlyAlsoWorks = (change: Change): boolean =>
  objections(change).length > 0 ||
  change.edits.some((edit) => edit.family === "release" || deletes(edit) || isNegative(edit));

/** Changes by what they do, cheapest first among those that do the same; then those that only also work. */
export function byIntent<T extends Change>(changes: readonly T[]): { first: T[]; also: T[] } {
  const sorted = [...changes].sort((one, other) => rank(one) - rank(other));
  return {
    first: sorted.filter((change) => !onlyAlsoWorks(change)),
    also: sorted.filter(onlyAlsoWorks),
  };
}

/** The change to offer where there is room for one; undefined: there is none. */
export function suggested<T extends Change>(changes: readonly T[]): T | undefined {
  const { first, also } = byIntent(changes);
  return first[0] ?? also[0];
}

/** What an edit writes, as on a button: `maxSkew 2`. */
function written(edit: ChangeEdit): string {
  const { family, subject, to, new: now } = edit;
  if (family === "weight") return `${shortName(subject)} ${integer(to ?? 0)}`;
  if (family === "count") return `numberOfClusters ${to === null ? "unset" : integer(to)}`;
  if (family === "skew" && lastKey(edit) === "maxSkew" && now !== null) return `maxSkew ${now}`;
  return family === "name" && now !== null ? String(now) : shortEditText(edit);
}

/** What a change writes, as on a button. */
export const actionText = ({ edits }: Pick<Change, "edits">): string => statedEdits(edits).map(written).join(" + ");
