/** The part of `schedscope sweep` about autoscaled VMs. */
import { type Command, Option } from "commander";
import type { SweepAnswer, SweepOptions } from "../../types.js";
import { allCaveats } from "../words/caveat.js";
import { migrationsText, runText, sweepVmsText, valuesText } from "../words/whatif.js";
import { showCaveats } from "./caveats.js";
import { misuse } from "./exit.js";
import { print } from "./format.js";
import type { TextOptions } from "./options.js";
import { prepared } from "./progress.js";
import { out } from "./screen.js";
import { failDoubtful, type Session } from "./session.js";
import { type Cell, figure } from "./table.js";

type Resource = "cpu" | "memory";

/** What is swept of the config of VMs. */
export interface VmSweepOptions {
  watermark?: Resource;
  system?: Resource;
  computeUnit?: Resource;
  node?: string;
  timeline?: string;
  variant?: string;
}

/** Whether VMs are meant. */
export const isOfVms = ({ watermark, system, computeUnit }: VmSweepOptions): boolean =>
  (watermark ?? system ?? computeUnit) !== undefined;

/** Adds the options about VMs. */
export function withVmSweep(command: Command): Command {
  const resource = (flags: string, text: string): Option => new Option(flags, text).choices(["cpu", "memory"]);
  return command
    .addOption(resource("--watermark <resource>", "sweep the watermark of VMs, from 0.000001 to 1"))
    .addOption(resource("--system <resource>", "sweep what nodes with VMs keep for the system"))
    .addOption(resource("--compute-unit <resource>", "sweep a side of the VMs' compute unit, in vCPUs or slots"))
    .option("--node <name>", "of VMs: the node whose part of the config is meant; default: nodeDefaults")
    .option("--timeline <name>", "of VMs: the timeline, as namespace/name; default: the first")
    .option("--variant <name>", "of VMs: a variant of the timeline");
}

/** Sweeps one number of the config of VMs, and prints it. */
export async function sweepVms(
  { scenario }: Session,
  options: VmSweepOptions & TextOptions,
  others: unknown[],
): Promise<void> {
  const { watermark, system, computeUnit, node, timeline, variant } = options;
  const given = [watermark, system, computeUnit].filter((one) => one !== undefined);
  if (given.length !== 1 || others.some((one) => one !== undefined))
    throw misuse("one parameter is swept", "of VMs, give --watermark, --system or --compute-unit");
  const asked: SweepOptions = {
    // The time plays no part in a timeline.
    now: "1970-01-01T00:00:00Z",
    ...(watermark !== undefined && { watermark }),
    ...(system !== undefined && { system }),
    ...(computeUnit !== undefined && { computeUnit }),
    ...(node !== undefined && { node }),
    ...(timeline !== undefined && { timeline }),
    ...(variant !== undefined && { variant }),
  };
  await prepared(scenario, "sweep", asked);
  const answer = scenario.sweep(asked);
  print(options.output, {
    json: () => [JSON.stringify(answer)],
    names: () => answer.intervals.map((interval) => valuesText(answer, interval)),
    people: (isWide) => people(answer, isWide),
  });
  failDoubtful(answer);
}

function people(answer: SweepAnswer, isWide: boolean): void {
  const { intervals, inForce } = answer;
  showCaveats(allCaveats(answer), answer, isWide, () => out.line(sweepVmsText(answer)));
  out.gap();
  const rows = intervals.map((interval): Cell[] => {
    const isNow = inForce !== null && interval.from <= inForce && inForce <= interval.to;
    return [
      valuesText(answer, interval),
      isNow ? "now" : "",
      figure(interval.run?.migrations ?? null),
      figure(interval.run?.denied ?? null),
      { text: interval.run?.starts === false ? runText(interval) : "", look: "bad" },
      migrationsText(interval),
    ];
  });
  out.table(
    [
      { head: answer.subject.split(".").slice(-2).join(" ").toUpperCase() },
      { head: "" },
      { head: "MIGRATIONS", align: "right" },
      { head: "NOT GRANTED", align: "right" },
      { head: "" },
      { head: "MIGRATES, AGAINST THE ROW ABOVE", gives: true },
    ],
    rows,
    isWide,
  );
}
