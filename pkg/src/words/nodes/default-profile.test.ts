import { expect, test } from "vitest";
import type {
  DefaultProfileAnswer,
  NodeChoice,
  NodeRow,
  ProfilePluginAnswer,
  ScoreNodesAnswer,
} from "../../../types.js";
import { phraseText } from "../phrase.js";
import {
  byTotal,
  choicePhrases,
  comparedNodes,
  defaultProfileText,
  limitAwareText,
  scoringPlugins,
  skippedText,
} from "./default-profile.js";
import { objectNamed } from "../object-name.js";

const one: NodeChoice = {
  node: "n1",
  total: 612,
  tiedWith: [],
  tied: 0,
  next: { total: 598, nodes: ["n4"], count: 1 },
};
const tie: NodeChoice = { ...one, tiedWith: ["n4"], tied: 1, next: { total: 20, nodes: ["n2"], count: 1 } };

const SENTENCES: [choice: NodeChoice, limitAware: string | null, sentence: string][] = [
  [one, "n2", "Today your scheduler picks n1 (total 612, next n4 598); limit-aware scoring picks n2"],
  [one, "n1", "Today your scheduler and limit-aware scoring both pick n1 (total 612, next n4 598)"],
  [one, null, "Today your scheduler picks n1 (total 612, next n4 598)"],
  [
    { ...one, next: { total: 1598, nodes: ["n4", "n5"], count: 2 } },
    "n2",
    "Today your scheduler picks n1 (total 612, next n4 and n5 1,598); limit-aware scoring picks n2",
  ],
  [
    { ...one, next: { total: 598, nodes: ["n4", "n5", "n6", "n7"], count: 12 } },
    "n2",
    "Today your scheduler picks n1 (total 612, next 12 nodes 598); limit-aware scoring picks n2",
  ],
  [tie, "n2", "n1 and n4 tie at 612: kube-scheduler picks one at random; limit-aware scoring picks n2"],
  [tie, null, "n1 and n4 tie at 612: kube-scheduler picks one at random"],
  [{ ...tie, next: null }, null, "n1 and n4 tie at 612: kube-scheduler picks one at random"],
  [
    { ...tie, tiedWith: ["n2", "n3"], tied: 2, next: null },
    "n1",
    "All 3 nodes that fit tie at 612: kube-scheduler picks one at random; limit-aware scoring picks n1",
  ],
  [{ ...tie, tied: 40 }, null, "41 nodes tie at 612: kube-scheduler picks one at random"],
];

test.each(SENTENCES)("%#: %s", (choice, limitAware, sentence) => {
  expect(phraseText(choicePhrases(choice, limitAware))).toBe(sentence);
});

test("limit-aware scoring beside the default profile's choice", () => {
  expect(limitAwareText(one, "n2")).toBe("Limit-aware scoring would pick n2 instead.");
  expect(limitAwareText(one, "n1")).toBe("Limit-aware scoring picks n1, too.");
  expect(limitAwareText(tie, "n4")).toBe("Limit-aware scoring would pick n4 of them.");
  expect(limitAwareText(tie, "n2")).toBe("Limit-aware scoring would pick n2 instead.");
  // Of very many nodes that tie, not all are named.
  expect(limitAwareText({ ...tie, tied: 400, next: null }, "n300")).toBe(
    "Limit-aware scoring would pick n300 of them.",
  );
});

const plugin = (name: ProfilePluginAnswer["name"], weight: number, skipped = false): ProfilePluginAnswer => ({
  name,
  weight,
  skipped,
});
const answer = (choice: NodeChoice | null, plugins: ProfilePluginAnswer[] = []): DefaultProfileAnswer => ({
  plugins,
  choice,
  onlyNodes: null,
});
const placement = (change: Partial<ScoreNodesAnswer>): ScoreNodesAnswer => ({
  pod: objectNamed("default/pod5"),
  resourceQuota: null,
  gates: [],
  deleting: false,
  schedulerName: null,
  schedulerProfile: null,
  nodes: 4,
  feasible: 3,
  misfits: [],
  mayPreempt: false,
  resources: [],
  scorers: [],
  picks: [],
  notes: [],
  faults: [],
  rows: [],
  defaultProfile: answer(one),
  ...change,
});

test("the choice in a sentence of its own", () => {
  expect(defaultProfileText(placement({}))).toBe("kube-scheduler picks n1 (total 612, next n4 598).");
  expect(defaultProfileText(placement({ feasible: 1, defaultProfile: answer({ ...one, next: null }) }))).toBe(
    "n1 is the only node that fits: kube-scheduler takes it without scoring.",
  );
  expect(defaultProfileText(placement({ defaultProfile: answer(tie) }))).toBe(
    "n1 and n4 tie at 612: kube-scheduler picks one at random.",
  );
  expect(defaultProfileText(placement({ feasible: 0, defaultProfile: answer(null) }))).toBe(
    "The pod fits 0 of 4 nodes, so kube-scheduler scores none.",
  );
  const alone: NodeChoice = { ...one, next: null };
  expect(defaultProfileText(placement({ defaultProfile: { ...answer(alone), onlyNodes: ["n1", "n9"] } }))).toBe(
    "kube-scheduler takes n1 without scoring: no other node that it looks at fits. It looks only at n1 and n9.",
  );
  expect(defaultProfileText(placement({ defaultProfile: { ...answer(null), onlyNodes: ["n9"] } }))).toBe(
    "The pod fits none of the nodes that kube-scheduler looks at. It looks only at n9.",
  );
  expect(defaultProfileText(placement({ defaultProfile: null }))).toBe("");
});

test("plugins that skip the pod are named, plugins that are off as well", () => {
  const all = answer(one, [
    plugin("TaintToleration", 3),
    plugin("NodeAffinity", 2, true),
    plugin("PodTopologySpread", 2, true),
    plugin("ImageLocality", 0, true),
  ]);
  expect(skippedText(all)).toBe(
    "NodeAffinity and PodTopologySpread skip this pod and add nothing. The profile does not score by ImageLocality.",
  );
  expect(skippedText(answer(one, [plugin("NodeAffinity", 2, true)]))).toBe(
    "NodeAffinity skips this pod and adds nothing.",
  );
  expect(skippedText(answer(one, [plugin("TaintToleration", 3)]))).toBe("");
  expect(scoringPlugins(all).map(({ name, index }) => `${name} ${index}`)).toEqual(["TaintToleration 0"]);
});

test("the best nodes are compared, and the limit-aware pick is never left out", () => {
  const row = (name: string, total: number | null): NodeRow =>
    ({ name, defaultProfile: total === null ? null : { scores: [], total } }) as unknown as NodeRow;
  const rows = [row("d", 5), row("full", null), row("c", 7), row("b", 7), row("a", 1)];
  expect(byTotal(rows).map(({ name }) => name)).toEqual(["b", "c", "d", "a"]);
  const scorers = [{ name: "LimitAware", applies: true, best: ["a"] }] as ScoreNodesAnswer["scorers"];
  const names = (most: number): string[] => comparedNodes(placement({ rows, scorers }), most).map(({ name }) => name);
  expect(names(2)).toEqual(["b", "a"]);
  expect(names(4)).toEqual(["b", "c", "d", "a"]);
  expect(comparedNodes(placement({ rows }), 2).map(({ name }) => name)).toEqual(["b", "c"]);
});
