/** The service worker as a part of the build: it gets the list of the build's files. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const publicFolder = fileURLToPath(new URL("../public", import.meta.url));
const source = fileURLToPath(new URL("../src/offline/service-worker.ts", import.meta.url));
const fileName = "service-worker.js";

const integrity = (content: string | Uint8Array): string =>
  `sha256-${createHash("sha256").update(content).digest("base64")}`;

/** Files that are copied as they are. */
const copied = (): [string, string][] =>
  readdirSync(publicFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(publicFolder, path).split(sep).join("/"), integrity(readFileSync(path))]);

export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    // After the pages are written with the names of their files.
    enforce: "post",
    buildStart() {
      this.emitFile({ type: "chunk", id: source, fileName });
    },
    transformIndexHtml: (_html, { path }) =>
      path === "/embed.html"
        ? []
        : [
            {
              tag: "meta",
              attrs: { name: "service-worker", content: `${path.startsWith("/docs/") ? ".." : "."}/${fileName}` },
              injectTo: "head",
            },
          ],
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const worker = bundle[fileName];
        if (worker?.type !== "chunk") throw new Error(`the build has no ${fileName}`);
        if (worker.imports.length > 0 || worker.exports.length > 0)
          throw new Error(`${fileName} is a module, which not every browser runs as a service worker`);
        const built = Object.values(bundle)
          .filter((file) => file !== worker)
          .map((file) => [file.fileName, integrity(file.type === "chunk" ? file.code : file.source)] as const);
        const files = Object.fromEntries([...built, ...copied()].sort(([one], [other]) => (one < other ? -1 : 1)));
        const id = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 16);
        worker.code = worker.code.replace("__BUILD__", () => JSON.stringify({ id, files }));
      },
    },
  };
}
