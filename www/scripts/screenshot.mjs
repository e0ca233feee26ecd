/**
 * Makes docs/screenshot.png from the built page, with an example loaded and a card open.
 *
 * usage: node scripts/screenshot.mjs [example file] [cluster]
 */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { preview } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = fileURLToPath(new URL("../../docs/screenshot.png", import.meta.url));
const [example, cluster] = process.argv.slice(2);

const server = await preview({ root, logLevel: "warn", preview: { host: "127.0.0.1", port: 0 } });
const browser = await chromium.launch({
  executablePath: process.env.CHROME ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, colorScheme: "light" });
  // The page shows the moment it was loaded; a picture should not change with the day.
  await page.clock.setFixedTime(new Date("2026-11-20T12:00:00Z"));
  await page.goto(server.resolvedUrls?.local[0] ?? "");
  await page.locator(".answer-line h1").waitFor();
  if (example !== undefined) {
    await page.getByRole("button", { name: "Examples" }).click();
    await page.locator(`[data-file="${example}"]`).click();
    await page.waitForFunction((file) => document.querySelector(".file-name")?.textContent === file, example);
    await page.waitForTimeout(500);
  }
  // The first that was not selected, where none is named.
  const row = cluster === undefined ? page.locator(".line.feasible").first() : page.locator(".rows .line", { hasText: cluster }).first();
  if ((await row.count()) > 0) {
    await row.click();
    await page.locator(".card-verdict").waitFor();
  }
  await page.mouse.move(720, 20);
  await page.waitForTimeout(500);
  mkdirSync(new URL("../../docs/", import.meta.url), { recursive: true });
  await page.screenshot({ path: target });
  console.log(target);
} finally {
  await browser.close();
  await server.close();
}
