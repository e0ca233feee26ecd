/** The part of `schedscope sweep` about a pod. */
import type { Command } from "commander";
import { podSweepReport } from "../report/sweep.js";
import { sweptRows } from "../words/whatif.js";
import type { TextOptions } from "./options.js";
import { podNamed } from "./pods.js";
import { failed, type Session } from "./session.js";
import { fullName } from "../words/placement.js";
import { nothing } from "./exit.js";
import { oneOf, sweepIntervals } from "./sweep-intervals.js";

/** What is swept of a pod. */
export interface PodSweepOptions {
  pod?: string;
  request?: string;
  priority?: true;
  min?: string;
  max?: string;
  quota?: string;
}

/** Adds the options about a pod. */
export const withPodSweep = (command: Command): Command =>
  command
    .option("--pod <name>", "the pod whose cycle is shown for every value, as namespace/name")
    .option("--request <resource>", "with --pod: sweep its request of a resource, for example cpu")
    .option("--priority", "with --pod: sweep its priority")
    .option("--min <resource>", "with --pod: sweep the min of a resource of an ElasticQuota")
    .option("--max <resource>", "with --pod: sweep the max of a resource of an ElasticQuota")
    .option("--quota <name>", "with --min or --max: the ElasticQuota, as namespace/name; default: that of the pod");

/** Sweeps one parameter of a pod's cycle, and prints it. */
export async function sweepPod(
  session: Session,
  options: PodSweepOptions & TextOptions,
  others: unknown[],
): Promise<void> {
  const { request, priority, min, max, quota, profile } = options;
  const how = "with --pod, give --request, --priority, --min or --max";
  const parameter = oneOf({ request, priority, min, max }, others, how);
  const pod = podNamed(session.scenario, options.pod ?? "");
  if (request !== undefined) expectAmount(session, pod, request);
  const about = { pod, profile, ...parameter, ...(quota !== undefined && { quota }) };
  await sweepIntervals(session, options, about, podSweepReport, sweptRows);
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
