/**
 * Colours of a large text: only of the lines on screen, each by itself, and without a parser. The parser of YAML takes
 * a tenth of a second for each change of 8 MB; reading forty lines takes none.
 */
import { yaml } from "@codemirror/lang-yaml";
import { Compartment, EditorState, type Extension, RangeSetBuilder, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** From so many UTF-16 code units on a text is large. */
export const largeFrom = 400_000;

type LineToken = "key" | "comment" | "marker";

export interface Token {
  from: number;
  to: number;
  is: LineToken;
}

/** Longer lines, as in JSON on one line, stay without colours. */
const longestLine = 2000;

/** What a line of block YAML or printed JSON shows by itself. */
export function lineTokens(line: string): Token[] {
  if (line.length > longestLine) return [];
  if (/^(---|\.\.\.)(\s|$)/.test(line)) return [{ from: 0, to: 3, is: "marker" }];
  const tokens: Token[] = [];
  const key = /^(\s*(?:- +)*)("(?:[^"\\]|\\.)*"|[^\s#"'&*!|>%@`{}[\],-][^#:]*?|[\w./-]+)(?=:(\s|$))/.exec(line);
  if (key !== null) {
    const from = key[1]?.length ?? 0;
    tokens.push({ from, to: from + (key[2]?.length ?? 0), is: "key" });
  }
  const comment = commentFrom(line);
  if (comment !== null) tokens.push({ from: comment, to: line.length, is: "comment" });
  return tokens;
}

/** Where a comment begins: at a `#` outside of quotes, at the start or behind a space. */
function commentFrom(line: string): number | null {
  let quote = "";
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? "";
    const before = line[at - 1] ?? " ";
    if (quote !== "") {
      if (quote === '"' && letter === "\\") at += 1;
      else if (letter === quote) quote = "";
    } else if (/["']/.test(letter) && /[\s:[{,-]/.test(before)) {
      quote = letter;
    } else if (letter === "#" && /\s/.test(before)) {
      return at;
    }
  }
  return null;
}

const marks: Record<LineToken, Decoration> = {
  key: Decoration.mark({ class: "cm-line-key" }),
  comment: Decoration.mark({ class: "cm-line-comment" }),
  marker: Decoration.mark({ class: "cm-line-marker" }),
};

function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      for (const token of lineTokens(line.text))
        builder.add(line.from + token.from, line.from + token.to, marks[token.is]);
      at = line.to + 1;
    }
  }
  return builder.finish();
}

const byLine = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = decorate(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const language = new Compartment();
const languageOf = (doc: Text): Extension => (doc.length < largeFrom ? yaml() : byLine);

/** Colours by YAML's parser for texts that are not large, and by the line for others. */
export const colours = (text: string): Extension => [
  language.of(text.length < largeFrom ? yaml() : byLine),
  EditorState.transactionExtender.of((transaction) => {
    if (!transaction.docChanged) return null;
    const { newDoc, startState } = transaction;
    // In the same transaction, so that a large text never meets the parser.
    if (newDoc.length < largeFrom === startState.doc.length < largeFrom) return null;
    return { effects: language.reconfigure(languageOf(newDoc)) };
  }),
];
