import { expect, test } from "vitest";
import type { ClusterRow, DecideAnswer, Findings } from "../engine/types";
import { type Asked, command, decisionMarkdown, shellWord } from "./take-away";

const asked: Asked = {
  file: "fleet.yaml",
  view: "placement",
  profile: "auto",
  kubernetes: null,
  now: "2026-01-31T12:00:00Z",
  placement: "prod/web",
  pod: null,
};

test("the command that prints the answer on show", () => {
  const check = (of: Partial<Asked>, line: string): void => expect(command({ ...asked, ...of })).toBe(line);
  check({}, "npx schedscope place fleet.yaml -p prod/web --now 2026-01-31T12:00:00Z");
  check(
    { profile: "Proposal" },
    "npx schedscope place fleet.yaml -p prod/web --now 2026-01-31T12:00:00Z --profile Proposal",
  );
  check({ profile: "Upstream", view: "quotas" }, "npx schedscope quota fleet.yaml --profile Upstream");
  check({ view: "quotas", pod: "a/b" }, "npx schedscope quota why a/b fleet.yaml");
  check({ view: "nodes", pod: "a/b", file: "my fleet.yaml" }, "npx schedscope pods a/b 'my fleet.yaml'");
  check({ view: "vms", profile: "Upstream" }, "npx schedscope vm run fleet.yaml");
});

test("no name ends a word of the shell", () => {
  for (const name of ["a b", "$(x)", "`x`", "a'b", "a;b", "", "ä", "-\n"])
    expect(shellWord(name)).toBe(`'${name.replaceAll("'", String.raw`'\''`)}'`);
  expect(shellWord("prod/web-1.yaml")).toBe("prod/web-1.yaml");
});

test("a decision as Markdown begins with its change, and has the reasons of selected clusters, too", () => {
  const summary = {
    placement: { kind: "Placement", namespace: "prod", name: "web" },
    profile: "Proposal",
    outcome: "scheduled",
    status: { code: "Success", plugin: "", message: "" },
    clusterCounts: { all: 3, candidates: 2, feasible: 2, selected: 1 },
    unscheduled: 0,
    numberOfClusters: 1,
    filters: [],
    prioritizers: [],
    spreadConstraints: [],
    decisionGroups: [],
    spread: null,
    conditions: [],
    notes: [],
    findings: [],
  } as unknown as DecideAnswer & Findings;
  const row = (change: Partial<ClusterRow>): ClusterRow => ({
    cluster: 0,
    name: "a",
    state: "selected",
    rank: 1,
    total: 120,
    scores: [],
    reason: null,
    ...change,
  });
  const rows = [
    row({}),
    row({ name: "b", state: "feasible", rank: 2, total: 100, reason: { type: "not-reached", gap: 20 } }),
  ];
  const one = (name: string) => ({ names: [name], count: 1 });
  const change = { kept: { names: [], count: 0 }, added: one("a"), removed: one("b") };
  const difference = { baseline: "recorded" as const, change, available: [] };
  const markdown = decisionMarkdown({ summary, cutOff: 120, difference }, rows);
  expect(markdown).toMatch(/^\+a −b\.\n\n\*\*prod\/web\*\* selects \*\*1 of 1\*\* cluster/);
  expect(markdown).toMatch(/^\| a \| selected \| 1 \| 120 \| .* \|$/m);
  expect(markdown).toMatch(/^\| b \| .* \| 2 \| 100 \| 20 below the cut \|$/m);
  expect(markdown).toContain("and 1 more cluster");
  expect(decisionMarkdown({ summary, cutOff: 120, difference: null }, rows)).toMatch(/^\*\*prod\/web\*\* selects/);
});
