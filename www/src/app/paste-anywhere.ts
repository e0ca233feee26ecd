/** A text that is pasted anywhere on the page takes the place of the input. */
import { unnamed } from "../editor/text-name";
import { keepNow, openText } from "../session/session";

/** Where a paste has a place of its own. */
const fields = "input, textarea, select, [contenteditable], .editor, dialog[open]";

export function acceptPastes(root: HTMLElement): void {
  root.ownerDocument.addEventListener("paste", (event) => {
    const target = event.composedPath()[0];
    if (event.defaultPrevented || (target instanceof Element && target.closest(fields) !== null)) return;
    // In the shadow root of the input.
    if (event.target instanceof Element && event.target.closest(fields) !== null) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.trim() === "") return;
    event.preventDefault();
    void openText(unnamed, text).then(keepNow);
  });
}
