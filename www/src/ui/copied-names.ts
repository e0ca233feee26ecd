/** Names that are cut in the middle are copied as they are: their two parts would come with a line between them. */

/** The selection with all names whole; null: no name that may be cut is in it. */
function wholeText(root: HTMLElement, selection: Selection): string | null {
  if (selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const { commonAncestorContainer: around } = range;
  const inside = (around instanceof Element ? around : around.parentElement)?.closest(".cut-name");
  if (inside == null && range.cloneContents().querySelector(".cut-name") === null) return null;
  root.classList.add("copying");
  // Some browsers read the selection as it was laid out last.
  void root.offsetWidth;
  const text = selection.toString();
  root.classList.remove("copying");
  return text;
}

/** Copies names below `root` whole. */
export function copyNamesWhole(root: HTMLElement): void {
  root.addEventListener("copy", (event) => {
    if (event.defaultPrevented) return;
    const selection = getSelection();
    const text = selection === null ? null : wholeText(root, selection);
    if (text === null) return;
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  });
}
