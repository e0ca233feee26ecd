/** `schedscope place`: which clusters a placement selects. */
import { Option } from "commander";
import type {
  ClusterRow,
  DecideOptions,
  DecisionForm,
  DecideAnswer,
  Findings,
  PlacementEntry,
} from "../../../types.js";
import { facts } from "../../report/block.js";
import { cutOff } from "../../difference/why.js";
import { decisionReport, placementsReport, stateText } from "../../report/placement.js";
import { isSame, placementsText } from "../../words/placement.js";
import { framed } from "../command.js";
import { fileArguments } from "../options.js";
import {
  checked,
  decide,
  failFaulty,
  onePlacement,
  placements,
  question,
  withDeciding,
  decisionNotes,
  notesFollow,
} from "../deciding.js";
import { misuse, nothing } from "../exit.js";
import { isForPeople, print } from "../format.js";
import { hubCommand } from "../kubectl.js";
import { nothingFound } from "../nearest.js";
import { QuestionFlags } from "../question.js";
import { recordedWhy } from "../recorded-why.js";
import { several, whole } from "../values.js";
import { err, out } from "../screen.js";
import { Selection } from "../selection.js";
import { failed, open, type Session } from "../session.js";
import { type SpreadOptions, spreadSteps, withSteps } from "../spread-steps.js";
import { fullName } from "../../words/object-name.js";

interface PlaceOptions extends SpreadOptions {
  selected?: boolean;
  find?: string;
  expect?: string[];
  expectNot?: string[];
  expectAll?: string[];
  expectNone?: string[];
  expectCount?: number;
  verify?: boolean;
  why?: boolean;
  decisions?: DecisionForm;
}

const ofRows = new QuestionFlags("clusters", { order: null });

export const place = framed({
  name: "place",
  summary: "which clusters a placement selects, and why not the others",
  about: "Decides every placement of the input, as the hub would, and prints the clusters, best first.",
  args: [fileArguments],
  options: [
    withDeciding,
    withSteps,
    ofRows,
    ["--selected", "only selected clusters"],
    ["--expect <cluster>", "exit with 1 and print why if this cluster is not selected; repeatable", several],
    ["--expect-not <cluster>", "exit with 1 and print why if this cluster is selected; repeatable", several],
    [
      "--expect-all <clusters>",
      "exit with 1 and print why unless all of these clusters are selected: a name, a glob (eu-*) or a label " +
        "selector (region=eu); repeatable",
      several,
    ],
    ["--expect-none <clusters>", "the same unless none of these clusters is selected; repeatable", several],
    ["--expect-count <n>", "exit with 1 unless exactly this many clusters are selected", whole()],
    ["--verify", "exit with 1 if the decision is not the one that a hub has recorded in the input"],
    ["--why", "with --verify: what can have differed when the hub decided; as `whatif change --recorded`"],
    new Option("--decisions <form>", "print the PlacementDecisions that the hub would write, as YAML").choices([
      "ocm",
      "multicluster",
    ]),
  ],
  examples: `
  ${hubCommand} | schedscope place -
  schedscope place hub.yaml --verify                        exits with 1 where the hub has recorded another decision
  schedscope place hub.yaml --verify --why                  and says by which difference it would be the same
  schedscope place fleet.yaml placement.yaml -o wide        with scores
  schedscope place fleet/ -p prod/web --selected -o name    names only, for a loop
  schedscope place fleet/ -p prod/web --expect prod-3       a policy check: exits with 1 if it is not selected
  schedscope place fleet/ --expect-none 'tier in (dev, test)'   no cluster of these labels
  schedscope place fleet.yaml --weight Steady=0 --number-of-clusters 5  what if
  schedscope place fleet.yaml --steps                       how spread constraints select, step by step
  schedscope place fleet.yaml --step 4 --max-skew zone=2    one step, with another max skew`,
  notes: `
-o json gives a line of JSON for every placement: Scenario.report(), the whole decision. The function
place() of the package answers in another form. With --steps, it gives a line for every step:
Scenario.spreadStep(); with --step one line, with what Scenario.spreadDomains() and
Scenario.spreadCandidates() have of it.`,
  run: async (files: string[], options: PlaceOptions) => {
    const session = await open(files, options);
    const { expect, expectNot, expectAll, expectNone, expectCount } = options;
    const isChecked = [expect, expectNot, expectAll, expectNone, expectCount].some((wanted) => wanted !== undefined);
    const isWritten = options.decisions !== undefined;
    if (options.why === true && options.verify !== true) throw misuse("--why needs --verify");
    if (options.steps === true || options.step !== undefined) {
      if (isChecked || isWritten || (options.verify ?? options.selected ?? options.find) !== undefined)
        throw misuse("--steps and --step print the steps of spread, and check nothing");
      spreadSteps(session, options);
      return;
    }
    const asked = isChecked || options.verify === true || isWritten ? checked(options) : options;
    const chosen = isChecked ? [onePlacement(session, options)] : placements(session, options);
    const isWhole = [options.verify, options.selected, options.find].every((given) => given === undefined);
    if (isForPeople(options.output) && isWhole && !isChecked && !isWritten && chosen.length > 1) {
      const isLong = chosen.length > mostTables && options.output !== "wide";
      summarize(session, chosen, options, isLong);
      if (isLong) return;
    }
    let isFound = options.find === undefined;
    let isRecorded = false;
    for (const [i, entry] of chosen.entries()) {
      // The caveats of written objects are notes, as those of names are.
      const summary = decide(session, entry, isWritten ? { ...asked, output: "name" } : asked);
      isFound ||= isWritten || shown(session, summary, options).length > 0;
      if (i > 0 && isWritten) out.raw("---");
      if (options.decisions === undefined)
        show(session, summary, asked, { placement: entry.index, isMany: chosen.length > 1 });
      else out.raw(session.scenario.decisionsYaml({ form: options.decisions }).trimEnd());
      if (notesFollow(summary, asked)) decisionNotes(summary, asked);
      failFaulty(summary);
      if (isChecked) check(session, summary, options, question(session, entry.index, asked));
      if (options.verify === true) isRecorded = verify(summary) || isRecorded;
      const differs = summary.recorded !== undefined && !isSame(summary.recorded);
      if (options.why === true && differs) await recordedWhy(session, asked, entry.index);
    }
    if (!isFound) throw nothingFound("cluster", { find: options.find }, options.find?.includes("=") ? "" : byLabel);
    if (options.verify === true && !isRecorded)
      throw nothing("no decision is recorded in the input", `try: ${hubCommand}`);
  },
});

/** Placements whose clusters are printed where none is chosen. */
const mostTables = 5;

/** Says first how many placements have what they want; where they are many, that is all, with a line for each. */
function summarize(session: Session, chosen: PlacementEntry[], options: PlaceOptions, isWhole: boolean): void {
  const { scenario } = session;
  const summaries = chosen.map((entry) =>
    isWhole ? decide(session, entry, options) : scenario.decide(question(session, entry.index, options)),
  );
  const reports = (): string[] =>
    chosen.map(({ index }) => scenario.askJson(JSON.stringify({ report: question(session, index, options) })));
  print(options.output, {
    json: () => (isWhole ? reports() : []),
    names: () => [],
    people: () => (isWhole ? placementsReport(summaries) : facts([`${placementsText(summaries)}.`])),
  });
  if (isWhole) summaries.forEach(failFaulty);
}

/** Prints the decision of the placement of this index; where there are many, names are qualified with theirs. */
function show(
  session: Session,
  summary: DecideAnswer & Findings,
  options: PlaceOptions,
  { placement, isMany }: { placement: number; isMany: boolean },
): void {
  print(options.output, {
    json: () => [session.scenario.askJson(JSON.stringify({ report: question(session, placement, options) }))],
    names: () => {
      const names = shown(session, summary, { ...options, selected: true }).map(({ name }) => name);
      return isMany ? names.map((name) => `${fullName(summary.placement)} ${name}`) : names;
    },
    people: (isWide) =>
      decisionReport(summary, shown(session, summary, options), cutOff(session.scenario, summary), isWide),
  });
}

/** Behind a word that finds no cluster. */
const byLabel = "; a label is found as key=value";

function shown({ scenario }: Session, summary: DecideAnswer, options: PlaceOptions): ClusterRow[] {
  const { selected, find } = options;
  const every = (find: string | undefined): ClusterRow[] => scenario.clusters({ ...ofRows.given(options), find }).rows;
  let rows = every(find);
  if (find !== undefined) {
    // The engine knows the states by their own names, people by the words that the table has for them.
    const found = new Set(rows.map(({ cluster }) => cluster));
    const words = find.toLowerCase();
    rows = every(undefined).filter((row) => found.has(row.cluster) || stateText(row, summary).startsWith(words));
  }
  return selected === true ? rows.filter(({ state }) => state === "selected") : rows;
}

/**
 * Fails where a hub has recorded another decision; the answer says which, and why. Returns whether the text has enough
 * of it to tell.
 */
function verify({ placement, recorded, kept }: DecideAnswer): boolean {
  const name = fullName(placement);
  // What the hub leaves alone stays as it is recorded.
  if (kept !== undefined) return true;
  if (recorded === undefined) {
    err.line(`${name}: no decision is recorded in the input`, "quiet");
    return false;
  }
  if (!isSame(recorded)) failed(`${name} differs from what the hub recorded (--verify)`);
  const { clusters, numberOfSelectedClusters: number, form } = recorded;
  if (!isSame(recorded) || clusters !== null || number === 0) return true;
  if (form === null) {
    err.line(`${name}: cannot tell: which clusters the hub selected is not in the input (--verify)`, "warning");
    return false;
  }
  failed(
    `cannot tell whether the hub recorded the same for ${name}: the recorded decisions that are in the input agree, ` +
      "and others are not in it (--verify)",
  );
  return true;
}

/** A policy: what fails says why. */
function check(
  { scenario }: Session,
  summary: DecideAnswer & Findings,
  { expect = [], expectNot = [], expectAll = [], expectNone = [], expectCount }: PlaceOptions,
  asked: DecideOptions,
): void {
  const selection = new Selection(scenario, summary, asked);
  const unmet = [
    ...expectAll.flatMap((pattern) => selection.matching(pattern, true)),
    ...expectNone.flatMap((pattern) => selection.matching(pattern, false)),
    ...expect.flatMap((name) => selection.named(name, true)),
    ...expectNot.flatMap((name) => selection.named(name, false)),
    ...(expectCount === undefined ? [] : selection.count(expectCount)),
  ];
  for (const { message, details } of unmet) {
    failed(message);
    for (const detail of details) err.line(`  ${detail}`);
  }
}
