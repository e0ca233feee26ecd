/** Builds the page and serves it on loopback while the browser tests run. */
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    address: string;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  // As it is published: vitest's own environment would make a page with the names of sources in it.
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  await build({ root, logLevel: "warn" });
  process.env.NODE_ENV = environment;
  const server = await preview({ root, logLevel: "warn", preview: { host: "127.0.0.1", port: 0 } });
  // A page that computes leaves its connections idle for longer than the 5 s after which Node.js closes them.
  if ("keepAliveTimeout" in server.httpServer) server.httpServer.keepAliveTimeout = 0;
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error("the preview server gave no address");
  project.provide("address", address);
  return () => server.close();
}
