// Pages in the headless browser that CHROME names, and all that they ask the network for.
import { readFileSync } from "node:fs";

import { chromium } from "playwright-core";

const settings = JSON.parse(readFileSync(new URL("../../../webdriver.json", import.meta.url), "utf8"));
const { args } = settings["goog:chromeOptions"];

/** Starts the browser; `open` opens a page of it. */
export async function browser({ after }) {
  const executablePath = process.env.CHROME;
  if (!executablePath) throw new Error("CHROME names no browser; `cargo xtask packaging` sees to that");
  const browser = await chromium.launch({ executablePath, args });
  after(() => browser.close());
  return {
    about: `Chromium ${browser.version().split(".")[0]}`,
    open: (address) => open(browser, address),
  };
}

/** A page with a function `answer`, and all that happened to it. */
async function open(browser, address) {
  const context = await browser.newContext();
  const requests = [];
  const complaints = [];
  context.on("request", (request) => requests.push(request.url()));
  context.on("requestfailed", (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
  context.on("response", (response) => {
    if (!response.ok() && response.status() !== 304) complaints.push(`${response.url()}: ${response.status()}`);
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  const page = await context.newPage();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(address);
  const trouble = () => complaints.map((complaint) => `\n  ${complaint}`).join("");
  return {
    /** What a function of the page gives for a line. */
    async ask(line, name = "answer") {
      try {
        return await page.evaluate(([name, line]) => globalThis[name](line), [name, line]);
      } catch (error) {
        throw new Error(`${error.message}; the page says:${trouble()}`);
      }
    },
    /**
     * Fails where anything went wrong, where anything else than the page's own server was asked, or a
     * WebAssembly file more than once for each thread.
     */
    async check(threads = 1) {
      if (complaints.length > 0) throw new Error(`the page complains:${trouble()}`);
      if (await page.evaluate(() => globalThis.crossOriginIsolated)) throw new Error("the page is isolated");
      const { origin } = new URL(address);
      const strange = requests.filter((url) => !url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url));
      if (strange.length > 0) throw new Error(`the page asked for ${strange.join(", ")}`);
      for (const name of ["schedscope_bg", "schedscope_cel_bg"]) {
        const count = requests.filter((url) => new RegExp(`/${name}[^/]*\\.wasm`).test(url)).length;
        if (count > threads) throw new Error(`the page asked for ${name} ${count} times`);
      }
    },
    /** The value of a name of the page. */
    value: (name) => page.evaluate((name) => globalThis[name], name),
    /** Waits until the page has a function of that name. */
    async has(name) {
      await page.waitForFunction((name) => name in globalThis, name);
    },
    /** Waits until the page says that it is done, or until nothing is loading any more. */
    async settled(untilDone) {
      if (!untilDone) return page.waitForLoadState("networkidle");
      const done = page.waitForFunction(() => globalThis.done === true).then(() => {});
      const failed = new Promise((_, reject) => {
        context.on("weberror", (error) => reject(error.error()));
      });
      try {
        await Promise.race([done, failed]);
      } catch (error) {
        throw new Error(`${error.message}; the page says:${trouble()}`);
      }
    },
    requests,
  };
}

/** The answer that all give to a line. */
export async function agreed(asked) {
  const answers = await Promise.all(Object.values(asked));
  const differs = Object.keys(asked).filter((_, index) => answers[index] !== answers[0]);
  if (differs.length > 0) throw new Error(`another answer from: ${differs.join(", ")}`);
  return answers[0];
}
