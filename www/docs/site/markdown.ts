/** A page's Markdown as HTML, and what it holds. */
import createMarkdown, { type MarkdownIt, type Token } from "markdown-it";
import { type Embed, useEmbeds } from "./embed-tag.ts";
import { exampleTitles } from "./example-list.ts";
import { escapeHtml, highlight } from "./highlight.ts";

export interface Section {
  id: string;
  text: string;
  /** 2 or 3. */
  level: number;
}

/** A fence `json expect`: what the engine must say for the words around it to be true. It is not shown. */
export interface CodeCheck {
  json: string;
  /** The section it stands in; null before the first. */
  section: string | null;
  /** Its line in the file, from 1. */
  line: number;
}

/** A page as read. */
export interface Document {
  title: string;
  /** The first paragraph, without marks. */
  summary: string;
  html: string;
  sections: Section[];
  /** Addresses of links, those to pages with `.md`. */
  links: string[];
  embeds: Embed[];
  checks: CodeCheck[];
  /** What a reader sees, without marks, by section; under "" what stands before the first. */
  texts: Map<string, string>;
}

type Tokens = Token[];

/** `Who may preempt?` is `who-may-preempt`. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

const plain = (tokens: Tokens): string =>
  tokens
    .map(({ type, content, children }) => (children ? plain(children) : type === "softbreak" ? " " : content))
    .join("");

export function readPage(text: string): Document {
  const embeds: Embed[] = [];
  const markdown = createMarkdown({ html: false, linkify: false, typographer: false });
  useEmbeds(markdown, exampleTitles(), (embed) => embeds.push(embed));
  // A comment leaves its line, so that what follows keeps its number.
  const tokens = markdown.parse(text.replace(/^<!--.*-->$/gm, ""), {});
  const { sections, checks, texts } = arrange(tokens);
  const links = linksOf(tokens);
  dress(markdown);
  const opening = tokens.findIndex(({ type }) => type === "paragraph_open");
  return {
    title: headingText(tokens, "h1"),
    summary: plain(tokens.slice(opening + 1, opening + 2)),
    html: markdown.renderer.render(tokens, markdown.options, {}),
    sections,
    links,
    embeds,
    checks,
    texts,
  };
}

function headingText(tokens: Tokens, tag: string): string {
  const at = tokens.findIndex((token) => token.type === "heading_open" && token.tag === tag);
  if (at < 0) throw new Error(`a page without an \`${tag}\``);
  return plain(tokens.slice(at + 1, at + 2));
}

/** Gives headings their ids, takes checks out, and says what stands where. */
function arrange(tokens: Tokens): Pick<Document, "sections" | "checks" | "texts"> {
  const sections: Section[] = [];
  const checks: CodeCheck[] = [];
  const texts = new Map<string, string>();
  let within: string | null = null;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    if (token.type === "heading_open" && token.tag !== "h1") {
      const heading = plain(tokens.slice(at + 1, at + 2));
      const id = slug(heading);
      if (sections.some((other) => other.id === id)) throw new Error(`two sections are called \`${heading}\``);
      sections.push({ id, text: heading, level: Number(token.tag.slice(1)) });
      token.attrSet("id", id);
      within = id;
    }
    if (token.type === "fence" && token.info.trim() === "json expect") {
      checks.push({ json: token.content, section: within, line: (token.map?.[0] ?? 0) + 1 });
      tokens.splice(at, 1);
      at -= 1;
    } else if (token.type === "inline" || token.type === "fence") {
      texts.set(within ?? "", `${texts.get(within ?? "") ?? ""}${plain([token])}\n`);
    }
  }
  return { sections, checks, texts };
}

/** In the project's `docs/`, a link to a page of this folder. */
const toThisFolder = /^\.\.\/www\/docs\//;

/** Addresses of all links, as the site has them; those to pages become those of their HTML. */
function linksOf(tokens: Tokens): string[] {
  return tokens.flatMap((token) => {
    const inside = linksOf(token.children ?? []);
    if (token.type !== "link_open") return inside;
    const href = String(token.attrGet("href")).replace(toThisFolder, "");
    token.attrSet("href", href.replace(/^([\w-]+)\.md(?=#|$)/, "$1.html"));
    return [href, ...inside];
  });
}

/** Headings with a link to themselves; code in colours; what is wide scrolls by itself, by keyboard too. */
function dress(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer;
  rules.fence = (tokens, at) => {
    const { content = "", info = "" } = tokens[at] ?? {};
    return `<pre tabindex="0"><code>${highlight(content, info.trim())}</code></pre>\n`;
  };
  rules.table_open = () => `<div class="wide" tabindex="0">\n<table>\n`;
  rules.table_close = () => `</table>\n</div>\n`;
  rules.th_open = cellOpen;
  rules.td_open = cellOpen;
  rules.heading_close = (tokens, at) => {
    const opening = tokens[at - 2];
    const id = opening?.attrGet("id");
    const end = `</${tokens[at]?.tag ?? ""}>\n`;
    if (id === null || id === undefined) return end;
    const text = escapeHtml(plain(tokens.slice(at - 1, at)));
    return ` <a class="anchor" href="#${id}" aria-label="Link to “${text}”">#</a>${end}`;
  };
}

/** A cell's alignment (`|---:|`) as a class: the page's policy allows no inline style. */
function cellOpen(tokens: Tokens, at: number): string {
  const cell = tokens[at];
  const align = /^text-align:(\w+)$/.exec(String(cell?.attrGet("style")))?.[1];
  return `<${cell?.tag ?? "td"}${align === undefined ? "" : ` class="${align}"`}>`;
}
