/**
 * One drag of a slider is one step of undo, however many edits it makes and however slow it is.
 */
import { isolateHistory } from "@codemirror/commands";
import { type EditorState, Transaction, type TransactionSpec } from "@codemirror/state";
import type { TextEdit } from "../engine/types";
import { changeSpec } from "../engine/edits";

/** What a gesture needs of an editor. */
export interface Target {
  readonly state: EditorState;
  dispatch(...specs: TransactionSpec[]): void;
}

export class Gesture {
  readonly #target: Target;
  /** the text as this gesture left it; another text means that someone else edited meanwhile */
  #left: EditorState["doc"] | null = null;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Whether the next edit belongs to the same undo step as the last one. */
  get isOn(): boolean {
    return this.#left === this.#target.state.doc;
  }

  /** Applies lists of edits one after another; the offsets of each are in the text after the lists before it. */
  apply(...edits: TextEdit[][]): void {
    const changes = edits
      .filter((one) => one.length > 0)
      .map((one) => ({ changes: changeSpec(one), sequential: true }));
    if (changes.length === 0) return;
    const annotations = this.isOn
      ? // The history joins only this event to the step before it without looking at the delay.
        Transaction.userEvent.of("input.type.compose")
      : [isolateHistory.of("before"), Transaction.userEvent.of("input.control")];
    this.#target.dispatch(...changes, { annotations });
    this.#left = this.#target.state.doc;
  }

  /** Makes the next edit, by a control or the user, a separate undo step. */
  end(): void {
    if (this.#left === null) return;
    this.#left = null;
    this.#target.dispatch({ annotations: isolateHistory.of("full") });
  }
}
