/** What stands around a page: head, navigation, the way to the next page. */
import { type Chapter, chapters, guides, introductions, manuals, references } from "./contents.ts";
import { escapeHtml } from "./highlight.ts";
import type { Document } from "./markdown.ts";

const item = ({ name, label }: Chapter, current: string): string =>
  `<li><a href="${name}.html"${name === current ? ' aria-current="page"' : ""}>${label}</a></li>`;

const list = (of: readonly Chapter[], current: string): string =>
  `<ul>\n${of.map((chapter) => item(chapter, current)).join("\n")}\n</ul>`;

function sectionList({ sections }: Document): string {
  const shown = sections.filter(({ level }) => level === 2);
  if (shown.length < 2) return "";
  const items = shown.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return (
    '<nav class="sections" aria-labelledby="sections-title">\n<h2 id="sections-title">On this page</h2>\n<ul>\n' +
    `${items.join("\n")}\n</ul>\n</nav>`
  );
}

function neighbours(current: string): string {
  const at = chapters.findIndex(({ name }) => name === current);
  const [before, after] = [chapters[at - 1], chapters[at + 1]];
  const link = (to: Chapter | undefined, rel: string, label: string): string =>
    to === undefined ? "" : `<a rel="${rel}" href="${to.name}.html"><span>${label}</span> ${to.label}</a>`;
  return (
    `<nav class="neighbours" aria-label="Before and after">\n${link(before, "prev", "Before:")}\n` +
    `${link(after, "next", "Next:")}\n</nav>`
  );
}

/** The whole HTML of the page `name`. */
export function frame(name: string, page: Document): string {
  const title = name === "index" ? "schedscope: documentation" : `${page.title} · schedscope`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <title>${escapeHtml(title)}</title>
    <meta name="description" content="${escapeHtml(page.summary)}" />
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/docs/docs.css" />
    <script type="module" src="/docs/main.ts"></script>
  </head>
  <body>
    <a class="skip" href="#text">Skip to the text</a>
    <header class="docs-head">
      <a class="wordmark" href="index.html">sched<b>scope</b> <span>docs</span></a>
      <a class="to-playground" href="../">Playground</a>
    </header>
    <div class="docs">
      <div class="docs-side">
        <nav class="chapters" aria-label="Documentation">
${list(introductions, name)}
<h2>Guides</h2>
${list(guides, name)}
<h2>Using it</h2>
${list(manuals, name)}
<h2>Reference</h2>
${list(references, name)}
        </nav>
${sectionList(page)}
      </div>
      <main id="text" class="text" tabindex="-1">
${page.html}
${neighbours(name)}
      </main>
    </div>
  </body>
</html>
`;
}
