// The examples of a Markdown text, and where each of them runs.
import { readFileSync } from "node:fs";

/** Where an example may run, by its language; first where it runs unless a comment says otherwise. */
const places = {
  js: ["node", "deno", "bun", "browser", "vite", "worker", "workerd"],
  ts: ["node", "deno", "bun", "vite", "worker", "workerd"],
  html: ["browser", "vite"],
  sh: ["sh"],
};

/**
 * The fenced examples in JavaScript, TypeScript, HTML and shell. A comment on the line before one says where
 * it runs, `<!-- test: node deno bun -->`, or why it does not, `<!-- test: skip: why -->`. Commands are run
 * where a comment asks for it; with no comment they are passed over.
 */
export function examples(file, name) {
  const found = [];
  let used = 0;
  const fence = /^(?:<!-- test: ([^\n]*?) -->\r?\n(?:\r?\n)?)?```(\w+)\r?\n([\s\S]*?)^```$/gm;
  const text = readFileSync(file, "utf8");
  for (const { 0: whole, 1: comment, 2: language, 3: code, index } of text.matchAll(fence)) {
    if (comment !== undefined) used += 1;
    if (!Object.hasOwn(places, language)) {
      if (comment !== undefined) throw new Error(`${name}: no example in ${language} is run`);
      continue;
    }
    if (comment === undefined && language === "sh") continue;
    const line = text.slice(0, index + whole.indexOf("```")).split("\n").length;
    const where = `${name}:${line}`;
    if (comment?.startsWith("skip: ")) {
      found.push({ where, language, code, places: [], skip: comment.slice(6) });
      continue;
    }
    const asked = comment?.split(" ") ?? places[language].slice(0, 1);
    const strange = asked.filter((place) => !places[language].includes(place));
    if (strange.length > 0)
      throw new Error(`${where}: an example in ${language} does not run in ${strange.join(", ")}`);
    found.push({ where, language, code, places: asked });
  }
  if (text.split("<!-- test: ").length - 1 > used)
    throw new Error(`${name}: a comment about tests stands before no example`);
  return found;
}
