/** Files in and out: opened, dropped, saved. */
import { addressNote } from "../session/address";
import { folderNote } from "../session/folder";
import { currentText, fileName, keepNow, openText } from "../session/session";
import { fileText } from "../ui/file-text";
import type { FoundFile } from "./folder";

/** Several files become one text, a document marker between them. */
export async function openFiles(files: Iterable<File>): Promise<void> {
  const all = [...files];
  const first = all[0];
  if (first === undefined) return;
  if (all.some(({ name }) => kustomizationFile.test(name)) && all.length > 1) {
    await openFound(
      "kustomization.yaml",
      first.name,
      all.map((file) => ({ path: file.name, file })),
    );
    return;
  }
  const texts = await Promise.all(all.map(fileText));
  folderNote.value = null;
  await openText(first.name, joinTexts(texts));
  keepNow();
}

/** The code for folders is loaded with the first of them. */
const kustomizationFile = /^kustomization(\.ya?ml)?$/i;

/** Files and folders that were dropped, as one text. */
async function openEntries(entries: FileSystemEntry[]): Promise<void> {
  const { filesBelow } = await import("./folder");
  const name = entries.find(({ isDirectory }) => isDirectory)?.name ?? "folder";
  await openFound(name, `${name}.yaml`, await filesBelow(entries));
}

async function openFound(folder: string, name: string, files: FoundFile[]): Promise<void> {
  const { manifestsAmong } = await import("./folder");
  const { texts, note } = await manifestsAmong(folder, files);
  if (texts.length === 0) {
    const why = [note.incomplete ?? "", ...note.notes].filter((words) => words !== "").join(" ");
    addressNote.value = `There is no YAML or JSON file with objects in ${folder}. ${why}`.replaceAll("`", "").trim();
    return;
  }
  folderNote.value = { name, ...note };
  await openText(name, joinTexts(texts));
  keepNow();
}

function joinTexts(texts: string[]): string {
  return texts.map((text) => (text.endsWith("\n") ? text : `${text}\n`)).join("---\n");
}

/** Hands the text to the browser as a download. */
export const saveText = (): void => saveBlob(new Blob([currentText()], { type: "application/yaml" }), fileName.value);

/** Hands anything to the browser as a download. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Takes files that are dropped anywhere on the page. */
export function acceptDrops(root: HTMLElement): void {
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  root.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    root.classList.add("dropping");
  });
  root.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) root.classList.remove("dropping");
  });
  root.addEventListener(
    "drop",
    (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      root.classList.remove("dropping");
      const { items, files } = event.dataTransfer ?? {};
      const entries = [...(items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
      if (entries.some(({ isDirectory }) => isDirectory)) void openEntries(entries);
      else void openFiles(files ?? []);
    },
    { capture: true },
  );
}
