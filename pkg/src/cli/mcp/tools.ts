/** The tools of `schedscope mcp`: each is a command of the command line. */
import type { Command, Option } from "commander";
import { declared } from "../question.js";

export interface Tool {
  name: string;
  title: string;
  /** What it is for; what the command says of itself follows. */
  use: string;
  command: readonly string[];
  /** The first argument of the command. */
  argument?: { name: string; docs: string; isNeeded: boolean };
  /** Options that are not those of the question. */
  extras?: readonly string[];
  /** What the command is always called with. */
  fixed?: readonly string[];
}

/** In the order of the list. */
export const tools: readonly Tool[] = [
  {
    name: "why",
    title: "Why is it so?",
    use: "Start here for a pending pod, an empty Placement, a node or a cluster.",
    command: ["why"],
    argument: { name: "name", docs: "name, namespace/name, kind/name or kind/namespace/name", isNeeded: false },
    extras: ["placement"],
  },
  {
    name: "place",
    title: "Decide Placements",
    use: "The clusters that a Placement of Open Cluster Management selects, with scores.",
    command: ["place"],
    extras: ["placement", "steps", "step", "find", "selected"],
  },
  {
    name: "verify",
    title: "Compare with the cluster",
    use: "Whether the decisions are those that the cluster recorded, and what differs.",
    command: ["compare"],
    extras: ["placement"],
    fixed: ["--recorded"],
  },
  {
    name: "change",
    title: "Smallest change",
    use: "The smallest edits after which a pod gets a node, or a Placement selects or drops a cluster.",
    command: ["whatif", "change"],
    extras: ["placement", "admitted", "limit"],
  },
  {
    name: "sweep",
    title: "Every value of a setting",
    use: "How the decision changes with a weight, a number of clusters, a request, a quota or a watermark.",
    command: ["whatif", "sweep"],
    extras: ["placement", "weight", "count", "maxSkew", "rank", "stability", "limit"],
  },
  {
    name: "without",
    title: "Loss of clusters or nodes",
    use: "What happens when clusters or nodes fail, one by one or by label.",
    command: ["whatif", "without"],
    extras: ["placement", "node", "nodes", "limit"],
  },
  {
    name: "drain",
    title: "Drain a node",
    use: "Where the pods of a node land when it is drained, and which PodDisruptionBudget blocks it.",
    command: ["whatif", "drain"],
    argument: { name: "node", docs: "the name of the node", isNeeded: true },
  },
  {
    name: "more",
    title: "How many more pods fit",
    use: "How many more pods like one fit, or rounds of several, also of workloads, and what the next one lacks.",
    command: ["whatif", "more"],
  },
  {
    name: "nodes",
    title: "How many nodes are needed",
    use: "How many nodes of a shape (or like one) the pending pods need, and which pods no such node helps.",
    command: ["whatif", "nodes"],
  },
  {
    name: "quota",
    title: "Quotas",
    use: "ElasticQuotas and ResourceQuotas; with a pod, whether they admit it and which pods it evicts.",
    command: ["quota", "why"],
    argument: { name: "pod", docs: "namespace/name; without it, the list of quotas", isNeeded: false },
  },
  {
    name: "lint",
    title: "Findings",
    use: "Unknown fields, values out of range, contradictions and missing objects, with lines.",
    command: ["lint"],
    extras: ["severity"],
  },
];

/** Where the input comes from. */
const inputs = {
  files: {
    type: "array",
    items: { type: "string" },
    minItems: 1,
    maxItems: 1_000,
    description:
      "Paths of files and folders with the output of `kubectl get … -o yaml`, below the folder of the server.",
  },
  text: { type: "string", description: "The same as text. Prefer files where there are some." },
} as const;

type Schema = Record<string, unknown>;

/** The options of a tool by the name of their property. */
export const optionsOf = ({ extras = [] }: Tool, command: Command): Map<string, Option> =>
  new Map(
    command.options
      .filter((option) => declared.has(option) || extras.includes(option.attributeName()))
      .map((option) => [option.attributeName(), option]),
  );

/** The JSON Schema of the arguments of a tool: of the table of questions, and of the options of its command. */
export function inputSchema(tool: Tool, command: Command): Schema {
  const properties: Record<string, Schema> = { ...inputs };
  const { argument } = tool;
  if (argument !== undefined) properties[argument.name] = { type: "string", description: argument.docs, minLength: 1 };
  for (const [name, option] of optionsOf(tool, command)) properties[name] = schemaOf(option);
  return {
    type: "object",
    properties,
    required: argument?.isNeeded === true ? [argument.name] : [],
    additionalProperties: false,
  };
}

function schemaOf(option: Option): Schema {
  const description = shortDocs(option);
  const row = declared.get(option);
  const choices = row?.choices ?? option.argChoices;
  // A parser of the command's own reads texts, too: `all`, or `key=n`.
  const isText = /\|/.test(option.flags);
  const one: Schema =
    choices !== undefined
      ? { type: "string", enum: choices }
      : row?.type === "number" || row?.type === "fraction"
        ? { type: isText ? ["number", "string"] : "number", ...rangeOf(row.least, row.most) }
        : { type: option.isBoolean() || (!option.required && !option.optional) ? "boolean" : "string" };
  if (row?.in === "map") return { type: "object", additionalProperties: one, description };
  if (row?.in === "list") return { type: "array", items: one, description };
  return { ...one, description };
}

/** What all tools have is said in a few words; of the rest, the first sentence. */
const common: Readonly<Record<string, string>> = {
  profile: "Upstream: released; Proposal: design documents; default auto",
  kubernetes: "minor version; default: that of the nodes",
  candidates: "clusters to choose from; default auto",
  now: "RFC 3339; default: now",
  placement: "namespace/name or name",
  weight: "what if: weights by prioritizer",
  maxSkew: "what if: maxSkew by topology key",
};

const shortDocs = (option: Option): string =>
  common[option.attributeName()] ?? option.description.split(/; |: (?=[a-z])/)[0] ?? "";

const rangeOf = (least: number | undefined, most: number | undefined): Schema => ({
  ...(least !== undefined && Math.abs(least) < 2 ** 31 - 1 && { minimum: least }),
  ...(most !== undefined && most < 2 ** 31 - 1 && { maximum: most }),
});

/** The arguments of the command for a call; values cannot be taken for options. */
export function argumentsOf(tool: Tool, command: Command, given: Record<string, unknown>, files: string[]): string[] {
  const named = tool.argument === undefined ? undefined : given[tool.argument.name];
  const words = tool.name === "quota" && named === undefined ? ["quota"] : [...tool.command];
  const options = [...optionsOf(tool, command)].flatMap(([name, option]): string[] => {
    const flag = option.long ?? "";
    const value = given[name];
    if (value === undefined || value === false) return [];
    if (value === true) return [flag];
    if (Array.isArray(value)) return value.map((one) => `${flag}=${String(one)}`);
    if (typeof value !== "object" || value === null) return [`${flag}=${String(value)}`];
    return Object.entries(value).map(([key, of]) => `${flag}=${key}=${String(of)}`);
  });
  const name = typeof named === "string" ? [named] : [];
  // `why` takes a first argument that is a file for the input.
  const input = tool.name === "why" ? files.map((file) => `--file=${file}`) : [];
  const rest = tool.name === "why" ? name : [...name, ...files];
  return [...words, "-o", "markdown", ...(tool.fixed ?? []), ...options, ...input, "--", ...rest];
}
