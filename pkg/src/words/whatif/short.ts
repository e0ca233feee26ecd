/** Changes in a few words, for the end of a row. */
import type { Change, ChangeEdit, Family } from "../../../types.js";
import { integer } from "../number.js";
import { shortName } from "../placement/prioritizer.js";
import { editText, isInSelector, REQUIRED, statedEdits } from "./change.js";
import { isOfObject, lastKey, uncordons } from "./edit-parts.js";

const arrow = (from: string, to: string): string => `${from} → ${to}`;
const number = (value: number | null, none: string): string => (value === null ? none : integer(value));

const text = (value: ChangeEdit["new"], key: string): string => {
  const found = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
};

const written = (value: ChangeEdit["new"]): string =>
  typeof value === "object" ? text(value, "value") : String(value);

const keyed =
  (noun: string) =>
  (edit: ChangeEdit): string => {
    const { subject, old, new: now } = edit;
    const key = subject === "" ? lastKey(edit) : subject;
    return now === null ? `without ${noun} ${key}` : `${noun} ${key}=${written(now)}${old === null ? " (new)" : ""}`;
  };

const words: Partial<Record<Family, (edit: ChangeEdit) => string>> = {
  name: (edit) => {
    const { object, old, new: now, subject } = edit;
    const isKey = object.kind === "Placement" && now === null;
    return isKey ? arrow(lastKey(edit), subject) : arrow(written(old), written(now));
  },
  weight: ({ subject, from, to }) => `${shortName(subject)} ${arrow(number(from, "0"), number(to, "0"))}`,
  count: ({ from, to }) => `numberOfClusters ${arrow(number(from, "all"), number(to, "all"))}`,
  skew: (edit) => {
    const { subject, old, new: now } = edit;
    if (now === null) return `without the term of ${subject}`;
    return lastKey(edit) === "maxSkew"
      ? `maxSkew of ${subject} ${arrow(old === null ? "1" : written(old), written(now))}`
      : `${subject}: ${written(now)}`;
  },
  toleration: ({ new: now }) => `tolerate ${text(now, "key")}`,
  label: keyed("label"),
  claim: keyed("claim"),
  predicate: (edit) => {
    const { object, new: now } = edit;
    if (object.kind !== "Placement") return shortSelectorText(edit);
    return now === null ? `without ${lastKey(edit)} in the predicate` : "wider predicate";
  },
  node: (edit) =>
    uncordons(edit)
      ? `uncordon ${edit.object.name}`
      : isOfObject(edit)
        ? editText(edit)
        : `without taint ${text(edit.old, "key")}`,
  set: (edit) => {
    const { new: now, object } = edit;
    const isNamed = isOfObject(edit) || object.kind === "Placement";
    return isNamed ? `cluster set ${written(now) || object.name}` : `set ${written(now)}`;
  },
};

/** `only on n1`, `only where zone=z2`, `disk in hdd too`, `without zone=z1` */
function shortSelectorText(edit: ChangeEdit): string {
  const { subject, old, new: now } = edit;
  if (now !== null && old === null && isInSelector(edit)) {
    const key = lastKey(edit);
    return key === "kubernetes.io/hostname" ? `only on ${written(now)}` : `only where ${key}=${written(now)}`;
  }
  if (now !== null) return `${subject} in ${written(now)} too`;
  if (lastKey(edit) === "nodeSelector") return "without nodeSelector";
  if (lastKey(edit) === REQUIRED) return "without node affinity";
  return `without ${typeof old === "string" ? `${lastKey(edit)}=${old}` : text(old, "key")}`;
}

/** `Steady 1 → 3` */
export const shortEditText = (edit: ChangeEdit): string => (words[edit.family] ?? editText)(edit);

/** The edits of a change: `label env=prod + numberOfClusters 2 → 3`. */
export const shortChangeText = ({ edits }: Pick<Change, "edits">): string =>
  statedEdits(edits).map(shortEditText).join(" + ");

/** The same with an Apply beside it: that the pod then evicts against a budget must not be read only afterwards. */
export const rungText = (change: Pick<Change, "edits" | "cycle">): string =>
  shortChangeText(change) + ((change.cycle?.budgetViolations ?? 0) > 0 ? ", against a PodDisruptionBudget" : "");
