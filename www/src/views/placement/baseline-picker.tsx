import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { BaselineKind } from "schedscope/words/placement";
import type { ShownDecision } from "../../engine/protocol";
import type { Profile } from "../../engine/types";
import { chosenBaseline, otherText } from "../../session/baseline";
import { compareWithText, pinShown } from "../../session/baseline-client";

/** What the other profile is, by the one in force. */
const others: Record<Profile, string> = { Upstream: "the proposals", Proposal: "today's hub" };

/** Everything is shown as the difference from this. */
export function BaselinePicker({ decision }: { decision: ShownDecision }) {
  const isOpen = useSignal(false);
  const shown = decision.difference;
  if (shown === null) return null;
  const names: Record<BaselineKind, string> = {
    recorded: "what the hub recorded",
    edit: "before my last edit",
    pinned: "the pinned decision",
    profile: others[decision.summary.profile],
    text: otherText.value?.name ?? "another text",
  };
  const kinds = (Object.keys(names) as BaselineKind[]).filter(
    (kind) => kind === shown.baseline || shown.available.includes(kind),
  );
  return (
    <div class="baseline">
      <label>
        <span class="quiet">compared with</span>{" "}
        <select
          aria-label="Baseline"
          value={shown.baseline}
          onChange={({ currentTarget: select }) => {
            if (select.value !== "open") {
              chosenBaseline.value = select.value as BaselineKind;
              return;
            }
            select.value = shown.baseline;
            isOpen.value = true;
          }}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {names[kind]}
            </option>
          ))}
          <option value="open">another text…</option>
        </select>
      </label>
      <button
        type="button"
        class="quiet-button"
        title="Compare what comes with this decision"
        onClick={() => void pinShown()}
      >
        Pin
      </button>
      {isOpen.value && <OtherText onClose={() => (isOpen.value = false)} />}
    </div>
  );
}

/** Takes another text to compare with: pasted, opened or dropped here. */
function OtherText({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pasted = useRef<HTMLTextAreaElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const compare = (name: string, text: string): void => {
    compareWithText(name, text);
    dialog.current?.close();
  };
  const open = async (files: FileList | null | undefined): Promise<void> => {
    const file = files?.[0];
    if (file !== undefined) compare(file.name, await file.text());
  };
  return (
    <dialog
      ref={dialog}
      class="gallery other-text"
      onClose={onClose}
      aria-labelledby="other-text-title"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void open(event.dataTransfer?.files);
      }}
    >
      <div class="gallery-body">
        <div class="section-head">
          <h2 id="other-text-title">Compare with another text</h2>
          <button type="button" class="close" aria-label="Close" onClick={() => dialog.current?.close()}>
            ×
          </button>
        </div>
        <p class="quiet">The placement of the same name is decided there, by the same profile and clock.</p>
        <textarea ref={pasted} rows={8} spellcheck={false} aria-label="The other text" placeholder="Paste it here" />
        <div class="other-text-actions">
          <button type="button" class="plain" onClick={() => compare("the pasted text", pasted.current?.value ?? "")}>
            Compare
          </button>
          <label>
            <span class="quiet">or open a file</span>{" "}
            <input
              type="file"
              accept=".yaml,.yml,.json,.txt"
              onChange={({ currentTarget: input }) => void open(input.files).then(() => (input.value = ""))}
            />
          </label>
        </div>
      </div>
    </dialog>
  );
}
