import { existsSync } from "node:fs";
import { join } from "node:path";

import { here } from "./folder.mjs";

/** Where the first of these programs is, given below `node_modules`; nothing where none is. */
export function binary(...files) {
  const exe = process.platform === "win32" ? ".exe" : "";
  return files.map((file) => join(here, "node_modules", `${file}${exe}`)).find((file) => existsSync(file));
}
