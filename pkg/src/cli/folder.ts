/** The manifests of a folder: its YAML and JSON files by name, without those that are plainly none. */
import { type Dirent, readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import {
  chartName,
  ignoreFile,
  isHidden,
  isManifest,
  kustomizationName,
  Kustomizations,
  type LeftOut,
  manifestName,
} from "../words/folder.js";
import { unrendered } from "./kustomize.js";

export { leftOutNotes } from "../words/folder.js";

/** What is found in a folder. */
export interface Found {
  files: string[];
  leftOut: LeftOut[];
  /** That kustomize would make other objects of it; null: it would not. */
  unrendered: string | null;
}

/**
 * The files below a folder, in the order of their names. Hidden files and folders, `node_modules` and what `patterns`
 * or the folder's `.schedscopeignore` name are passed over without a word. Links to folders are not followed: they may
 * lead around in a circle.
 */
export function manifestsOf(folder: string, patterns: readonly string[]): Found {
  const own = join(folder, ignoreFile);
  const ignored = ignore().add([...patterns]);
  // A pipe of that name would block the run.
  if (statOf(own)?.isFile() === true) ignored.add(readFileSync(own, "utf8"));
  const found: Found = { files: [], leftOut: [], unrendered: null };
  const kustomizations = new Kustomizations();
  walk(folder, folder, ignored, found, kustomizations);
  const patches = found.files.filter((file) => kustomizations.isPatch(slashed(file)));
  const [overlay] = kustomizations.overlays();
  return {
    files: found.files.filter((file) => !patches.includes(file)),
    leftOut: [...found.leftOut, ...patches.map((file): LeftOut => ({ file, why: "patch" }))],
    unrendered: overlay === undefined ? null : unrendered(folder, overlay),
  };
}

function walk(root: string, folder: string, ignored: Ignore, found: Found, kustomizations: Kustomizations): void {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // An unreadable folder that the user names is an error; an unreadable subfolder is skipped.
    if (folder === root) throw error;
    found.leftOut.push({ file: `${folder}${sep}`, why: "not-readable" });
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const isChart = entries.some(({ name }) => name === "Chart.yaml");
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (isHidden(entry.name) || isIgnored(root, path, entry, ignored)) continue;
    if (entry.isDirectory()) {
      if (isChart && entry.name === "templates") found.leftOut.push({ file: `${path}${sep}`, why: "helm-chart" });
      else walk(root, path, ignored, found, kustomizations);
    } else if (kustomizationName.test(entry.name)) {
      // A kustomization is not an object; it says how to build objects.
      if (statOf(path)?.isFile() === true) addKustomization(kustomizations, folder, path);
    } else if (manifestName.test(entry.name)) {
      const why = isChart && chartName.test(entry.name) ? "helm-chart" : reasonAgainst(path);
      if (why === null) found.files.push(path);
      else if (why !== "folder") found.leftOut.push({ file: path, why });
    }
  }
}

/** What a path is; undefined: nothing, or a link that leads around in a circle. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

const slashed = (path: string): string => path.replaceAll(sep, "/");

/** One that cannot be read is left to who reads it. */
function addKustomization(kustomizations: Kustomizations, folder: string, file: string): void {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return;
  }
  kustomizations.add(slashed(folder), text);
}

const isIgnored = (root: string, path: string, entry: Dirent, ignored: Ignore): boolean =>
  ignored.ignores(`${slashed(relative(root, path))}${entry.isDirectory() ? "/" : ""}`);

/** Why a file is not read; null: it is. A pipe would hold the run until somebody writes into it. */
function reasonAgainst(path: string): LeftOut["why"] | "folder" | null {
  const stat = statOf(path);
  if (stat?.isDirectory() === true) return "folder";
  if (stat?.isFile() !== true) return "not-a-file";
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    // It is read again, and says what is wrong.
    return null;
  }
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return null;
  if (bytes.subarray(0, 8192).includes(0)) return "not-text";
  return isManifest(bytes.toString("utf8")) ? null : "not-a-manifest";
}
