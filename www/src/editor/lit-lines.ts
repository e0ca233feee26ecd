/** Lines that something on the right points at, and those that it has written. */
import { type Extension, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

const light = StateEffect.define<{ from: number; to: number } | null>();

const line = Decoration.line({ class: "cm-lit" });

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lit, transaction) {
    let next = lit.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(light)) continue;
      if (effect.value === null) {
        next = Decoration.none;
        continue;
      }
      const { doc } = transaction.state;
      const first = doc.lineAt(Math.min(effect.value.from, doc.length));
      const last = doc.lineAt(Math.min(Math.max(effect.value.to, effect.value.from), doc.length));
      const marks: Range<Decoration>[] = [];
      // A whole object is not a line worth lighting: its first line stands for it.
      const end = last.number - first.number > 6 ? first.number : last.number;
      for (let n = first.number; n <= end; n += 1) marks.push(line.range(doc.line(n).from));
      next = Decoration.set(marks);
    }
    return next;
  },
  provide: (self) => EditorView.decorations.from(self),
});

export const litLines = (): Extension => [field, writtenField];

const mark = StateEffect.define<{ from: number; to: number }[]>();

const writtenLine = Decoration.line({ class: "cm-written" });

/** Lines that the page has written, until the text changes again. */
const writtenField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(written, transaction) {
    const ranges = transaction.effects.find((effect) => effect.is(mark))?.value;
    if (ranges === undefined) return transaction.docChanged ? Decoration.none : written;
    const { doc } = transaction.state;
    const lines = new Set<number>();
    for (const { from, to } of ranges) {
      const last = doc.lineAt(Math.min(to, doc.length)).number;
      for (let n = doc.lineAt(Math.min(from, doc.length)).number; n <= last; n += 1) lines.add(n);
    }
    return Decoration.set([...lines].sort((a, b) => a - b).map((n) => writtenLine.range(doc.line(n).from)));
  },
  provide: (self) => EditorView.decorations.from(self),
});

/** Marks the lines of ranges that the page has just written. */
export function markWritten(view: EditorView, ranges: { from: number; to: number }[]): void {
  view.dispatch({ effects: mark.of(ranges) });
}

/** Lights the lines of a range; null puts the light out. */
export function lightLines(view: EditorView, range: { from: number; to: number } | null): void {
  view.dispatch({ effects: light.of(range) });
}

/**
 * Scrolls to a place of the text where it is out of sight; neither cursor nor focus move, nor the page, which on a
 * phone would lose what was clicked.
 */
export function scrollIfFar(view: EditorView, place: number): void {
  const offset = Math.min(place, view.state.doc.length);
  const box = view.scrollDOM.getBoundingClientRect();
  const seen = view.coordsAtPos(offset);
  if (seen !== null && seen.top >= box.top && seen.bottom <= box.bottom) return;
  const { top, height } = view.lineBlockAt(offset);
  view.scrollDOM.scrollTop = view.documentPadding.top + top - (view.scrollDOM.clientHeight - height) / 2;
}
