/** The command line of schedscope. This file answers `--version`, and loads what the rest needs. */
import { readFileSync } from "node:fs";
import { standard } from "./streams.js";

/** Of the package that the bundle, `lib/cli.cjs`, is in. */
function version(): string {
  const { version: of } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return of;
}

const [first] = process.argv.slice(2);
/** Ends with the run. */
export const ended: Promise<void> = runs();

async function runs(): Promise<void> {
  if (first === "-V" || first === "--version" || first === "version") standard("stdout").write(`${version()}\n`);
  else await (await import("./run.js")).run(version());
}
