/** `schedscope whatif change`: the smallest edits of the text that bring something about. */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { Change, ChangeAnswer, ChangeOptions as Asking, Findings, Want } from "../../../types.js";
import { changeReport, changeSentence } from "../../report/whatif.js";
import {
  advised,
  afterOthersAdvice,
  afterOthersText,
  changesText,
  changeText,
  differenceText,
  editText,
  sideEffects,
} from "../../words/whatif.js";
import { framed } from "../command.js";
import { fileArguments } from "../options.js";
import { endsWaiting, podQuestion, type PodWantOptions, waitsNow } from "../change-pod.js";
import { isOfVms, type VmWantOptions, withVmNames } from "../change-vms.js";
import { checked, type DecidingOptions, withDeciding } from "../deciding.js";
import { editPlace } from "../edit-place.js";
import { misuse, nothing } from "../exit.js";
import { print } from "../format.js";
import { hubCommand } from "../kubectl.js";
import { podNamed } from "../pods.js";
import { QuestionFlags } from "../question.js";
import { whole } from "../values.js";
import { prepared } from "../progress.js";
import { err, out } from "../screen.js";
import { failDoubtful, failed, open, type Session } from "../session.js";
import { ask, type Asked, clusterOf } from "../whatif.js";
import { noTime } from "../../difference/wants.js";

const flags = new QuestionFlags("change", {
  selects: "--selects <cluster>",
  drops: "--drops <cluster>",
  on: "--on <node>",
  spares: "--spares <pod>",
  noMigration: "--stays <name>",
  granted: "--granted <pod>",
  families: "--family <name>",
});

interface ChangeOptions extends DecidingOptions, PodWantOptions, VmWantOptions {
  selects?: string[];
  drops?: string[];
  count?: number;
  recorded?: boolean;
  limit: number;
  apply?: boolean;
  dryRun?: boolean;
}

export const change = framed({
  name: "change",
  summary: "the smallest edits after which a cluster is selected, a pod gets a node, a VM stays",
  about:
    "Looks for the smallest edits of the input after which a placement selects or drops clusters: a weight, " +
    "numberOfClusters, a spread constraint, a toleration, a label, a claim, a predicate, a cluster set, " +
    "another cluster removed. Each is tried in a copy of the input and decided again. The cheapest is " +
    "first; changes that do not last, or do harm, are last. With --recorded: what can have differed when the " +
    "hub recorded its decision, that is the smallest edits of amounts, scores, taints, labels, claims, " +
    "decisions of other placements and weights after which the decision is as recorded. With --pod: the edits " +
    "after which the outcome for a pod is the wanted one: a spread constraint, a toleration, a label of a " +
    "node, a requirement of the pod's nodeSelector or node affinity, a request, a quota, a priority, another " +
    "pod removed, a node added or uncordoned. With --stays, --granted or --starts: edits of the configuration " +
    "of autoscaled VMs or of a VM's bounds after which a timeline has the wanted outcome.",
  args: [fileArguments],
  options: [
    withDeciding,
    flags,
    ["--limit <n>", "the maximum number of changes to list", whole(1), 10],
    ["--apply", "make change 1 in its file; comments and layout stay"],
    ["--dry-run", "with --apply: print the new text instead of writing it"],
  ],
  examples: `
  schedscope whatif change --selects prod-3 fleet.yaml
  schedscope whatif change --drops prod-7 --family weight fleet.yaml
  schedscope whatif change --selects prod-3 --family label --apply --dry-run fleet.yaml
  schedscope whatif change --recorded hub.yaml
  schedscope whatif change --pod team-a/train-4 --admitted world.yaml
  schedscope whatif change --pod team-b/serve-2 --admitted --spares team-a/train-3 world.yaml
  schedscope whatif change --stays n1 vms.yaml
  schedscope whatif change --granted default/web vms.yaml`,
  notes: `
-o json gives Scenario.change(), with the changes in the same order as the text:
change 1, which --apply makes, comes first. Exits with 1 if no change was found.`,
  run: async (files: string[], options: ChangeOptions) => {
    const session = await open(files, options);
    const { count, limit, apply, dryRun, recorded = false } = options;
    if (dryRun === true && apply !== true) throw misuse("--dry-run needs --apply");
    if (recorded && options.pod !== undefined)
      throw misuse("--recorded is about a placement", `why a pod is on its node: schedscope why ${options.pod}`);
    if (recorded && (options.selects ?? options.drops ?? count) !== undefined)
      throw misuse("--recorded cannot be combined with --selects, --drops and --count");
    if (recorded && apply === true) throw misuse("--recorded tells what was different, which --apply does not make");
    const ofPod = options.pod !== undefined;
    const isOfPods = session.reading.placements.length === 0 && session.scenario.pods({ limit: 1 }).pods.length > 0;
    if (recorded && isOfPods) throw nothing("no decision is recorded in the input", `try: ${hubCommand}`);
    if (!ofPod && !isOfVms(options) && isOfPods)
      throw misuse("the input has pods and no Placement", "name the pod: --pod namespace/name --admitted");
    if (ofPod && (options.selects ?? options.drops ?? count) !== undefined)
      throw misuse("--pod cannot be combined with --selects, --drops and --count");
    const ofVms = isOfVms(options);
    if (ofVms && (options.pod ?? options.selects ?? options.drops ?? count) !== undefined)
      throw misuse("--stays, --granted and --starts cannot be combined with --pod, --selects, --drops and --count");
    // What a hub has recorded, a released one decided.
    const asked = ofPod || ofVms ? null : ask(session, recorded ? checked(options) : options);
    const { want = {}, ...given } = flags.given(options);
    const question = ofVms
      ? { want, now: noTime }
      : asked === null
        ? podQuestion(session, want, options)
        : placementQuestion(session, asked, want);
    const asking = { ...given, ...question, limit };
    const answer = await found(session, options, asking);
    const waiting = ofPod ? endsWaiting(session, options, answer) : null;
    const words = waiting === null ? changesText(answer) : afterOthersText(waiting);
    if (apply === true) applyFirst(session, answer, words, dryRun === true);
    else
      print(options.output, {
        // In the order of the text, of which `--apply` makes the first.
        json: () => [JSON.stringify(recorded ? answer : { ...answer, changes: advised(answer.changes) })],
        names: () =>
          recorded ? answer.changes.map(differenceText) : advised(answer.changes).map((found) => changeText(found)),
        people: () => {
          const summary = asked?.summary ?? null;
          const pod = ofPod ? podNamed(session.scenario, options.pod ?? "") : undefined;
          const [sentence, advice] =
            waiting === null
              ? [changeSentence(answer, summary, waitsNow(session, options, answer)), ""]
              : [afterOthersText(waiting), afterOthersAdvice(waiting)];
          return changeReport(answer, summary, { sentence, advice, pod, place: (edit) => editPlace(session, edit) });
        },
      });
    if (asked === null) failDoubtful(answer);
    if (!answer.met && answer.changes.length === 0) failed("no change was found");
    if (waiting !== null) failed(`${waiting.pod} waits after the other pending pods`);
  },
});

async function found(session: Session, options: ChangeOptions, asking: Asking): Promise<ChangeAnswer & Findings> {
  try {
    await prepared(session.scenario, "change", asking);
    return session.scenario.change(asking);
  } catch (error) {
    throw isOfVms(options) ? withVmNames(session, options, error) : error;
  }
}

/** How the smallest changes of a placement are asked for. */
function placementQuestion(session: Session, asked: Asked, want: Want) {
  if (want.recorded === true) {
    if (asked.summary.recorded === undefined && asked.summary.kept === undefined)
      throw nothing("no decision is recorded in the input", `try: ${hubCommand}`);
    return { ...asked.question, want: { recorded: true } };
  }
  const named = (typed: string[] = []): string[] => typed.map((name) => clusterOf(session, name));
  const [selects, drops] = [named(want.selects), named(want.drops)];
  const both = selects.find((name) => drops.includes(name));
  if (both !== undefined) throw misuse(`${both} cannot be selected and dropped`);
  if (selects.length === 0 && drops.length === 0 && want.count === undefined)
    throw misuse(
      "no outcome is wanted",
      "give --selects, --drops, --count or --recorded; of a pod, --pod; of VMs, --stays",
    );
  return { ...asked.question, want: { ...want, selects, drops } };
}

/** Makes the first advised change in the files that it edits. `sentence`: what is said where there is none. */
function applyFirst({ input }: Session, answer: ChangeAnswer, sentence: string, isDry: boolean): void {
  const [first] = advised(answer.changes);
  if (first === undefined) {
    err.line(sentence);
    return;
  }
  const byHand = first.edits.find(({ writable }) => !writable);
  if (byHand !== undefined) {
    const at = byHand.range === null ? "" : `, at line ${byHand.range.start.line}`;
    throw misuse(`the input cannot take the edit as it is written: ${editText(byHand)}`, `make it by hand${at}`);
  }
  const edited = editedFiles(input, first);
  if (isDry) {
    for (const [file, { after }] of edited) {
      if (edited.size > 1) out.raw(`# ${file}`);
      out.raw(after.replace(/\n$/, ""));
    }
    for (const words of sideEffects(first)) err.line(words);
    return;
  }
  // All are compared before one is written.
  const written = [...edited].map(([file, { before, after }]) => {
    const bytes = readFileSync(file);
    const mark = bytes[0] === 0xef ? "\u{feff}" : "";
    if (!Buffer.from(mark + before).equals(bytes)) throw misuse(`\`${file}\` is not UTF-8, or has changed`);
    return { file, text: mark + after };
  });
  for (const { file, text } of written) writeFileSync(file, text);
  for (const words of [changeText(first), ...sideEffects(first)]) err.line(words);
  if (!input.isOne) err.line(`written: ${written.map(({ file }) => file).join(", ")}`, "quiet");
}

/** The texts of the files that a change edits, before and after it. */
function editedFiles(input: Session["input"], { edits }: Change): Map<string, { before: string; after: string }> {
  const files = new Map<string, { before: string; after: string }>();
  const all = edits.flatMap(({ textEdits }) => textEdits).sort((a, b) => b.from - a.from);
  for (const { from, to, insert } of all) {
    const part = input.partOf(from, to);
    if (part === undefined || !existsSync(part.file) || !statSync(part.file).isFile())
      throw misuse("--apply needs files: the edit is in none", "the edits are in -o json: textEdits");
    const { before, after } = files.get(part.file) ?? { before: part.text, after: part.text };
    const [start, end] = [from - part.from, to - part.from];
    files.set(part.file, { before, after: after.slice(0, start) + insert + after.slice(end) });
  }
  return files;
}
