/** `schedscope whatif nodes`: how many nodes of a shape the pending pods need. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { type NodesNeededOf, nodesNeededReport, shapesReport, waitingOf } from "../../report/nodes-needed.js";
import type { Scenario } from "../../entries/node.js";
import { fullNames } from "../../words/object-name.js";
import { misuse } from "../exit.js";
import { print } from "../format.js";
import { podsCommand, volumesCommand, workloadsCommand } from "../kubectl.js";
import { filesArgument, type TextOptions, withScheduler, withText } from "../options.js";
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

export function nodes(program: Command): void {
  const command = withScheduler(
    withText(
      program
        .command("nodes")
        .summary("how many nodes of a shape the pending pods need, and which pods no such node helps")
        .description(
          "Schedules all pending pods on the nodes of the input, then adds nodes one after another, as long as they " +
            "help. On a new node the pods of DaemonSets come first. The lower bound by the sums of requests stands " +
            "next to the number. The input does not change.",
        )
        .argument("[file...]", filesArgument),
    ),
  );
  flags
    .add(command)
    .addOption(new Option("--needed", "count the nodes that the pending pods need; the command does nothing else"))
    .addHelpText(
      "after",
      `
Examples:
  ${podsCommand} | schedscope nodes --needed --shape cpu=4,memory=16Gi
  schedscope nodes --needed --shape cpu=8,memory=32Gi,nvidia.com/gpu=1 --label pool=gpu world.yaml
  schedscope nodes --needed --like node-1 world.yaml

Without --shape and --like, the shapes of the nodes of the input are compared.
The amounts are those of status.allocatable, which are less than the machine has.
DaemonSets and the pods that workloads have still to create also need:
  ${workloadsCommand}
Pods with claims also need:
  ${volumesCommand}

-o json gives Scenario.nodesNeeded(), -o name the pods that still wait. Exits 1 if pods still wait.`,
    )
    .action(async (files: string[], options: NodesCommandOptions) => {
      const session = await open(files, options);
      const { scenario } = session;
      const { like, shape } = options;
      const given = { profile: options.profile, ...all, ...flags.given(options) };
      const likes =
        like !== undefined ? [nodeNamed(scenario, like)] : shape !== undefined ? [undefined] : oneOfEachShape(scenario);
      if (likes.length === 0)
        throw misuse("no shape of nodes is given", "give --shape, for example --shape cpu=4,memory=16Gi");
      const asked = likes.map((one) => (one === undefined ? given : { ...given, like: one }));
      const answers: NodesNeededOf[] = [];
      for (const one of asked)
        answers.push({ like: one.like ?? null, answer: await answerTo(scenario, "nodesNeeded", one) });
      for (const { answer } of answers) failDoubtful(answer);
      if (answers.every(({ answer }) => waitingOf(answer) > 0)) failed("pods still wait");
      print(options.output, {
        json: () => asked.map((one) => scenario.askJson(JSON.stringify({ nodesNeeded: one }))),
        names: () =>
          fullNames(answers.flatMap(({ answer }) => [...answer.left, ...answer.notHelped.map(({ pod }) => pod)])),
        people: () => (answers.length > 1 ? shapesReport(answers) : answers.flatMap(nodesNeededReport)),
      });
    });
}

/** A node of each shape: those with the same allocatable amounts and taints are alike. */
function oneOfEachShape(scenario: Scenario): string[] {
  const shapes = new Map<string, string>();
  for (const { name, resources, taints } of scenario.nodes(all).nodes) {
    const shape = JSON.stringify([resources.map(({ name: of, allocatable }) => [of, allocatable]), taints]);
    shapes.set(shape, shapes.get(shape) ?? name);
  }
  return [...shapes.values()].slice(0, mostShapes);
}

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
