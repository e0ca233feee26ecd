import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { fileText } from "./file-text";
import type { ViewName } from "./choice";
import { CloseButton } from "./close-button";
import { useHost } from "./host";

/** One thing to compare with. */
export interface BaselineChoice {
  key: string;
  label: string;
  /** the heading under which it is offered; none: above all headings */
  group?: string;
}

interface Props {
  view: ViewName;
  value: string;
  choices: BaselineChoice[];
  /** what is said where another text is asked for */
  otherWords: string;
  pinWords: string;
}

/** Everything is shown as the difference from what is chosen here. */
export function BaselinePicker({ view, value, choices, otherWords, pinWords }: Props) {
  const { baseline } = useHost();
  const isOpen = useSignal(false);
  const groups = [...new Set(choices.flatMap(({ group }) => (group === undefined ? [] : [group])))];
  const of = (group: string | undefined) => choices.filter((choice) => choice.group === group).map(option);
  return (
    <div class="baseline inline">
      <label>
        <span class="quiet">compared with</span>{" "}
        <select
          aria-label="Baseline"
          value={value}
          onChange={({ currentTarget: select }) => {
            if (select.value !== "open") {
              baseline.choose(view, select.value);
              return;
            }
            select.value = value;
            isOpen.value = true;
          }}
        >
          {of(undefined)}
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {of(group)}
            </optgroup>
          ))}
          <option value="open">another text…</option>
        </select>
      </label>
      <button type="button" class="quiet-button" title={pinWords} onClick={() => baseline.pin(view)}>
        Pin
      </button>
      {isOpen.value && (
        <OtherText
          words={otherWords}
          onOther={(name, text) => baseline.compare(view, name, text)}
          onClose={() => (isOpen.value = false)}
        />
      )}
    </div>
  );
}

const option = ({ key, label }: BaselineChoice) => (
  <option key={key} value={key}>
    {label}
  </option>
);

/** Takes another text to compare with: pasted, opened or dropped here. */
function OtherText({
  words,
  onOther,
  onClose,
}: {
  words: string;
  onOther(name: string, text: string): void;
  onClose(): void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pasted = useRef<HTMLTextAreaElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const compare = (name: string, text: string): void => {
    onOther(name, text);
    dialog.current?.close();
  };
  const open = async (files: FileList | null | undefined): Promise<void> => {
    const file = files?.[0];
    if (file !== undefined) compare(file.name, await fileText(file));
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
        <div class="section-head flex-row">
          <h2 id="other-text-title">Compare with another text</h2>
          <CloseButton onClose={() => dialog.current?.close()} />
        </div>
        <p class="quiet">{words}</p>
        <textarea ref={pasted} rows={8} spellcheck={false} aria-label="The other input" placeholder="Paste it here" />
        <div class="other-text-actions flex-row">
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
