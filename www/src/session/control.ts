/** Controls that write into the text: sliders and fields. */
import type { Gesture } from "../editor/gesture";
import type { ControlEdit } from "../engine/protocol";
import type { PrioritizerMode, TextEdit } from "../engine/types";
import * as answer from "./answer";
import { frame, newGesture, sendTick, writeTicks } from "./session";

/**
 * A control that edits the text through the engine. Ticks are merged to one per animation frame,
 * the latest wins, and all of one gesture are one step of undo. A frame shows a tick and its answer together.
 */
export class TextControl<Value> {
  readonly #edit: (value: Value) => ControlEdit;
  readonly #refuses: ((value: Value, edits: TextEdit[]) => string | null) | undefined;
  #gesture: Gesture | null = null;
  #wanted: { value: Value } | null = null;
  #busy = false;
  #ending = false;

  /** `refuses`: why edits are not what was asked for; null: they are. */
  constructor(edit: (value: Value) => ControlEdit, refuses?: (value: Value, edits: TextEdit[]) => string | null) {
    this.#edit = edit;
    this.#refuses = refuses;
  }

  /** A tick of the control. */
  set(value: Value): void {
    this.#wanted = { value };
    this.#ending = false;
    if (!this.#busy) void this.#work();
  }

  /** The control was let go. */
  end(): void {
    this.#ending = true;
    if (!this.#busy) this.#finish();
  }

  /** One tick, and the control is let go. */
  once(value: Value): void {
    this.set(value);
    this.end();
  }

  #finish(): void {
    writeTicks();
    this.#gesture?.end();
    this.#gesture = null;
  }

  async #work(): Promise<void> {
    this.#busy = true;
    try {
      while (this.#wanted !== null) {
        const { value } = this.#wanted;
        this.#wanted = null;
        this.#gesture ??= await newGesture();
        if (this.#gesture === null) return;
        await this.#write(value, this.#gesture);
        // The first tick does not wait; those after it change the text once a frame.
        await frame();
      }
    } finally {
      this.#busy = false;
      // Behind the frame that shows the answer.
      if (this.#ending) setTimeout(() => this.#ending && !this.#busy && this.#finish(), 0);
    }
  }

  /** Writes again while the text changes under it, or the engine failed; not where a newer tick is there. */
  async #write(value: Value, gesture: Gesture): Promise<void> {
    while (this.#wanted === null && answer.decision.peek() !== null) {
      const outcome = await sendTick(this.#edit(value), gesture);
      if (outcome !== "again") {
        const message = "edits" in outcome ? (this.#refuses?.(value, outcome.edits) ?? null) : null;
        if ("refusal" in outcome) answer.refusal.value = outcome.refusal;
        else if (message !== null) answer.refusal.value = { code: "no-edit", message };
        return;
      }
      // Another engine takes its place, and is asked again; one that failed twice waits for the next change.
      if (answer.engine.peek().type === "stopped") return;
      await frame();
    }
  }
}

export const weightControl = (prioritizer: string): TextControl<number> =>
  new TextControl((weight) => ({ prioritizer, weight }));

/** Why nothing came of an edit that had something to change. */
export const withoutPlace = "this change has no place in the input as it is written; make it there by hand";

export const modeControl = (): TextControl<PrioritizerMode> =>
  new TextControl(
    (mode) => ({ mode }),
    (mode, edits) => (edits.length === 0 && answer.decision.peek()?.summary.mode !== mode ? withoutPlace : null),
  );

export const numberControl = (): TextControl<number | null> =>
  new TextControl((numberOfClusters) => ({ numberOfClusters }));
