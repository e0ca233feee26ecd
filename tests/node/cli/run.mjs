// The command line as a program: arguments and standard input in; standard output, standard error and the
// exit code out.
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
export const cli = join(root, "pkg/lib/cli.cjs");

process.chdir(root);
/** The thread that runs commands; it does not keep the tests from ending. */
const thread = new Worker(new URL("command.cjs", import.meta.url), {
  workerData: { cli, folder: join(root, "pkg", "/") },
});
thread.unref();
let latest = Promise.resolve();

/**
 * Runs it from the root of the project, in a thread: a process for each command takes several times as long. `env` adds
 * to a bare environment without colours or a width.
 */
export function run(args, { stdin = "", env = {} } = {}) {
  const { PATH, HOME } = process.env;
  latest = latest.then(async () => {
    thread.ref();
    thread.postMessage({ args, stdin, env: { PATH, HOME, ...env } });
    const [answer] = await once(thread, "message");
    thread.unref();
    return answer;
  });
  return latest;
}

/** Calls with a folder of these files, by name. */
export async function withFiles(files, call) {
  const folder = mkdtempSync(join(tmpdir(), "schedscope-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return await call(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The commands, and those below them. */
export const commands = [
  "why",
  "place",
  "compare",
  "whatif",
  "whatif change",
  "whatif sweep",
  "whatif without",
  "whatif drain",
  "whatif rollout",
  "whatif nodes",
  "whatif more",
  "whatif merge",
  "pods",
  "queue",
  "quota",
  "quota why",
  "vm",
  "vm run",
  "vm step",
  "vm dump",
  "lint",
  "redact",
  "test",
  "mcp",
  "example",
  "open",
  "completion",
];

/** The options of a command, as its help has them: `[["-o", "--output"], "<format>"]`. */
export async function optionsOf(command) {
  const { stdout } = await run([...command.split(" ").filter((word) => word !== ""), "--help"]);
  return stdout
    .split("\n")
    .map((line) => /^ {2}((?:-\w, )?--[\w-]+)(?: ([<[]\S+))?/.exec(line))
    .filter((found) => found !== null)
    .map(([, flags, value]) => ({ flags: flags.split(", "), value: value ?? null }));
}
