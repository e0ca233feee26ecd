/** Words for what can have differed when a hub decided, and for edits of what agents and the hub write. */
import type { ChangeEdit, Family } from "../../../types.js";
import { exactAmount, isBytes } from "../amount.js";
import { integer } from "../number.js";
import { objectText } from "../object-name.js";

const text = (value: ChangeEdit["new"], key: string): string => {
  const found = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
};

/** `8Gi` as it is; `2147483647 bytes` where no larger unit has the amount without a fraction. */
export const withUnit = (resource: string, amount: string): string =>
  isBytes(resource) && /^[1-9]\d*$/.test(amount) ? `${amount} bytes` : amount;

/** `gpu=old:NoSelect` */
export function taintText(taint: ChangeEdit["new"]): string {
  const [value, effect] = [text(taint, "value"), text(taint, "effect")];
  return `${text(taint, "key")}${value === "" ? "" : `=${value}`}${effect === "" ? "" : `:${effect}`}`;
}

/** `is available`: by the status of `ManagedClusterConditionAvailable`. */
const availability: Record<string, string> = {
  True: "is available",
  False: "is not available (ManagedClusterConditionAvailable is False)",
  Unknown: "is unreachable (ManagedClusterConditionAvailable is Unknown)",
};

const keyed = (noun: string, edit: ChangeEdit, key: string): string => {
  const { object, old, new: now } = edit;
  const value = (of: ChangeEdit["new"]): string => (typeof of === "object" ? text(of, "value") : String(of));
  if (now === null) return `${objectText(object)} does not have the ${noun} ${key} (now ${value(old)})`;
  return `${objectText(object)} has the ${noun} ${key}=${value(now)} (now ${old === null ? "absent" : value(old)})`;
};

/** What holds after an edit, as a clause: `the allocatable cpu of aws-1 is 28 (now 8)`. */
const clauses: Partial<Record<Family, (edit: ChangeEdit) => string>> = {
  allocatable: ({ subject, from, to, object }) => {
    const [now, old] = [to, from].map((amount) => withUnit(subject, exactAmount(subject, amount ?? 0)));
    return `the allocatable ${subject} of ${object.name} is ${now ?? ""} (now ${old ?? ""})`;
  },
  score: ({ subject, keys, old, from, to, object }) => {
    if (keys.at(-1) === "validUntil")
      return `the scores ${object.name} of ${object.namespace} have not expired (now at ${String(old)})`;
    const now = from === null ? "absent" : integer(from);
    return `the score ${object.name}/${subject} of ${object.namespace} is ${integer(to ?? 0)} (now ${now})`;
  },
  decision: ({ subject, new: now, object }) =>
    `${objectText(object)} ${now === null ? "does not name" : "names"} ${subject}`,
  taint: ({ keys, subject, old, object }) =>
    keys[0] === "status"
      ? `${objectText(object)} ${availability[subject] ?? ""}`
      : `${objectText(object)} does not have the taint ${taintText(old)}`,
  label: (edit) => keyed("label", edit, String(edit.keys.at(-1) ?? "")),
  claim: (edit) => keyed("claim", edit, edit.subject),
  weight: ({ subject, from, to }) => `the weight of ${subject} is ${integer(to ?? 0)} (now ${integer(from ?? 0)})`,
  release: ({ object }) => `${objectText(object)} is not in the fleet`,
};

/** What holds after an edit, as a clause; `undefined` if only words for the edit exist. */
export const clauseText = (edit: ChangeEdit): string | undefined => clauses[edit.family]?.(edit);
