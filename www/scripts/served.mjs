/** The built page on loopback and a Chromium beside it, for scripts that measure and take pictures. */
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { preview } from "vite";

/** The folder of the page. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** How a headless Chromium starts that asks nothing of the network. */
export const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Runs `use(browser, address)`, and puts both away after it. */
export async function withPage(use) {
  const server = await preview({ root, logLevel: "warn", preview: { host: "127.0.0.1", port: 0 } });
  const browser = await chromium.launch({ executablePath: process.env.CHROME ?? "/usr/bin/chromium", args: flags });
  try {
    return await use(browser, server.resolvedUrls?.local[0] ?? "");
  } finally {
    await browser.close();
    await server.close();
  }
}
