// Servers of this machine, on free ports.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

/**
 * Serves the files of a folder with their types and no other header, and a page that runs `module`, where
 * one is given; gives the address.
 */
export async function serve({ after }, folder, module) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    // Browsers ask for it by themselves.
    if (pathname === "/favicon.ico") return response.writeHead(204).end();
    if (module !== undefined && pathname === "/") {
      return response.writeHead(200, { "content-type": types[".html"] }).end(page(module));
    }
    try {
      const file = join(folder, normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname));
      const body = await readFile(file);
      response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}/`;
}

const page = (module) =>
  '<!doctype html><link rel="icon" href="data:," /><title>schedscope</title>' +
  `<script type="module" src="./${module}"></script>`;

/** Starts a server that prints its address; gives the address. */
export async function printed({ folder, after }, command, args) {
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
  const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      text = (text + chunk).slice(-10_000);
      const [address] = /http:\/\/(?:127\.0\.0\.1|localhost):\d+(?=\D)/.exec(text) ?? [];
      if (address !== undefined) resolve(`${address}/`);
    });
    child.once("error", reject).once("exit", () => {
      reject(new Error(`${[command, ...args].join(" ")} ended before it had an address:\n${text}`));
    });
  });
}
