/** Builds the page into a folder of this run and serves it on loopback while the browser tests run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    address: string;
    /** the folder of the built page */
    dist: string;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  // As it is published: vitest's own environment would make a page with the names of sources in it.
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  const outDir = mkdtempSync(join(tmpdir(), "schedscope-page-"));
  await build({ root, logLevel: "warn", build: { outDir, emptyOutDir: true } });
  process.env.NODE_ENV = environment;
  const server = await preview({ root, logLevel: "warn", build: { outDir }, preview: { host: "127.0.0.1", port: 0 } });
  // A page that computes leaves its connections idle for longer than the 5 s after which Node.js closes them.
  if ("keepAliveTimeout" in server.httpServer) server.httpServer.keepAliveTimeout = 0;
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error("the preview server gave no address");
  project.provide("address", address);
  project.provide("dist", outDir);
  return async () => {
    await server.close();
    rmSync(outDir, { recursive: true });
  };
}
