/**
 * Makes docs/screenshot.png from the built page, with an example or a text loaded, at a step of spread
 * or with a card open.
 *
 * usage: node scripts/screenshot.mjs [example of the gallery, or path of a text] [step or cluster]
 */
import { existsSync, mkdirSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { withPage } from "./served.mjs";

const target = fileURLToPath(new URL("../../docs/screenshot.png", import.meta.url));
const [example, shown] = process.argv.slice(2);

await withPage(async (browser, address) => {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 1160 },
    deviceScaleFactor: 1,
    colorScheme: "light",
  });
  // The page's clock starts when it loads; a picture should not change with the day.
  await page.clock.setFixedTime(new Date("2026-11-20T12:00:00Z"));
  await page.goto(address);
  await page.locator(".answer-line h1").waitFor();
  if (example !== undefined && existsSync(example)) {
    await page.locator("input[type=file]").setInputFiles(example);
  } else if (example !== undefined) {
    await page.getByRole("button", { name: "Examples" }).click();
    await page.locator(`[data-file="${example}"]`).click();
  }
  if (example !== undefined) {
    await page.waitForFunction((file) => document.querySelector(".file-name")?.textContent === file, basename(example));
    await page.waitForTimeout(500);
  }
  if (/^\d+$/.test(shown ?? "")) {
    await page.getByLabel("Number of the step").fill(shown);
    await page.getByLabel("Number of the step").press("Enter");
    await page.getByLabel("Number of the step").blur();
  } else {
    // The first that was not selected, where none is named.
    const row =
      shown === undefined
        ? page.locator(".line.feasible").first()
        : page.locator(".rows .line", { hasText: shown }).first();
    if ((await row.count()) > 0) {
      await row.click();
      await page.locator(".card-verdict").waitFor();
    }
  }
  await page.locator(".answer-pane").evaluate((pane) => (pane.scrollTop = 0));
  await page.mouse.move(720, 20);
  await page.waitForTimeout(500);
  mkdirSync(new URL("../../docs/", import.meta.url), { recursive: true });
  await page.screenshot({ path: target });
  console.log(target);
});
