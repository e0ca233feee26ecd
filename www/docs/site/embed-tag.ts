/**
 * `<schedscope-embed …></schedscope-embed>`, or the same as an iframe, on a line of its own: the only HTML
 * that a page may hold.
 */
import type { MarkdownIt } from "markdown-it";
import { exampleNow } from "./example-list.ts";
import { escapeHtml } from "./highlight.ts";

export interface Embed {
  /** All attributes as written. */
  attributes: Record<string, string>;
  /** The file in `examples/` that `src` names. */
  file: string;
}

const tag = /^<schedscope-embed((?:\s+[a-z-]+="[^"]*")+)\s*><\/schedscope-embed>\s*$/;
const frame = /^<iframe src="(\.\.\/embed\.html\?[^"]+)" title="([^"]+)"><\/iframe>\s*$/;
const folder = "../examples/";

function embedOf(line: string): Embed | null {
  const written = tag.exec(line)?.[1];
  if (written === undefined) return null;
  const pairs = [...written.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]);
  const attributes = Object.fromEntries(pairs) as Record<string, string>;
  const src = attributes.src ?? "";
  if (!src.startsWith(folder)) throw new Error(`an embed's \`src\` must begin with \`${folder}\`: ${line}`);
  return { attributes, file: src.slice(folder.length) };
}

/** The address is as HTML already: `&amp;` stands for `&`. */
const frameHtml = ([, src = "", title = ""]: string[]): string =>
  `<iframe class="frame" src="${src}" title="${title}" loading="lazy"></iframe>\n`;

/** Without JavaScript the element shows what stands in it: where the example is. */
function html({ attributes, file }: Embed, title: string): string {
  const now = exampleNow(file);
  // As in the page's gallery, where an example opens with its own clock.
  const all = now === null ? attributes : { ...attributes, now };
  const written = Object.entries(all).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const [src, name, said] = [folder + file, escapeHtml(file), escapeHtml(title)];
  return [
    `<figure class="example">`,
    `<schedscope-embed${written.join("")}><p>The example <a href="${src}">${name}</a>, which is computed here ` +
      "where JavaScript runs.</p></schedscope-embed>",
    `<figcaption><span class="example-title">${said}</span>`,
    `<a href="../?example=${encodeURIComponent(file)}" aria-label="Open in the playground: ${said}">` +
      "Open in the playground</a>",
    `<a href="${src}">${name}</a></figcaption>`,
    `</figure>\n`,
  ].join("\n");
}

/** Teaches `markdown` the element, with titles of examples by file; `found` is called for each. */
export function useEmbeds(
  markdown: MarkdownIt,
  titles: ReadonlyMap<string, string>,
  found: (embed: Embed) => void,
): void {
  markdown.block.ruler.before(
    "paragraph",
    "embed",
    (state, startLine, _endLine, silent) => {
      const from = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
      const line = state.src.slice(from, state.eMarks[startLine]);
      const embed = embedOf(line);
      const framed = frame.exec(line);
      if (embed === null && framed === null) return false;
      if (silent) return true;
      if (embed !== null) state.push("embed", "", 0).meta = { embed };
      else state.push("html_block", "", 0).content = frameHtml(framed ?? []);
      state.line = startLine + 1;
      return true;
    },
    { alt: ["paragraph"] },
  );
  markdown.renderer.rules.embed = (tokens, at) => {
    const embed = tokens[at]?.meta?.embed as Embed;
    found(embed);
    const title = titles.get(embed.file);
    if (title === undefined) throw new Error(`there is no example \`${embed.file}\``);
    return html(embed, title);
  };
}
