/** The manifests of a folder: its YAML and JSON files by name, without those that are plainly none. */
import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
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
import { encodingOf } from "./encoding.js";
import { unrendered } from "./kustomize.js";

export { leftOutNotes } from "../words/folder.js";

/** Where folders are: on the disk, or in an archive. */
export interface Files {
  list(folder: string): { name: string; isFolder: boolean }[];
  /** What a path is; undefined: nothing, or a link that leads around in a circle. */
  kindOf(path: string): "file" | "folder" | "other" | undefined;
  bytes(path: string): Uint8Array;
}

/** The files of this machine. */
export const disk: Files = {
  list: (folder) =>
    readdirSync(folder, { withFileTypes: true }).map((of) => ({ name: of.name, isFolder: of.isDirectory() })),
  kindOf: (path) => {
    let stat: Stats;
    try {
      stat = statSync(path);
    } catch {
      return undefined;
    }
    return stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other";
  },
  bytes: (path) => readFileSync(path),
};

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
export function manifestsOf(folder: string, patterns: readonly string[], source: Files = disk): Found {
  const own = join(folder, ignoreFile);
  const ignored = ignore().add([...patterns]);
  // A pipe of that name would block the run.
  if (source.kindOf(own) === "file") ignored.add(utf8(source.bytes(own)));
  const found: Found = { files: [], leftOut: [], unrendered: null };
  const kustomizations = new Kustomizations();
  walk(folder, { root: folder, source, ignored, found, kustomizations });
  const patches = found.files.filter((file) => kustomizations.isPatch(slashed(file)));
  const [overlay] = kustomizations.overlays();
  return {
    files: found.files.filter((file) => !patches.includes(file)),
    leftOut: [...found.leftOut, ...patches.map((file): LeftOut => ({ file, why: "patch" }))],
    unrendered: overlay === undefined ? null : unrendered(folder, overlay),
  };
}

interface Walk {
  root: string;
  source: Files;
  ignored: Ignore;
  found: Found;
  kustomizations: Kustomizations;
}

function walk(folder: string, walking: Walk): void {
  const { root, source, ignored, found, kustomizations } = walking;
  let entries: ReturnType<Files["list"]>;
  try {
    entries = source.list(folder);
  } catch (error) {
    // An unreadable folder that the user names is an error; an unreadable subfolder is skipped.
    if (folder === root) throw error;
    found.leftOut.push({ file: `${folder}${sep}`, why: "not-readable" });
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const isChart = entries.some(({ name }) => name === "Chart.yaml");
  for (const { name, isFolder } of entries) {
    const path = join(folder, name);
    if (isHidden(name) || ignored.ignores(`${slashed(relative(root, path))}${isFolder ? "/" : ""}`)) continue;
    if (isFolder) {
      if (isChart && name === "templates") found.leftOut.push({ file: `${path}${sep}`, why: "helm-chart" });
      else walk(path, walking);
    } else if (kustomizationName.test(name)) {
      // A kustomization is not an object; it says how to build objects.
      if (source.kindOf(path) === "file") addKustomization(kustomizations, folder, path, source);
    } else if (manifestName.test(name)) {
      const why = isChart && chartName.test(name) ? "helm-chart" : reasonAgainst(path, source);
      if (why === null) found.files.push(path);
      else if (why !== "folder") found.leftOut.push({ file: path, why });
    }
  }
}

const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");

const slashed = (path: string): string => path.replaceAll(sep, "/");

/** One that cannot be read is left to who reads it. */
function addKustomization(kustomizations: Kustomizations, folder: string, file: string, source: Files): void {
  let text: string;
  try {
    text = utf8(source.bytes(file));
  } catch {
    return;
  }
  kustomizations.add(slashed(folder), text);
}

/** Why a file is not read; null: it is. A pipe would hold the run until somebody writes into it. */
function reasonAgainst(path: string, source: Files): LeftOut["why"] | "folder" | null {
  const kind = source.kindOf(path);
  if (kind === "folder") return "folder";
  if (kind !== "file") return "not-a-file";
  let bytes: Uint8Array;
  try {
    bytes = source.bytes(path);
  } catch {
    // It is read again, and says what is wrong.
    return null;
  }
  if (encodingOf(bytes) !== "utf-8") return null;
  if (bytes.subarray(0, 8192).includes(0)) return "not-text";
  return isManifest(utf8(bytes)) ? null : "not-a-manifest";
}
