import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import type { ScoreNodesAnswer } from "../../../types.js";
import { scoreDifference, scoreDifferenceText } from "./score-difference.js";

const node = (name: string, taint = ""): string =>
  `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}}\nspec: {taints: [${taint}]}\n` +
  'status: {allocatable: {cpu: "4", memory: 8Gi, pods: "9"}}\n---\n';
const soft = "{key: a, effect: PreferNoSchedule}";
const pod = (name: string, cpu: number, on = ""): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: d}\nspec: {${on}containers: [{name: c, resources: ` +
  `{requests: {cpu: ${cpu}, memory: ${cpu}Gi}}}]}\n---\n`;

function scored(...objects: string[]): ScoreNodesAnswer {
  const scenario = new Scenario();
  scenario.replace(objects.join(""));
  return scenario.scoreNodes({ pod: "d/new", defaultProfile: true });
}

const said = (answer: ScoreNodesAnswer, own: string | null = null): string | null => {
  const of = scoreDifference(answer, own);
  return of === null ? null : scoreDifferenceText(of);
};

test("the plugins that make the difference between the chosen node and the best other one", () => {
  const answer = scored(node("a", soft), node("b"), node("c"), pod("old", 1, "nodeName: b, "), pod("new", 1));
  // Each plugin's share adds up to the difference of the totals.
  const of = scoreDifference(answer, null);
  expect(of?.nodes).toEqual(["c", "b"]);
  expect(of?.plugins.reduce((sum, { points }) => sum + points, 0)).toBe((of?.totals[0] ?? 0) - (of?.totals[1] ?? 0));
  expect(said(answer)).toMatch(/^c has \d+ score points, b has \d+: NodeResourcesFit gives c \d+ more and /);
  // The node that the pod is on comes before the best other one.
  expect(said(answer, "a")).toMatch(/^c has .*, a has .*: TaintToleration gives c 300 more/);
  expect(said(answer, "b")).toBe(said(answer));
});

test("nothing to compare", () => {
  expect(said(scored(node("a"), pod("new", 1)))).toBeNull();
  expect(said(scored(node("a"), node("b"), pod("new", 1)))).toBeNull();
  expect(said({ ...scored(node("a"), pod("new", 1)), defaultProfile: null })).toBeNull();
});

test("the node that the pod is on is compared with the next one where it ties with the chosen one", () => {
  const answer = scored(node("a"), node("b"), node("c", soft), pod("new", 1));
  expect(said(answer, "b")).toMatch(/^b has .*, c has /);
});
