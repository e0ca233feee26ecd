/** How the bytes of a text are encoded. */

/** UTF-16 as its mark says, or as the zeros beside its first two characters say, which are ASCII in YAML and JSON. */
export function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const zeros = [...bytes.subarray(0, 4)].map((byte) => (byte === 0 ? "0" : "x")).join("");
  return zeros === "x0x0" ? "utf-16le" : zeros === "0x0x" ? "utf-16be" : "utf-8";
}
