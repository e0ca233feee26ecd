import { type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { counted } from "schedscope/words/number";
import { reading } from "../session/answer";
import { textWidth } from "../session/preferences";
import {
  canRedo,
  canUndo,
  fileName,
  isWithoutEditor,
  kept,
  redoStep,
  startSession,
  textNumber,
  undoStep,
  withEditor,
} from "../session/session";
import type { KeptText } from "../session/storage";
import { CutName } from "../ui/cut-name";
import { Splitter } from "../ui/splitter";
import { openFiles, saveText } from "./files";
import { Findings } from "./findings";

/** Left: the text, what it holds, and what is wrong with it. */
export function TextPane({ opened, before }: { opened: KeptText; before: KeptText | null }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (host.current !== null) startSession(host.current, opened, before);
  }, []);
  const isTall = useSignal(false);
  return (
    <section class={`text-pane ${isTall.value ? "tall" : ""}`} id="text" tabIndex={-1} aria-label="Text">
      <TextHead isTall={isTall} />
      <div class="editor" ref={host} />
      <Findings />
      <Splitter width={textWidth} />
    </section>
  );
}

/** `isTall`: on a phone, where the answer has most of the first screen. */
function TextHead({ isTall }: { isTall: Signal<boolean> }) {
  const picker = useRef<HTMLInputElement>(null);
  /** the text that is folded, by its number */
  const foldedText = useSignal<number | null>(null);
  const folded = foldedText.value === textNumber.value;
  return (
    <div class="text-head">
      <strong class="file-name one-line" title={fileName.value}>
        <CutName name={fileName.value} />
      </strong>
      {kept.value === false && (
        <span class="not-kept" title="This browser does not store the input: a reload loses it. Save it as a file.">
          not kept
        </span>
      )}
      {isWithoutEditor.value && (
        <span class="not-kept" role="alert" title="What was typed is kept in this browser.">
          reload the page to edit
        </span>
      )}
      <Contents />
      <Steps />
      <button
        type="button"
        class="quiet-button on-phone"
        aria-pressed={isTall.value}
        onClick={() => (isTall.value = !isTall.value)}
      >
        Enlarge
      </button>
      <button
        type="button"
        class="quiet-button off-phone"
        aria-pressed={folded}
        title="Fold every document but placements"
        onClick={() => {
          foldedText.value = folded ? null : textNumber.peek();
          withEditor(({ view, code }) => code.foldDocuments(view, !folded));
        }}
      >
        Fold
      </button>
      <button type="button" class="quiet-button" onClick={() => picker.current?.click()}>
        Open
      </button>
      <button type="button" class="quiet-button" onClick={saveText}>
        Save
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept=".yaml,.yml,.json,.txt,.jsonl"
        onChange={(event) => {
          const { currentTarget: input } = event;
          void openFiles(input.files ?? []).then(() => (input.value = ""));
        }}
      />
    </div>
  );
}

/** Undo and redo, for those who have no such keys, and after a reload. */
function Steps() {
  return (
    <span class="text-steps">
      <StepButton words="Undo" keys="Ctrl+Z" able={canUndo.value} onStep={undoStep} sign="↶" />
      <StepButton words="Redo" keys="Ctrl+Y" able={canRedo.value} onStep={redoStep} sign="↷" />
    </span>
  );
}

interface StepButtonProps {
  words: string;
  keys: string;
  sign: string;
  able: boolean;
  onStep(): void;
}

function StepButton({ words, keys, sign, able, onStep }: StepButtonProps) {
  return (
    <button
      type="button"
      class="quiet-button"
      // The keyboard stays on it when there is nothing left.
      aria-disabled={!able}
      aria-label={words}
      title={`${words} (${keys} in the input)`}
      onClick={() => able && onStep()}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

/** `1 Placement · 24 ManagedClusters` */
function Contents() {
  const kinds = reading.value?.kinds ?? [];
  // What decides stands first, however many clusters there are.
  const sorted = [...kinds].sort((a, b) => Number(b.kind === "Placement") - Number(a.kind === "Placement"));
  const all = sorted.map(({ kind, count }) => counted(count, kind));
  return (
    <span class="contents quiet" title={all.join(" · ")}>
      {all.map((part, i) => (
        <span key={part}>
          {i > 0 && " · "}
          {part}
        </span>
      ))}
    </span>
  );
}
