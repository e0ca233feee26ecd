/** What commands about what-ifs share. */
import { type Command, InvalidArgumentError } from "commander";
import type { DecideAnswer, Findings, PlacementEntry } from "../../types.js";
import { unknownPrioritizers } from "../words/placement.js";
import { bareName, clusterNamed } from "./clusters.js";
import { decide, type DecidingOptions, failFaulty, onePlacement, question } from "./deciding.js";
import { nothing } from "./exit.js";
import { suggestion } from "./nearest.js";
import type { Session } from "./session.js";

/** A placement, decided as it is, and how it is asked about. */
export interface Asked {
  entry: PlacementEntry;
  summary: DecideAnswer & Findings;
  question: ReturnType<typeof question>;
}

/** Decides the placement that is asked about. */
export const ask = (session: Session, options: DecidingOptions): Asked =>
  askOf(session, onePlacement(session, options), options);

export function askOf(session: Session, entry: PlacementEntry, options: DecidingOptions): Asked {
  const summary = decide(session, entry, options);
  failFaulty(summary);
  return { entry, summary, question: question(session, entry.index, options) };
}

/** The name of a cluster of the text; after a decision. */
export function clusterOf({ scenario }: Session, typed: string): string {
  clusterNamed(scenario, typed);
  return bareName(typed);
}

/** The name of a prioritizer that there is. */
export function prioritizerOf({ summary }: Asked, typed: string): string {
  const known = summary.prioritizers.map(({ name }) => name);
  if (unknownPrioritizers([typed], known).length > 0)
    throw nothing(
      `there is no prioritizer \`${typed}\``,
      ...suggestion(typed, known),
      `available: ${known.join(", ")}`,
    );
  return typed;
}

/** What is swept beside values that are tried. */
export interface Swept {
  weight?: string;
  maxSkew?: string;
}

/** How an option is written that names what is swept, or with `=n` sets a value that is tried. */
const sweptOptions = [
  { flags: "--weight <name[=n]>", what: "prioritizer", of: "weight", none: {} },
  { flags: "--max-skew <key[=n]>", what: "topology key of the spread constraint", of: "maxSkew", none: { keys: {} } },
] as const;

/** Lets options name what is swept, beside values that are tried; a number alone is such a value. */
export function withSwept(command: Command): Command {
  for (const { flags, what, of, none } of sweptOptions) {
    const option = command.options.find(({ long }) => flags.startsWith(`${long ?? ""} `));
    if (option === undefined) continue;
    const tried = option.parseArg;
    option.flags = flags;
    option.description = `the ${what} whose ${of} is swept; with =n, try another ${of} of it; repeatable`;
    option.argParser((text: string, before: unknown) => {
      if (text.includes("=") || /^\d+$/.test(text)) return tried?.(text, before);
      const swept = command.getOptionValue("swept") as Swept | undefined;
      if (swept?.[of] !== undefined && swept[of] !== text)
        throw new InvalidArgumentError(`One ${of} is swept; with =n, another one is tried.`);
      command.setOptionValue("swept", { ...swept, [of]: text });
      return before ?? none;
    });
  }
  return command;
}
