// Whole processes of the command line: the CPU time of each, user and system, beside that of `node -e 0`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const cli = join(root, "pkg/lib/cli.cjs");

/** So often each, by turns: the machine is as busy for one as for the other. */
const rounds = 21;

/**
 * Node.js does not tell the time of a process that has ended; bash does, to the millisecond. The environment is bare:
 * with `NODE_EXTRA_CA_CERTS`, for one, Node.js itself takes twice as long, and every ratio looks better.
 */
function cpuTime(args) {
  const call = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null 2>&1';
  const { status, stderr } = spawnSync("bash", ["-c", call, "bash", process.execPath, ...args], {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LC_ALL: "C" },
  });
  if (status !== 0) throw new Error(`${args.join(" ")} ended (${status})`);
  const [user, system] = stderr.trim().split(" ").map(Number);
  return Math.round((user + system) * 1000);
}

export function* rows({ hubYaml }) {
  const folder = mkdtempSync(join(tmpdir(), "schedscope-bench-"));
  try {
    const large = join(folder, "hub.yaml");
    writeFileSync(large, hubYaml(1, 10_000));
    const runs = [
      { work: "node -e 0", args: ["-e", "0"] },
      { work: "--version", args: [cli, "--version"] },
      { work: "--help", args: [cli, "--help"] },
      { work: "place balance.yaml", n: 6, args: [cli, "place", "examples/balance.yaml"] },
      { work: "place, a generated hub", n: 10_000, args: [cli, "place", large, "-q"] },
    ].map((run) => ({ ...run, times: [] }));
    for (let round = 0; round < rounds; round += 1) for (const { args, times } of runs) times.push(cpuTime(args));
    for (const { times } of runs) times.sort((one, other) => one - other);
    const median = ({ times }) => times[rounds >> 1];
    for (const run of runs) {
      const { work, n = null, times } = run;
      const ratio = Math.round((median(run) / median(runs[0])) * 100) / 100;
      yield { suite: "cli", work, n, median_ms: median(run), min_ms: times[0], ratio };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
