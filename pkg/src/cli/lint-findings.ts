/** All that `lint` finds in a text. */
import type { Diagnostic, IdleSelector, MissingInput, ObjectName, ProfileChoice, Severity } from "../../types.js";
import { dataOf } from "../words/finding.js";
import { type Finding, findingOf, idleFinding, missingFinding, notLookedAtFinding } from "../report/text-findings.js";
import { placementFindings } from "./placement-findings.js";
import { unservedVersions } from "./served.js";
import type { Session } from "./session.js";

interface LintFindings {
  findings: Finding[];
  /** How many there are; the reader lists at most some hundreds of its own. */
  counts: Record<Severity, number>;
  /** How many of the reader's are listed, if that is not all; null: all are. */
  listed: number | null;
}

/** Who checks manifests does not give all pods that they select. */
const isOfOwnPod = ({ selects, near }: IdleSelector): boolean =>
  near !== null || selects === "spread" || selects === "anti-affinity" || selects === "budget";

const kindOf = ({ kind }: ObjectName): string => kind;

/** Who checks manifests does not give nodes and classes with them. */
const isLint = ({ why }: MissingInput): boolean => why !== "nodes" && why !== "priority-class";

/** Reads, decides every placement and looks at all quotas for what is wrong. */
export async function findingsOfText(session: Session, profile: ProfileChoice | undefined): Promise<LintFindings> {
  const { scenario, input } = session;
  // Expressions are compiled when a placement is decided.
  await scenario.loadCel();
  const reading = scenario.reading();
  const has = (wanted: string): boolean => session.reading.kinds.some(({ kind }) => kind === wanted);
  const hasElastic = has("ElasticQuota");
  const quotaDiagnostics =
    hasElastic || has("ResourceQuota") || has("LimitRange")
      ? scenario
          .quotas({ profile })
          .quotaDiagnostics.filter((found) => hasElastic || found.resourceQuota !== null || found.refusal !== undefined)
      : [];
  const ofPlacements = placementFindings(session, reading, profile);
  const found = scenario.findings();
  const ofSelectors = dataOf(found, "idle-selector").filter(isOfOwnPod).map(idleFinding);
  const notLookedAt = dataOf(found, "not-looked-at");
  const lacking = dataOf(found, "missing-input").filter(isLint).map(missingFinding);
  // Objects that are not modelled are listed once, with the reason.
  const told = new Set(
    notLookedAt.filter(({ path }) => path === "").flatMap(({ object, more }) => [object, ...more].map(kindOf)),
  );
  const isTold = ({ code, severity, object }: Diagnostic): boolean =>
    code === "unknown-kind" && severity === "info" && object !== null && told.has(kindOf(object));
  const diagnostics = reading.diagnostics.filter((diagnostic) => !isTold(diagnostic));
  const unserved = unservedVersions(input);
  const counts = { ...reading.counts };
  for (const { severity } of [...quotaDiagnostics, ...ofPlacements, ...ofSelectors]) counts[severity] += 1;
  counts.info +=
    unserved.length + lacking.length + notLookedAt.length - (reading.diagnostics.length - diagnostics.length);
  const { error, warning, info, hint } = reading.counts;
  const isCut = reading.diagnostics.length < error + warning + info + hint;
  return {
    findings: [
      ...[...diagnostics, ...quotaDiagnostics].map((found) => findingOf(found, input)),
      ...unserved,
      ...ofPlacements,
      ...ofSelectors,
      ...notLookedAt.map(notLookedAtFinding),
      ...lacking,
    ],
    counts,
    listed: isCut ? reading.diagnostics.length : null,
  };
}
