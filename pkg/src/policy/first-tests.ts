/** A first file of policy tests, from the decisions of today. */
import { dump } from "js-yaml";
import type { KubernetesVersion, PlacementEntry, ProfileChoice } from "../../types.js";
import { isWaiting, queueEnds, selectedNames } from "../difference/why.js";
import type { Scenario } from "../scenario.js";
import { decisionDoubts, doubts } from "../words/doubt.js";
import { fullName, fullNames } from "../words/object-name.js";
import type { TestCase, TestFile } from "./file.js";

/** Clusters that are named; of more, only the number is expected. */
const mostNamed = 20;
/** Pending pods with a test each. */
const mostPods = 20;

/** What a file of tests says before its tests. */
export interface FirstTestsOptions {
  /** The files and folders of the text, relative to the file of tests. */
  inputs: string[];
  /** The time of the decisions, RFC 3339. */
  now: string;
  /** Default: `Upstream`, or `auto` if the text has more decisions with it. */
  profile?: ProfileChoice | undefined;
  /** The version of Kubernetes that the scenario assumes. Default: the one that the nodes report. */
  version?: KubernetesVersion | undefined;
}

/** A file of tests. */
export interface FirstTests {
  /** YAML; null: the text has no Placement and no pending pod, or nothing is decided of them. */
  text: string | null;
  /** What has no test, for example because an object is missing: a sentence each. */
  notes: string[];
}

/** The tests, and why others are left out. */
interface Written {
  tests: TestCase[];
  notes: string[];
}

/**
 * Writes a test for each Placement and for the first 20 pending pods of a scenario: what is decided of them now is what
 * is expected. A decision that is invalid or incomplete has no test.
 */
export function firstTests(scenario: Scenario, options: FirstTestsOptions): FirstTests {
  const { inputs, now, version } = options;
  const asked = options.profile ?? "Upstream";
  const first = written(scenario, now, asked);
  // A preview decides what only a design document has.
  const isOpen = options.profile === undefined && first.notes.length > 0;
  const preview = isOpen ? written(scenario, now, "auto") : first;
  const isBetter = preview.tests.length > first.tests.length;
  const { tests, notes } = isBetter ? preview : first;
  if (tests.length === 0) return { text: null, notes };
  const profile = isBetter ? "auto" : asked;
  const content: TestFile = {
    apiVersion: "schedscope.dev/v1alpha1",
    kind: "SchedulingTest",
    inputs,
    now,
    ...(profile !== "Upstream" && { profile }),
    ...(version !== undefined && { version }),
    tests,
  };
  return { text: dump(content, { lineWidth: 120, noRefs: true, quoteStyle: "double" }), notes };
}

function written(scenario: Scenario, now: string, profile: ProfileChoice): Written {
  const tests: TestCase[] = [];
  const notes: string[] = [];
  const add = (of: string, found: TestCase | string): void => {
    if (typeof found === "string") notes.push(`no test of ${of}: ${found}`);
    else tests.push(found);
  };
  const { kinds, placements } = scenario.reading();
  if (kinds.some(({ kind }) => kind === "ManagedCluster"))
    for (const entry of placements) add(fullName(entry), placementTest(scenario, entry, now, profile));
  if (scenario.pods({ limit: 0 }).pending > 0)
    for (const { entry, step } of queueEnds(scenario, profile, mostPods).ends)
      add(fullName(entry.pod), podTest(scenario, fullName(entry.pod), isWaiting(step) ? null : step?.node, profile));
  return { tests, notes };
}

/** The test of a placement, or why it has none. */
function placementTest(
  scenario: Scenario,
  entry: PlacementEntry,
  now: string,
  profile: ProfileChoice,
): TestCase | string {
  const summary = scenario.decide({ placement: entry.index, now, profile });
  const [doubt] = decisionDoubts(summary);
  if (doubt !== undefined) return doubt;
  const names = selectedNames(scenario, summary);
  const placement = fullName(entry);
  return {
    name: names.length === 0 ? `${placement} selects no cluster` : `${placement} selects these clusters`,
    placement,
    ...(names.length > 0 && names.length <= mostNamed && { expect: names }),
    expectCount: names.length,
  };
}

/** The test of a pending pod that gets a node or none, or why it has no test. */
function podTest(
  scenario: Scenario,
  pod: string,
  node: string | null | undefined,
  profile: ProfileChoice,
): TestCase | string {
  const [doubt] = doubts(scenario.scoreNodes({ pod, profile, limit: 0 }));
  if (doubt !== undefined) return doubt;
  if (node == null) return { name: `${pod} stays pending`, pod, expectPending: true };
  const { victims } = scenario.simulatePod({ pod, profile, limit: 0 });
  const evicts = victims.length > 0 && { expectVictims: fullNames(victims) };
  return { name: `${pod} gets a node`, pod, expect: node, ...evicts };
}
