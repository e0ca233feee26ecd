// The documents about the command line agree with it. UPDATE_TRANSCRIPTS=1 writes the reference and what the guide
// shows.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { commands, optionsOf, root, run } from "./run.mjs";

const reference = join(root, "docs/command-line.md");
const guide = join(root, "docs/terminal.md");

/** The reference: the help of every command. */
async function written() {
  let text = `# Commands

<!-- Written from the help of the command line: UPDATE_TRANSCRIPTS=1 node --test tests/node/cli/docs.test.mjs -->

Every command of \`npx schedscope\` with its options, as \`--help\` prints them. [In a terminal and in CI](terminal.md)
has examples.
`;
  for (const command of ["", ...commands]) {
    const args = [...command.split(" ").filter((word) => word !== ""), "--help"];
    const { stdout } = await run(args);
    text +=
      `\n## ${command === "" ? "schedscope" : command}\n\n\`\`\`text\n$ schedscope ${args.join(" ")}\n` +
      `${stdout}\`\`\`\n`;
  }
  return text;
}

test("the reference is the help of every command", async () => {
  const text = await written();
  if (process.env.UPDATE_TRANSCRIPTS !== undefined) writeFileSync(reference, text);
  assert.equal(readFileSync(reference, "utf8"), text);
});

test("the guide shows what its calls print", async () => {
  const page = readFileSync(guide, "utf8");
  let current = page;
  const shown = [...page.matchAll(/```console\n(\$ (?:npx )?schedscope (.*)\n)([\s\S]*?)```/g)];
  assert.ok(shown.length > 0);
  for (const [block, call, args] of shown) {
    const { code, stdout, stderr } = await run(args.split(" "));
    // Notes are left out, what failed is not.
    const told = code === 0 ? stdout : stdout + stderr;
    current = current.replace(block, () => `\`\`\`console\n${call}${told}\`\`\``);
  }
  if (process.env.UPDATE_TRANSCRIPTS !== undefined) writeFileSync(guide, current);
  else assert.equal(page, current);
});

test("calls in the guide and in the help have options that exist", async () => {
  const known = new Map(
    await Promise.all(
      commands.map(async (command) => [command, new Set((await optionsOf(command)).flatMap(({ flags }) => flags))]),
    ),
  );
  const pages = readFileSync(guide, "utf8") + readFileSync(reference, "utf8");
  const calls = pages.split("\n").flatMap((line) => [...line.matchAll(/\bschedscope ((?:[a-z]+ )?[a-z]+)([^|>#]*)/g)]);
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

test("recipes are YAML", () => {
  const page = readFileSync(guide, "utf8");
  const recipes = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => parse(text));
  assert.deepEqual(
    recipes.map((recipe) => Object.keys(recipe)),
    [
      ["name", "on", "jobs"],
      ["placement", "placement-changes"],
    ],
  );
});
