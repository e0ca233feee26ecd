/** What Argo CD makes of a decision, below its clusters. */
import type { DecisionSummary } from "../../types.js";
import { applicationNotes, applicationsText, deletionText, madeApplications } from "../words/placement.js";
import { out } from "./screen.js";

/** A sentence for each ApplicationSet, with its notes; with a table of the Applications where the output is wide. */
export function showApplications({ applications }: DecisionSummary, isWide: boolean): void {
  for (const of of applications ?? []) {
    out.gap();
    out.line(applicationsText(of));
    // The warning of an empty decision has them already.
    const isSaid = deletionText(of) !== undefined;
    if (!isSaid) for (const note of applicationNotes(of)) out.line(`  ${note}`, "quiet");
    const made = isWide ? madeApplications(of) : [];
    if (made.length === 0) continue;
    out.gap();
    out.table(
      [{ head: "APPLICATION" }, { head: "CLUSTER" }, { head: "DESTINATION" }, { head: "NAMESPACE" }],
      made.map(({ name, clusterName, destination }) => [
        name,
        clusterName,
        destination.name === "" ? destination.server : destination.name,
        destination.namespace,
      ]),
      isWide,
    );
  }
}
