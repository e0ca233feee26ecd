/** The text: a CodeMirror for YAML, in a shadow root. */
import { defaultKeymap, history, historyKeymap, undoDepth } from "@codemirror/commands";
import { bracketMatching, foldKeymap, indentOnInput } from "@codemirror/language";
import { lintGutter } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { type ChangeSet, EditorState, type Text, Transaction } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { assist } from "./assist";
import { diagnosticKeymap } from "./diagnostics";
import { documentFolding } from "./folding";
import { stateWith } from "./kept-history";
import { colours } from "./large";
import { litLines } from "./lit-lines";
import { look } from "./look";
import { replacesAll } from "./text-name";

export interface EditorEvents {
  /** `isNewStep`: a step of undo begins with it, or one is undone */
  changed(changes: ChangeSet, isNewStep: boolean, doc: Text): void;
  /** the whole text gave way to another one, or to the one before or after it */
  replaced(how: "new" | "undo" | "redo"): void;
  /** the cursor's offset */
  moved(head: number, doc: Text): void;
}

/**
 * A text pasted in place of all is shown from its first line. The cursor stays behind it, so that a second paste
 * follows.
 */
const pastedFromItsFirstLine = EditorState.transactionExtender.of((transaction) =>
  transaction.isUserEvent("input.paste") && replacesAll(transaction.changes)
    ? { effects: EditorView.scrollIntoView(0, { y: "start", yMargin: 9 }) }
    : null,
);

/**
 * A shadow root, because only there CodeMirror puts its styles in constructed sheets; in the
 * document it would write a style element, which the page's policy forbids. `steps`: of undo, as they were kept.
 */
export function createEditor(host: HTMLElement, text: string, steps: unknown, events: EditorEvents): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const parent = document.createElement("div");
  parent.style.height = "100%";
  root.append(parent);
  return new EditorView({
    root,
    parent,
    state: stateWith(text, steps, {
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        lintGutter(),
        documentFolding(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        colours(text),
        litLines(),
        look(),
        assist(),
        pastedFromItsFirstLine,
        keymap.of([...diagnosticKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap]),
        EditorView.contentAttributes.of({
          "aria-label": "Objects as YAML or JSON",
          tabindex: "0",
          spellcheck: "false",
          autocorrect: "off",
          autocapitalize: "off",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            if (replacesAll(update.changes)) {
              const is = (event: string): boolean => update.transactions.some((of) => of.isUserEvent(event));
              events.replaced(is("undo") ? "undo" : is("redo") ? "redo" : "new");
            }
            events.changed(update.changes, undoDepth(update.startState) !== undoDepth(update.state), update.state.doc);
          }
          if (update.docChanged || update.selectionSet) {
            events.moved(update.state.selection.main.head, update.state.doc);
          }
        }),
      ],
    }),
  });
}

/** Another text in place of this one; undo brings the old one back. */
export function replaceText(view: EditorView, text: string): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: 0 },
    scrollIntoView: true,
    annotations: Transaction.userEvent.of("input.replace"),
  });
}

/** Selects a range and brings it to the middle of the view. */
export function reveal(view: EditorView, from: number, to: number, focus: boolean): void {
  const end = view.state.doc.length;
  const anchor = Math.min(from, end);
  view.dispatch({
    selection: { anchor, head: Math.min(to, end) },
    effects: EditorView.scrollIntoView(anchor, { y: "center" }),
  });
  if (focus) view.focus();
}
