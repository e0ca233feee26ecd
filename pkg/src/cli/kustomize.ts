/** What a run says of a folder of which kustomize would make other objects. */
import { buildCommand, shellWord, unrenderedText } from "../words/folder.js";

/** The first sentence of its answer: the call of this run, with standard input instead of the folder. */
export function unrendered(folder: string, overlay: string): string {
  const own = process.argv.slice(2).map((arg) => (arg === folder ? "-" : shellWord(arg)));
  return `${unrenderedText(folder, overlay)}: \`${buildCommand(overlay)} | ${["schedscope", ...own].join(" ")}\`.`;
}
