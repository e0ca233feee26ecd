/** Changes and their edits, for tests of their words. */
import type { Change, ChangeEdit } from "../../../types.js";

/** The placement that is edited where nothing else is said. */
export const placement = { kind: "Placement", namespace: "default", name: "web" };

/** The keys of a path: a name, or what stands in brackets, which is an index if it is a number. */
const keysOf = (path: string): ChangeEdit["keys"] =>
  [...path.matchAll(/\[([^\]]*)\]|[^.[]+/g)].map(([name, inBrackets = name]) =>
    /^\d+$/.test(inBrackets) ? Number(inBrackets) : inBrackets,
  );

/** An edit of a weight of the placement, but for what is given. */
export const edit = (of: Partial<ChangeEdit>): ChangeEdit => ({
  family: "weight",
  object: placement,
  path: "",
  keys: keysOf(of.path ?? ""),
  old: null,
  new: null,
  subject: "",
  from: null,
  to: null,
  textEdits: [],
  writable: true,
  range: null,
  ...of,
});

/** A change without edits, but for what is given. */
export const change = (of: Partial<Change>): Change => ({
  edits: [],
  cost: { displaced: 0, edits: 1, families: [], step: 1 },
  verified: true,
  added: [],
  removed: [],
  asCheap: 0,
  others: [],
  othersUnknown: 0,
  cycle: null,
  run: null,
  ...of,
});
