/** A first file of policy tests, from the decisions of today. */
import { basename, dirname, join, relative, sep } from "node:path";
import { dump } from "js-yaml";
import { isWaiting, queueEnds } from "../../difference/why.js";
import { fullName, fullNames } from "../../words/object-name.js";
import { question } from "../deciding.js";
import { misuse, nothing } from "../exit.js";
import { Selection } from "../selection.js";
import { note, type Session, start } from "../session.js";
import { failuresOf } from "./run.js";
import type { TestCase, TestFile } from "./file.js";

/** Clusters that are named; of more, only the number is expected. */
const mostNamed = 20;
/** Pending pods with a test each. */
const mostPods = 20;

/** Where the tests of inputs are written: next to the first. */
export function initPath(inputs: readonly string[]): string {
  const [first = "-"] = inputs;
  if (inputs.includes("-")) throw misuse("--init needs files: tests read them again");
  const name = basename(first.replace(/[\\/]+$/, "")).replace(/\.(ya?ml|json)$/i, "");
  const folder = name === "" || name === "." || name === ".." ? first : dirname(first);
  return join(folder, `${/^\.*$/.test(name) ? "inputs" : name}.schedscope-test.yaml`);
}

/**
 * The text of the file: what is decided of the inputs at a time is what is expected. What is not decided, for example
 * because an object is missing, is a note.
 */
export async function initText(path: string, inputs: readonly string[], now: string): Promise<string> {
  const session = await start([...inputs], { quiet: true });
  const upstream = await written(session, { now, profile: "Upstream" });
  // A preview decides what only a design document has.
  const preview = upstream.notes.length === 0 ? upstream : await written(session, { now, profile: "auto" });
  const isReleased = preview.tests.length <= upstream.tests.length;
  const { tests, notes } = isReleased ? upstream : preview;
  note(notes, {});
  if (tests.length === 0) throw nothing("nothing is decided of the input: it has no Placement and no pending pod");
  const content: TestFile = {
    apiVersion: "schedscope.dev/v1alpha1",
    kind: "SchedulingTest",
    inputs: inputs.map((input) => relative(dirname(path), input).split(sep).join("/") || "."),
    now,
    ...(!isReleased && { profile: "auto" as const }),
    tests,
  };
  return dump(content, { lineWidth: 120, noRefs: true, quoteStyle: "double" });
}

/** How the inputs are decided. */
type Settings = Required<Pick<TestFile, "now" | "profile">>;

/** The tests that pass today, and why others do not. */
async function written(session: Session, settings: Settings): Promise<{ tests: TestCase[]; notes: string[] }> {
  const tests: TestCase[] = [];
  const notes: string[] = [];
  for (const test of [...placementTests(session, settings), ...podTests(session, settings)]) {
    const content: TestFile = {
      apiVersion: "schedscope.dev/v1alpha1",
      kind: "SchedulingTest",
      inputs: [],
      ...settings,
      tests: [],
    };
    const [failure] = await failuresOf({ session, content, test, now: settings.now });
    if (failure === undefined) tests.push(test);
    else notes.push(`no test of ${test.placement ?? test.pod ?? "the input"}: ${failure.actual}`);
  }
  return { tests, notes };
}

function placementTests(session: Session, settings: Settings): TestCase[] {
  const { scenario, reading } = session;
  if (!reading.kinds.some(({ kind }) => kind === "ManagedCluster")) return [];
  return reading.placements.map((entry): TestCase => {
    const asked = question(session, entry.index, settings);
    const { names } = new Selection(scenario, scenario.decide(asked), asked);
    const placement = fullName(entry);
    return {
      name: names.length === 0 ? `${placement} selects no cluster` : `${placement} selects these clusters`,
      placement,
      ...(names.length > 0 && names.length <= mostNamed && { expect: names }),
      expectCount: names.length,
    };
  });
}

function podTests({ scenario }: Session, { profile }: Settings): TestCase[] {
  if (scenario.pods({ limit: 0 }).pending === 0) return [];
  const { ends } = queueEnds(scenario, profile, mostPods);
  return ends.map(({ entry, step }): TestCase => {
    const pod = fullName(entry.pod);
    const node = step === null || isWaiting(step) ? null : step.node;
    if (node === null) return { name: `${pod} stays pending`, pod, expectPending: true };
    const { victims } = scenario.simulatePod({ pod, profile, limit: 0 });
    const evicts = victims.length > 0 && { expectVictims: fullNames(victims) };
    return { name: `${pod} gets a node`, pod, expect: node, ...evicts };
  });
}
