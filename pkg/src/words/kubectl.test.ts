import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ofUnknownResource } from "./looks-like.js";
import { hubCommandLine, KINDS, podsCommandLine, unknownResource, vmsCommandLine } from "./kubectl.js";

const root = new URL("../../../", import.meta.url);
const below = (folder: string, ends: RegExp): string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((file) => ends.test(file))
    .map((file) => `${folder}/${file}`);

/** Documents, the page, the package and the commands' own texts. */
const files = [
  "README.md",
  "DESIGN.md",
  "pkg/README.md",
  "examples/workerd/README.md",
  ...below("docs", /\.md$/),
  ...below("www/docs", /\.md$/),
  ...below("www/src", /(?<!\.test)\.tsx?$/),
  ...below("pkg/src/cli", /\.ts$/),
  ...below("pkg/src/calls", /\.ts$/),
];
const known = new Set<string>(Object.values(KINDS).map((kinds) => kinds.join(",")));
/** The first command of a newcomer. The answer asks for what else it needs. */
const first = { file: "www/docs/getting-started.md", kinds: "nodes,pods" };

/** The kinds of every command that asks for several; a command for one object is about that object. */
const commands = (text: string): string[] =>
  [...text.matchAll(/kubectl get ([a-z,]+,[a-z,]+)/g)].map(([, kinds = ""]) => kinds);

test("every command that is advertised prints all kinds that a right answer needs", () => {
  let count = 0;
  for (const file of files)
    for (const kinds of commands(readFileSync(new URL(file, root), "utf8"))) {
      if (file !== first.file || kinds !== first.kinds) expect(known, `${file}: ${kinds}`).toContain(kinds);
      count += 1;
    }
  expect(count).toBeGreaterThan(15);
});

test("nothing else asks for the kinds of an answer one by one", () => {
  const alone = /kubectl get (nodes|pods|placements|configmaps?)\b(?!,| -A --watch)/;
  for (const file of files) expect(readFileSync(new URL(file, root), "utf8"), file).not.toMatch(alone);
});

test("a kind that every cluster has is asked for apart from one that it may lack", () => {
  const optional = ["elasticquotas", "virtualmachines"];
  for (const kinds of Object.values<readonly string[]>(KINDS))
    if (kinds.length > 1) expect(kinds.filter((kind) => optional.includes(kind))).toEqual([]);
});

test.each([
  ["elasticquotas", podsCommandLine],
  ["eq", podsCommandLine],
  ["virtualmachines", vmsCommandLine],
  ["runtimeclasses", podsCommandLine.replace(",runtimeclasses", "")],
  ["addonplacementscores.cluster.open-cluster-management.io", hubCommandLine.replace(",addonplacementscores", "")],
  ["applicationsets", hubCommandLine],
  ["appset", hubCommandLine],
  ["applicationsets.argoproj.io", hubCommandLine],
  ["gadgets", undefined],
])("the error of kubectl about %s", (resource, command) => {
  const found = unknownResource(`$ kubectl get x\nerror: the server doesn't have a resource type "${resource}"\n`);
  expect(found).toEqual({ resource, notAHub: false, command });
});

test.each(["managedclusters", "placements", "mclset", "placementdecisions.cluster.open-cluster-management.io"])(
  "a cluster without %s is not a hub",
  (resource) => {
    const text = `error: the server doesn't have a resource type "${resource}"`;
    expect(ofUnknownResource(text)).toEqual({
      title: `This cluster is not a hub: it has no resource type ${resource}.`,
      advice: "Switch to the context of the hub and run:",
      command: hubCommandLine,
    });
  },
);

test("other errors of kubectl name no resource type", () => {
  expect(unknownResource("Error from server (Forbidden): pods is forbidden")).toBeUndefined();
});
