/** The page of the package, served on loopback. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";

interface PageServer {
  address: string;
  /** Opens the page in a browser; where there is none, the address is all. */
  show(): void;
  close(): void;
}

/** Files beside the bundle, `lib/cli`. */
const file = (name: string): URL => new URL(`../../${name}`, import.meta.url);
const pageFile = file("dist/page.json.br");

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  yaml: "text/plain; charset=utf-8",
};

/** Serves the page, with an input of this name. */
export async function served(input: { name: string; text: string } | null): Promise<PageServer> {
  if (!existsSync(pageFile)) throw new Error("this build of schedscope does not include the page");
  const page = JSON.parse(brotliDecompressSync(readFileSync(pageFile)).toString("utf8")) as Record<string, string>;
  const token = randomBytes(16).toString("base64url");
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    answer(request, response, { prefix: `/${token}/`, hosts: [`127.0.0.1:${port}`, `localhost:${port}`], page, input });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const query = input === null ? "" : `?input=${encodeURIComponent(input.name)}`;
  const address = `http://127.0.0.1:${port}/${token}/${query}`;
  return {
    address,
    show: () => show(address),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Serving {
  prefix: string;
  hosts: string[];
  page: Record<string, string>;
  input: { text: string } | null;
}

/**
 * Answers a request for a file. Other programs of this machine do not know the path, and a page of the network that
 * leads a name to 127.0.0.1 gives another host.
 */
function answer(request: IncomingMessage, response: ServerResponse, { prefix, hosts, page, input }: Serving): void {
  const { method, headers, url = "" } = request;
  const path = url.replace(/[?#].*$/, "");
  const isOwn = path.startsWith(prefix) && hosts.includes(headers.host ?? "");
  const name = path === prefix ? "index.html" : path.slice(prefix.length);
  const isRead = method === "GET" || method === "HEAD";
  const found = isOwn && isRead ? contentOf(name, page, input) : undefined;
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "no-referrer");
  response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  if (found === undefined) {
    response.writeHead(404).end();
    return;
  }
  const type = name === "input" ? "text/plain; charset=utf-8" : types[name.slice(name.lastIndexOf(".") + 1)];
  response.writeHead(200, { "Content-Type": type ?? "application/octet-stream" });
  response.end(method === "HEAD" ? undefined : found);
}

function contentOf(name: string, page: Record<string, string>, input: Serving["input"]): string | Buffer | undefined {
  if (name === "input") return input?.text;
  // The engine is in the package once.
  const [, engine] = /^assets\/(schedscope(?:_cel)?_bg)-[\w-]+\.wasm$/.exec(name) ?? [];
  if (engine !== undefined) return readFileSync(file(`dist/${engine}.wasm`));
  return Object.hasOwn(page, name) ? page[name] : undefined;
}

/** The program that opens an address, by platform. */
const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

function show(address: string): void {
  const [program = "", ...args] = openers[process.platform] ?? ["xdg-open"];
  const opened = spawn(program, [...args, address], { detached: true, stdio: "ignore" });
  opened.on("error", () => undefined);
  opened.unref();
}
