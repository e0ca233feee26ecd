/** Tests of placements. */
import type { DecideAnswer, DecideOptions, Findings, PlacementEntry } from "../../../types.js";
import { clusterWhy } from "../../difference/why.js";
import { answerBlocks, type Block } from "../../report/block.js";
import { waysIn } from "../../report/explain.js";
import { decisionDoubts } from "../../words/doubt.js";
import { fullName } from "../../words/object-name.js";
import { caveats, reasonText, sentenceText } from "../../words/placement.js";
import { lossText } from "../../words/whatif.js";
import { patternLike } from "../cluster-pattern.js";
import { bareName, clustersLike } from "../clusters.js";
import { question } from "../deciding.js";
import { suggestion } from "../nearest.js";
import { type Foreseen, Selection, type Unmet } from "../selection.js";
import { because, type Context, type Failure, listOf } from "./failure.js";
import type { ClusterReason, TestCase } from "../../policy/file.js";

/** A placement that was decided. */
interface Decided {
  context: Context;
  summary: DecideAnswer & Findings;
  asked: DecideOptions;
}

/** What of a test of a placement is not met. */
export function placementFailures(context: Context): Failure[] {
  const { session, test } = context;
  const typed = test.placement ?? "";
  const all = session.reading.placements;
  const named = all.filter((entry) => fullName(entry) === typed || entry.name === typed);
  const exact = named.filter((entry) => fullName(entry) === typed);
  const [entry, ...others] = exact.length > 0 ? exact : named;
  if (entry === undefined || others.length > 0) {
    const known = all.map(fullName);
    const near = suggestion(typed, known);
    const listed = known.length === 0 ? [] : [`the input has ${known.slice(0, 10).join(", ")}`];
    const actual = others.length > 0 ? "several placements have this name" : "the input has no such placement";
    return [{ key: "placement", expected: typed, actual, why: because(near.length > 0 ? near : listed) }];
  }
  return decidedFailures(context, entry);
}

function decidedFailures(context: Context, { index }: PlacementEntry): Failure[] {
  const { session, content, test, now } = context;
  const asked = question(session, index, {
    now: content.now ?? now,
    profile: content.profile ?? "Upstream",
    ...(test.weights !== undefined && { weight: test.weights }),
    ...(test.numberOfClusters !== undefined && { numberOfClusters: test.numberOfClusters }),
  });
  const summary = session.scenario.decide(asked);
  const decided = { context, summary, asked };
  const doubtful = doubtfulFailures(decided);
  if (doubtful.length > 0) return doubtful;
  if (test.without === undefined) return expectations(decided, new Selection(session.scenario, summary, asked));
  const foreseen = withoutClusters(decided, test.without);
  return "key" in foreseen
    ? [foreseen]
    : expectations(decided, new Selection(session.scenario, summary, asked, foreseen));
}

/** A decision that is invalid or incomplete meets no expectation. */
function doubtfulFailures({ context: { test }, summary }: Decided): Failure[] {
  const why = answerBlocks(caveats(summary), [sentenceText(summary)]);
  return decisionDoubts(summary).map((actual) => ({
    key: "placement",
    expected: `a decision of ${test.placement ?? ""}`,
    actual,
    why,
  }));
}

const patternOf = (without: NonNullable<TestCase["without"]>): string =>
  typeof without === "string"
    ? without
    : Object.entries(without)
        .map(([key, value]) => `${key}=${value}`)
        .join(",");

function withoutClusters(
  { context, summary, asked }: Decided,
  without: NonNullable<TestCase["without"]>,
): Foreseen | Failure {
  const { scenario } = context.session;
  const pattern = patternOf(without);
  const isLabel = typeof without !== "string";
  const gone = isLabel ? scenario.matchClusters({ pattern }) : [bareName(without)];
  if (isLabel ? gone.length === 0 : scenario.clusterIndex({ name: bareName(without) }) === null) {
    const near = isLabel ? patternLike(scenario, pattern, asked) : clustersLike(scenario, without);
    return { key: "without", expected: pattern, actual: "the input has no such cluster", why: because(near) };
  }
  const before = new Selection(scenario, summary, asked).names;
  const lost = isLabel ? { label: pattern } : { cluster: bareName(without) };
  const [loss] = scenario.without({ ...asked, ...lost, limit: 2 ** 31 }).losses;
  if (loss === undefined) throw new Error("no loss");
  const [removed, goneNames] = [new Set([...loss.lost, ...loss.removed]), new Set(gone)];
  return {
    selected: new Set([...before.filter((name) => !removed.has(name)), ...loss.added]),
    gone: goneNames,
    called: `without ${pattern}`,
    why: `${lossText(loss)}.`,
  };
}

function expectations(decided: Decided, selection: Selection): Failure[] {
  const { test } = decided.context;
  const of = (key: "expect" | "expectAll" | "expectNone", unmet: (pattern: string) => Unmet[]): Failure[] =>
    listOf(test[key]).flatMap((pattern, at) =>
      unmet(pattern).map((found) => ({
        key,
        ...(Array.isArray(test[key]) && { at }),
        expected: pattern,
        actual: found.message,
        why: whyOf(decided, key === "expectNone" ? null : pattern, found),
      })),
    );
  return [
    ...of("expect", (pattern) => selection.some(pattern)),
    ...of("expectAll", (pattern) => selection.matching(pattern, true)),
    ...of("expectNone", (pattern) => selection.matching(pattern, false)),
    ...(test.expectCount === undefined
      ? []
      : selection.count(test.expectCount).map(
          ({ message, details }): Failure => ({
            key: "expectCount",
            expected: String(test.expectCount),
            actual: message,
            why:
              details.length > 0
                ? because(details)
                : answerBlocks(caveats(decided.summary), [sentenceText(decided.summary)]),
          }),
        )),
    ...Object.entries(reasonsOf(test)).flatMap(([name, reason]) => whyFailures(decided, name, reason)),
  ];
}

/** Why a cluster is not selected, and what would change it; of others, what was found. */
function whyOf(
  { context: { session, test }, summary, asked }: Decided,
  name: string | null,
  { details }: Unmet,
): Block[] {
  const index = name === null || test.without !== undefined ? null : session.scenario.clusterIndex({ name });
  if (index === null || summary.kept !== undefined) return because(details);
  const answer = clusterWhy(session.scenario, index, summary, asked);
  if (answer.explanation.state === "selected") return because(details);
  // The latest decision is that of the test again.
  session.scenario.decide(asked);
  return [...because(details), ...waysIn(answer.explanation, answer.wouldChange)];
}

const reasonsOf = ({ expectWhy }: TestCase): Record<string, ClusterReason> =>
  typeof expectWhy === "object" && !Array.isArray(expectWhy) ? expectWhy : {};

function whyFailures({ context: { session }, summary }: Decided, name: string, expected: ClusterReason): Failure[] {
  const row = session.scenario.clusters().rows.find((one) => one.name === bareName(name));
  const of = (actual: string, why: string[]): Failure[] => [
    { key: "expectWhy", at: name, expected: `${name}: ${expected}`, actual, why: because(why) },
  ];
  if (row === undefined) return of("the input has no such cluster", clustersLike(session.scenario, name));
  if (row.reason === null) return of(row.state === "selected" ? `${name} is selected` : "nothing was decided", []);
  if (row.reason.type === expected) return [];
  return of(`${name}: ${row.reason.type}`, [`${name}: ${reasonText(row.reason, summary, true)}`]);
}
