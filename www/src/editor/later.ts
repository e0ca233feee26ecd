/** The editor, loaded behind the first answer; until then a plain field stands in for it. */
import type { EditorView } from "@codemirror/view";
import type { EditorEvents } from "./editor";
import { differing, longestStandIn, type StandIn, standIn } from "./stand-in";

/** The editor's code, loaded. */
export type Code = typeof import("./whole");

/** An editor that is there. */
export interface Editing {
  view: EditorView;
  code: Code;
}

interface LaterEvents extends EditorEvents {
  /** the editor is there, with the text that it began with */
  began(editing: Editing): void;
  /** somebody typed before the editor was there; it is told by `changed` when it is */
  typedEarly(): void;
  /** the code could not be loaded */
  failed(): void;
}

export class LaterEditor {
  readonly #host: HTMLElement;
  readonly #first: string;
  readonly #before: string | null;
  readonly #steps: unknown;
  readonly #events: LaterEvents;
  readonly #standIn: StandIn;
  #editing: Editing | null = null;
  #loading: Promise<Editing | null> | null = null;

  /** `before`: a text that undo brings back. `steps`: those of undo, of that text or of the one on show. */
  constructor(host: HTMLElement, text: string, before: string | null, steps: unknown, events: LaterEvents) {
    this.#host = host;
    // As the editor counts.
    this.#first = text.replace(/\r\n?/g, "\n");
    this.#before = before;
    this.#steps = steps;
    this.#events = events;
    this.#standIn = standIn(host, this.#first, { touched: () => void this.load(), typed: events.typedEarly });
    if (text.length > longestStandIn) void this.load();
  }

  /** The editor, where it is there. */
  get now(): Editing | null {
    return this.#editing;
  }

  get text(): string {
    return this.#editing?.view.state.doc.toString() ?? this.#standIn.text();
  }

  /** The text with all changes that were told, and no others. */
  get toldText(): string {
    return this.#editing?.view.state.doc.toString() ?? this.#first;
  }

  /** The steps of undo of this text, of so many UTF-16 code units at most. */
  steps(most: number): unknown {
    if (this.#editing !== null) return this.#editing.code.stepsOf(this.#editing.view.state, most);
    return this.#before === null && this.#standIn.text() === this.#first ? this.#steps : null;
  }

  get length(): number {
    return this.#editing?.view.state.doc.length ?? this.#standIn.text().length;
  }

  /** Loads the editor if it is not there yet; null where it cannot be loaded now. */
  load(): Promise<Editing | null> {
    this.#loading ??= import("./whole").then(
      (code) => this.#begin(code),
      () => {
        this.#loading = null;
        this.#events.failed();
        return null;
      },
    );
    return this.#loading;
  }

  /** Does something with the editor: now, or once it is there. */
  with(use: (editing: Editing) => void): void {
    if (this.#editing !== null) use(this.#editing);
    else void this.load().then((editing) => editing && use(editing));
  }

  async #begin(code: Code): Promise<Editing> {
    const { text, selection, hasFocus, scroll } = await this.#standIn.end();
    let isTold = false;
    const view = code.createEditor(this.#host, this.#before ?? this.#first, this.#steps, {
      changed: (...change) => isTold && this.#events.changed(...change),
      replaced: (how) => isTold && this.#events.replaced(how),
      moved: (...to) => isTold && this.#events.moved(...to),
    });
    if (this.#before !== null) code.replaceText(view, this.#first);
    const editing = { view, code };
    this.#editing = editing;
    isTold = true;
    this.#events.began(editing);
    const typed = text !== this.#first;
    if (typed || selection[1] > 0) {
      view.dispatch({
        ...(typed && { changes: differing(this.#first, text), userEvent: "input.type" }),
        selection: { anchor: selection[0], head: selection[1] },
      });
    }
    if (hasFocus) view.focus();
    // Behind the editor's first measurement, which moves what it only guessed before.
    const write = (): void => view.scrollDOM.scrollTo(scroll[0], scroll[1]);
    if (scroll[0] > 0 || scroll[1] > 0) view.requestMeasure({ read: () => undefined, write });
    return editing;
  }
}
