/** Why one cluster is selected, or not, by each placement. */
import type { ChangeAnswer, ClusterExplanation } from "../../types.js";
import { fewSteps } from "../difference/wants.js";
import { clusterReport } from "../report/explain.js";
import { fullName, isRanked } from "../words/placement.js";
import { clusterNamed, verdictOf } from "./clusters.js";
import { decide, type DecidingOptions, failFaulty, placements, question } from "./deciding.js";
import { print } from "./format.js";
import { out } from "./screen.js";
import type { Session } from "./session.js";

/** Explains a cluster for each placement that is asked for. */
export function explainCluster(session: Session, cluster: string, options: DecidingOptions): void {
  const { scenario, input } = session;
  for (const [i, entry] of placements(session, options).entries()) {
    const summary = decide(session, entry, options);
    const explanation = scenario.explainCluster({ cluster: clusterNamed(scenario, cluster) });
    // No edit that is tried lets the hub schedule again.
    const wouldChange = (): ChangeAnswer | null =>
      summary.outcome.type === "skipped" ? null : waysIn(session, explanation, question(session, entry.index, options));
    if (options.output === "yaml" && i > 0) out.raw("---");
    if (options.output === undefined || options.output === "wide") out.gap();
    print(options.output, {
      json: () => {
        const { findings, otherProfile, recorded, kept, applications } = summary;
        const caveats = { findings, otherProfile, recorded, kept, applications };
        const beside = { ...caveats, hints: scenario.hints(), wouldChange: wouldChange() };
        return [JSON.stringify({ placement: fullName(entry), ...explanation, ...beside })];
      },
      names: () => [explanation.name],
      people: (isWide) => {
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
