/**
 * The documentation as a part of the page's build: every Markdown file of `docs/` becomes an HTML page,
 * which Vite treats as a file, and the examples are served with the page.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { attachments, chapters, sourceOf, textOf } from "./contents.ts";
import { exampleFiles, examplesFolder } from "./example-list.ts";
import { frame } from "./frame.ts";
import { readPage } from "./markdown.ts";

/** The pages by the path of the HTML file that they would be. */
const pages = new Map(chapters.map(({ name }) => [fileURLToPath(new URL(`../${name}.html`, import.meta.url)), name]));

const stylesheet = fileURLToPath(new URL("../docs.css", import.meta.url));

/** The pages as inputs of the build. */
export const docsInputs: Record<string, string> = Object.fromEntries(
  [...pages].map(([path, name]) => [`docs-${name}`, path]),
);

/** Rules that make room for each embed before it is there, so that nothing moves when it comes. */
function roomForEmbeds(): string {
  const texts = chapters.map(({ name }) => textOf(name)).join("\n");
  const heights = new Set([...texts.matchAll(/^<schedscope-embed.* height="(\d+px)"/gm)].map(([, height]) => height));
  return [...heights].map((height) => `schedscope-embed[height="${height}"] { height: ${height}; }\n`).join("");
}

export const renderPage = (name: string): string => frame(name, readPage(textOf(name)));

/** Files that are served as they are, by their path from the page. */
const served = (): Map<string, URL> =>
  new Map([
    ...exampleFiles().map((file) => [`examples/${file}`, new URL(file, examplesFolder)] as const),
    ...[...attachments].map(([name, file]) => [`docs/${name}`, file] as const),
  ]);

export function docs(): Plugin {
  return {
    name: "docs",
    resolveId: (id) => (pages.has(id) ? id : null),
    load(id) {
      const name = pages.get(id);
      if (name === undefined) return null;
      this.addWatchFile(fileURLToPath(sourceOf(name)));
      return renderPage(name);
    },
    transform: (code, id) => (id === stylesheet ? code + roomForEmbeds() : null),
    generateBundle() {
      for (const [fileName, file] of served()) this.emitFile({ type: "asset", fileName, source: readFileSync(file) });
    },
    configureServer(server) {
      server.watcher.add(chapters.map(({ name }) => fileURLToPath(sourceOf(name))));
      server.watcher.on("change", (file) => {
        if (file.endsWith(".md")) server.ws.send({ type: "full-reload" });
      });
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? "").replace(/[?#].*$/, "");
        const name = /^\/docs\/(?:([\w-]+)\.html)?$/.exec(path);
        const chapter = chapters.find((one) => one.name === (name?.[1] ?? "index"));
        const file = served().get(path.slice(1));
        if (name !== null && chapter !== undefined) {
          server
            .transformIndexHtml(`/docs/${chapter.name}.html`, renderPage(chapter.name))
            .then((html) => response.setHeader("Content-Type", "text/html; charset=utf-8").end(html), next);
        } else if (file !== undefined) {
          response.setHeader("Content-Type", "text/plain; charset=utf-8").end(readFileSync(file));
        } else {
          next();
        }
      });
    },
  };
}
