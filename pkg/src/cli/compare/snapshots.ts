/** A folder of snapshots: what changed the decisions between each two of them. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isHidden, manifestName } from "../../words/folder.js";
import { misuse } from "../exit.js";
import { open } from "../session.js";
import { compareBriefly } from "./brief.js";
import type { CompareOptions } from "./placements.js";

export function isFolder(path: string): boolean {
  try {
    return path !== "-" && statSync(path).isDirectory();
  } catch {
    // The reader says why.
    return false;
  }
}

/** Compares each file or folder of a folder with the one before it, in the order of their names. */
export async function compareSnapshots(folder: string, options: CompareOptions): Promise<void> {
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !isHidden(entry.name) && (entry.isDirectory() || manifestName.test(entry.name)))
    .map(({ name }) => name)
    .sort((a, b) => (a < b ? -1 : 1));
  const [first, ...others] = entries;
  if (first === undefined || others.length === 0)
    throw misuse(`\`${folder}\` has ${entries.length === 0 ? "no snapshot" : "one snapshot"}`, "two are compared");
  let before = await open([join(folder, first)], { ...options, called: first });
  let name = first;
  for (const next of others) {
    const after = await open([join(folder, next)], { ...options, called: next });
    const names = { first: name, second: next };
    await compareBriefly([before, after], options, names, { before: name, after: next });
    [before, name] = [after, next];
  }
}
