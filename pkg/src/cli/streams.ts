/** Standard output and standard error, opened at first use: opening takes time, and many runs use only one. */
import { exit } from "./exit.js";

const opened = new Set<NodeJS.WriteStream>();

/**
 * Returns one of the two. A closed pipe, for example of `| head`, ends the run silently; any other write error is
 * printed and ends the run.
 */
export function standard(name: "stdout" | "stderr"): NodeJS.WriteStream {
  const stream = process[name];
  if (!opened.has(stream)) {
    opened.add(stream);
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit();
      if (name === "stdout") process.stderr.write(`error: the answer cannot be written: ${error.message}\n`);
      process.exit(exit.unwritable);
    });
  }
  return stream;
}
