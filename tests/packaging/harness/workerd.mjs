// The example's Worker, bundled as its README says, and served on a free port of this machine.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { join } from "node:path";

import { here } from "./folder.mjs";
import { lines } from "./lines.mjs";
import { run } from "./program.mjs";
import { runtimes } from "./runtimes.mjs";

/** Serves a Worker; gives its address and the id of its process. */
export async function serve({ folder, after }, main) {
  for (const file of ["worker.js", "workerd.capnp"])
    cpSync(join(here, "../../examples/workerd", file), join(folder, file));
  const esbuild = join(here, "node_modules/esbuild/bin/esbuild");
  const options = ["--bundle", "--format=esm", "--conditions=workerd", "--loader:.wasm=copy", "--asset-names=[name]"];
  await run(process.execPath, [esbuild, main, ...options, "--outfile=dist/worker.js"], { cwd: folder });
  const child = spawn(
    runtimes.workerd(),
    ["serve", "workerd.capnp", "--socket-addr=http=127.0.0.1:0", "--control-fd=3"],
    {
      cwd: folder,
      stdio: ["ignore", "inherit", "inherit", "pipe"],
    },
  );
  after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  await once(child, "spawn");
  for await (const line of lines(child.stdio[3])) {
    const { event, port } = JSON.parse(line);
    if (event === "listen") return { address: `http://127.0.0.1:${port}`, pid: child.pid };
  }
  throw new Error("workerd ended before it listened");
}
