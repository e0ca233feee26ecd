// `drive.mjs <target> <tarball>`: installs the packed package into an empty folder, sees to it that it
// works there, and answers the requests of the vectors with it, a line for a line, until standard input
// ends. Before the first answer it prints a line about what runs, or why nothing does, and after the last
// a line of all that was found to hold; a line of what failed comes instead of any of them.
// `cargo xtask packaging <target>` runs this.
import { resolve } from "node:path";

import { install } from "./harness/folder.mjs";
import { lines } from "./harness/lines.mjs";

const [name, file] = process.argv.slice(2);
const tarball = resolve(file);
const { default: target } = await import(`./targets/${name}.mjs`);
const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

/** What is to be undone in the end, whatever happens; last things first. */
const undo = [];
async function clear() {
  for (const undoing of undo.splice(0).reverse()) {
    try {
      await undoing();
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
  }
}
const stop = async (why) => {
  console.error(`packaging: ${name}: ${why}`);
  await clear();
  process.exit(1);
};
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop(`stopped by ${signal}`));
// Not a measure of speed: something waits for what never comes.
setTimeout(() => stop("no end after 20 minutes"), 20 * 60_000).unref();

const absent = target.absent?.();
if (absent) {
  say({ absent });
} else {
  const { folder, remove } = install(target.fixtures ?? [name], tarball);
  undo.push(remove);
  const holds = [];
  try {
    const test = { folder, tarball, holds: (what) => holds.push(what), after: (undoing) => undo.push(undoing) };
    const { about, ask, finish } = await target.start(test);
    say({ about, asks: ask !== undefined });
    for await (const line of lines(process.stdin)) process.stdout.write(`${await ask(line)}\n`);
    await finish?.();
    say({ holds });
  } catch (error) {
    // Where the program that started this one reads it; a person reads standard error.
    say({
      failed: String(error?.message ?? error)
        .trim()
        .replace(/\s*\n\s*/g, "; "),
    });
    throw error;
  } finally {
    await clear();
  }
}
process.stdin.destroy();
