/** Ticks of controls on their way through the engine, which answers with the text that has them. */
import type { Gesture } from "../editor/gesture";
import type { ControlEdit, Refusal, Tick, TickReply } from "../engine/protocol";
import type { TextEdit } from "../engine/types";

/** `again`: the text went on, or the engine did not. */
export type TickOutcome = { edits: TextEdit[] } | { refusal: Refusal } | "again";

interface Awaited {
  edit: ControlEdit;
  gesture: Gesture;
  end(outcome: TickOutcome): void;
}

/** What the engine wrote into its text, and the editor not yet. */
interface Unwritten {
  edit: ControlEdit;
  gesture: Gesture;
  edits: TextEdit[];
}

export class Ticks {
  #lastId = 0;
  readonly #awaited = new Map<number, Awaited>();
  #unwritten: Unwritten[] = [];

  /** A tick to be sent; `done` tells what became of it. */
  begin(edit: ControlEdit, gesture: Gesture): { tick: Tick; done: Promise<TickOutcome> } {
    const id = ++this.#lastId;
    const begins = !gesture.isOn && !this.#unwritten.some((one) => one.gesture === gesture);
    const done = new Promise<TickOutcome>((end) => this.#awaited.set(id, { edit, gesture, end }));
    return { tick: { id, edit, begins }, done };
  }

  /** How many changes of the text the engine has, and the editor not yet. */
  get unwritten(): number {
    return this.#unwritten.length;
  }

  /** Takes what the engine wrote, to be written into the editor later. */
  take(replies: readonly TickReply[]): void {
    for (const { id, edits, refusal } of replies) {
      const awaited = this.#awaited.get(id);
      this.#awaited.delete(id);
      if (awaited !== undefined && edits.length > 0)
        this.#unwritten.push({ edit: awaited.edit, gesture: awaited.gesture, edits });
      awaited?.end(refusal === null ? { edits } : { refusal });
    }
  }

  /** Writes what was taken into the editor, each gesture's at once; `count` is told how many ticks come next. */
  write(count: (ticks: number) => void): void {
    const unwritten = this.#unwritten;
    this.#unwritten = [];
    while (unwritten.length > 0) {
      const { gesture } = unwritten[0] as Unwritten;
      const others = unwritten.findIndex((one) => one.gesture !== gesture);
      const joined = unwritten.splice(0, others < 0 ? unwritten.length : others);
      count(joined.length);
      gesture.apply(...joined.map(({ edits }) => edits));
    }
  }

  /** None of those that are awaited will be written. */
  lose(): void {
    const lost = [...this.#awaited.values()];
    this.#awaited.clear();
    for (const { end } of lost) end("again");
  }

  /** None of those that were taken will be written: the text went on. They are to be sent again. */
  loseUnwritten(): Pick<Unwritten, "edit" | "gesture">[] {
    const lost = this.#unwritten;
    this.#unwritten = [];
    return lost;
  }
}

/** How many changes of the text these are. */
export const written = (replies: readonly TickReply[]): number =>
  replies.filter(({ edits }) => edits.length > 0).length;
