/** A text that stands in the element itself, as `<script type="text/yaml">`. */

/** Types of scripts that hold a text; browsers run none of them. */
const types = /^(text|application)\/(x-)?(yaml|json)$/;

/** The texts among an element's children, joined; null where there is none. */
export function inlineText(children: Iterable<Element>): string | null {
  const texts: string[] = [];
  for (const child of children) {
    if (child.localName === "script" && types.test(child.getAttribute("type")?.trim().toLowerCase() ?? ""))
      texts.push(outdented(child.textContent ?? ""));
  }
  return texts.length === 0 ? null : texts.join("\n---\n");
}

/** Without the indentation that all lines share, which is that of the page's markup. */
export function outdented(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const shared = indents.reduce((least, indent) => Math.min(least, indent), Infinity);
  const rest = Number.isFinite(shared) ? lines.map((line) => line.slice(shared)) : [];
  // The line of the tag itself holds nothing.
  return (rest[0]?.trim() === "" ? rest.slice(1) : rest).join("\n").trimEnd();
}
