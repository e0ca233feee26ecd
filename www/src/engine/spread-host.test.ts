import { readFileSync } from "node:fs";
import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import { type Squares, squareStates } from "./spread";
import { SpreadHost } from "./spread-host";
import type { DecideOptions, DecideAnswer } from "./types";

const text = readFileSync(new URL("../../tests/browser/fixtures/spread.yaml", import.meta.url), "utf8");
const asked: DecideOptions = { placement: 0, now: "2026-01-01T00:00:00Z", profile: "Proposal" };
const end = { step: null, from: 0, count: 3 };

/** The real engine, and the host beside it. */
function session() {
  const scenario = new Scenario();
  scenario.replace(text);
  const host = new SpreadHost(scenario);
  const decide = (options: Partial<DecideOptions> = {}): DecideAnswer => {
    const summary = scenario.decide({ ...asked, ...options });
    host.decided(summary);
    return summary;
  };
  const name = (cluster: number): string => scenario.explainCluster({ cluster }).name;
  return { scenario, host, decide, name };
}

const signs = { selected: "S", feasible: "o", blocked: "b", keyless: "k", filtered: "x" };

/** The states of the squares of a domain, a sign each. */
function drawn(squares: Squares | null | undefined, index: number): string {
  if (!squares) return "none";
  let all = "";
  for (let at = squares.starts[index] ?? 0; at < (squares.starts[index + 1] ?? 0); at += 1) {
    all += signs[squareStates[squares.states[at] ?? 0] ?? "feasible"];
  }
  return all;
}

test("every cluster is a square of its deepest domain", () => {
  const { host, decide, name } = session();
  decide();
  const shown = host.onShow(end);
  const paths = shown?.domains.map(({ values }) => values.join("/"));
  const at = (path: string): string => drawn(shown?.squares, paths?.indexOf(path) ?? -1);
  expect(at("us-east/us-east-1a")).toBe("Sooox");
  expect(shown?.domains.find(({ values }) => values[1] === "us-east-1a")).toMatchObject({
    count: 1,
    eligible: 4,
    filtered: 1,
  });
  // Without a zone; without a region, which the hard term needs.
  expect(at("us-west")).toBe("o");
  const last = shown?.squares?.clusters.at(-1) ?? 0;
  expect([drawn(shown?.squares, shown?.domains.length ?? 0), name(last)]).toEqual(["k", "use1-c-02"]);
  expect(shown?.squares?.clusters.length).toBe(22);
});

test("clusters that a max skew blocks in the step on show have a state of their own", () => {
  const { scenario, host, decide, name } = session();
  const blocked = (squares: Squares | null | undefined): string[] =>
    [...(squares?.clusters ?? [])]
      .filter((_, i) => squareStates[squares?.states[i] ?? 0] === "blocked")
      .map(name)
      .sort();
  decide({ numberOfClusters: 5 });
  for (const step of [0, 1, 2, 3, 4, 5]) {
    const { candidates } = step === 0 ? { candidates: [] } : scenario.spreadCandidates({ step });
    const expected = candidates.filter(({ blockedBy }) => blockedBy !== null).map((one) => one.name);
    expect(blocked(host.onShow({ ...end, step })?.squares), `step ${step}`).toEqual(expected.sort());
  }
  expect(blocked(host.onShow({ ...end, step: 2 })?.squares)).toHaveLength(7);
  // The run ended because all that remained were blocked.
  const { clusterCounts, spread } = decide({ numberOfClusters: null });
  expect(spread?.end).toBe("blocked");
  expect(blocked(host.onShow(end)?.squares)).toHaveLength((spread?.eligible ?? 0) - clusterCounts.selected);
});

test("a step marks its pick, a new run what it changed, and looking again changes nothing", () => {
  const { host, decide, name } = session();
  const marked = (squares: Squares | null | undefined): string[] =>
    [...(squares?.clusters ?? [])].filter((_, i) => squares?.changed[i] === 1).map(name);
  decide();
  expect(marked(host.onShow(end)?.squares)).toEqual([]);
  expect(marked(host.onShow({ ...end, step: 3 })?.squares)).toEqual(["euc1-a-01"]);
  expect(marked(host.onShow({ ...end, step: 0 })?.squares)).toEqual([]);
  decide({ numberOfClusters: 5 });
  expect(marked(host.onShow(end)?.squares).sort()).toEqual(["euc1-b-01", "use1-c-01"]);
  decide({ numberOfClusters: 5 });
  expect(marked(host.onShow(end)?.squares)).toHaveLength(2);
  host.forget();
  decide();
  expect(marked(host.onShow(end)?.squares)).toEqual([]);
});

test("the turn is the first step whose pick has not the most points of the prioritizers", () => {
  const { scenario, host, decide } = session();
  decide();
  expect(host.turn()).toBe(3);
  const most = (step: number): boolean => {
    const { candidates } = scenario.spreadCandidates({ step });
    const best = candidates.reduce((max, { prioritizer }) => Math.max(max, Number(prioritizer)), -1e9);
    return Number(scenario.spreadStep({ step }).picked.prioritizer) === best;
  };
  expect([most(1), most(2), most(3)]).toEqual([true, true, false]);
  decide({ numberOfClusters: 1 });
  expect(host.turn()).toBe(null);
  decide({ profile: "Upstream" });
  expect(host.turn()).toBe(null);
});

test("a step beyond the run is its last one", () => {
  const { host, decide } = session();
  decide({ numberOfClusters: 2 });
  expect(host.onShow({ ...end, step: 6 })?.step).toBe(2);
  expect(host.onShow({ ...end, step: 1 })?.picked?.picked.name).toBe("use1-a-01");
  expect(host.onShow({ ...end, step: 1 })?.candidates).toMatchObject({ from: 0, count: 3, total: 18 });
  expect(host.onShow({ ...end, step: 0 })).toMatchObject({ step: 0, picked: null, candidates: null });
  decide({ profile: "Upstream" });
  expect(host.onShow(end)).toBe(null);
});

test("the domain that blocks is that of the step that the reason is about", () => {
  const { scenario, host, decide } = session();
  const blocking = (cluster: string) => host.blocking(scenario.explainCluster({ cluster }));
  decide();
  expect(blocking("use1-a-02")).toBe(null);
  // Before the fifth pick us-east has two, the others one.
  decide({ numberOfClusters: 5 });
  expect(blocking("use1-a-02")).toMatchObject({ values: ["us-east"], count: 2, lowest: 1 });
  decide({ numberOfClusters: null });
  expect(blocking("use1-b-03")).toMatchObject({ values: ["us-east"], count: 5, lowest: 4 });
});
