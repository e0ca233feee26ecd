/** Reads the kinds of a cluster that a question needs. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import type { Subject } from "../../words/kubectl.js";
import { kindsOf } from "../../words/kubectl.js";
import { deniedText } from "../../words/denied.js";
import { counted, integer } from "../../words/number.js";
import { misuse } from "../exit.js";
import { type KindApi, kindApis } from "../kind-apis.js";
import { terminalLine } from "../progress.js";
import { discover, listPath, type Resource } from "./discovery.js";
import { type ClusterObject, documentOf, list, type Listed, type Outcome, plain } from "./lists.js";
import { kubectlFlags, ClusterProxy } from "./proxy.js";
import type { ClusterOptions, ClusterText } from "./source.js";

/** What the text of a cluster is called among files. */
const name = "<cluster>";

/** Kinds of which objects are read by name, as others name them. */
const byName: ReadonlySet<string> = new Set(["configmaps"]);

/** The declarations of the kinds that a question needs. */
export const wantedKinds = (command: string, subject: Subject | undefined): KindApi[] =>
  kindsOf(command, subject).flatMap((plural) => kindApis.filter((kind) => kind.plural === plural));

export async function contextNamespace(options: ClusterOptions): Promise<string> {
  const args = ["config", "view", "--minify", "-o", "jsonpath={.contexts[0].context.namespace}"];
  const run = promisify(execFile);
  // A pod of the cluster has no context.
  const { stdout } = await run("kubectl", [...args, ...kubectlFlags(options)]).catch(() => ({ stdout: "" }));
  return stdout.trim() || "default";
}

/** The lists that are read, a line each, and the kinds that the cluster lacks. */
export async function fetchLines(options: ClusterOptions, wanted: KindApi[]): Promise<string[]> {
  const { resources, absent } = await withProxy(options, (proxy) => discover(proxy, wanted));
  return [
    ...resources.map((one) => (byName.has(one.plural) ? `${listPath(one)}/<name>` : listPath(one))),
    ...absent.map((plural) => `the cluster does not have ${plural}`),
  ];
}

/** Reads the kinds as a text; `save` keeps it. */
export async function readCluster(
  options: ClusterOptions,
  wanted: KindApi[],
  namespace: string | Promise<string>,
): Promise<ClusterText> {
  const { save } = options;
  const { outcomes, absent } = await withProxy(options, async (proxy) => outcomesOf(proxy, wanted, await namespace));
  const read = outcomes.filter((one) => "objects" in one);
  const text = await textOf(
    save,
    read.flatMap(({ objects }) => objects),
  );
  if (save !== undefined) write(save, text);
  return {
    file: save ?? name,
    text,
    denied: outcomes.flatMap(deniedOf),
    whole: wholeKinds(outcomes, absent),
    about: aboutTexts(read, absent),
  };
}

export async function withProxy<Result>(
  options: ClusterOptions,
  work: (proxy: ClusterProxy) => Promise<Result>,
): Promise<Result> {
  const proxy = await ClusterProxy.start(options);
  try {
    return await work(proxy);
  } finally {
    proxy.close();
  }
}

/** Reads the lists side by side, then the objects that those name. */
export async function outcomesOf(
  proxy: ClusterProxy,
  wanted: KindApi[],
  namespace: string,
): Promise<{ outcomes: Outcome[]; absent: string[] }> {
  const { resources, absent } = await discover(proxy, wanted);
  const progress = terminalLine();
  let done = 0;
  const lists = resources.filter(({ plural }) => !byName.has(plural));
  const outcomes = await Promise.all(
    lists.map(async (resource) => {
      const outcome = await list(proxy, resource, namespace);
      done += 1;
      progress?.tell(`reading the cluster: ${done} of ${counted(lists.length, "kind")}`);
      return outcome;
    }),
  ).finally(() => progress?.clear());
  const configMaps = resources.find(({ plural }) => plural === "configmaps");
  const sets = outcomes.flatMap((one) =>
    "objects" in one && one.resource.kind === "ApplicationSet" ? one.objects : [],
  );
  if (configMaps === undefined || sets.length === 0) return { outcomes, absent };
  return { outcomes: [...outcomes, await namedConfigMaps(proxy, configMaps, sets)], absent };
}

/** The ConfigMaps that generators of ApplicationSets name. */
async function namedConfigMaps(proxy: ClusterProxy, resource: Resource, sets: ClusterObject[]): Promise<Outcome> {
  const paths = sets.flatMap((set) => {
    const { namespace = "" } = set.metadata;
    return configMapRefs(set).map((named) => `${listPath(resource, namespace)}/${named}`);
  });
  const answers = await Promise.all([...new Set(paths)].map((path) => proxy.read(path)));
  if (answers.some(({ status }) => status === 403)) return { resource, denied: true };
  const objects = answers.flatMap(({ status, body }) =>
    status === 200 ? [plain(resource, body as ClusterObject)] : [],
  );
  return { resource, objects, resourceVersion: "", namespace: undefined };
}

/** The values of `configMapRef`, at any depth: generators may be nested. */
function configMapRefs(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, of]) =>
    key === "configMapRef" && typeof of === "string" ? [of] : configMapRefs(of),
  );
}

/** The text of the objects, in the form that the name of its file says; without a file as it is made fastest. */
async function textOf(save: string | undefined, objects: ClusterObject[]): Promise<string> {
  if (save === undefined) return objects.map(documentOf).join("---\n");
  if (/\.json$/i.test(save)) return `${JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }, null, 1)}\n`;
  const { yamlText } = await import("../yaml.js");
  return objects.map((object) => yamlText(documentOf(object))).join("---\n");
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600 });
  } catch (error) {
    throw misuse(`\`${file}\` cannot be written: ${(error as Error).message}`);
  }
}

/** That a kind, or a part of it, could not be read. */
export function deniedOf(outcome: Outcome): string[] {
  const { plural } = outcome.resource;
  if ("denied" in outcome) return [deniedText(plural, undefined)];
  return outcome.namespace === undefined ? [] : [deniedText(plural, outcome.namespace)];
}

/** The kinds of which every object was read, also if the cluster does not have them. */
export const wholeKinds = (outcomes: Outcome[], absent: string[]): Set<string> =>
  new Set([
    ...outcomes.flatMap((one) =>
      "denied" in one || one.namespace !== undefined || byName.has(one.resource.plural) ? [] : [one.resource.kind],
    ),
    ...kindApis.filter(({ plural }) => absent.includes(plural)).map(({ kind }) => kind),
  ]);

/** What was read, and what the cluster lacks. */
export function aboutTexts(read: Listed[], absent: string[]): string[] {
  const counts = read.map(({ resource, objects }) => `${resource.plural} ${integer(objects.length)}`);
  return [
    ...(counts.length === 0 ? [] : [`read from the cluster: ${counts.join(", ")}`]),
    ...(absent.length === 0 ? [] : [`the cluster does not have: ${absent.join(", ")}`]),
  ];
}
