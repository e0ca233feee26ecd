// Packs the plugin as an executable, and runs its tests with it.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = fileURLToPath(new URL("../../../target/executable/", import.meta.url));
mkdirSync(folder, { recursive: true });
const options = { cwd: root, stdio: "inherit" };
execFileSync(process.execPath, ["pkg/scripts/executable.mjs", "0.0.0", folder], options);
execFileSync(process.execPath, ["--test", "tests/node/kubectl/plugin.test.mjs"], {
  ...options,
  env: { ...process.env, KUBECTL_SCHEDSCOPE: `${folder}executable/kubectl-schedscope` },
});
