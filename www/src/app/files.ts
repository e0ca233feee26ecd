/** Files in and out: opened, dropped, saved. */
import { currentText, fileName, keepNow, openText } from "../session/session";

/** Several files become one text, a document marker between them. */
export async function openFiles(files: Iterable<File>): Promise<void> {
  const all = [...files];
  const first = all[0];
  if (first === undefined) return;
  const texts = await Promise.all(all.map((file) => file.text()));
  await openText(first.name, joinTexts(texts));
  keepNow();
}

export function joinTexts(texts: string[]): string {
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
      void openFiles(event.dataTransfer?.files ?? []);
    },
    { capture: true },
  );
}
