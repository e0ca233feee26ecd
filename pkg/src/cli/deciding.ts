/** Placements of a text, decided with the options of the command line. */
import { type Command, InvalidArgumentError } from "commander";
import type { CandidateMode, DecideOptions, DecideAnswer, Findings, PlacementEntry } from "../../types.js";
import type { Scenario } from "../entries/node.js";
import { isWarning } from "../words/caveat.js";
import { decisionDoubts } from "../words/doubt.js";
import { integer } from "../words/number.js";
import { own } from "../words/own.js";
import { caveats, isSame, noteText, notesBeside, unknownPrioritizers } from "../words/placement.js";
import { isInScope, meantBy, qualified, source } from "./cluster/source.js";
import { misuse, nothing } from "./exit.js";
import { hubCommand } from "./kubectl.js";
import { noSuch, suggestion } from "./nearest.js";
import { type TextOptions, withNamespace, withProfile, withScheduler, withText } from "./options.js";
import { QuestionFlags } from "./question.js";
import { fullName, fullNames } from "../words/object-name.js";
import { failed, note, type Session, lacking, lackingPlacement } from "./session.js";

/** What may be asked of a decision. */
export interface DecidingOptions extends TextOptions {
  /** of `place`: whether the decision is compared with the recorded one */
  verify?: boolean;
  placement?: string;
  now?: string;
  candidates?: CandidateMode;
  weight?: Record<string, number>;
  numberOfClusters?: number | "all";
  maxSkew?: MaxSkews;
}

/** Max skews by topology key; `all`: of every constraint. */
interface MaxSkews {
  all?: number;
  keys: Record<string, number>;
}

/** Commands that ask about one placement. */
const ofOne: ReadonlySet<string> = new Set(["change", "sweep", "without"]);

/** Commands that ask about pods or nodes, too. */
const ofPods: ReadonlySet<string> = new Set(["why", "change", "compare", "sweep", "without"]);

const flags = new QuestionFlags("decide", {
  now: "--now <time>",
  candidates: "--candidates <mode>",
  weights: "--weight <name=n>",
  numberOfClusters: { flags: "--number-of-clusters <n|all>", parse: wanted },
  maxSkews: { flags: "--max-skew <[key=]n>", parse: skews, note: "without a key, of all; repeatable" },
});

/** The options of every command about placements. */
export function withDeciding(command: Command): Command {
  withNamespace(withText(command)).option(
    "-p, --placement <name>",
    "the placement, as namespace/name or name; " +
      (ofOne.has(command.name()) ? "needed where the input has several" : "default: all in the input"),
  );
  return flags.add((ofPods.has(command.name()) ? withScheduler : withProfile)(command));
}

function wanted(text: string): number | "all" {
  if (text === "all") return text;
  if (!/^\d+$/.test(text) || Number(text) > 2 ** 31 - 1)
    throw new InvalidArgumentError("It must be a whole number, or `all`.");
  return Number(text);
}

function skews(text: string, before: MaxSkews | undefined): MaxSkews {
  const at = text.lastIndexOf("=");
  const value = Number(text.slice(at + 1));
  if (!Number.isInteger(value) || value < 1 || at === 0)
    throw new InvalidArgumentError("It must be a whole number of at least 1, or <topology key>=<whole number>.");
  const { keys = {}, ...all } = before ?? {};
  return at < 0 ? { ...all, all: value, keys } : { ...all, keys: { ...keys, [text.slice(0, at)]: value } };
}

/** The placements that are asked for. `text`: what the text is called, where there are two. */
export function placements({ reading }: Session, { placement }: DecidingOptions, text = "the input"): PlacementEntry[] {
  const all = reading.placements;
  if (all.length === 0) throw lackingPlacement(`no Placement in ${text}`, `try: ${hubCommand}`);
  if (!reading.kinds.some(({ kind }) => kind === "ManagedCluster"))
    throw lacking(["ManagedCluster"], [`try: ${hubCommand}`], text);
  const { scope } = source;
  if (placement === undefined) return scope?.isOnly === true ? ownOf(all, scope.namespace, text) : all;
  const named = meantBy(all, placement);
  if (named.length === 0) throw noSuch("placement", qualified(placement), all.map(fullName), text);
  if (named.length > 1)
    throw misuse(
      `several placements are called \`${placement}\``,
      `give the full name: ${named.map(fullName).join(", ")}`,
    );
  return named;
}

function ownOf(all: PlacementEntry[], namespace: string, text: string): PlacementEntry[] {
  const own = all.filter(isInScope);
  if (own.length > 0) return own;
  const help = source.readsCluster
    ? "-A asks about all namespaces"
    : `${text} has ${fullNames(all.slice(0, 10)).join(", ")}`;
  throw nothing(`no Placement in namespace \`${namespace}\``, help);
}

/** The only placement, for what can be asked of one alone. */
export function onePlacement(session: Session, options: DecidingOptions): PlacementEntry {
  const [one, ...others] = placements(session, options);
  if (one === undefined) throw nothing("no Placement in the input");
  if (others.length > 0)
    throw misuse(
      "the input has several placements",
      "choose one with --placement: " +
        `${[one, ...others].slice(0, 10).map(fullName).join(", ")}${others.length > 9 ? ", …" : ""}`,
    );
  return one;
}

/** One clock for all that a command asks. */
const started = new Date().toISOString();

/** Whether the options name a profile; `auto` names none. */
export const namesProfile = ({ profile }: Pick<DecidingOptions, "profile">): boolean =>
  profile !== undefined && profile !== "auto";

/** A check, and what a hub would write, is about the released scheduler, unless a profile is named. */
export const checked = <O extends Pick<DecidingOptions, "profile">>(options: O): O =>
  namesProfile(options) ? options : { ...options, profile: "Upstream" };

/** How a placement is decided. */
export function question(
  { scenario }: Pick<Session, "scenario">,
  placement: number,
  options: DecidingOptions,
): DecideOptions {
  const { maxSkews: _, ...given } = flags.given(options);
  const asked: DecideOptions = { placement, now: started, profile: options.profile, ...given };
  if (options.numberOfClusters === "all") asked.numberOfClusters = null;
  if (options.maxSkew !== undefined) asked.maxSkews = knownSkews(scenario, placement, asked, options.maxSkew);
  return asked;
}

/** Max skews of placements, by their indices: to learn which constraints there are takes a decision of its own. */
const skewsByPlacement = new WeakMap<Scenario, Map<number, Record<string, number>>>();

/** Only the first time decides the placement as it is; `decide` asks first, and the latest decision stays its own. */
function knownSkews(
  scenario: Scenario,
  placement: number,
  asked: DecideOptions,
  wanted: MaxSkews,
): Record<string, number> {
  const ofText = skewsByPlacement.get(scenario) ?? new Map<number, Record<string, number>>();
  skewsByPlacement.set(scenario, ofText);
  const skews = ofText.get(placement) ?? skewsOf(scenario.decide(asked), wanted);
  ofText.set(placement, skews);
  return skews;
}

/** Decides a placement; what the decision has to say aloud goes to standard error. */
export function decide(
  session: Session,
  { index }: PlacementEntry,
  options: DecidingOptions,
  limit?: number,
): DecideAnswer & Findings {
  const { scenario } = session;
  const asked = { ...question(session, index, options), ...(limit !== undefined && { limit }) };
  if (options.weight !== undefined) checkWeights(scenario, asked, options.weight);
  const summary = scenario.decide(asked);
  const aloud =
    options.output === "name"
      ? caveats(summary)
          .filter(isWarning)
          .map(({ message }) => message)
      : [];
  note(aloud, options);
  if (!notesFollow(summary, options)) decisionNotes(summary, options);
  note(Object.entries(options.weight ?? {}).flatMap(outOfRange), options);
  return summary;
}

/** Prints what stands beside a decision. */
export const decisionNotes = (summary: DecideAnswer, options: DecidingOptions): void => {
  note(notesBeside(summary).map(noteText), options);
};

/** Whether what stands beside a decision follows it: the difference to the record, which is asked about, leads. */
export const notesFollow = ({ recorded }: DecideAnswer, { verify = false }: DecidingOptions): boolean =>
  verify && recorded !== undefined && !isSame(recorded);

/** What the API server would refuse is tried all the same. */
const outOfRange = ([name, weight]: [string, number]): string[] =>
  Math.abs(weight) > 10
    ? [`the API server refuses ${integer(weight)} as a weight of ${name}: weights are from −10 to 10`]
    : [];

/** Fails the run where the decision is doubtful. */
export function failFaulty(summary: DecideAnswer & Findings): void {
  for (const doubt of decisionDoubts(summary)) failed(doubt);
}

/** A weight of what no prioritizer is called would be one of nothing. */
export function checkWeights(scenario: Scenario, asked: DecideOptions, weights: Record<string, number>): void {
  const { weights: _, ...plain } = asked;
  // A weight of a prioritizer that only a design document has makes the decision a preview.
  const profile = asked.profile === "Upstream" ? asked.profile : "Proposal";
  const known = scenario.decide({ ...plain, profile }).prioritizers.map(({ name }) => name);
  const [name] = unknownPrioritizers(Object.keys(weights), known);
  if (name !== undefined)
    throw nothing(`there is no prioritizer \`${name}\``, ...suggestion(name, known), `available: ${known.join(", ")}`);
}

/** Max skews by the index of their constraint; one that the placement does not have is an error. */
function skewsOf({ spreadConstraints: terms }: DecideAnswer, { all, keys }: MaxSkews): Record<string, number> {
  const known = terms.map(({ topologyKey }) => topologyKey);
  const isNone = all === undefined && Object.keys(keys).length === 0;
  if (known.length === 0 && !isNone) throw misuse("the placement has no spread constraint to set a max skew for");
  for (const key of Object.keys(keys))
    if (!known.includes(key))
      throw nothing(
        `no spread constraint has the topology key \`${key}\``,
        ...suggestion(key, known),
        `available: ${known.join(", ")}`,
      );
  const skews: Record<string, number> = {};
  known.forEach((key, index) => {
    const maxSkew = own(keys, key) ?? all;
    if (maxSkew !== undefined) skews[index] = maxSkew;
  });
  return skews;
}
