/** The options that several commands share, and how their values are read. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { KubernetesVersion, ProfileChoice, Severity } from "../../types.js";
import { severities } from "../report/text-findings.js";
import { kubernetesVersions } from "../words/kubernetes.js";
import { source } from "./cluster/source.js";
import type { Written } from "./command.js";
import { type Format, formats } from "./format.js";
import { QuestionFlags } from "./question.js";
import { several } from "./values.js";

/** Of every command that reads a text. */
export interface TextOptions {
  output?: Format;
  profile?: ProfileChoice | undefined;
  kubernetes?: KubernetesVersion;
  quiet?: boolean;
  ignore?: string[];
  failOn?: Severity | "never";
}

/** What is said of the files of every command. */
export const filesArgument = source.readsCluster
  ? "files and folders, read after the cluster: of an object that both have, the one of the file counts"
  : "files and folders, read as one text; `-`, or nothing after a pipe: standard input";

/** The files that a command reads. */
export const fileArguments: Written = ["[file...]", filesArgument];

/** What `-o name` prints, by the name of the command. */
const namesOf: Readonly<Record<string, string>> = {
  place: "the selected clusters; with --steps, the picked ones in their order",
  why: "the cluster; of a pod, its node; of a workload or a node, the pods; of a placement, the selected clusters",
  compare: "+cluster where it is added, -cluster where it is removed",
  "whatif change": "the changes as sentences",
  "whatif sweep": "the intervals; with --rank, the ranks; with --stability, the prioritizers",
  "whatif without": "what is lost",
  pods: "the pods; of one pod, the nodes that are picked",
  quota: "the elastic quotas",
  "quota why": "the victims",
  queue: "the pods that get a node; with --step, those that have none; with --compare-scorers, the scorers",
  "vm run": "the pods of the steps",
  "vm step": "the pod of the step",
};

/** `quota why` of a command below another; the program has no part in it. */
const fullNameOf = (command: Command): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();

/** The options of every command that reads a text. */
export const withText = (command: Command, failOn: Severity | "never" = "never"): Command =>
  command
    .addOption(
      new Option(
        "-o, --output <format>",
        "json, yaml: the whole answer with exact numbers; wide: all columns, nothing cut; name: a line each, " +
          `${namesOf[fullNameOf(command)] ?? "names"}; markdown: text and tables for an issue`,
      ).choices(formats),
    )
    .addOption(
      new Option("--fail-on <severity>", "exit with 1 if the input has findings of this severity or worse")
        .choices([...severities, "never"])
        .default(failOn),
    )
    .option(
      "--ignore <pattern>",
      "pass over these files of folders, as a line of .gitignore; repeatable; a folder's .schedscopeignore has more",
      several,
    )
    .option("-q, --quiet", "no findings and no notes on standard error");

/** Where names are looked for: of every command that takes one. */
export const withNamespace = (command: Command): Command =>
  command.option("-n, --namespace <name>", "the namespace of names that are given without one; default: all");

const ofProfile = new QuestionFlags(
  "decide",
  {
    profile: {
      flags: "--profile <name>",
      note: "checks (--expect, --verify, --recorded, --exit-code) use the released one",
    },
  },
  ["profile"],
);
/** Whose rules count. */
export const withProfile = (command: Command): Command => ofProfile.add(command);

const ofVersion = new QuestionFlags(
  "simulatePod",
  { kubernetesVersion: { flags: "--kubernetes <version>", parse: minorVersion } },
  ["kubernetesVersion"],
);
/** Which release of Kubernetes counts. */
const withVersion = (command: Command): Command => ofVersion.add(command);

/** The minor version of `1.37`, `v1.37` or `v1.37.2-gke.1`. */
function minorVersion(text: string): KubernetesVersion {
  const [, minor] = /^v?(1\.\d+)(?:[.+-].*)?$/.exec(text) ?? [];
  const known = kubernetesVersions.find((version) => version === minor);
  if (known === undefined) throw new InvalidArgumentError(`Allowed choices are ${kubernetesVersions.join(", ")}.`);
  return known;
}

/** Whose rules count, of which release: of every command about pods. */
export const withScheduler = (command: Command): Command => withVersion(withProfile(command));

/** What is given of options: those that are not `undefined`. */
export const given = <T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as typeof options;
