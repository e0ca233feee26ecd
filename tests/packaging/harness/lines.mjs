/**
 * The lines of a stream. Not by `readline`, which ends lines at U+2028 too, and JSON may hold that as it
 * is.
 */
export async function* lines(stream) {
  let rest = "";
  stream.setEncoding("utf8");
  for await (const chunk of stream) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop();
    yield* parts;
  }
}
