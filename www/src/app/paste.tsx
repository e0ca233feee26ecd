import { useSignal } from "@preact/signals";
import { openText } from "../session/session";
import { unnamed } from "../editor/text-name";
import { Commands } from "./commands";
import { Dialog } from "./dialog";

/** How to get a text to paste, and a button that takes it from the clipboard. */
export function Paste() {
  const said = useSignal("");
  const paste = async (close: () => void): Promise<void> => {
    try {
      const text = await navigator.clipboard.readText();
      if (text.trim() === "") {
        said.value = "The clipboard holds no text.";
        return;
      }
      close();
      await openText(unnamed, text);
    } catch {
      said.value = "The browser did not allow reading the clipboard: paste into the input with Ctrl+V or ⌘V.";
    }
  };
  return (
    <Dialog label="Paste" title="Paste objects" id="paste" onOpen={() => (said.value = "")}>
      {(close) => (
        <>
          <p>1. Copy what one of these commands prints, or any manifests, as YAML or JSON.</p>
          <Commands />
          <p>2. Paste it in place of the input. Undo in the input brings yours back.</p>
          <button type="button" class="plain primary" onClick={() => void paste(close)}>
            Paste from the clipboard
          </button>{" "}
          <span role="status">{said.value}</span>
          <p class="quiet">Everything is computed in this tab. Nothing leaves this machine.</p>
        </>
      )}
    </Dialog>
  );
}
