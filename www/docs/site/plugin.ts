/**
 * The documentation as a part of the page's build: every Markdown file of `docs/` becomes an HTML page,
 * which Vite treats as if it were a file, and the examples are served beside the page.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { chapters } from "./contents.ts";
import { exampleFiles, examplesFolder } from "./example-list.ts";
import { frame } from "./frame.ts";
import { readPage } from "./markdown.ts";

const folder = new URL("../", import.meta.url);
const fileOf = (name: string, ending: string): string => fileURLToPath(new URL(`${name}.${ending}`, folder));

/** The pages by the address of the HTML file that they would be. */
const pages = new Map(chapters.map(({ name }) => [fileOf(name, "html"), name]));

/** The pages as inputs of the build. */
export const docsInputs: Record<string, string> = Object.fromEntries(
  [...pages].map(([address, name]) => [`docs-${name}`, address]),
);

export const renderPage = (name: string): string => frame(name, readPage(readFileSync(fileOf(name, "md"), "utf8")));

export function docs(): Plugin {
  return {
    name: "docs",
    resolveId: (id) => (pages.has(id) ? id : null),
    load(id) {
      const name = pages.get(id);
      if (name === undefined) return null;
      this.addWatchFile(fileOf(name, "md"));
      return renderPage(name);
    },
    generateBundle() {
      for (const file of exampleFiles()) {
        this.emitFile({ type: "asset", fileName: `examples/${file}`, source: readFileSync(new URL(file, examplesFolder)) });
      }
    },
    configureServer(server) {
      server.watcher.add(chapters.map(({ name }) => fileOf(name, "md")));
      server.watcher.on("change", (file) => {
        if (file.endsWith(".md")) server.ws.send({ type: "full-reload" });
      });
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? "").replace(/[?#].*$/, "");
        const name = /^\/docs\/(?:([\w-]+)\.html)?$/.exec(path);
        const chapter = chapters.find((one) => one.name === (name?.[1] ?? "index"));
        const example = exampleFiles().find((file) => path === `/examples/${file}`);
        if (name !== null && chapter !== undefined) {
          server.transformIndexHtml(`/docs/${chapter.name}.html`, renderPage(chapter.name)).then(
            (html) => response.setHeader("Content-Type", "text/html; charset=utf-8").end(html),
            next,
          );
        } else if (example !== undefined) {
          response.setHeader("Content-Type", "text/yaml; charset=utf-8").end(readFileSync(new URL(example, examplesFolder)));
        } else {
          next();
        }
      });
    },
  };
}
