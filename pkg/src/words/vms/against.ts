/** A run of a timeline against its baseline, in one sentence. */
import { type TimelineRun, timelineDifference } from "../../difference/timeline.js";
import { counted, integer } from "../number.js";
import { listed, type Phrase, plain, strong } from "../phrase.js";
import { fullName, fullNames } from "../object-name.js";

/** VMs that are named. */
const mostNamed = 3;

const named = (pods: string[]): string =>
  pods.length > mostNamed ? counted(pods.length, "VM") : listed([...new Set(pods)]);

/** `default/vm-1 migrates. default/vm-2 no longer migrates. 3 requests not …` `name`: of the baseline. */
export function runPhrases(before: TimelineRun, after: TimelineRun, name: string): Phrase[] {
  const { totals, migrations, nodes, unplaced, placed } = timelineDifference(before, after);
  const phrases: Phrase[] = [];
  const say = (one: string, many: string, pods: string[]): void => {
    const count = pods.length > mostNamed ? pods.length : new Set(pods).size;
    if (count > 0)
      phrases.push(strong(`${phrases.length > 0 ? " " : ""}${named(pods)}`), plain(` ${count === 1 ? one : many}.`));
  };
  const of = (isIt: (change: (typeof migrations)[number]) => boolean): string[] =>
    migrations.filter(isIt).map(({ pod }) => fullName(pod));
  say(
    "migrates",
    "migrate",
    of(({ before }) => before === null),
  );
  say(
    "no longer migrates",
    "no longer migrate",
    of(({ after }) => after === null),
  );
  say(
    "migrates differently",
    "migrate differently",
    of(({ before, after }) => before !== null && after !== null),
  );
  say("gets no node", "get no node", fullNames(unplaced));
  say("gets a node", "get a node", fullNames(placed));
  for (const [total, one, many] of counts) {
    const change = totals.find((of) => of.total === total);
    if (change === undefined) continue;
    phrases.push(
      strong(`${phrases.length > 0 ? " " : ""}${counted(change.after, one, many)}`),
      plain(` instead of ${integer(change.before)}.`),
    );
  }
  if (phrases.length > 0) return phrases;
  if (nodes.length > 0)
    return [
      plain("The same migrations; "),
      strong(counted(nodes.length, "node")),
      plain(" with other amounts at the end."),
    ];
  return [plain(`The same as ${name}.`)];
}

const counts = [
  ["notInFull", "request not answered in full", "requests not answered in full"],
  ["refused", "request refused", "requests refused"],
  ["unanswered", "request without an answer", "requests without an answer"],
  ["stepsUnderPressure", "step with too much pressure", "steps with too much pressure"],
  ["overBudget", "time over budget after a start", "times over budget after a start"],
] as const;
