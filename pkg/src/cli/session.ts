/** A text that was read, ready to be asked. */
import type { Diagnostic, IncompleteText, PodsAnswer, ReadingAnswer, Severity } from "../../types.js";
import { Scenario } from "../entries/node.js";
import { programName, source } from "./cluster/source.js";
import { exit, nothing, Stop } from "./exit.js";
import { countsText, findingOf, isAtLeast, severities, textFindings } from "../report/text-findings.js";
import { isForPeople, print, unanswered } from "./format.js";
import { type Input, read, stdin } from "./input.js";
import type { TextOptions } from "./options.js";
import { watched } from "./progress.js";
import { holdsPlacement, type Look, looksLike, lookWords, ofAbsentKind } from "../words/looks-like.js";
import {
  incompleteDetails,
  incompleteText,
  type PlaceWords,
  lostKind,
  unreadOf,
  unreadText,
} from "../words/incomplete.js";
import { type Block, facts, list, warning } from "../report/block.js";
import { counted } from "../words/number.js";
import { quiet } from "../words/phrase.js";
import { type Doubtful, doubts, incomplete } from "../words/doubt.js";
import { ofPods } from "../words/finding.js";
import { err, out } from "./screen.js";
import { fullName } from "../words/object-name.js";

/** The text, its scenario, and what it holds. */
export interface Session {
  input: Input;
  scenario: Scenario;
  reading: ReadingAnswer;
  /** Sentences on folders of which kustomize would make other objects. */
  unrendered: string[];
  /** Sentences on kinds of the cluster that could not be read. */
  denied: string[];
}

/** Findings that are shown beside another answer; `lint` shows all. */
const most = 5;

/** The options of a text; `called`: what it is called, where there are two. */
type NamedText = TextOptions & { called?: string | undefined };

/** Reads a text; what is wrong with it is said on standard error, of the other placements last. */
export async function open(paths: string[], options: NamedText & { placement?: string }): Promise<Session> {
  const session = await start(paths, options);
  const { input, reading } = session;
  if (input.text.trim() === "") throw isEmpty(session);
  opened = reading.kinds.some(({ kind }) => decided.has(kind)) ? "" : input.text;
  whole = input.text;
  if (options.quiet !== true) {
    // The sentence on what cannot be read says the fault.
    const isSaid = ({ message, range }: Diagnostic): boolean =>
      (reading.incomplete ?? []).some(
        (one) => saidWhole.has(one.why) && one.fault === message && one.range.start.offset === range.start.offset,
      );
    const found = reading.diagnostics.filter((one) => isAtLeast(one.severity, "warning") && !isSaid(one));
    const isOther = ({ object }: Diagnostic): boolean =>
      object?.kind === "Placement" && ![object.name, fullName(object)].includes(options.placement ?? object.name);
    const sorted = [...found].sort(
      (a, b) =>
        Number(isOther(a)) - Number(isOther(b)) || severities.indexOf(a.severity) - severities.indexOf(b.severity),
    );
    const shown = sorted.slice(0, most).map((diagnostic) => findingOf(diagnostic, input));
    err.show(textFindings(shown, input));
    const said = reading.diagnostics.filter(isSaid).length;
    const rest = reading.counts.error + reading.counts.warning - said - Math.min(most, sorted.length);
    if (rest > 0) err.line(`and ${rest} more; ${programName()} lint shows all`, "quiet");
    err.flush();
  }
  // A folder's objects are not what kustomize makes of it.
  sayBroken(facts(session.unrendered.map(warning)), options);
  sayIncomplete(session, options);
  // Checks say of what is lacking whether the answer depends on it.
  if (session.denied.length > 0) (isForPeople(options.output) ? out : err).show(facts(session.denied.map(warning)));
  failOn(reading.counts, options.failOn ?? "never");
  return session;
}

/** A pipe from a command that failed brings nothing. */
function isEmpty({ input, denied }: Session): Stop {
  if (source.readsCluster) return nothing("nothing could be read from the cluster", ...denied, ...source.about);
  return new Stop(
    exit.failed,
    input.isOne && input.place({ line: 1, column: 1 }).file === stdin
      ? "standard input is empty: the command before the pipe printed nothing"
      : "the input is empty",
  );
}

/** Why a text is incomplete, where the sentence says all that the finding says. */
const saidWhole = new Set<IncompleteText["why"]>(["unreadable", "no-kind", "wrong-version", "page", "left-out"]);

/** The text that was opened last; empty if it has something to decide about. */
let opened = "";
let whole = "";
/** Kinds of which a text with one of them is no template of another tool. */
const decided = new Set(["Placement", "ManagedCluster", "Node", "Pod", "ElasticQuota", "VirtualMachine"]);

/** The text has no object of these kinds, which a command is about. If it looks like something else, that is said. */
export function lacking(kinds: string[], advice: string[], text = "the input"): Stop {
  const help = helpOf(advice);
  const [kind = ""] = kinds;
  const message = `${kinds.length === 1 ? `no ${kind}` : `neither a ${kinds.join(" nor a ")}`} in ${text}`;
  const absent = ofAbsentKind(whole, kind);
  if (absent !== null) return nothing(`${message}: ${lookWords(absent)}`, absent.advice);
  return withLook(opened === "" ? null : looksLike(opened), kinds, message, help);
}

/** The same of a text without a Placement: others may hold it. */
export const lackingPlacement = (message: string, ...help: string[]): Stop =>
  withLook(holdsPlacement(whole) ?? (opened === "" ? null : looksLike(opened)), ["Placement"], message, helpOf(help));

/** Commands of kubectl help with files; of a cluster, what was read. */
const helpOf = (advice: string[]): string[] => (source.readsCluster ? source.about : advice);

function withLook(look: Look | null, kinds: string[], message: string, help: string[]): Stop {
  const lost = unread(kinds.flatMap((kind) => (kind === "Pod" ? ofPods : [kind])));
  if (lost !== undefined) return nothing(`${lost.words}, and the input has no other ${lost.kind}`, ...help);
  if (look === null) return nothing(message, ...help);
  const advice = look.command === undefined ? [look.advice, ...help] : [`${look.advice} ${look.command}`];
  return nothing(`${message}: ${lookWords(look)}`, ...(look.details ?? []), ...advice);
}

/** What of the text that was opened last could not be read, of these kinds, with its words. */
let unread: (kinds: string[]) => { kind: string; words: string } | undefined = () => undefined;

/** Says before the answer why it may be wrong, and fails the run. */
function sayBroken(blocks: Block[], { output }: TextOptions): void {
  if (blocks.length === 0) return;
  (isForPeople(output) ? out : err).show(blocks);
  out.isBroken = true;
  failed(incomplete);
}

/** Says before the answer what of the text it lacks, and fails the run. */
function sayIncomplete({ input, scenario, reading: { incomplete } }: Session, options: NamedText): void {
  const where: PlaceWords = (at) => input.where(at);
  unread = (kinds) => {
    const one = unreadOf(incomplete, kinds);
    if (one !== undefined) return { kind: one.object?.kind ?? "", words: unreadText(one, where) };
    const lost = lostKind(input.text, incomplete, kinds);
    if (lost === undefined) return undefined;
    const at = where({ offset: 0, column: 1, line: lost.line });
    return { kind: lost.kind, words: `a ${lost.kind} cannot be read (${at})` };
  };
  const sentence = incompleteText(incomplete, where);
  if (sentence === null) return;
  const { called, output } = options;
  // A program learns from the findings why there is no answer.
  const lost = () => scenario.pods({ limit: 0 }).findings.filter(({ code }) => code === "incomplete-text");
  unanswered.print = () =>
    print(output, { json: () => [JSON.stringify({ findings: lost() })], names: () => [], people: () => [] });
  const words = called === undefined ? sentence : `${called}: ${sentence}`;
  sayBroken([...facts([warning(words)]), ...list(incompleteDetails(incomplete, where).map(quiet))], options);
}

/**
 * Fails a run whose answer begins with `Invalid` or `Incomplete`, or depends on volumes. The API server takes quotas
 * with a fault.
 */
export function failDoubtful(answer: Doubtful): void {
  for (const doubt of doubts(answer)) failed(doubt);
}

/** Fails a run in which kubelets reject pods that name their node. */
export function failRejected({
  kubeletRejected,
  kubeletRejectedPods,
}: Pick<PodsAnswer, "kubeletRejected" | "kubeletRejectedPods">): void {
  if (kubeletRejected === 0) return;
  const pods = counted(kubeletRejected, "pod");
  // Without the node, there is no kubelet.
  const isLost = kubeletRejectedPods.every(({ kubelet }) => kubelet.reason === null);
  failed(isLost ? `the pod garbage collector deletes ${pods}` : `the kubelet rejects ${pods}`);
}

/** A scenario without a text, which knows what was read of a cluster. */
export const newScenario = (): Scenario => source.scenario?.() ?? new Scenario();

/** The same text once more, to be decided otherwise. */
export function copied({ input, scenario, unrendered, denied }: Session): Session {
  const copy = newScenario();
  copy.kubernetesVersion = scenario.kubernetesVersion;
  return { input, scenario: copy, reading: copy.replace(input.text), unrendered, denied };
}

/** The same without findings; what of a folder was not read is said. */
export async function start(
  paths: string[],
  { ignore, quiet, kubernetes }: Pick<TextOptions, "ignore" | "quiet" | "kubernetes">,
): Promise<Session> {
  const { input, notes, unrendered, denied } = await read(paths, ignore);
  note(notes, { quiet });
  const scenario = newScenario();
  scenario.kubernetesVersion = kubernetes;
  const loaded = await watched((work) => scenario.load(input.text, work));
  const reading = loaded ?? scenario.replace(input.text);
  return { input, scenario, reading, unrendered, denied };
}

const noted = new Set<string>();

/** Notes of an answer, on standard error; what holds for many answers is said once. */
export function note(notes: string[], { quiet }: { quiet?: boolean | undefined }): void {
  if (quiet === true) return;
  for (const message of notes) {
    if (noted.has(message)) continue;
    noted.add(message);
    err.line([{ text: "note: ", look: "quiet" }, { text: message }]);
  }
}

const saidFailed = new Set<string>();

/** A check failed: the run goes on, and says so in the end. What holds for both of two texts is said once. */
export function failed(words: string): void {
  process.exitCode = exit.failed;
  if (saidFailed.has(words)) return;
  saidFailed.add(words);
  err.line([{ text: "failed: ", look: "bad" }, { text: words }]);
}

/** Fails a run whose answer leaves pods without a node; the answer says which, and why. */
export function failPending(pods: number): void {
  if (pods > 0) process.exitCode = exit.failed;
}

/** Fails a run with findings of this severity or worse. */
export function failOn(counts: Record<Severity, number>, bound: Severity | "never"): void {
  if (bound === "never") return;
  const bad = severities.filter((severity) => isAtLeast(severity, bound) && counts[severity] > 0);
  const ofBad = Object.fromEntries(bad.map((severity) => [severity, counts[severity]]));
  const found = countsText({ error: 0, warning: 0, info: 0, hint: 0, ...ofBad });
  if (bad.length > 0) failed(`the input has ${found} (--fail-on ${bound})`);
}
