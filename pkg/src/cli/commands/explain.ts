/** `schedscope explain`: why one cluster is selected, or not. */
import type { Command } from "commander";
import type { ChangeAnswer, ClusterExplanation } from "../../../types.js";
import { fewSteps } from "../../difference/wants.js";
import { clusterReport } from "../../report/explain.js";
import { fullName, isRanked } from "../../words/placement.js";
import { clusterNamed, verdictOf } from "../clusters.js";
import { decide, type DecidingOptions, failFaulty, placements, question, withDeciding } from "../deciding.js";
import { print } from "../format.js";
import { hubCommand } from "../kubectl.js";
import { filesArgument } from "../options.js";
import { expectName } from "../pods.js";
import { open, type Session } from "../session.js";

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
      for (const entry of placements(session, options)) {
        const summary = decide(session, entry, options);
        const explanation = session.scenario.explainCluster({ cluster: clusterNamed(session.scenario, cluster) });
        // No edit that is tried lets the hub schedule again.
        const wouldChange = (): ChangeAnswer | null =>
          summary.outcome.type === "skipped"
            ? null
            : waysIn(session, explanation, question(session, entry.index, options));
        print(options.output, {
          json: () => {
            const { findings, otherProfile, recorded, kept, applications } = summary;
            const caveats = { findings, otherProfile, recorded, kept, applications };
            const beside = { ...caveats, hints: session.scenario.hints(), wouldChange: wouldChange() };
            return [JSON.stringify({ placement: fullName(entry), ...explanation, ...beside })];
          },
          names: () => [explanation.name],
          people: (isWide) => {
            const { scenario, input } = session;
            const { file, line } = input.place(explanation.range.start);
            const about = {
              summary,
              hints: scenario.hints(),
              verdict: isRanked(summary) ? verdictOf(scenario, explanation, summary) : "",
              place: `${file}:${line}`,
              wouldChange: wouldChange(),
            };
            return clusterReport(explanation, about, isWide);
          },
        });
        failFaulty(summary);
      }
    });
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
