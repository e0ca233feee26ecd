import { expect, test } from "vitest";
import type { RequirementResult } from "../../../types.js";
import { type FilterReason, filteredText, taintText } from "./filtered.js";

type Predicate = Extract<FilterReason, { type: "predicate" }>;
type Taint = Extract<FilterReason, { type: "taint" }>;

const failed = (change: Partial<RequirementResult>, others = 0): Predicate => ({
  type: "predicate",
  requirement: {
    on: "label",
    key: "env",
    operator: "In",
    values: ["prod", "stage"],
    actual: "dev",
    error: null,
    overdrawn: null,
    holds: false,
    path: "x",
    ...change,
  },
  others,
});
const cel = (change: Partial<RequirementResult>, others = 0): Predicate =>
  failed({ on: "cel", key: "a == b", operator: "", values: [], actual: "false", ...change }, others);

const taint = (change: Partial<Taint>): Taint => ({
  type: "taint",
  key: "k",
  value: "v",
  effect: "NoSelect",
  path: "spec.taints[0]",
  expired: null,
  ...change,
});

const SENTENCES: [FilterReason, string][] = [
  [failed({}), "label `env` is `dev`, but must be one of `prod`, `stage`"],
  [failed({ actual: null }), "label `env` is missing, but must be one of `prod`, `stage`"],
  [failed({ values: ["prod"] }), "label `env` is `dev`, but must be `prod`"],
  [failed({ operator: "NotIn", values: ["dev"] }), "label `env` is `dev`, but must not be `dev`"],
  [failed({ operator: "=", values: ["prod"] }), "label `env` is `dev`, but must be `prod`"],
  [failed({ operator: "NotIn", actual: "stage" }), "label `env` is `stage`, but must not be one of `prod`, `stage`"],
  [failed({ on: "claim", operator: "Exists", values: [], actual: null }), "claim `env` is missing"],
  [failed({ operator: "DoesNotExist", values: [] }), "label `env` is `dev`, but must not exist"],
  [
    failed({ operator: "Exists", actual: null }, 1),
    "label `env` is missing; the other predicate does not match either",
  ],
  [
    failed({ operator: "Exists", actual: null }, 3),
    "label `env` is missing; the other 3 predicates do not match either",
  ],
  [cel({}), "`a == b` is false"],
  [cel({ actual: null }), "`a == b` was not evaluated"],
  [
    cel({ actual: "error", overdrawn: "expression" }),
    "`a == b` runs out of budget: it costs more than 1,000,000 on this cluster",
  ],
  [
    cel({ actual: "error", overdrawn: "predicate" }, 1),
    "`a == b` runs out of budget: with the expressions before it, it costs more than 10,000,000 on this cluster; " +
      "the other predicate does not match either",
  ],
  [
    cel({ actual: "error", error: "no such key: a" }, 1),
    "`a == b` fails: no such key: a; the other predicate does not match either",
  ],
  [cel({ error: "compilation failed: nope\n | a == b\n | ^" }), "`a == b` fails: compilation failed: nope"],
  [cel({ key: " a\n  ==\tb  " }), "`a == b` is false"],
  [cel({ key: "x".repeat(80) }), `\`${"x".repeat(80)}\` is false`],
  [cel({ key: "😀".repeat(81) }), `\`${"😀".repeat(80)}…\` is false`],
  [taint({}), "taint `k=v:NoSelect` is not tolerated"],
  [taint({ value: "" }), "taint `k:NoSelect` is not tolerated"],
  [
    taint({ expired: { toleration: 3, ended: "2025-06-01T12:00:00Z" } }),
    "taint `k=v:NoSelect` was tolerated until 2025-06-01T12:00:00Z",
  ],
  [
    taint({ expired: { toleration: 3, ended: null } }),
    "taint `k=v:NoSelect` has no `timeAdded`, so its toleration has ended",
  ],
  [
    { type: "misconfigured", filter: "Predicate", message: "compilation failed: ERROR: <input>:1:1: nope\n | x\n | ^" },
    "compilation failed: ERROR: <input>:1:1: nope",
  ],
];

test.each(SENTENCES)("%j", (reason, sentence) => {
  expect(filteredText(reason)).toBe(sentence);
});

test("expressions are cut for a sentence, unless they are wanted whole", () => {
  const key = `managedCluster.metadata.labels["env"] == "${"x".repeat(80)}"`;
  expect(filteredText(cel({ key }))).toMatch(/x…` is false$/);
  expect(filteredText(cel({ key }), true)).toBe(`\`${key}\` is false`);
});

test("taints as kubectl writes them", () => {
  expect(taintText(taint({ key: "gpu", value: "" }))).toBe("gpu:NoSelect");
  expect(taintText(taint({ key: "gpu", value: "yes" }))).toBe("gpu=yes:NoSelect");
});
