/** All of the editor, in one file of the build: it is loaded behind the first answer. */
export { redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
export { showDiagnostics } from "./diagnostics";
export { createEditor, replaceText, reveal } from "./editor";
export { foldDocuments } from "./folding";
export { Gesture } from "./gesture";
export { stepsOf } from "./kept-history";
export { lightLines, markWritten, scrollIfFar } from "./lit-lines";
