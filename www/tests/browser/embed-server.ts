/** Pages of others that hold the element, served with the package and the examples as they are. */
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
  ".yaml": "text/yaml; charset=utf-8",
};

export interface Served {
  /** what stands in the page's body */
  body: string;
  head?: string;
  policy?: string;
}

/** `/pkg` and `/examples` are the project's; any other path is a page of the test's. */
export class EmbedServer {
  /** paths, in the order of the requests */
  readonly requests: string[] = [];
  readonly #pages = new Map<string, Served>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "", "http://localhost");
      this.requests.push(pathname);
      const page = this.#pages.get(pathname);
      if (page !== undefined) {
        response.setHeader(
          "Content-Type",
          pathname.endsWith(".html") ? (types[".html"] ?? "") : "text/plain; charset=utf-8",
        );
        if (page.policy !== undefined) response.setHeader("Content-Security-Policy", page.policy);
        response.end(pathname.endsWith(".html") ? html(page) : page.body);
        return;
      }
      const file =
        /^\/(pkg\/(lib|dist)|examples)\/[\w./-]+$/.test(pathname) && !pathname.includes("..")
          ? readFile(root + pathname)
          : Promise.reject(new Error(pathname));
      file.then(
        (bytes) => {
          response.setHeader("Content-Type", types[extname(pathname)] ?? "application/octet-stream");
          response.end(bytes);
        },
        () => {
          response.statusCode = 404;
          response.end("there is no such file");
        },
      );
    });
  }

  static async start(): Promise<EmbedServer> {
    const server = new EmbedServer();
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  /** The address of a path, which is answered with `page` from now on; requests are counted anew. */
  serve(path: string, page: Served): string {
    this.#pages.set(path, page);
    this.requests.length = 0;
    return this.at(path);
  }

  at(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  /** How often a file was asked for. */
  count(file: string): number {
    return this.requests.filter((path) => path.endsWith(file)).length;
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => this.#server.close((error) => (error ? reject(error) : resolve())));
  }
}

const html = ({ head = "", body }: Served): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A page</title>
<link rel="icon" href="data:,"><script type="module" src="/pkg/lib/embed.js"></script>${head}</head>
<body><main><h1>A page</h1>${body}</main></body></html>`;
