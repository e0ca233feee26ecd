/** Standard output and standard error, opened at their first use: that takes time, and many runs use one alone. */
const opened = new Set<NodeJS.WriteStream>();

/** One of the two; a closed pipe, as of `| head`, ends the run without a word. */
export function standard(name: "stdout" | "stderr"): NodeJS.WriteStream {
  const stream = process[name];
  if (!opened.has(stream)) {
    opened.add(stream);
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      process.exit();
    });
  }
  return stream;
}
