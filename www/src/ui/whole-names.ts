/** A double click on a name selects all of it: browsers take a hyphen for the end of a word. */
export function selectNamesWhole(root: HTMLElement): void {
  root.addEventListener("dblclick", ({ target }) => {
    const name = target instanceof Element ? target.closest(".cut-name") : null;
    if (name !== null) getSelection()?.selectAllChildren(name);
  });
}
