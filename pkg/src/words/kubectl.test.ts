import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KINDS } from "./kubectl.js";

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

/** The kinds of every command that asks for several; a command for one object is about that object. */
const commands = (text: string): string[] =>
  [...text.matchAll(/kubectl get ([a-z,]+,[a-z,]+)/g)].map(([, kinds = ""]) => kinds);

test("every command that is advertised prints all kinds that a right answer needs", () => {
  let count = 0;
  for (const file of files)
    for (const kinds of commands(readFileSync(new URL(file, root), "utf8"))) {
      expect(known, `${file}: ${kinds}`).toContain(kinds);
      count += 1;
    }
  expect(count).toBeGreaterThan(15);
});

test("nothing else asks for the kinds of an answer one by one", () => {
  const alone = /kubectl get (nodes|pods|placements|configmaps?|virtualmachines)\b(?!,)/;
  for (const file of files) expect(readFileSync(new URL(file, root), "utf8"), file).not.toMatch(alone);
});
