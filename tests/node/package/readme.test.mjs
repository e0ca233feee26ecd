// The examples of both READMEs, word for word: what they print is what their comments say.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { project } from "./project.mjs";

/** What the README calls its manifests, and the examples that they are. */
const manifests = {
  hub: "story-1-cpu-and-memory-ratio",
  spread: "use-case-4-joint-spread",
  pods: "limit-aware-use-case",
  quotas: "quota-reprieve",
  vms: "vm-watermark-crossed",
};

const folder = fileURLToPath(new URL("readme", import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, example] of Object.entries(manifests)) {
  copyFileSync(join(project, "examples", `${example}.yaml`), join(folder, `${name}.yaml`));
}

/** The examples of a README, with the runtimes that run them. */
function examples(path) {
  const text = readFileSync(path, "utf8").replaceAll("\r\n", "\n");
  const found = [...text.matchAll(/(?:<!-- test: ([a-z ]+) -->\n)?```js\n(.*?)```/gs)];
  return found.map(([, runtimes = "node", code]) => ({ runtimes: runtimes.split(" "), code }));
}
// Those of the package, and those of the project.
const blocks = [
  ...examples(fileURLToPath(new URL("../node_modules/schedscope/README.md", import.meta.url))),
  ...examples(join(project, "README.md")),
];

/** What the lines that print something say of it. */
const expected = (code) => [...code.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);

test("there is an example for everything", () => {
  assert.ok(blocks.length >= 12, `${blocks.length} examples`);
  for (const { code } of blocks) assert.ok(expected(code).length > 0, `nothing is said of\n${code}`);
});

for (const [index, { runtimes, code }] of blocks.entries()) {
  if (!runtimes.includes("node")) continue;
  test(`example ${index + 1}`, async () => {
    writeFileSync(join(folder, `${index}.mjs`), code);
    const { stdout } = await promisify(execFile)(process.execPath, ["--no-warnings", `${index}.mjs`], { cwd: folder });
    const printed = stdout.trimEnd().split("\n");
    const says = expected(code);
    // What a loop prints stands without a comment.
    assert.deepEqual(printed.filter((line) => says.includes(line)), says, `${code}\n${stdout}`);
    const isLoop = /^for \(.*\{$/m.test(code);
    if (!isLoop) assert.equal(printed.length, says.length, stdout);
  });
}
