/** The part of `schedscope whatif sweep` about a pod. */
import type { SweepOptions } from "../../types.js";
import { podSweepReport } from "../report/sweep.js";
import { sweptRows } from "../words/whatif.js";
import type { TextOptions } from "./options.js";
import { podNamed } from "./pods.js";
import { failed, type Session } from "./session.js";
import { nothing } from "./exit.js";
import { expectOne, sweepIntervals } from "./sweep-intervals.js";
import { fullName } from "../words/object-name.js";

export interface PodSweepOptions {
  pod?: string;
  request?: string;
  priority?: true;
  min?: string;
  max?: string;
}

/** Sweeps one parameter of a pod's cycle, and prints it. */
export async function sweepPod(
  session: Session,
  options: PodSweepOptions & TextOptions,
  given: Partial<SweepOptions>,
  others: unknown[],
): Promise<void> {
  const { request, priority, min, max, profile } = options;
  const how = "with --pod, give --request, --priority, --min or --max";
  expectOne({ request, priority, min, max }, others, how);
  const pod = podNamed(session.scenario, options.pod ?? "");
  if (request !== undefined) expectAmount(session, pod, request);
  await sweepIntervals(session, options, { profile, ...given, pod }, podSweepReport, sweptRows);
}

/** A request that is no amount counts as none, so that there is nothing to sweep. */
function expectAmount({ reading }: Session, pod: string, resource: string): void {
  const invalid = reading.diagnostics.find(
    ({ severity, object, path }) =>
      severity === "error" &&
      object?.kind === "Pod" &&
      fullName(object) === pod &&
      path.endsWith(`.requests[${resource}]`),
  );
  if (invalid === undefined) return;
  failed(`Pod ${pod} is invalid`);
  throw nothing(`its request of \`${resource}\` cannot be swept: ${invalid.message}`);
}
