/** Why one cluster is selected, or not, by each placement. */
import { clusterWhy } from "../difference/why.js";
import { clusterWhyReport } from "../report/why.js";
import { clusterNamed } from "./clusters.js";
import { decide, type DecidingOptions, failFaulty, placements, question } from "./deciding.js";
import { print } from "./format.js";
import type { Session } from "./session.js";

/** Explains a cluster for each placement that is asked for. */
export function explainCluster(session: Session, cluster: string, options: DecidingOptions): void {
  const { scenario, input } = session;
  for (const entry of placements(session, options)) {
    const summary = decide(session, entry, options);
    const asked = question(session, entry.index, options);
    const answer = clusterWhy(scenario, clusterNamed(scenario, cluster), summary, asked);
    const { explanation, hints, wouldChange } = answer;
    print(options.output, {
      json: () => {
        const { namespace, name } = entry;
        const { findings, otherProfile, recorded, kept, applications } = summary;
        const beside = { findings, otherProfile, recorded, kept, applications, hints, wouldChange };
        return [JSON.stringify({ placement: { namespace, name }, ...explanation, ...beside })];
      },
      names: () => [explanation.name],
      people: (isWide) => {
        const { file, line } = input.place(explanation.range.start);
        return clusterWhyReport(answer, `${file}:${line}`, isWide);
      },
    });
    failFaulty(summary);
  }
}
