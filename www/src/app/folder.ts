/** A folder that is dropped: the files of it that have objects, as one text, as the command line reads it. */
import {
  buildCommand,
  chartName,
  ignoreFile,
  isHidden,
  isManifest,
  kustomizationName,
  Kustomizations,
  type LeftOut,
  leftOutNotes,
  manifestName,
  unrenderedText,
} from "schedscope/words/folder";
import type { FolderNote } from "../session/folder";
import { fileText } from "../ui/file-text";

/** A file with its path below what was dropped. */
export interface FoundFile {
  path: string;
  file: File;
}

/** Folders of a chart that hold templates. */
const templates = /(^|\/)templates\//;

/** The files below entries, in the order of their names; hidden ones are passed over. */
export async function filesBelow(entries: readonly FileSystemEntry[], above = ""): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const entry of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${above}${entry.name}`;
    if (isHidden(entry.name) && entry.name !== ignoreFile) continue;
    if (entry.isDirectory) found.push(...(await filesBelow(await entriesOf(entry), `${path}/`)));
    else found.push({ path, file: await fileOf(entry) });
  }
  return found;
}

/** All of a folder: a reader gives them in parts. */
async function entriesOf(folder: FileSystemEntry): Promise<FileSystemEntry[]> {
  const reader = (folder as FileSystemDirectoryEntry).createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const fileOf = (entry: FileSystemEntry): Promise<File> =>
  new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));

/** The texts of files that have objects, and what is said of the others; `folder`: what they are called together. */
export async function manifestsAmong(
  folder: string,
  files: readonly FoundFile[],
): Promise<{ texts: string[]; note: Omit<FolderNote, "name"> }> {
  const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
  const charts = files.filter(({ path }) => nameOf(path) === "Chart.yaml").map(({ path }) => folderOf(path));
  const isOfChart = (path: string): boolean =>
    charts.some((chart) => path.startsWith(`${chart}/`) && templates.test(path.slice(chart.length))) ||
    (charts.includes(folderOf(path)) && chartName.test(nameOf(path)));
  const kustomizations = new Kustomizations();
  const leftOut: LeftOut[] = [];
  const read: { path: string; text: string }[] = [];
  const leave = (file: string, why: LeftOut["why"]): void => void leftOut.push({ file, why });
  let isIgnoring = false;
  for (const { path, file } of files) {
    if (nameOf(path) === ignoreFile) isIgnoring = true;
    else if (kustomizationName.test(nameOf(path))) kustomizations.add(folderOf(path), await fileText(file));
    else if (isOfChart(path)) leave(path, "helm-chart");
    else if (manifestName.test(path)) {
      const text = await fileText(file);
      if (text.slice(0, 8192).includes("\0")) leave(path, "not-text");
      else if (isManifest(text)) read.push({ path, text });
      else leave(path, "not-a-manifest");
    }
  }
  for (const { path } of read) if (kustomizations.isPatch(path)) leave(path, "patch");
  const [overlay] = kustomizations.overlays();
  const notes = leftOutNotes(leftOut);
  if (isIgnoring) notes.push(`${ignoreFile} counts in the command line only: its files are read, too`);
  return {
    texts: read.filter(({ path }) => !kustomizations.isPatch(path)).map(({ text }) => text),
    note: {
      incomplete:
        overlay === undefined
          ? null
          : `${unrenderedText(folder, overlay === "" ? folder : overlay)}: paste what ` +
            `\`${buildCommand(overlay === "" ? "." : overlay)}\` prints.`,
      notes,
    },
  };
}
