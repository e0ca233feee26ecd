/** `schedscope whatif nodes`: how many nodes of a shape the pending pods need. */
import { InvalidArgumentError, Option } from "commander";
import {
  bestFirst,
  type NodesNeededOf,
  nodesNeededReport,
  shapesReport,
  waitingOf,
} from "../../report/nodes-needed.js";
import type { Scenario } from "../../entries/node.js";
import { fullNames } from "../../words/object-name.js";
import { framed } from "../command.js";
import { misuse } from "../exit.js";
import { print } from "../format.js";
import { claims, podsCommand, workloadsCommand } from "../kubectl.js";
import { fileArguments, type TextOptions, withScheduler, withText } from "../options.js";
import { all, nodeNamed } from "../pods.js";
import { answerTo } from "../progress.js";
import { QuestionFlags } from "../question.js";
import { failDoubtful, failed, open } from "../session.js";

interface NodesCommandOptions extends TextOptions {
  like?: string;
  shape?: Record<string, string>;
}

/** How many shapes are compared. */
const mostShapes = 8;

const flags = new QuestionFlags("nodesNeeded", {
  shape: { flags: "--shape <name=amount,...>", parse: amounts, note: "for example cpu=4,memory=16Gi" },
  like: "--like <node>",
  labels: { flags: "--label <key=value>", parse: labels, note: "repeatable" },
  taints: "--taint <key=value:effect>",
});

export const nodes = framed({
  name: "nodes",
  summary: "how many nodes of a shape the pending pods need, and which pods no such node helps",
  about:
    "Schedules all pending pods on the nodes of the input, then adds nodes one after another, as long as they " +
    "help. On a new node the pods of DaemonSets come first. The lower bound by the sums of requests stands " +
    "next to the number. The input does not change.",
  args: [fileArguments],
  options: [
    withText,
    withScheduler,
    flags,
    new Option("--needed", "count the nodes that the pending pods need; the command does nothing else"),
  ],
  examples: `
  ${podsCommand} | schedscope nodes --needed --shape cpu=4,memory=16Gi
  schedscope nodes --needed --shape cpu=8,memory=32Gi,nvidia.com/gpu=1 --label pool=gpu world.yaml
  schedscope nodes --needed --like node-1 world.yaml`,
  notes: `
Without --shape and --like, the shapes of the nodes of the input are compared.
The amounts are those of status.allocatable, which are less than the machine has.
DaemonSets and the pods that workloads have still to create also need:
  ${workloadsCommand}
${claims}

-o json gives Scenario.nodesNeeded(), a line for each shape that is compared, -o name the pods that still wait.
Exits 1 if pods still wait.`,
  run: async (files: string[], options: NodesCommandOptions) => {
    const session = await open(files, options);
    const { scenario } = session;
    const { like, shape } = options;
    const given = { profile: options.profile, ...all, ...flags.given(options) };
    const shapes =
      like !== undefined ? [nodeNamed(scenario, like)] : shape !== undefined ? [null] : oneOfEachShape(scenario);
    const likes = shapes.slice(0, mostShapes);
    if (likes.length === 0)
      throw misuse("no shape of nodes is given", "give --shape, for example --shape cpu=4,memory=16Gi");
    const askedOf = (one: string | null) => (one === null ? given : { ...given, like: one });
    const counted: NodesNeededOf[] = [];
    for (const one of likes) counted.push({ like: one, answer: await answerTo(scenario, "nodesNeeded", askedOf(one)) });
    for (const { answer } of counted) failDoubtful(answer);
    const answers = bestFirst(counted);
    const [{ answer: best }] = answers;
    if (waitingOf(best) > 0) failed("pods still wait");
    print(options.output, {
      json: () =>
        answers.map(({ like: of }) => {
          const json = scenario.askJson(JSON.stringify({ nodesNeeded: askedOf(of) }));
          return likes.length === 1 ? json : `{"like":${JSON.stringify(of)},${json.slice(1)}`;
        }),
      names: () => fullNames([...best.left, ...best.notHelped.map(({ pod }) => pod)]),
      people: () =>
        likes.length > 1
          ? shapesReport(answers, shapes.length - likes.length)
          : answers.flatMap((one) => nodesNeededReport(one)),
    });
  },
});

/** A node of each shape: the first in the input. */
const oneOfEachShape = (scenario: Scenario): string[] =>
  scenario.nodes(all).nodes.flatMap(({ name, like }) => (like === undefined ? [name] : []));

/** `cpu=4,memory=16Gi` */
function amounts(text: string, before: Record<string, string> | undefined): Record<string, string> {
  const parts = text.split(",").map((part) => {
    const [name = "", amount = ""] = part.split("=");
    if (name.trim() === "" || amount.trim() === "")
      throw new InvalidArgumentError("It must be names with amounts, for example cpu=4,memory=16Gi.");
    return [name.trim(), amount.trim()];
  });
  return { ...before, ...(Object.fromEntries(parts) as Record<string, string>) };
}

/** `pool=gpu`; several of them. */
function labels(text: string, before: Record<string, string> | undefined): Record<string, string> {
  const [key = "", ...value] = text.split("=");
  if (key === "") throw new InvalidArgumentError("It must be <key>=<value>.");
  return { ...before, [key]: value.join("=") };
}
