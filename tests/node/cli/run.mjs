// The command line as a program: arguments and standard input in; standard output, standard error and the
// exit code out.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
export const cli = join(root, "pkg/lib/cli.cjs");

/** Runs it from the root of the project. `env` adds to a bare environment without colours or a width. */
export function run(args, { stdin, env = {}, cwd = root } = {}) {
  return new Promise((done, fail) => {
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, [cli, ...args], { cwd, env: { PATH, HOME, ...env } });
    const read = (stream) => {
      let text = "";
      stream.setEncoding("utf8").on("data", (chunk) => (text += chunk));
      return () => text;
    };
    const [stdout, stderr] = [read(child.stdout), read(child.stderr)];
    child.on("error", fail).on("close", (code) => done({ code, stdout: stdout(), stderr: stderr() }));
    child.stdin.on("error", () => {}).end(stdin ?? "");
  });
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
  "place",
  "explain",
  "spread",
  "compare",
  "change",
  "sweep",
  "rank",
  "stability",
  "without",
  "flap",
  "pods",
  "quota",
  "quota why",
  "quota events",
  "queue",
  "drain",
  "more",
  "vm",
  "vm run",
  "vm step",
  "vm dump",
  "lint",
  "conformance",
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
