// `kubectl schedscope` as people run it: the real kubectl finds the plugin on the PATH and talks to the stub.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test as anyTest } from "node:test";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";
import { apiServer } from "./api-server.mjs";
import { kubectlFolder } from "./install.mjs";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
/** The program; `executable.mjs` sets another. */
const plugin = process.env.KUBECTL_SCHEDSCOPE ?? join(root, "pkg/lib/kubectl-schedscope.cjs");

/** The objects of a text. */
export const objectsOf = (text) =>
  parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((value) => value !== null)
    .flatMap((value) => value.items ?? [value]);

export const example = (name) => objectsOf(readFileSync(join(root, "examples", `${name}.yaml`), "utf8"));

/** The kubeconfig of a server; the context `stub` has the namespace `shop`. */
const kubeconfig = (server) => ({
  apiVersion: "v1",
  kind: "Config",
  "current-context": "stub",
  clusters: [
    { name: "stub", cluster: { server } },
    { name: "nowhere", cluster: { server: "http://127.0.0.1:9" } },
  ],
  users: [{ name: "jane", user: { token: "secret" } }],
  contexts: [
    { name: "stub", context: { cluster: "stub", user: "jane", namespace: "shop" } },
    { name: "other", context: { cluster: "stub", user: "jane" } },
    { name: "nowhere", context: { cluster: "nowhere", user: "jane" } },
  ],
});

/** The reason for which there is no kubectl. */
const missing = (() => {
  try {
    kubectlFolder();
    return false;
  } catch (error) {
    return error.message;
  }
})();

/** A test with kubectl; on a machine where none can be had, the report says why it is left out. */
export const test = (name, call, { skip = false } = {}) => anyTest(name, { skip: missing || skip }, call);

/** Calls with a server of these objects, a folder of its own, `start`, which starts `kubectl schedscope`, and
 * `complete`, which asks kubectl what may follow words. */
export async function withCluster(objects, options, call) {
  const folder = mkdtempSync(join(tmpdir(), "schedscope-kubectl-"));
  const bin = join(folder, "bin");
  mkdirSync(bin);
  symlinkSync(plugin, join(bin, "kubectl-schedscope"));
  symlinkSync(join(root, "pkg/lib/kubectl_complete-schedscope.cjs"), join(bin, "kubectl_complete-schedscope"));
  const server = await apiServer(objects, options);
  const config = join(folder, "kubeconfig");
  writeFileSync(config, JSON.stringify(kubeconfig(server.url)));
  const PATH = [bin, kubectlFolder(), process.env.PATH].join(delimiter);
  const kubectl = (args, env = {}) =>
    spawn("kubectl", args, {
      cwd: folder,
      env: { HOME: folder, PATH, KUBECONFIG: config, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
  const start = (args, env) => kubectl(["schedscope", ...args], env);
  const complete = (words) => ended(kubectl(["__complete", "schedscope", ...words]));
  try {
    return await call({ server, folder, start, complete, run: (args, env) => ended(start(args, env)) });
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

/** What a process prints, and its exit code. */
export function ended(child) {
  const answer = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (text) => (answer[name] += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (code) => resolve({ ...answer, code }));
  });
}
