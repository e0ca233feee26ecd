// The page about the command line says what there is. UPDATE_TRANSCRIPTS=1 writes what it shows anew.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { commands, optionsOf, root, run } from "./run.mjs";

const file = join(root, "docs/command-line.md");
const start = "## Commands\n";

/** The part that is made of the help. */
async function helpPart() {
  let text = start;
  for (const command of ["", ...commands]) {
    const args = [...command.split(" ").filter((word) => word !== ""), "--help"];
    const { stdout } = await run(args);
    text +=
      `\n### ${command === "" ? "schedscope" : command}\n\n\`\`\`text\n$ schedscope ${args.join(" ")}\n` +
      `${stdout}\`\`\`\n`;
  }
  return text;
}

test("every command's help", async () => {
  const page = readFileSync(file, "utf8");
  const before = page.slice(0, page.indexOf(start));
  const part = await helpPart();
  if (process.env.UPDATE_TRANSCRIPTS !== undefined) writeFileSync(file, before + part);
  assert.equal(readFileSync(file, "utf8"), before + part);
});

test("calls that the page shows with what comes of them", async () => {
  const page = readFileSync(file, "utf8");
  let written = page;
  const shown = [...page.matchAll(/```console\n(\$ (?:npx )?schedscope (.*)\n)([\s\S]*?)```/g)];
  assert.ok(shown.length > 0);
  for (const [block, call, args] of shown) {
    const { code, stdout, stderr } = await run(args.split(" "));
    // Notes are left out, what failed is not.
    const told = code === 0 ? stdout : stdout + stderr;
    written = written.replace(block, () => `\`\`\`console\n${call}${told}\`\`\``);
  }
  if (process.env.UPDATE_TRANSCRIPTS !== undefined) writeFileSync(file, written);
  else assert.equal(page, written);
});

test("calls in the page, and in the help, have options that there are", async () => {
  const known = new Map(
    await Promise.all(
      commands.map(async (command) => [command, new Set((await optionsOf(command)).flatMap(({ flags }) => flags))]),
    ),
  );
  const page = readFileSync(file, "utf8");
  const calls = page.split("\n").flatMap((line) => [...line.matchAll(/\bschedscope ((?:[a-z]+ )?[a-z]+)([^|>#]*)/g)]);
  let count = 0;
  for (const [call, words, rest] of calls) {
    const command = commands.findLast((of) => words === of || words.startsWith(`${of} `));
    if (command === undefined) continue;
    count += 1;
    // What comes two spaces after a call in an example is about it.
    for (const [flag] of rest.split("  ")[0].matchAll(/(?<=\s)-{1,2}[a-z][a-z-]*/g)) {
      assert.ok(flag === "--help" || known.get(command).has(flag), `${call}: ${flag}`);
    }
  }
  assert.ok(count > 40, String(count));
});

test("anchors lead to commands, and recipes are YAML", () => {
  const page = readFileSync(file, "utf8");
  for (const [, anchor] of page.matchAll(/\]\(#([a-z-]+)\)/g))
    assert.ok(commands.includes(anchor.replace("-", " ")), anchor);
  const recipes = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => parse(text));
  assert.deepEqual(
    recipes.map((recipe) => Object.keys(recipe)),
    [
      ["name", "on", "jobs"],
      ["placement", "placement-changes"],
    ],
  );
});
