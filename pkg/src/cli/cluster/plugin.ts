/** What the commands have in addition as a plugin of kubectl. */
import { type Command, CommanderError, type Option } from "commander";
import { subjectOf } from "../../difference/meant.js";
import { kindNames } from "../../words/kinds.js";
import { QUESTION_KINDS, type Subject } from "../../words/kubectl.js";
import { misuse } from "../exit.js";
import { out } from "../screen.js";
import type { TextOptions } from "../options.js";
import type { Following } from "./follow.js";
import { type ClusterOptions, source } from "./source.js";

/** The options of a command that count with `--watch`. */
interface WatchOptions extends TextOptions {
  placement?: string;
}

/** An example of each command, and what it is an example of. */
const examples: Readonly<Record<string, readonly [call: string, about: string]>> = {
  why: ["why shop/web-1", "why the pod waits; a node, a workload, a cluster or a placement, too"],
  place: ["place -p prod/web", "which clusters the placement selects"],
  "whatif change": ["change --selects prod-3 -p prod/web", "the smallest edits that select the cluster"],
  "whatif sweep": ["sweep -p prod/web --count", "the selection for each numberOfClusters"],
  "whatif without": ["without -p prod/web region=eu", "the selection without the clusters of a region"],
  "whatif drain": ["drain node-1", "where the pods of the node go"],
  "whatif rollout": ["rollout deployment/shop/web web.yaml", "whether the Deployment of the file completes"],
  "whatif more": ["more --like shop/web-1", "how many more pods like one fit"],
  "whatif nodes": ["nodes --needed --shape cpu=4,memory=16Gi", "how many such nodes the pending pods need"],
  pods: ["pods --state pending", "the pending pods"],
  queue: ["queue", "the pending pods scheduled one after another"],
  quota: ["quota", "use, min and max of each ElasticQuota"],
  "quota why": ["quota why team-a/train-4", "the quota check, the nodes that fit, the victims"],
  lint: ["lint", "what is wrong with the objects"],
  redact: ["redact > shared.yaml", "the objects with replaced names, to share them"],
  open: ["open", "the page with the objects of the cluster"],
};

/** The commands that read a cluster, by the first words of theirs. */
export const clusterCommands: ReadonlySet<string> = new Set(
  Object.keys(QUESTION_KINDS).map((command) => command.split(" ")[0] ?? ""),
);

/** Examples in the help of the program. */
export const pluginExamples = (prefix: string): string =>
  [["", "every pending pod and empty placement, in a line each"] as const, ...Object.values(examples)]
    .map(([call, about]) => `  ${`${prefix} ${call}`.padEnd(56)}${about}`.trimEnd())
    .join("\n");

/** Options of the program that take a value, as they are written before a command. */
const withValue: ReadonlySet<string> = new Set([
  "--context",
  "--kubeconfig",
  "-n",
  "--namespace",
  "--save",
  "-o",
  "--output",
]);

/** The arguments with the options that come before the command after it; without a command, `why`. */
export function pluginArguments(args: readonly string[]): string[] {
  let at = 0;
  while (at < args.length && args[at]?.startsWith("-")) at += withValue.has(args[at] ?? "") ? 2 : 1;
  const [options, words] = [args.slice(0, at), args.slice(at)];
  const asksForHelp = options.some((option) => option === "-h" || option === "--help");
  return [...(words.length > 0 || asksForHelp ? words : ["why"]), ...options];
}

/** Adds the options of the plugin, which count before and after a command. */
export function withCluster(program: Command, prefix: string): void {
  program
    .option("--context <name>", "the context of the kubeconfig; default: the current one")
    .option("--kubeconfig <file>", "the kubeconfig; default: as kubectl finds it")
    .option("-n, --namespace <name>", "the namespace of names; default: that of the context")
    .option("-A, --all-namespaces", "names of all namespaces; without a name: pods and placements of all namespaces")
    .option("--show-fetch", "print which lists would be read from the cluster, and stop")
    .option("--save <file>", "also write the objects that are read to this file: JSON if it ends in .json, else YAML")
    .option("-w, --watch", "why, place, queue: print a line for each decision that changes, until Ctrl+C")
    .hook("preAction", async (_, action) => begin(action));
  for (const command of all(program)) {
    // Their examples read files.
    (command as Command & NodeJS.EventEmitter).removeAllListeners("afterHelp");
    const [call, about] = examples[pathOf(command)] ?? [];
    if (call !== undefined) command.addHelpText("after", `\nExample:\n  ${prefix} ${call}   ${about}`);
    // The program has it.
    const options = command.options as Option[];
    const own = options.findIndex(({ long }) => long === "--namespace");
    if (own >= 0) options.splice(own, 1);
  }
}

const all = (command: Command): Command[] => command.commands.flatMap((below) => [below, ...all(below)]);

/** `quota why` */
function pathOf(command: Command): string {
  const before = command.parent?.parent ? `${pathOf(command.parent)} ` : "";
  return `${before}${command.name()}`;
}

/** Says how the cluster is read when the command wants its input. */
async function begin(action: Command): Promise<void> {
  const command = pathOf(action);
  const { contextNamespace, fetchLines, readCluster, wantedKinds } = await import("./read.js");
  const { ClusterScenario } = await import("./whole.js");
  const options = action.optsWithGlobals<ClusterOptions>();
  const wanted = wantedKinds(command, subjectIn(command, action));
  if (wanted.length === 0) throw misuse(`${command} reads no cluster`, `it reads files: schedscope ${command}`);
  if (options.showFetch === true) {
    out.raw(await fetchLines(options, wanted));
    throw new CommanderError(0, "schedscope.showFetch", "");
  }
  const namespace = options.namespace ?? contextNamespace(options);
  if (options.watch === true) {
    expectWatchable(command, action);
    const { follow } = await import("./follow.js");
    await follow(options, { wanted, namespace, ...following(action, options, await namespace) });
  }
  source.read = async () => {
    const read = await readCluster(options, wanted, namespace);
    source.about = read.about;
    source.scenario = () => new ClusterScenario(read.whole);
    if (options.allNamespaces !== true)
      source.scope = { namespace: await namespace, isOnly: options.namespace !== undefined };
    return read;
  };
}

/** Commands with `--watch`. */
const watched: ReadonlySet<string> = new Set(["why", "place", "queue"]);

/** Options of theirs that count with it. */
const ofWatch: ReadonlySet<string> = new Set(["placement", "profile", "kubernetes", "output", "quiet"]);

/** Fails if a call asks for something that no line says. */
function expectWatchable(command: string, action: Command): void {
  if (!watched.has(command)) throw misuse(`${command} cannot be combined with --watch`, "why, place and queue can");
  const isGiven = (key: string): boolean => action.getOptionValueSource(key) === "cli";
  const other = action.options.find(
    (option) => isGiven(option.attributeName()) && !ofWatch.has(option.attributeName()),
  );
  if (other !== undefined) throw misuse(`${other.long ?? other.flags} cannot be combined with --watch`);
  const { output } = action.opts<WatchOptions>();
  if (output !== undefined && output !== "json")
    throw misuse(`-o ${output} cannot be combined with --watch`, "-o json can");
  const files = action.args.slice(command === "why" ? 1 : 0);
  if (files.length > 0) throw misuse("files cannot be combined with --watch");
  const [typed = ""] = action.args;
  const kind = kindOf(typed);
  if (kind !== undefined && kind !== "Pod" && kind !== "Placement")
    throw misuse(`--watch follows pods and placements, and \`${typed}\` is a ${kind}`);
}

/** What a call with `--watch` is about: one object, those of a namespace, or all. */
function following(
  action: Command,
  options: ClusterOptions,
  namespace: string,
): Omit<Following, "wanted" | "namespace"> {
  const { placement, profile, kubernetes, output } = action.opts<WatchOptions>();
  const typed = placement ?? (action.name() === "why" ? action.args[0] : undefined);
  const name = typed === undefined || kindOf(typed) === undefined ? typed : typed.slice(typed.indexOf("/") + 1);
  const own = `${namespace}/`;
  const isIn = (full: string): boolean => options.allNamespaces === true || full.startsWith(own);
  const isAsked = (full: string): boolean =>
    name === undefined ? isIn(full) : full === name || (isIn(full) && full.slice(full.indexOf("/") + 1) === name);
  return { isAsked, profile, kubernetes, isJson: output === "json" };
}

/** What a call is about, where its words say it. */
function subjectIn(command: string, action: Command): Subject | undefined {
  const [first = ""] = action.args;
  if (command === "why") return ofKind(first);
  const { pod, node, nodes } = action.opts<{ pod?: string; node?: string; nodes?: true }>();
  const isOfPods = (pod ?? node ?? nodes) !== undefined || first.startsWith("node=");
  return command.startsWith("whatif ") ? (isOfPods ? "pods" : "placements") : undefined;
}

/** The kind of `deployment/web`; undefined for a name without a kind. */
function kindOf(typed: string): string | undefined {
  const [prefix = "", ...names] = typed.toLowerCase().split("/");
  return names.length === 0 ? undefined : kindNames.find((one) => one.names.includes(prefix))?.kind;
}

/** The subject of `deployment/web`; undefined for a name without a kind. */
function ofKind(typed: string): Subject | undefined {
  const kind = kindOf(typed);
  switch (kind === undefined ? undefined : subjectOf(kind)) {
    case "pod":
    case "node":
    case "rejecting":
      return "pods";
    case "workload":
      return "workloads";
    case "cluster":
    case "placement":
      return "placements";
    default:
      return undefined;
  }
}
