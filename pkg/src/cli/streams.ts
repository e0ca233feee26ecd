/** Standard output and standard error, opened at their first use: that takes time, and many runs use one alone. */
import { exit } from "./exit.js";

const opened = new Set<NodeJS.WriteStream>();

/**
 * One of the two. A closed pipe, as of `| head`, ends the run without a word; what else keeps the answer from being
 * written is said, and ends the run too.
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
