/** `schedscope explain`: why one cluster is selected, or not. */
import type { Command } from "commander";
import type {
  ChangeAnswer,
  ClusterExplanation,
  DecisionSummary,
  Family,
  Findings,
  TaintResult,
} from "../../../types.js";
import { fewSteps } from "../../difference/wants.js";
import { missingOf } from "../../words/missing.js";
import { integer } from "../../words/number.js";
import {
  caveats,
  actualText,
  isEvaluated,
  predicateText,
  candidacy,
  fullName,
  hintText,
  inputsText,
  isDecided,
  isRanked,
  lookOf,
  rejection,
  requirementText,
  scoreNoteText,
  sentenceText,
  stateName,
  taintText,
  toleratedText,
} from "../../words/placement.js";
import { termFormulas } from "../../words/spread.js";
import { showApplications } from "../applications.js";
import { advised, celText, changesText, changeText, exchangeText, isOutside, sideEffects } from "../../words/whatif.js";
import { showCaveats, showRecorded } from "../caveats.js";
import { mark } from "../checks.js";
import { clusterNamed, clusterVerdict, stateLook } from "../clusters.js";
import { decide, type DecidingOptions, failFaulty, placements, question, withDeciding } from "../deciding.js";
import { print } from "../format.js";
import { hubCommand } from "../kubectl.js";
import { filesArgument } from "../options.js";
import { expectName } from "../pods.js";
import { out } from "../screen.js";
import { open, type Session } from "../session.js";
import { type Cell, figure, type TableColumn } from "../table.js";

/** Adds the command. */
export function explain(program: Command): void {
  withDeciding(
    program
      .command("explain")
      .summary("why one cluster is selected, or not")
      .description(
        "Explains one cluster: how it became a candidate, each predicate and taint that was checked, its scores by " +
          "prioritizer, and how far it is behind.",
      )
      .argument("<cluster>", "its name")
      .argument("[file...]", filesArgument),
  )
    .addHelpText(
      "after",
      `
Examples:
  ${hubCommand} | schedscope explain prod-3
  schedscope explain prod-3 fleet.yaml -p prod/web
  schedscope explain prod-3 fleet.yaml --weight Steady=0    with another weight

-o json gives a line of JSON for every placement: Scenario.explainCluster(), before it the placement,
as namespace/name, and after it what must be known before the decision is believed: findings,
otherProfile, recorded, kept; and applications. hints: what of the placement has no
effect. wouldChange: the answer of change --selects; null: the cluster is selected, or the hub leaves the placement
alone.`,
    )
    .action(async (cluster: string, files: string[], options: DecidingOptions) => {
      expectName(cluster, files, "cluster");
      const session = await open(files, options);
      for (const [i, entry] of placements(session, options).entries()) {
        const summary = decide(session, entry, options);
        const explanation = session.scenario.explainCluster({ cluster: clusterNamed(session.scenario, cluster) });
        const isLeft = summary.outcome.type === "skipped";
        if (options.output === "yaml" && i > 0) out.raw("---");
        if (options.output === undefined || options.output === "wide") out.gap();
        print(options.output, {
          json: () => {
            const { findings, otherProfile, recorded, kept, applications } = summary;
            const caveats = {
              findings,
              otherProfile,
              recorded,
              kept,
              applications,
            };
            // No edit that is tried lets the hub schedule again.
            const wouldChange = isLeft ? null : waysIn(session, explanation, question(session, entry.index, options));
            const beside = { ...caveats, hints: session.scenario.hints(), wouldChange };
            return [JSON.stringify({ placement: fullName(entry), ...explanation, ...beside })];
          },
          names: () => [explanation.name],
          people: (isWide) => {
            people(session, explanation, summary, isWide);
            if (!isLeft) wayIn(session, explanation, question(session, entry.index, options));
          },
        });
        failFaulty(summary);
      }
    });
}

function people(
  session: Session,
  explanation: ClusterExplanation,
  summary: DecisionSummary & Findings,
  isWide: boolean,
): void {
  const { name, state, reason, range, rank, predicates, taints, scores } = explanation;
  const { file, line } = session.input.place(range.start);
  const look = stateName(lookOf(state, reason), rank !== null && isRanked(summary), isDecided(summary));
  showCaveats(caveats(summary), isWide, () => {
    out.line([
      { text: name, look: "strong" },
      { text: " for " },
      { text: fullName(summary.placement), look: "strong" },
      { text: ": " },
      { text: look, look: stateLook[state] },
      { text: `  (${file}:${line})`, look: "quiet" },
    ]);
    if (isRanked(summary)) out.line(clusterVerdict(session.scenario, explanation, summary));
    else out.line(sentenceText(summary));
    if (isDecided(summary)) out.line(candidacy(explanation, summary), "quiet");
    showRecorded(summary);
  });
  if (predicates.length > 0) out.head(predicates.length === 1 ? "Predicate" : "Predicates, one must match");
  for (const [i, predicate] of predicates.entries()) {
    const { matches, requirements } = predicate;
    if (predicates.length > 1) out.line(`  ${i + 1}: ${predicateText(predicate)}`);
    const indent = { text: predicates.length > 1 ? "     " : "  " };
    if (requirements.length === 0) out.line([indent, mark(matches), { text: " matches every cluster" }]);
    for (const requirement of requirements) {
      const holds = isEvaluated(requirement) ? requirement.holds : null;
      out.line([
        indent,
        mark(holds),
        { text: ` ${requirementText(requirement)}: ` },
        { text: actualText(requirement), look: holds === false ? "bad" : "quiet" },
      ]);
    }
  }
  if (taints.length > 0) out.head("Taints");
  for (const taint of taints)
    out.line([
      { text: "  " },
      mark(taint.tolerated),
      { text: ` ${taintText(taint)}, ` },
      { text: tolerationText(taint), look: taint.tolerated ? "quiet" : "bad" },
    ]);
  if (scores.length > 0) {
    scoreTable(explanation, summary, isWide);
    computed(explanation, summary);
  }
  showApplications(summary, isWide);
  const hints = session.scenario.hints();
  if (hints.length > 0) out.head("Without effect");
  for (const hint of hints) out.line(`  ${hintText(hint)}`, "quiet");
}

/** The cheapest changes by which a cluster is selected; `null`: it is. */
function waysIn(
  { scenario }: Session,
  { name, state }: ClusterExplanation,
  asked: ReturnType<typeof question>,
): ChangeAnswer | null {
  if (state === "selected") return null;
  return scenario.change({ ...asked, want: { selects: [name] }, maxSteps: fewSteps.cluster, limit: 5 });
}

/** The cheapest change by which a cluster is selected, or that none was found. */
function wayIn(session: Session, explanation: ClusterExplanation, asked: ReturnType<typeof question>): void {
  const answer = waysIn(session, explanation, asked);
  if (answer === null) return;
  const { name, state } = explanation;
  const [first] = advised(answer.changes);
  out.head("What would change it");
  // Scores, and the absence of others, choose among feasible clusters alone.
  const ranks: Family[] = ["weight", "count", "skew", "release"];
  if (answer.space.some(({ reason }) => reason === "deleting")) {
    out.line(`  ${changesText(answer)}`);
    return;
  }
  const isHopeless =
    state !== "feasible" && answer.space.every(({ family, reason }) => reason !== null || ranks.includes(family));
  if (first === undefined && isHopeless) {
    const cel = celText(answer.space);
    if (!isOutside(answer.space))
      out.line("  No edit of a toleration, label, claim, predicate or cluster set that can be tried selects it");
    if (cel !== "") out.line(`  ${cel}`);
    return;
  }
  if (first === undefined) {
    out.line(`  ${changesText(answer)}`);
    if (answer.stopped !== null) out.line(`  a longer search: schedscope change --selects ${name}`, "quiet");
    return;
  }
  out.line(`  ${changeText(first)}: ${exchangeText(first)}`);
  for (const words of sideEffects(first)) out.line(`  ${words}`);
  out.line(`  decided again with it; for others: schedscope change --selects ${name}`, "quiet");
}

/** How each raw score comes about. */
function computed({ scores, spread }: ClusterExplanation, summary: DecisionSummary & Findings): void {
  const { spreadConstraints: terms } = summary;
  const step = integer(spreadStep(spread, summary));
  out.head("How each raw score is computed");
  for (const score of scores) {
    const numbers = score.name === "Spread" ? (spread?.numbers ?? null) : null;
    const isBlocked = numbers !== null && numbers.spread === null;
    const text = isBlocked ? `blocked in step ${step}, so it has no score` : inputsText(score, missingOf(summary));
    if (text !== "") out.line(`  ${score.name}: ${text}`);
    if (numbers !== null) out.line(`    before step ${step}: ${termFormulas(numbers, terms)}`, "quiet");
  }
}

/** The step that the numbers of a cluster are from: that of its pick, or the last one. */
const spreadStep = (spread: ClusterExplanation["spread"], { spread: run }: DecisionSummary): number =>
  spread?.picked ?? run?.steps ?? 0;

function tolerationText(taint: TaintResult): string {
  if (taint.tolerated) return `${toleratedText(taint)}${taint.expires === null ? "" : ` until ${taint.expires}`}`;
  const added = taint.byHub === "added" ? "added by the hub: the cluster is not available; " : "";
  if (taint.rejected.length === 0) return `${added}no toleration`;
  const rejected = taint.rejected.map(({ toleration, why }) => `toleration ${toleration + 1} ${rejection(why)}`);
  return added + rejected.join(", ");
}

/** Raw × weight = product, and what the last selected cluster has more of. */
function scoreTable(
  { scores, spread, gap, total }: ClusterExplanation,
  summary: DecisionSummary,
  isWide: boolean,
): void {
  const numbers = spread?.numbers ?? null;
  const isCounted = numbers !== null && numbers.spread !== null;
  const step = spreadStep(spread, summary);
  const behind = new Map(gap?.terms.map(({ name, difference }) => [name, difference]));
  const rows = scores.map(({ name, raw, weight, product, note }): Cell[] => {
    const isSpread = name === "Spread" && isCounted;
    return [
      name,
      figure(isSpread ? numbers.spread : raw),
      `×${integer(weight)}`,
      figure(isSpread ? weight * (numbers.spread ?? 0) : product),
      ...(gap === null ? [] : [figure(behind.get(name) ?? 0)]),
      isSpread ? `in step ${step}` : note === null ? "" : scoreNoteText(note),
    ];
  });
  rows.push([
    isCounted ? "final" : "total",
    "",
    "",
    figure((isCounted ? numbers.final : total) ?? 0),
    ...(gap === null ? [] : [figure(gap.total)]),
    "",
  ]);
  const columns: TableColumn[] = [
    { head: "PRIORITIZER" },
    { head: "RAW", align: "right" },
    { head: "WEIGHT", align: "right" },
    { head: "PRODUCT", align: "right" },
    ...(gap === null ? [] : [{ head: `BEHIND ${gap.to} BY`, align: "right" } as const]),
    { head: "NOTE", gives: true },
  ];
  out.gap();
  out.table(columns, rows, isWide);
}
