/** Ticks of controls on their way through the engine, which answers with the text that has them. */
import type { Gesture } from "../editor/gesture";
import type { ControlEdit, Refusal, Tick, TickReply } from "../engine/protocol";
import type { TextEdit } from "../engine/types";

/** `again`: the text went on, or the engine did not. */
export type TickOutcome = { edits: TextEdit[] } | { refusal: Refusal } | "again";

interface Awaited {
  gesture: Gesture;
  end(outcome: TickOutcome): void;
}

export class Ticks {
  #lastId = 0;
  readonly #awaited = new Map<number, Awaited>();

  /** A tick to be sent; `done` tells what became of it. */
  begin(edit: ControlEdit, gesture: Gesture): { tick: Tick; done: Promise<TickOutcome> } {
    const id = ++this.#lastId;
    const done = new Promise<TickOutcome>((end) => this.#awaited.set(id, { gesture, end }));
    return { tick: { id, edit, begins: !gesture.isOn }, done };
  }

  /** Writes what the engine wrote into the editor. */
  write(replies: readonly TickReply[]): void {
    for (const { id, edits, refusal } of replies) {
      const awaited = this.#awaited.get(id);
      this.#awaited.delete(id);
      awaited?.gesture.apply(edits);
      awaited?.end(refusal === null ? { edits } : { refusal });
    }
  }

  /** None of those that are awaited will be written. */
  lose(): void {
    const lost = [...this.#awaited.values()];
    this.#awaited.clear();
    for (const { end } of lost) end("again");
  }
}

/** How many changes of the text these are. */
export const written = (replies: readonly TickReply[]): number =>
  replies.filter(({ edits }) => edits.length > 0).length;
