import { expect, test } from "vitest";
import type {
  ExplainClusterAnswer,
  RequirementResult,
  ClusterRow,
  NotSelectedReason,
  TaintResult,
} from "../../../types.js";
import {
  actualText,
  candidacy,
  celText,
  margin,
  predicateText,
  reasonText,
  requirementText,
  rowReason,
  toleratedText,
  verdict,
} from "./why.js";

const taint: NotSelectedReason = {
  type: "taint",
  key: "gpu",
  value: "",
  effect: "NoSelect",
  path: "x",
  expired: null,
};

const row = (change: Partial<ClusterRow>): ClusterRow => ({
  cluster: 0,
  name: "a",
  state: "selected",
  rank: 3,
  total: 120,
  scores: [],
  reason: null,
  ...change,
});

test("a row's few words", () => {
  expect(rowReason(row({}), 100)).toBe("20 above the cut");
  expect(rowReason(row({}), 120)).toBe("at the cut");
  expect(rowReason(row({}), null)).toBe("");
  expect(rowReason(row({ state: "feasible", reason: { type: "not-reached", gap: 1500 } }), 100)).toBe(
    "1,500 below the cut",
  );
  expect(rowReason(row({ state: "feasible", reason: { type: "not-reached", gap: 0 } }), 100)).toBe(
    "same total, later name",
  );
  expect(rowReason(row({ state: "feasible", reason: { type: "not-reached", gap: 0 } }), null, null, 0)).toBe(
    "numberOfClusters is 0",
  );
  expect(rowReason(row({ state: "excluded", reason: { type: "no-set" } }), 100)).toBe("in no eligible cluster set");
  const rest = { overdrawn: null, holds: false, path: "" };
  const requirement = { on: "label" as const, key: "env", operator: "=", values: ["z"], actual: "x", error: null };
  const asked = (others: number) => ({ set: "byenv", requirement: { ...requirement, ...rest }, others });
  const said = (others: number) =>
    rowReason(row({ state: "excluded", reason: { type: "no-set", asked: asked(others) } }), 100);
  expect(said(0)).toBe("not in cluster set `byenv`: label `env` is `x`, but must be `z`");
  expect(said(1)).toMatch(/must be `z`; nor in the other$/);
  expect(said(3)).toMatch(/; nor in one of the other 3$/);
});

test("a row's few words where clusters are picked one by one", () => {
  expect(rowReason(row({}), null, [])).toBe("selected in step 3");
  expect(rowReason(row({ state: "feasible", reason: { type: "not-picked", gap: 5, blockedBy: null } }), null, [])).toBe(
    "5 points short in the last step",
  );
  expect(rowReason(row({ state: "filtered", rank: null, reason: taint }), null, [])).toBe(
    "taint `gpu:NoSelect` is not tolerated",
  );
});

const at = { line: 1, column: 1, offset: 0 };
const explanation: ExplainClusterAnswer = {
  cluster: 0,
  name: "a",
  state: "selected",
  range: { start: at, end: at },
  candidate: { is: true, why: "all-clusters", sets: [] },
  predicates: [],
  taints: [],
  scores: [],
  total: 120,
  rank: 3,
  spread: null,
  gap: null,
  reason: null,
};

test("a card's first sentence", () => {
  const say = (change: Partial<ExplainClusterAnswer>, wanted: number | null) =>
    verdict({ ...explanation, ...change }, 20, wanted);
  expect(say({}, 7)).toBe("It ranks 3 of 20 feasible clusters with 120 points; 7 are wanted.");
  expect(say({}, null)).toBe("It ranks 3 of 20 feasible clusters with 120 points. All feasible clusters are wanted.");
  expect(say({ state: "feasible", rank: 9, gap: { to: "b", total: 40, terms: [] } }, 7)).toBe(
    "It ranks 9 of 20 feasible clusters with 120 points. The last selected cluster, b, has 40 more.",
  );
  expect(say({ state: "feasible", rank: null, total: null }, 7)).toBe(
    "It passes all filters, but clusters are not ranked.",
  );
  expect(say({ state: "filtered", reason: taint }, 7)).toBe("It is filtered out: a taint is not tolerated.");
  const misconfigured: NotSelectedReason = { type: "misconfigured", filter: "Predicate", message: "x" };
  expect(say({ state: "filtered", reason: misconfigured }, 7)).toBe(
    "It is filtered out: the placement is misconfigured.",
  );
});

test("requirements as people write them", () => {
  const requirement: RequirementResult = {
    on: "label",
    key: "env",
    operator: "In",
    values: ["prod", "stage"],
    actual: "dev",
    error: null,
    overdrawn: null,
    holds: false,
    path: "x",
  };
  expect(requirementText(requirement)).toBe("env In prod, stage");
  expect(requirementText({ ...requirement, operator: "Exists", values: [] })).toBe("env Exists");
});

test("points to the cut", () => {
  expect(margin(row({}), 100)).toBe("+20");
  expect(margin(row({}), 120)).toBe("0");
  expect(margin(row({ state: "feasible" }), 120)).toBe("tie");
  expect(margin(row({ state: "feasible", total: 80 }), 100)).toBe("−20");
  expect(margin(row({ total: null }), 100)).toBe("");
  expect(margin(row({}), null)).toBe("");
});

test("what a CEL expression gave", () => {
  const requirement: RequirementResult = {
    on: "cel",
    key: "x",
    operator: "",
    values: [],
    actual: "false",
    error: null,
    overdrawn: null,
    holds: false,
    path: "x",
  };
  expect(requirementText(requirement)).toBe("x");
  expect(celText(requirement)).toBe("is false");
  expect(celText({ ...requirement, actual: "error", error: "no such key: a" })).toBe("fails: no such key: a");
  expect(celText({ ...requirement, actual: null })).toBe("was not evaluated");
  expect(celText({ ...requirement, actual: "error", overdrawn: "expression" })).toBe(
    "runs out of budget: it costs more than 1,000,000 on this cluster",
  );
  const message = "compilation failed: ERROR: <input>:1:1: nope\n | x\n | ^";
  expect(celText({ ...requirement, actual: null, error: message })).toBe(
    "compilation failed: ERROR: <input>:1:1: nope",
  );
  const misconfigured: NotSelectedReason = { type: "misconfigured", filter: "Predicate", message };
  expect(reasonText(misconfigured, { spreadConstraints: [], numberOfClusters: null })).toBe(
    "compilation failed: ERROR: <input>:1:1: nope",
  );
  // What hangs on an expression that was not evaluated is not known.
  const unasked = { ...requirement, actual: null };
  const label: RequirementResult = { ...requirement, on: "label", actual: "dev" };
  const predicate = (...requirements: RequirementResult[]) =>
    predicateText({ matches: false, requirements, path: "p" });
  expect(predicate({ ...label, holds: true }, unasked)).toBe("was not evaluated");
  expect(predicate(label, unasked)).toBe("does not match");
  expect(predicate(requirement)).toBe("does not match");
  expect(predicateText({ matches: true, requirements: [], path: "p" })).toBe("matches");
});

test("what a cluster has where a requirement looks", () => {
  const asked = (change: Partial<RequirementResult>): RequirementResult => ({
    on: "label",
    key: "env",
    operator: "In",
    values: ["prod"],
    actual: null,
    error: null,
    overdrawn: null,
    holds: false,
    path: "",
    ...change,
  });
  expect(actualText(asked({}))).toBe("this label is missing");
  expect(actualText(asked({ actual: "stage" }))).toBe("is stage");
  expect(actualText(asked({ on: "cel", actual: "false" }))).toBe("is false");
});

test("why a taint that is tolerated keeps nothing out", () => {
  const taint = (toleration: number | null, effect: string): TaintResult => ({
    key: "a",
    value: "",
    effect,
    path: "",
    tolerated: true,
    toleration,
    expires: null,
    rejected: [],
  });
  expect(toleratedText(taint(1, "NoSelect"))).toBe("tolerated by toleration 2");
  expect(toleratedText(taint(null, "PreferNoSelect"))).toBe("this effect does not filter");
  expect(toleratedText(taint(null, "NoSelectIfNew"))).toBe("ignored for an already selected cluster");
  expect(toleratedText({ ...taint(null, "NoSelect"), byHub: "removed" })).toBe(
    "the hub removes it: ManagedClusterConditionAvailable is not False",
  );
});

test("why a cluster is no candidate", () => {
  const placement = { kind: "Placement", namespace: "apps", name: "web" };
  const of = (validBindings: string[], eligibleClusterSets: string[]): string =>
    candidacy(
      { candidate: { why: "no-set", sets: [] }, reason: { type: "no-set" } } as unknown as ExplainClusterAnswer,
      {
        placement,
        validBindings,
        eligibleClusterSets,
      },
    );
  expect(of([], [])).toBe(
    "Namespace apps has no valid ManagedClusterSetBinding, so the placement may use no cluster set.",
  );
  expect(of(["a", "b"], [])).toBe("The namespace's bindings are of a and b, which `spec.clusterSets` does not name.");
  expect(of(["a", "b"], ["a"])).toBe("It is in none of the cluster sets that the placement may use: a.");
});

test("an empty value is told as such", () => {
  const requirement: RequirementResult = {
    on: "label",
    key: "env",
    operator: "In",
    values: ["", "prod"],
    actual: "",
    error: null,
    overdrawn: null,
    holds: false,
    path: "",
  };
  const said = reasonText({ type: "predicate", requirement, others: 0 } as unknown as NotSelectedReason, {
    spreadConstraints: [],
    numberOfClusters: null,
  });
  expect(said).toBe("label `env` is empty, but must be one of empty, `prod`");
  expect(actualText(requirement)).toBe("is empty");
});
