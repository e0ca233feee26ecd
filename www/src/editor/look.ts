/** The editor's looks, from the page's custom properties, which reach into the shadow root. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const mark = (color: string): string => `underline wavy ${color} 1px`;

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "12px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px", overscrollBehavior: "contain" },
  ".cm-content": { padding: "4px 0 40vh", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 12px 0 4px" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    background: "var(--selection)",
  },
  ".cm-selectionBackground": { background: "var(--selection)" },
  ".cm-selectionMatch": { backgroundColor: "var(--match)" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--active-line)" },
  ".cm-line.cm-lit, &.cm-focused .cm-line.cm-lit": {
    backgroundColor: "var(--lit)",
    boxShadow: "inset 2px 0 var(--lit-edge)",
  },
  ".cm-line.cm-written": {
    backgroundColor: "var(--blue-wash)",
    boxShadow: "inset 2px 0 var(--blue)",
  },
  ".cm-gutters": {
    backgroundColor: "var(--paper)",
    color: "var(--faint)",
    border: "none",
    fontSize: "11px",
    fontVariantNumeric: "tabular-nums",
  },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 4px 0 4px", minWidth: "28px" },
  ".cm-foldGutter .cm-gutterElement": { width: "12px", cursor: "pointer" },
  // Without the pointer over the gutter, only folded lines show a marker.
  ".cm-foldGutter span": { color: "var(--faint)" },
  ".cm-foldGutter .fold-open": { opacity: "0" },
  ".cm-gutters:hover .fold-open": { opacity: "1" },
  ".cm-gutter-lint": { width: "12px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0 0 0 2px" },
  ".cm-lint-marker": {
    content: "none",
    width: "8px",
    height: "8px",
    margin: "6px 0",
    borderRadius: "50%",
    backgroundColor: "var(--soft)",
  },
  ".cm-lint-marker-error": { backgroundColor: "var(--red)", borderRadius: "1px" },
  ".cm-lint-marker-warning, .cm-lint-marker-hint": { backgroundColor: "var(--amber)" },
  ".cm-lintRange": { backgroundImage: "none !important", paddingBottom: "0" },
  ".cm-lintRange-error": { textDecoration: mark("var(--red)") },
  ".cm-lintRange-warning, .cm-lintRange-hint": { textDecoration: mark("var(--amber)") },
  ".cm-lintRange-info": { textDecoration: "underline dotted var(--soft) 1px" },
  ".cm-lintPoint:after": { borderBottomColor: "var(--red)" },
  ".cm-foldPlaceholder": {
    font: "inherit",
    fontSize: "11px",
    lineHeight: "16px",
    margin: "0 4px",
    padding: "0 4px",
    color: "var(--soft)",
    background: "var(--wash)",
    border: "1px solid var(--hair)",
    borderRadius: "2px",
    cursor: "pointer",
  },
  ".cm-tooltip": {
    color: "var(--ink)",
    backgroundColor: "var(--paper)",
    border: "1px solid var(--hair-strong)",
    borderRadius: "4px",
    fontFamily: "var(--sans)",
    maxWidth: "min(420px, 90vw)",
  },
  ".cm-field-doc, .cm-tooltip.cm-completionInfo": { padding: "4px 8px", fontSize: "12px", lineHeight: "16px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "12px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { color: "var(--ink)", backgroundColor: "var(--blue-wash)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-diagnosticAction": { color: "var(--on-blue)", backgroundColor: "var(--blue)", borderRadius: "4px" },
  ".cm-diagnostic": { padding: "4px 8px", borderLeftWidth: "2px" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--red)" },
  ".cm-diagnostic-warning, .cm-diagnostic-hint": { borderLeftColor: "var(--amber)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--soft)" },
  ".cm-panels": { color: "var(--ink)", backgroundColor: "var(--wash)", borderColor: "var(--hair)" },
  ".cm-panels-top": { borderBottom: "1px solid var(--hair)" },
  ".cm-panel.cm-search": { fontFamily: "var(--sans)", fontSize: "12px", padding: "8px" },
  ".cm-textfield, .cm-button": {
    font: "inherit",
    color: "var(--ink)",
    background: "var(--paper)",
    border: "1px solid var(--hair-strong)",
    borderRadius: "4px",
  },
  ".cm-searchMatch": { backgroundColor: "var(--match)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--lit)", outline: "1px solid var(--lit-edge)" },
  "@media (forced-colors: active)": {
    ":is(.cm-line.cm-lit, .cm-line.cm-written)": { outline: "1px solid Highlight", outlineOffset: "-1px" },
    ".cm-lint-marker": { border: "4px solid CanvasText" },
  },
  ".cm-line-key": { color: "var(--key)" },
  ".cm-line-comment": { color: "var(--soft)", fontStyle: "italic" },
  ".cm-line-marker": { color: "var(--faint)" },
  ".cm-matchingBracket": { backgroundColor: "var(--match)" },
});

const highlight = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--key)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--ink)" },
  { tag: [tags.meta, tags.separator, tags.documentMeta], color: "var(--faint)" },
  { tag: [tags.typeName, tags.labelName], color: "var(--key)" },
]);

export const look = (): Extension => [theme, syntaxHighlighting(highlight)];
