// Which kinds of objects an answer depends on, for tools that read a cluster themselves.
import { kind, SchedscopeError } from "../error.js";
import { kindNames } from "../words/kinds.js";
import { kindsOf, QUESTION_KINDS, type Subject } from "../words/kubectl.js";

/** What is asked, as the command line and the functions call it. */
export type CollectQuestion =
  | "why"
  | "place"
  | "change"
  | "sweep"
  | "without"
  | "drain"
  | "rollout"
  | "more"
  | "nodes"
  | "pods"
  | "queue"
  | "quota"
  | "lint";

/** What a question is about. */
export type CollectSubject = Subject;

const subjects: readonly CollectSubject[] = ["placements", "pods", "workloads"];

/** What to read of a cluster. */
export interface Collected {
  /** The plurals of the kinds, such as `nodes`. */
  kinds: string[];
  /**
   * The commands that print them. A kind that few clusters have is a command of its own: kubectl prints nothing if the
   * cluster lacks one of the kinds.
   */
  commands: string[];
}

/**
 * Lists the kinds of objects that the answer to a question depends on.
 *
 * @param question the name of the question
 * @param subject what it is about; default: everything that the question can be about
 * @throws {SchedscopeError} `invalid-argument` for another question or subject
 * @example
 * const { commands } = collect("drain");
 */
export function collect(question: CollectQuestion, subject?: CollectSubject): Collected {
  if (typeof question !== "string")
    throw new SchedscopeError("invalid-argument", `collect: \`question\` must be a string, not ${kind(question)}`);
  const command = [question, `whatif ${question}`].find((name) => Object.hasOwn(QUESTION_KINDS, name));
  if (command === undefined)
    throw new SchedscopeError("invalid-argument", `collect: no such question: \`${question}\``);
  if (subject !== undefined && !subjects.includes(subject))
    throw new SchedscopeError("invalid-argument", `collect: \`subject\` must be ${subjects.join(", ")} or undefined`);
  const kinds = kindsOf(command, subject);
  const optional = new Set(kindNames.filter(({ isOptional }) => isOptional).map(({ names: [plural] }) => plural));
  const groups = [
    kinds.filter((one) => !optional.has(one)),
    ...kinds.filter((one) => optional.has(one)).map((one) => [one]),
  ];
  return {
    kinds,
    commands: groups.filter((group) => group.length > 0).map((group) => `kubectl get ${group.join(",")} -A -o yaml`),
  };
}
