/** The part of `schedscope sweep` about a pod. */
import type { Command } from "commander";
import type { Profile, SweepAnswer, SweepOptions } from "../../types.js";
import { allCaveats } from "../words/caveat.js";
import { sweepPodText, sweptRows, valuesText } from "../words/whatif.js";
import { showCaveats } from "./caveats.js";
import { misuse } from "./exit.js";
import { print } from "./format.js";
import type { TextOptions } from "./options.js";
import { podNamed } from "./pods.js";
import { prepared } from "./progress.js";
import { out } from "./screen.js";
import { failDoubtful, type Session } from "./session.js";
import type { Cell } from "./table.js";

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
  { scenario }: Session,
  options: PodSweepOptions & TextOptions & { profile: Profile },
  others: unknown[],
): Promise<void> {
  const { request, priority, min, max, quota, profile } = options;
  const given = [request, priority, min, max].filter((one) => one !== undefined);
  if (given.length !== 1 || others.some((one) => one !== undefined))
    throw misuse("one parameter is swept", "with --pod, give --request, --priority, --min or --max");
  const asked: SweepOptions = {
    pod: podNamed(scenario, options.pod ?? ""),
    profile,
    // The time plays no part in a pod's cycle.
    now: "1970-01-01T00:00:00Z",
    ...(request !== undefined && { request }),
    ...(priority !== undefined && { priority }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(quota !== undefined && { quota }),
  };
  await prepared(scenario, "sweep", asked);
  const answer = scenario.sweep(asked);
  print(options.output, {
    json: () => [JSON.stringify(answer)],
    names: () => sweptRows(answer.intervals).map((row) => valuesText(answer, row)),
    people: (isWide) => people(answer, isWide),
  });
  failDoubtful(answer);
}

function people(answer: SweepAnswer, isWide: boolean): void {
  const { intervals, inForce } = answer;
  showCaveats(allCaveats(answer), answer, isWide, () => out.line(sweepPodText(answer)));
  out.gap();
  const rows = sweptRows(intervals).map((row): Cell[] => {
    const isNow = inForce !== null && row.from <= inForce && inForce <= row.to;
    return [
      valuesText(answer, row),
      isNow ? "now" : "",
      row.text,
      row.violations > 0 ? { text: "violates a PodDisruptionBudget", look: "warning" } : "",
    ];
  });
  const head = answer.parameter === "priority" ? "PRIORITY" : `${answer.subject} ${answer.parameter}`.toUpperCase();
  out.table([{ head }, { head: "" }, { head: "RESULT", gives: true }, { head: "" }], rows, isWide);
}
