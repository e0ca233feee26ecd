/** How the engine is compiled in the process of a command, which asks it little and ends. */
import { setFlagsFromString } from "node:v8";

/** The versions of V8 that are known to have these options, from Node.js 20 to 26; others would complain aloud. */
const [first, last] = [11, 14];

/**
 * Functions are validated where they are called, and compiled anew, faster, where much runs in them: at V8's own bound
 * that begins within a small file, and takes longer than it saves. With 10,000 clusters nothing becomes slower.
 */
export function compileForOneRun(): void {
  const version = Number.parseInt(process.versions.v8 ?? "", 10);
  if (!(version >= first && version <= last) || process.versions.bun !== undefined) return;
  setFlagsFromString("--wasm-lazy-validation");
  setFlagsFromString("--wasm-tiering-budget=50000000");
}
