// A run loads what its command needs: every file more, and every formatter of `Intl`, is time before the answer.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cli, root, withFiles } from "./run.mjs";

/** Tells at the end what was loaded, and what of `Intl` was made. */
const observer = `
const made = [];
for (const name of ["NumberFormat", "Segmenter", "Collator", "DateTimeFormat", "PluralRules"])
  Intl[name] = new Proxy(Intl[name], { construct(target, given) { made.push(name); return new target(...given); } });
process.on("exit", () => {
  const files = Object.keys(require.cache).map((file) => require("node:path").basename(file));
  require("node:fs").writeFileSync(process.env.OBSERVED, JSON.stringify({ files, made }));
});`;

/** The name of what a file is a part of: `place` of `place-ABC.cjs`; files of several parts are `chunk`. */
const part = (file) => file.replace(/(-[A-Z0-9]{8})?\.cjs$/, "");

/** What a run loads, by parts, and makes. */
function observed(...args) {
  return withFiles({ "observer.cjs": observer }, (folder) => {
    const file = join(folder, "observed.json");
    const { status, stderr } = spawnSync(process.execPath, ["-r", join(folder, "observer.cjs"), cli, ...args], {
      cwd: root,
      encoding: "utf8",
      env: { PATH: process.env.PATH, OBSERVED: file },
    });
    assert.deepEqual([status, stderr], [0, ""]);
    const { files, made } = JSON.parse(readFileSync(file, "utf8"));
    const own = files.filter((name) => name !== "observer.cjs").map(part);
    return { parts: own.filter((name) => name !== "chunk").sort(), shared: own.length, made };
  });
}

test("the version needs no command", async () => {
  for (const option of ["--version", "-V"]) {
    const { parts, shared, made } = await observed(option);
    assert.deepEqual([parts, made], [["cli"], []]);
    assert.ok(shared <= 3, `${shared} files`);
  }
});

test("a command is loaded alone", async () => {
  const file = "examples/balance.yaml";
  assert.deepEqual((await observed("place", file, "-q")).parts, ["cli", "place", "run"]);
  assert.deepEqual((await observed("why", "gcp-prod-2", file, "-q")).parts, ["cli", "run", "why"]);
  assert.deepEqual((await observed("place", file, "-q", "-o", "yaml")).parts, ["cli", "place", "run", "yaml"]);
});

test("the help of all commands loads no checker of schemas", async () => {
  const { parts } = await observed("--help");
  assert.ok(parts.includes("test") && !parts.includes("command"), String(parts));
});

test("small numbers and plain letters need nothing of Intl", async () => {
  assert.deepEqual((await observed("place", "examples/balance.yaml", "-q", "-o", "wide")).made, []);
});

test("every command and format is a file of its own", () => {
  const parts = readdirSync(join(root, "pkg/lib/cli")).map(part);
  const commands = readdirSync(join(root, "pkg/src/cli/commands")).map((file) => file.replace(/\.ts$/, ""));
  for (const name of [...commands, "run", "yaml"]) assert.ok(parts.includes(name), name);
});
