/** All of the editor, in one file of the build, and what paper looks like: loaded behind the first answer. */
import "../styles/print.css";
export { redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
export { showDiagnostics } from "./diagnostics";
export { createEditor, replaceText, reveal } from "./editor";
export { foldDocuments } from "./folding";
export { Gesture } from "./gesture";
export { stepsOf } from "./kept-history";
export { lightLines, scrollIfFar } from "./lit-lines";
