/** On a terminal, how far work is that takes longer than a second; in pipes, nothing. */
import type { Progress, Questions, Scenario, Stage, WorkOptions } from "../entries/node.js";

/** Nothing is said before so many milliseconds. */
const patience = 1000;
/** The line is written at most so often, in milliseconds. */
const pace = 100;

/** The line of one piece of work. */
export class ProgressLine {
  readonly #write: (text: string) => void;
  readonly #now: () => number;
  readonly #since: number;
  #latest = -Infinity;
  #isShown = false;

  constructor(write: (text: string) => void, now: () => number = () => performance.now()) {
    this.#write = write;
    this.#now = now;
    this.#since = now();
  }

  /** Says how far it is. */
  tell(words: string): void {
    const now = this.#now();
    if (now - this.#since < patience || now - this.#latest < pace) return;
    this.#latest = now;
    this.#isShown = true;
    this.#write(`\r\u001b[K${words}`);
  }

  /** Takes the line away. */
  clear(): void {
    if (this.#isShown) this.#write("\r\u001b[K");
    this.#isShown = false;
  }
}

const verbs: Record<Stage, string> = {
  read: "reading the input",
  cel: "evaluating CEL expressions",
  decide: "deciding",
  queue: "scheduling pods",
  search: "trying changes",
  timeline: "running the timeline",
};

/** `reading the text: 40%`, `trying changes: 40%, 2 found` */
export const progressWords = ({ stage, done, of, found = 0 }: Progress): string =>
  `${verbs[stage]}: ${of > 0 ? Math.floor((100 * done) / of) : 0}%${found > 0 ? `, ${found} found` : ""}`;

/** A line of progress; `undefined` where nobody sees it. */
export const terminalLine = (): ProgressLine | undefined =>
  process.stderr.isTTY ? new ProgressLine((text) => void process.stderr.write(text)) : undefined;

/** Does work in slices and says how far it is; `undefined` where nobody sees it: then it is done in one piece. */
export async function watched<Result>(work: (options: WorkOptions) => Promise<Result>): Promise<Result | undefined> {
  const line = terminalLine();
  if (line === undefined) return undefined;
  try {
    return await work({ onProgress: (progress) => line.tell(progressWords(progress)) });
  } finally {
    line.clear();
  }
}

/** Asks a question; long work says how far it is. */
export async function answerTo<Question extends keyof Questions>(
  scenario: Scenario,
  question: Question,
  options: Questions[Question][0],
): Promise<Questions[Question][1]> {
  const answer = await watched((work) => scenario.ask(question, options, work));
  return answer ?? (JSON.parse(scenario.askJson(JSON.stringify({ [question]: options }))) as Questions[Question][1]);
}

/** Computes the run that a question needs, before it is asked in one piece. */
export async function prepared(scenario: Scenario, ...[question, options]: Parameters<Scenario["ask"]>): Promise<void> {
  await watched((work) => scenario.ask(question, options, work));
}
