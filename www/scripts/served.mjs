/** The built page on loopback and a Chromium beside it, for scripts that measure and take pictures. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { preview } from "vite";

/** The folder of the page. */
export const root = fileURLToPath(new URL("..", import.meta.url));

const { flags: plain, disabled } = JSON.parse(readFileSync(new URL("chromium.json", import.meta.url), "utf8"));

/**
 * How a headless Chromium starts that asks nothing of the network. Without the features, among them those that
 * Playwright leaves out, too, a window does not load the popups of its address bar, which is as much work as our page.
 */
export const flags = [...plain, `--disable-features=${disabled.join(",")}`];

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
