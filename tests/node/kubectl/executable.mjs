// Packs the plugin as an executable, and runs its tests with it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { parse } from "yaml";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = fileURLToPath(new URL("../../../target/executable/", import.meta.url));
mkdirSync(folder, { recursive: true });
const options = { cwd: root, stdio: "inherit" };
execFileSync(process.execPath, ["pkg/scripts/executable.mjs", "0.0.0", folder], options);
execFileSync(process.execPath, ["pkg/scripts/krew.mjs", "0.0.0", folder], options);
const { version, platforms } = parse(readFileSync(`${folder}krew.yaml`, "utf8")).spec;
assert.equal(version, "v0.0.0");
assert.ok(platforms.some(({ selector }) => selector.matchLabels.os === process.platform.replace("win32", "windows")));
for (const { uri, sha256, bin, files } of platforms) {
  const archive = readFileSync(folder + uri.split("/").at(-1));
  assert.equal(sha256, createHash("sha256").update(archive).digest("hex"));
  assert.ok(files.some(({ from }) => from === bin));
}
execFileSync(process.execPath, ["--test", "tests/node/kubectl/plugin.test.mjs"], {
  ...options,
  env: { ...process.env, KUBECTL_SCHEDSCOPE: `${folder}executable/kubectl-schedscope` },
});
